/** Sends the link to a booking's own page to a guest who has lost it (docs/rules.md, 15.10). */

import type { BookingRow } from '../../../db/queries/bookings/bookings.ts';
import { loadFolio } from '../../../db/queries/bookings/folio.ts';
import { noteSiteBooking } from '../../../db/queries/bookings/site-booking-counts.ts';
import { lockBookings } from '../../../db/queries/bookings/writes.ts';
import { findStayPlace } from '../../../db/queries/listings/stay-places.ts';
import { findTeamRecord } from '../../../db/queries/teams/teams.ts';
import { type LanguageCode, languages } from '../../../domain/languages/languages.ts';
import { fill } from '../../../domain/languages/sentences.ts';
import { MAX_BOOKING_LINKS_PER_HOUR } from '../../../domain/limits.ts';
import { nameInBuilding } from '../../../domain/text/place-name.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { findBookingByTypedCode } from '../../../services/bookings/site.ts';
import { NO_BOOKING } from '../../../services/bookings/site-key.ts';
import { truncateToSecond } from '../../../services/clock.ts';
import type { TeamScope, WriteScope } from '../../../services/team-scope.ts';
import { type WriteOptions, write } from '../../../services/write.ts';
import { countMailsOfBooking, insertMails, type MailRecord } from '../db/queries/mails.ts';
import { findMailSuppression } from '../db/queries/settings.ts';
import type { MailValues } from '../domain/values.ts';
import { buildMail, SUPPRESSED } from './new-mail.ts';
import { LINK_PLACEHOLDER, withoutMarks } from './rendering/liquid.ts';
import { presentLongDay, type RenderedMail, renderLines } from './rendering/page.ts';
import type { MailSettings } from './settings.ts';
import { buildMailValues, chooseMailLanguage, type MailedBooking } from './values.ts';

const HOUR_MS = 3_600_000;

type BookingLinkRequest = {
  /** As the guest typed it. */
  code: string;
  email: string;
  /** IPv4, or an IPv6 network. */
  address: string;
};

/**
 * Sends nothing if the email is not that of the booking's guest. The same statements run and one row is written
 * whether or not the booking exists, so that a visitor cannot find out. Without a message, the row has a keyed
 * hash of the visitor's address, and is kept for a day.
 */
export const requestBookingLink = (
  scope: TeamScope,
  settings: MailSettings,
  { code, email, address }: BookingLinkRequest,
  options: WriteOptions<null> = {},
): Promise<null> => {
  const [addressHash = ''] = scope.keyring.signatures('site link', `${scope.teamId} ${address}`);
  return write(scope, options, async (scope) => {
    const { tx, teamId, now } = scope;
    const row = await findBookingByTypedCode(tx, teamId, code);
    const bookingId = row?.booking.id ?? NO_BOOKING;
    // One after the other, so that no more are sent than the limit allows.
    await lockBookings(tx, teamId, [bookingId]);
    const since = new Date(now.getTime() - HOUR_MS);
    const sent = await countMailsOfBooking(tx, teamId, { bookingId, kind: 'booking_link', since });
    const folio = await loadFolio(tx, teamId, bookingId);
    const team = await findTeamRecord(tx, teamId);
    const place = await findStayPlace(tx, teamId, row?.booking.listingId ?? NO_BOOKING);
    const suppression = await findMailSuppression(tx, teamId, foldCase(email));
    const isGuest = row !== null && isEmailOf(row.guest, email);
    if (isGuest && team && sent < MAX_BOOKING_LINKS_PER_HOUR) {
      const mail = buildLinkMail(scope, settings, {
        language: chooseMailLanguage(team, row),
        ...{ row, folio, team, place, now },
      });
      await insertMails(tx, [suppression === null ? mail : { ...mail, ...SUPPRESSED }]);
    } else await noteSiteBooking(tx, teamId, addressHash, truncateToSecond(now));
    return null;
  });
};

const isEmailOf = ({ email, erasedAt }: BookingRow['guest'], typed: string): boolean =>
  email !== null && erasedAt === null && foldCase(email) === foldCase(typed);

/**
 * A team cannot replace its text. The stored message lacks the booking's key, which is put in only while it is
 * sent.
 */
function buildLinkMail(
  { teamId, now }: Pick<WriteScope, 'teamId' | 'now'>,
  settings: MailSettings,
  booking: MailedBooking,
): MailRecord {
  const { language, row } = booking;
  const { guest, booking: stay } = row;
  const to = { name: guest.name, email: guest.email ?? '' };
  const values = buildMailValues('booking_link', booking);
  const text = renderLinkText(row, values, language);
  return {
    ...buildMail(settings, { teamId, kind: 'booking_link', to, language, now }),
    bookingId: stay.id,
    guestId: guest.id,
    values,
    subject: text.subject,
    plainText: text.text,
    html: text.html,
  };
}

/** The dates and the guest's name are the present ones. */
export function renderLinkText(
  { guest, booking: stay }: BookingRow,
  { listing, team }: Pick<MailValues, 'listing' | 'team'>,
  language: LanguageCode,
): RenderedMail {
  const { seeBooking, bookingLink } = languages[language].mail;
  const lines = [
    fill(bookingLink.greeting, { name: guest.name }),
    fill(bookingLink.opening, {
      place: nameInBuilding(listing.title, listing.building ?? null, language),
      checkIn: presentLongDay(stay.checkIn, language),
      checkOut: presentLongDay(stay.checkOut, language),
    }),
    bookingLink.keep,
  ];
  return renderLines(
    withoutMarks(fill(bookingLink.subject, { code: stay.confirmationCode })),
    lines.map(withoutMarks),
    { button: { link: LINK_PLACEHOLDER, words: seeBooking }, house: withoutMarks(team.name), language },
  );
}
