/** Refunds, and money that came in otherwise than planned, in cents. */

import { dateInZone, type StayDate } from '../dates/dates.ts';
import { FIRST_ALLOWED_DATE, LAST_ALLOWED_DATE } from '../limits.ts';
import type { PaymentStatus } from '../vocabulary.ts';
import type { PaymentState } from './folio.ts';

/** The part of a payment that can still be refunded. */
export const computeRefundableCents = ({ amountCents, refundedCents }: RefundablePayment): number =>
  amountCents - refundedCents;

type RefundablePayment = Pick<PaymentState, 'amountCents' | 'refundedCents'>;

/**
 * A paid payment after a refund: it becomes `refunded` once all of it is refunded, and stays `paid` until
 * then.
 */
export function applyRefundToPayment(
  payment: RefundablePayment,
  refundCents: number,
): { status: PaymentStatus; refundedCents: number } {
  const refundedCents = payment.refundedCents + refundCents;
  return { status: refundedCents === payment.amountCents ? 'refunded' : 'paid', refundedCents };
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

/**
 * Undoes a payment that was marked as paid by mistake. A payment that was marked as paid by mistake is
 * scheduled again, for at most what is owed and not covered by other scheduled payments. A payment marked as
 * paid by mistake is cancelled if nothing is owed, and keeps its amount. `owedCents` is what is owed for the
 * booking if the payment that was marked by mistake is not counted.
 */
export function takeBackPayment<Payment extends PaymentState>(
  payment: Payment,
  others: readonly Payment[],
  owedCents: number,
): { status: PaymentStatus; amountCents: number } {
  const leftCents = owedCents - sumScheduledCents(others);
  return leftCents > 0
    ? { status: 'scheduled', amountCents: Math.min(payment.amountCents, leftCents) }
    : { status: 'cancelled', amountCents: payment.amountCents };
}

const sumScheduledCents = (payments: readonly PaymentState[]): number =>
  payments
    .filter(({ status }) => status === 'scheduled')
    .reduce((total, { amountCents }) => total + amountCents, 0);

/** Whether a payment asks for money: it is scheduled, or has failed. */
const IS_PAYMENT_OPEN = {
  scheduled: true,
  failed: true,
  paid: false,
  refunded: false,
  cancelled: false,
} satisfies Record<PaymentStatus, boolean>;

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
