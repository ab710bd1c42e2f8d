import type { StayDate } from '../../../domain/dates/dates.ts';
import { sumCents } from '../../../domain/money.ts';
import type { ReadScope } from '../../../services/team-scope.ts';
import { type DuePayment, listDuePayments } from '../db/queries/front-desk.ts';

/** The day is that on which the first of them is due. */
export type DueOfBooking = Omit<DuePayment, 'id'> & { payments: number };

/** One row for each booking, in the order of what is due first. It has failed if one of its payments has. */
export const sumByBooking = (due: readonly DuePayment[]): DueOfBooking[] =>
  [...Map.groupBy(due, ({ bookingId }) => bookingId).values()].flatMap((payments) => {
    const [first] = payments;
    if (!first) return [];
    const { id: _id, ...booking } = first;
    const failed = payments.find(({ status }) => status === 'failed');
    const amountCents = sumCents(payments.map((payment) => payment.amountCents));
    return [{ ...booking, status: failed?.status ?? first.status, amountCents, payments: payments.length }];
  });

/** Of the bookings of which something is due first, all that is due. At most `limit` bookings. */
export async function listFirstDuePayments(
  { db, teamId }: ReadScope,
  { until, limit }: { until: StayDate; limit: number },
): Promise<{ payments: DuePayment[]; isCut: boolean }> {
  const payments = await listDuePayments(db, teamId, { until, limit });
  if (payments.length < limit) return { payments, isCut: false };
  const bookingIds = [...new Set(payments.map(({ bookingId }) => bookingId))];
  return { payments: await listDuePayments(db, teamId, { until, bookingIds }), isCut: true };
}
