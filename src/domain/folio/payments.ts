/** Refunds, and money that came in otherwise than planned, in cents. */

import { dateInZone, type StayDate } from '../dates/dates.ts';
import { FIRST_ALLOWED_DATE, LAST_ALLOWED_DATE } from '../limits.ts';
import { sumCents } from '../money.ts';
import { compareCodePoints } from '../text/text.ts';
import type { PaymentStatus } from '../vocabulary.ts';
import { type PaymentState, sumScheduledCents } from './folio.ts';

export const computeRefundableCents = ({ amountCents, refundedCents }: RefundablePayment): number =>
  amountCents - refundedCents;

type RefundablePayment = Pick<PaymentState, 'amountCents' | 'refundedCents'>;

/** `refundedAt` is as an API answer writes it, or null if unknown. */
export type Refund = {
  readonly id: string;
  readonly amountCents: number;
  readonly refundedAt: string | null;
  /** At the payment provider. */
  readonly reference: string | null;
};

/** `refundedAt` is the last refund's. */
export function sumRefunds(refunds: readonly Refund[]): { refundedCents: number; refundedAt: Date | null } {
  const last = refunds.at(-1)?.refundedAt ?? null;
  return {
    refundedCents: sumCents(refunds.map(({ amountCents }) => amountCents)),
    refundedAt: last === null ? null : new Date(last),
  };
}

/** In time, those of an unknown time first. */
export const sortRefunds = (refunds: readonly Refund[]): Refund[] =>
  refunds.toSorted((one, other) => compareCodePoints(one.refundedAt ?? '', other.refundedAt ?? ''));

/** A payment becomes `refunded` once all of it is refunded, and stays `paid` until then. */
export function applyRefundToPayment(
  payment: RefundablePayment & { readonly refunds: readonly Refund[] },
  refund: Refund,
): { status: PaymentStatus; refunds: Refund[]; refundedCents: number; refundedAt: Date | null } {
  const refunds = sortRefunds([...payment.refunds, refund]);
  const sums = sumRefunds(refunds);
  return { status: sums.refundedCents === payment.amountCents ? 'refunded' : 'paid', refunds, ...sums };
}

/** At the ends of the limits for instants, the date may be a day beyond the limits for dates. */
export function toReceiptDate(at: Date, timezone: string): StayDate {
  const date = dateInZone(timezone, at);
  return date < FIRST_ALLOWED_DATE ? FIRST_ALLOWED_DATE : date > LAST_ALLOWED_DATE ? LAST_ALLOWED_DATE : date;
}

export type ReferredPayment = Pick<PaymentState, 'id' | 'amountCents' | 'status'> & {
  readonly reference: string | null;
};

/**
 * Another payment of the booking with the same reference and amount. A cancelled one does not count, because
 * it was recorded by mistake or never made.
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

const IS_PAYMENT_OPEN = {
  scheduled: true,
  failed: true,
  paid: false,
  refunded: false,
  cancelled: false,
} satisfies Record<PaymentStatus, boolean>;

export const isPaymentOpen = ({ status }: Pick<PaymentState, 'status'>): boolean => IS_PAYMENT_OPEN[status];

/**
 * Payments are in the order of their due dates. Without this deduction, the guest would be asked again for
 * money that came in another way. Returns those that change: one that is covered in part keeps its remaining
 * amount, and one that is covered completely is cancelled with the amount that it had.
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
 * When a payment becomes paid, scheduled payments together must not exceed what is still owed after it,
 * `owedCents`. Returns those to reduce or cancel.
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
 * A failed payment may have been scheduled a second time, so scheduled payments are also reduced to what is
 * still owed. `owedCents` was owed before the money came.
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
