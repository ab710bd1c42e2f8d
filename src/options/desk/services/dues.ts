import { sumCents } from '../../../domain/money.ts';
import type { DuePayment } from '../db/queries/front-desk.ts';

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
