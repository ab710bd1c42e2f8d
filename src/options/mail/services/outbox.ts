/** Writes the messages that a change causes, in the transaction of the change (docs/rules.md, 25.7). */
import { type BookingRow, findBooking } from '../../../db/queries/bookings/bookings.ts';
import { loadFolio } from '../../../db/queries/bookings/folio.ts';
import type { TeamEventRecord } from '../../../db/queries/events/team-events.ts';
import { findStayPlace } from '../../../db/queries/listings/stay-places.ts';
import { findTeamRecord } from '../../../db/queries/teams/teams.ts';
import { foldCase } from '../../../domain/text/text.ts';
import type { GuestMailKind } from '../../../domain/vocabulary.ts';
import type { SystemScope, WriteScope } from '../../../services/team-scope.ts';
import { insertMails, insertScheduledMails, type MailRecord } from '../db/queries/mails.ts';
import { findMailSuppression, findStoredMailText, listMailedStays } from '../db/queries/settings.ts';
import { chooseCalendarMethod, findGuestMailKind, findPaidPayment } from '../domain/outbox.ts';
import { isMailRuleFor, listMailRules, type MailRule } from '../domain/rules.ts';
import { findMailWindow } from '../domain/schedule.ts';
import type { MailText } from '../domain/values.ts';
import { buildMemberMails } from './member-mails.ts';
import { buildMail, SUPPRESSED } from './new-mail.ts';
import type { MailSettings } from './settings.ts';
import { buildMailValues, chooseMailLanguage, type MailExtras, type MailedBooking } from './values.ts';

type Scope = Pick<WriteScope<SystemScope>, 'tx' | 'teamId' | 'now'>;
type Cause = { kind: GuestMailKind; bookingId: string; event: TeamEventRecord };

/** Is called at the end of each write with all its events. */
export const createMailOutbox =
  (settings: MailSettings) =>
  async (scope: WriteScope<SystemScope>, events: readonly TeamEventRecord[]): Promise<void> => {
    const causes = listCauses(events);
    const rows = [
      ...(causes.length === 0 ? [] : await buildGuestMails(scope, settings, causes)),
      ...(await buildMemberMails(scope, settings, events)),
    ];
    const scheduled = rows.filter(({ onDate }) => onDate !== null);
    await insertMails(
      scope.tx,
      rows.filter(({ onDate }) => onDate === null),
    );
    if (scheduled.length > 0) await insertScheduledMails(scope.tx, scheduled);
  };

/** Each booking gets one message of a kind, even if a write records several events about it. */
function listCauses(events: readonly TeamEventRecord[]): Cause[] {
  const causes = events.flatMap((event) => {
    const kind = findGuestMailKind(event);
    if (kind === null || event.bookingId === null) return [];
    // A stay may be confirmed after the moment at which its message before arrival would have been written.
    const kinds = kind === 'booking_confirmed' ? ([kind, 'before_arrival'] as const) : [kind];
    return kinds.map((kind) => ({ kind, bookingId: event.bookingId ?? '', event }));
  });
  const last = new Map(causes.map((cause) => [`${cause.bookingId} ${cause.kind}`, cause]));
  return [...last.values()];
}

async function buildGuestMails(
  scope: Scope,
  settings: MailSettings,
  causes: readonly Cause[],
): Promise<MailRecord[]> {
  const { tx, teamId } = scope;
  const ids = [...new Set(causes.map(({ bookingId }) => bookingId))];
  const stays = new Map((await listMailedStays(tx, teamId, ids)).map((stay) => [stay.id, stay]));
  const ruledCauses = causes.flatMap((cause) => {
    const stay = stays.get(cause.bookingId);
    const rule = stay && listMailRules(stay.rules).find(({ kind }) => kind === cause.kind);
    return stay && rule && isMailRuleFor(rule, stay) ? [{ ...cause, rule }] : [];
  });
  if (ruledCauses.length === 0) return [];
  const team = await findTeamRecord(tx, teamId);
  const made: MailRecord[] = [];
  for (const { kind, bookingId, event, rule } of ruledCauses) {
    const row = await findBooking(tx, teamId, bookingId);
    if (!row || !team || (kind === 'before_arrival' && !isArrivalNear(rule, row, scope.now))) continue;
    const language = chooseMailLanguage(team, row);
    const booking = {
      language,
      row,
      folio: await loadFolio(tx, teamId, bookingId),
      team,
      place: await findStayPlace(tx, teamId, row.booking.listingId),
      now: scope.now,
    };
    const { email } = row.guest;
    const isSuppressed = email !== null && (await findMailSuppression(tx, teamId, foldCase(email))) !== null;
    const mail = buildGuestMail(scope, settings, {
      kind,
      booking,
      isSuppressed,
      text: await findStoredMailText(tx, teamId, { kind, language }),
      extras: findExtras(kind, booking, event),
    });
    const calendarMethod = chooseCalendarMethod(kind, row.booking);
    const onDate = kind === 'before_arrival' ? row.booking.checkIn : null;
    if (mail) made.push({ ...mail, onDate, calendarMethod, sequence: calendarMethod && event.number });
  }
  return made;
}

function isArrivalNear({ days, hour }: MailRule, { booking, listing }: BookingRow, now: Date): boolean {
  if (days === null || hour === null) return false;
  const { checkIn } = booking;
  const { checkInTime, timezone } = listing;
  const stay = { checkIn, checkInTime, timezone, onDate: checkIn };
  const { from, until } = findMailWindow({ ...stay, kind: 'before_arrival', days, hour });
  return from <= now && now < until;
}

type GuestMail = {
  kind: GuestMailKind;
  booking: MailedBooking;
  extras: MailExtras;
  /** In the message's language. Null for the default text. */
  text: MailText | null;
  /** Then the team must send nothing to the guest's address. */
  isSuppressed: boolean;
};

/** Returns null if the guest has no address. */
export function buildGuestMail(
  { teamId, now }: Pick<Scope, 'teamId' | 'now'>,
  settings: MailSettings,
  { kind, booking, extras, text, isSuppressed }: GuestMail,
): MailRecord | null {
  const { guest, booking: stay } = booking.row;
  if (guest.email === null || guest.erasedAt !== null) return null;
  const to = { name: guest.name, email: guest.email };
  const mail = buildMail(settings, { teamId, kind, to, language: booking.language, now });
  return {
    ...mail,
    ...(isSuppressed ? SUPPRESSED : {}),
    bookingId: stay.id,
    guestId: guest.id,
    values: buildMailValues(kind, booking, extras),
    ownText: text && { subject: text.subject, body: text.body },
  };
}

function findExtras(
  kind: GuestMailKind,
  { row: { booking }, folio }: MailedBooking,
  event: TeamEventRecord,
): MailExtras {
  if (kind === 'booking_cancelled')
    return {
      was: booking.confirmedAt === null ? 'pending' : 'confirmed',
      was_by_guest: event.actorType === 'site',
    };
  if (kind !== 'payment_received') return {};
  const payment = folio.payments.find(({ id }) => id === findPaidPayment(event.details));
  return payment
    ? { payment: { amount: payment.amountCents, due_on: payment.dueOn ?? booking.checkIn } }
    : {};
}
