/** What is late of a booking, by the day at its place. A pending one owes nothing yet (docs/rules.md, 12.19). */
import type { StayDate } from '../../../../../domain/dates/dates.ts';
import { sumScheduledCents } from '../../../../../domain/folio/folio.ts';
import { sumCents } from '../../../../../domain/money.ts';
import type { BookingStatus } from '../../../../../domain/vocabulary.ts';
import type { Folio } from '../../../../../services/bookings/read.ts';

type Payment = Folio['payments'][number];

export const isLate = (
  { status: payment, dueOn }: Payment,
  status: BookingStatus,
  today: StayDate,
): boolean => status !== 'pending' && payment === 'scheduled' && dueOn !== null && dueOn < today;

/** What is late together, and the day on which the first of it was due. Null if nothing is. */
export function findLatePayments(
  { payments, balanceDueCents }: Folio,
  status: BookingStatus,
  today: StayDate,
): { cents: number; since: StayDate } | null {
  if (status === 'pending') return null;
  const late = payments.filter((payment) => isLate(payment, status, today));
  const failed = payments.filter((payment) => payment.status === 'failed');
  // What failed and was scheduled again is not counted twice.
  const failedCents = failed.length === 0 ? 0 : Math.max(0, balanceDueCents - sumScheduledCents(payments));
  const cents = sumCents(late.map(({ amountCents }) => amountCents)) + failedCents;
  const days = [...late, ...(failedCents === 0 ? [] : failed)].map(({ dueOn }) => dueOn ?? today);
  const since = days.toSorted()[0];
  return since === undefined ? null : { cents, since };
}
