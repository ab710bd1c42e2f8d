/** Refunds, and money that came otherwise than planned. Amounts are in cents. */

import { dateIn, type StayDate } from '../dates.ts';
import { FIRST_DATE, LAST_DATE } from '../limits.ts';
import type { PaymentStatus } from '../vocabulary.ts';
import type { PaymentState } from './folio.ts';

/** The part of a payment that can still be refunded. */
export const refundable = ({ amountCents, refundedCents }: RefundState): number =>
  amountCents - refundedCents;

type RefundState = Pick<PaymentState, 'amountCents' | 'refundedCents'>;

/** A paid payment after a refund: it becomes `refunded` once all of it is, and stays `paid` before. */
export function afterRefund(
  payment: RefundState,
  refundCents: number,
): { status: PaymentStatus; refundedCents: number } {
  const refundedCents = payment.refundedCents + refundCents;
  return { status: refundedCents === payment.amountCents ? 'refunded' : 'paid', refundedCents };
}

/** The date of received money in a time zone. At the ends of the limits, that date may be a day beyond them. */
export function dateReceived(at: Date, timezone: string): StayDate {
  const date = dateIn(timezone, at);
  return date < FIRST_DATE ? FIRST_DATE : date > LAST_DATE ? LAST_DATE : date;
}

/** The scheduled and failed payments that received money covers. */
export interface Covered {
  /** The payment that it covers in part, with its remaining amount. */
  readonly shrunk: { readonly id: string; readonly amountCents: number } | null;
  /** The payments that it covers completely. They are cancelled with the amount that they had. */
  readonly coveredIds: readonly string[];
}

/** Whether a payment asks for money: it is planned, or was tried without success. */
const IS_OPEN = {
  scheduled: true,
  failed: true,
  paid: false,
  refunded: false,
  cancelled: false,
} satisfies Record<PaymentStatus, boolean>;

/**
 * Deducts received money from the scheduled and failed payments, the first due first. They are passed in that order.
 * The guest would else be asked again for money that came in another way.
 */
export function coverOpenPayments(payments: readonly PaymentState[], receivedCents: number): Covered {
  const coveredIds: string[] = [];
  let leftCents = receivedCents;
  for (const { id, amountCents, status } of payments) {
    if (!IS_OPEN[status] || leftCents === 0) continue;
    if (amountCents > leftCents) return { shrunk: { id, amountCents: amountCents - leftCents }, coveredIds };
    coveredIds.push(id);
    leftCents -= amountCents;
  }
  return { shrunk: null, coveredIds };
}

/**
 * The scheduled payments that one more payment makes needless, when it becomes paid: together, they stay within what is
 * still owed afterwards. `owedCents` is what is owed then.
 */
export function coverSurplus(others: readonly PaymentState[], owedCents: number): Covered {
  const scheduled = others.filter(({ status }) => status === 'scheduled');
  const scheduledCents = scheduled.reduce((total, { amountCents }) => total + amountCents, 0);
  return coverOpenPayments(scheduled, Math.max(0, scheduledCents - Math.max(0, owedCents)));
}

/**
 * Deducts received money from the scheduled and failed payments. Failed ones may have been planned once more, so what
 * is scheduled then stays within what is still owed as well. `owedCents` is what was owed before.
 */
export function coverReceived(
  payments: readonly PaymentState[],
  receivedCents: number,
  owedCents: number,
): readonly Covered[] {
  const { shrunk, coveredIds } = coverOpenPayments(payments, receivedCents);
  const left = payments
    .filter(({ id }) => !coveredIds.includes(id))
    .map((payment) => (payment.id === shrunk?.id ? { ...payment, ...shrunk } : payment));
  const surplus = coverSurplus(left, owedCents - receivedCents);
  // What is covered completely keeps the amount that it had.
  const isKept = shrunk !== null && !surplus.coveredIds.includes(shrunk.id);
  return [{ shrunk: isKept ? shrunk : null, coveredIds }, surplus];
}
