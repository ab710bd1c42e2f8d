/** Refunds, and money that came in otherwise than planned, in cents. */

import { dateInZone, type StayDate } from '../dates/dates.ts';
import { FIRST_ALLOWED_DATE, LAST_ALLOWED_DATE } from '../limits.ts';
import { sumCents } from '../money.ts';
import { compareCodePoints } from '../text/text.ts';
import type { PaymentStatus } from '../vocabulary.ts';
import { type PaymentState, sumScheduledCents } from './folio.ts';

/** The part of a payment that can still be refunded. */
export const computeRefundableCents = ({ amountCents, refundedCents }: RefundablePayment): number =>
  amountCents - refundedCents;

type RefundablePayment = Pick<PaymentState, 'amountCents' | 'refundedCents'>;

/** What was given back of a payment at once. The time is as an API answer writes it, or null if it is not known. */
export type Refund = {
  readonly id: string;
  readonly amountCents: number;
  readonly refundedAt: string | null;
  /** The id of the refund at the payment provider. */
  readonly reference: string | null;
};

/** What a payment's refunds say of it: their sum, and the time of the last one. */
export function sumRefunds(refunds: readonly Refund[]): { refundedCents: number; refundedAt: Date | null } {
  const last = refunds.at(-1)?.refundedAt ?? null;
  return {
    refundedCents: sumCents(refunds.map(({ amountCents }) => amountCents)),
    refundedAt: last === null ? null : new Date(last),
  };
}

/** Refunds in the order in which they were given, those of an unknown time first. */
export const sortRefunds = (refunds: readonly Refund[]): Refund[] =>
  refunds.toSorted((one, other) => compareCodePoints(one.refundedAt ?? '', other.refundedAt ?? ''));

/**
 * A paid payment after a refund: it becomes `refunded` once all of it is refunded, and stays `paid` until
 * then.
 */
export function applyRefundToPayment(
  payment: RefundablePayment & { readonly refunds: readonly Refund[] },
  refund: Refund,
): { status: PaymentStatus; refunds: Refund[]; refundedCents: number; refundedAt: Date | null } {
  const refunds = sortRefunds([...payment.refunds, refund]);
  const sums = sumRefunds(refunds);
  return { status: sums.refundedCents === payment.amountCents ? 'refunded' : 'paid', refunds, ...sums };
}

/**
 * The date of received money in a time zone. At the ends of the limits for instants, the date of received
 * money may be a day beyond the limits for dates.
 */
export function toReceiptDate(at: Date, timezone: string): StayDate {
  const date = dateInZone(timezone, at);
  return date < FIRST_ALLOWED_DATE ? FIRST_ALLOWED_DATE : date > LAST_ALLOWED_DATE ? LAST_ALLOWED_DATE : date;
}

/** A payment by which it is known to be the same as another one. */
export type ReferredPayment = Pick<PaymentState, 'id' | 'amountCents' | 'status'> & {
  readonly reference: string | null;
};

/**
 * The id of another payment of a booking with the same reference and amount, or null. A cancelled one does not count,
 * because it was recorded by mistake or never made.
 */
export function findSamePayment(
  others: readonly ReferredPayment[],
  { id, amountCents, reference }: { id: string | null; amountCents: number; reference: string | null },
): string | null {
  if (reference === null) return null;
  const same = others.find(
    (other) =>
      other.id !== id &&
      other.reference === reference &&
      other.amountCents === amountCents &&
      other.status !== 'cancelled',
  );
  return same?.id ?? null;
}

/** Whether a payment asks for money: it is scheduled, or has failed. */
const IS_PAYMENT_OPEN = {
  scheduled: true,
  failed: true,
  paid: false,
  refunded: false,
  cancelled: false,
} satisfies Record<PaymentStatus, boolean>;

export const isPaymentOpen = ({ status }: Pick<PaymentState, 'status'>): boolean => IS_PAYMENT_OPEN[status];

/**
 * Deducts received money from the scheduled and failed payments, which are passed in the order of their due
 * dates. Without the deduction of received money, the guest would be asked again for money that came in another
 * way. Returns the payments that change: a payment that is covered in part keeps its remaining amount, and a
 * payment that is covered completely is cancelled with the amount that it had.
 */
export function coverOpenPayments<Payment extends PaymentState>(
  payments: readonly Payment[],
  receivedCents: number,
): Payment[] {
  const covered: Payment[] = [];
  let leftCents = receivedCents;
  for (const payment of payments) {
    const { amountCents, status } = payment;
    if (!IS_PAYMENT_OPEN[status] || leftCents === 0) continue;
    if (amountCents > leftCents) return [...covered, { ...payment, amountCents: amountCents - leftCents }];
    covered.push({ ...payment, status: 'cancelled' });
    leftCents -= amountCents;
  }
  return covered;
}

/**
 * The scheduled payments to reduce or cancel when a payment becomes paid, so that scheduled payments together
 * do not exceed what is still owed. `owedCents` is what is still owed for the booking after the payment.
 */
export function coverSurplusPayments<Payment extends PaymentState>(
  others: readonly Payment[],
  owedCents: number,
): Payment[] {
  const scheduled = others.filter(({ status }) => status === 'scheduled');
  const scheduledCents = sumScheduledCents(scheduled);
  return coverOpenPayments(scheduled, Math.max(0, scheduledCents - Math.max(0, owedCents)));
}

/**
 * Deducts received money from the scheduled and failed payments. A failed payment may have been scheduled a
 * second time, so scheduled payments are also reduced to what is still owed. `owedCents` is what was owed for
 * the booking before the money came.
 */
export function coverPaymentsByReceived<Payment extends PaymentState>(
  payments: readonly Payment[],
  receivedCents: number,
  owedCents: number,
): Payment[] {
  const covered = indexPaymentsById(coverOpenPayments(payments, receivedCents));
  const left = payments.map((payment) => covered.get(payment.id) ?? payment);
  const surplus = indexPaymentsById(coverSurplusPayments(left, owedCents - receivedCents));
  return payments.flatMap((payment) => {
    const after = surplus.get(payment.id) ?? covered.get(payment.id);
    // A payment that is covered completely keeps its amount, also if a part of it was covered before.
    return after
      ? { ...after, ...(IS_PAYMENT_OPEN[after.status] ? {} : { amountCents: payment.amountCents }) }
      : [];
  });
}

const indexPaymentsById = <Payment extends PaymentState>(payments: readonly Payment[]) =>
  new Map(payments.map((payment) => [payment.id, payment]));
