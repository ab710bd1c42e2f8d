/** Before each try (docs/rules.md, 25.5, 25.9 and 25.14). */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../../db/client.ts';
import { type BookingRow, findBooking } from '../../../../db/queries/bookings/bookings.ts';
import { loadFolio } from '../../../../db/queries/bookings/folio.ts';
import { findStayPlace } from '../../../../db/queries/listings/stay-places.ts';
import { findTeamMemberByEmail } from '../../../../db/queries/people/members.ts';
import type { TeamRecord } from '../../../../db/queries/teams/teams.ts';
import { foldCase } from '../../../../domain/text/text.ts';
import { type MailRecord, updateMail } from '../../db/queries/mails.ts';
import { findMailSuppression } from '../../db/queries/settings.ts';
import { isGuestMailKind, isMemberMailKind } from '../../domain/kinds.ts';
import type { MailValues } from '../../domain/values.ts';
import { renderLinkText } from '../booking-link.ts';
import { NOT_A_MEMBER, SUPPRESSED } from '../new-mail.ts';
import { buildMailValues, type MailedBooking, sumOpenPayments } from '../values.ts';

/** `obsolete` says why the message must not be sent any more. */
type LookedAtAgain = { obsolete: string } | { mail: MailRecord };

/** The message goes to the address that the guest has now, and a scheduled one has the present amounts. */
export async function lookAgain(
  db: Database,
  mail: MailRecord,
  team: TeamRecord,
  now: Date,
): Promise<LookedAtAgain> {
  const row = mail.bookingId === null ? null : await findBooking(db, mail.teamId, mail.bookingId);
  const addressed = isMemberMailKind(mail.kind) ? { mail } : await addressToGuest(db, mail, row);
  if ('obsolete' in addressed) return addressed;
  const unwanted = await findReaderProblem(db, addressed.mail);
  return unwanted === null
    ? compareWithBooking(db, addressed.mail, { row, team, now })
    : { obsolete: unwanted };
}

type Present = { row: BookingRow | null; team: TeamRecord; now: Date };

/**
 * If the guest's address has changed, the message is written anew: what a mail server said of the other address
 * says nothing of this one.
 */
async function addressToGuest(
  db: Database,
  mail: MailRecord,
  row: BookingRow | null,
): Promise<LookedAtAgain> {
  if (row === null) return { mail };
  const { id: guestId, name, email } = row.guest;
  if (email === null) return { obsolete: 'The guest has no email any more.' };
  if (foldCase(email) === foldCase(mail.toEmail)) return { mail };
  const values = mail.values && { ...mail.values, guest: { name, email } };
  const changes = {
    ...{ guestId, toName: name, toEmail: email, values },
    ...renderAnew(mail, row),
    ...{ attempts: 0, lastAttempt: null, refusedAt: null, addressRefusedAt: null, error: null },
  };
  await updateMail(db, mail.teamId, mail.id, changes);
  return { mail: { ...mail, ...changes } };
}

/** A text with values is rendered when it is sent. One that a member wrote does not name the guest. */
const renderAnew = ({ kind, language, values }: MailRecord, row: BookingRow) => {
  if (isGuestMailKind(kind)) return { subject: null, plainText: null, html: null };
  if (kind !== 'booking_link' || values === null) return {};
  const { subject, text, html } = renderLinkText(row, values, language);
  return { subject, plainText: text, html };
};

/** An address may be blocked, and a member may leave the team, after a message is written. */
async function findReaderProblem(
  db: Database,
  { teamId, kind, toEmail }: MailRecord,
): Promise<string | null> {
  const emailKey = foldCase(toEmail);
  if (await findMailSuppression(db, teamId, emailKey)) return SUPPRESSED.error;
  if (isMemberMailKind(kind) && !(await findTeamMemberByEmail(db, teamId, emailKey))) return NOT_A_MEMBER;
  return null;
}

async function compareWithBooking(
  db: Database,
  mail: MailRecord,
  { row, team, now }: Present,
): Promise<LookedAtAgain> {
  const { teamId, language, bookingId, values, onDate } = mail;
  if (onDate === null || bookingId === null || values === null) return { mail };
  const obsolete = findObsoleteReason(row, mail.kind, values);
  if (row === null || obsolete !== null) return { obsolete: obsolete ?? GONE };
  const booking = {
    language,
    row,
    folio: await loadFolio(db, teamId, bookingId),
    team,
    place: await findStayPlace(db, teamId, row.booking.listingId),
    now,
  };
  const renewed = renewValues(booking, mail, values);
  if (renewed === null) return { obsolete: 'The payment is no longer due.' };
  if (isDeepStrictEqual(renewed, values)) return { mail };
  const changes = { values: renewed, subject: null, plainText: null, html: null };
  await updateMail(db, teamId, mail.id, changes);
  return { mail: { ...mail, ...changes } };
}

const GONE = 'The booking is cancelled.';

function findObsoleteReason(
  row: BookingRow | null,
  kind: MailRecord['kind'],
  { booking, listing }: MailValues,
): string | null {
  // What a cancelled booking still owes is its fee.
  if (row === null || (row.booking.status === 'cancelled' && kind !== 'payment_due')) return GONE;
  const { checkIn, checkOut, listingId } = row.booking;
  if (booking.check_in !== checkIn || booking.check_out !== checkOut) return 'The dates have changed.';
  // Not the title, which may change while the place stays the same.
  if (listing.id !== undefined && listing.id !== listingId) return 'The place has changed.';
  return null;
}

/** Money and the arrival as they are now. Returns null if the payment is no longer scheduled. */
function renewValues(booking: MailedBooking, mail: MailRecord, values: MailValues): MailValues | null {
  const payment =
    mail.kind === 'payment_due' && values.payment ? sumOpenPayments(booking.folio, mail) : values.payment;
  if (payment === null) return null;
  const extras = payment ? { payment } : {};
  const { team, listing, booking: present, payment: asked } = buildMailValues(mail.kind, booking, extras);
  const {
    grand_total,
    balance_due,
    lines,
    payments = [],
    payment_link = null,
    security_deposit = null,
  } = present;
  return {
    ...values,
    ...(asked ? { payment: asked } : {}),
    team: { ...values.team, payment_instructions: team.payment_instructions ?? null },
    listing: { ...values.listing, arrival: listing.arrival ?? null },
    booking: { ...values.booking, grand_total, balance_due, lines, payments, payment_link, security_deposit },
  };
}
