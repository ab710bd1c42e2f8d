/** Checks a message again before each try to send it (docs/rules.md, 25.5, 25.9 and 25.14). */
import { isDeepStrictEqual } from 'node:util';
import type { Database } from '../../../db/client.ts';
import { type BookingRow, findBooking } from '../../../db/queries/bookings/bookings.ts';
import { loadFolio } from '../../../db/queries/bookings/folio.ts';
import { type MailRecord, updateMail } from '../../../db/queries/mail/mails.ts';
import { findMailSuppression } from '../../../db/queries/mail/settings.ts';
import { findTeamMemberByEmail } from '../../../db/queries/people/members.ts';
import type { TeamRecord } from '../../../db/queries/teams/teams.ts';
import { isMemberMailKind } from '../../../domain/mail/kinds.ts';
import type { MailValues } from '../../../domain/mail/values.ts';
import { foldCase } from '../../../domain/text/text.ts';
import { NOT_A_MEMBER, SUPPRESSED } from '../new-mail.ts';
import { buildMailValues, type MailedBooking } from '../values.ts';

/**
 * The result of checking a message: why it must not be sent any more, or the message, with its present amounts if it was
 * scheduled.
 */
type LookedAtAgain = { obsolete: string } | { mail: MailRecord };

/**
 * Checks whether the reader may still get a message, and a scheduled message against the booking as it is now. Messages
 * that were not scheduled are returned unchanged.
 */
export async function lookAgain(db: Database, mail: MailRecord, team: TeamRecord): Promise<LookedAtAgain> {
  const unwanted = await findReaderProblem(db, mail);
  return unwanted === null ? compareWithBooking(db, mail, team) : { obsolete: unwanted };
}

/** An address may be blocked, and a member may leave the team, after a message to them is written. */
async function findReaderProblem(
  db: Database,
  { teamId, kind, toEmail }: MailRecord,
): Promise<string | null> {
  const emailKey = foldCase(toEmail);
  if (await findMailSuppression(db, teamId, emailKey)) return SUPPRESSED.error;
  if (isMemberMailKind(kind) && !(await findTeamMemberByEmail(db, teamId, emailKey))) return NOT_A_MEMBER;
  return null;
}

async function compareWithBooking(db: Database, mail: MailRecord, team: TeamRecord): Promise<LookedAtAgain> {
  const { teamId, bookingId, values, onDate } = mail;
  if (onDate === null || bookingId === null || values === null) return { mail };
  const row = await findBooking(db, teamId, bookingId);
  const obsolete = findObsoleteReason(row, values);
  if (row === null || obsolete !== null) return { obsolete: obsolete ?? GONE };
  const booking = { row, folio: await loadFolio(db, teamId, bookingId), team };
  const amounts = renewAmounts(booking, mail, values);
  if (amounts === null) return { obsolete: 'The payment is no longer due.' };
  if (isDeepStrictEqual(amounts, values)) return { mail };
  const changes = { values: amounts, subject: null, plainText: null, html: null };
  await updateMail(db, teamId, mail.id, changes);
  return { mail: { ...mail, ...changes } };
}

const GONE = 'The booking is cancelled.';

function findObsoleteReason(row: BookingRow | null, { booking, listing }: MailValues): string | null {
  if (row === null || row.booking.status === 'cancelled') return GONE;
  const { checkIn, checkOut, listingId } = row.booking;
  if (booking.check_in !== checkIn || booking.check_out !== checkOut) return 'The dates have changed.';
  // The listing's id is compared and not its title, because a title may change while the place stays the same.
  if (listing.id !== undefined && listing.id !== listingId) return 'The place has changed.';
  return null;
}

/**
 * The values of a message about a payment, with the present amounts, or null if that payment is no longer
 * scheduled.
 */
function renewAmounts(booking: MailedBooking, mail: MailRecord, values: MailValues): MailValues | null {
  const { grand_total, balance_due, lines } = buildMailValues(booking).booking;
  const renewed = { ...values, booking: { ...values.booking, grand_total, balance_due, lines } };
  if (mail.kind !== 'payment_due' || !values.payment) return renewed;
  const open = booking.folio.payments.filter(
    ({ status, dueOn }) => status === 'scheduled' && dueOn === mail.onDate,
  );
  if (open.length === 0) return null;
  const amount = open.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return { ...renewed, payment: { ...values.payment, amount } };
}
