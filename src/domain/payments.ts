/** Refunds, and money that came otherwise than planned (contract, section 15). Amounts are in cents. */
import type { PaymentState } from './folio.ts';
import { FIRST_DATE, LAST_DATE } from './limits.ts';
import { dateIn, type StayDate } from './stay.ts';
import type { PaymentStatus } from './vocabulary.ts';

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

/** The scheduled payments that received money covers. */
export interface Covered {
  /** The payment that it covers in part, with its remaining amount. */
  readonly shrunk: { readonly id: string; readonly amountCents: number } | null;
  /** The payments that it covers completely. They are cancelled with the amount that they had. */
  readonly coveredIds: readonly string[];
}

/** Deducts received money from the scheduled payments, the first due first. They are passed in that order. */
export function coverScheduled(payments: readonly PaymentState[], receivedCents: number): Covered {
  const coveredIds: string[] = [];
  let leftCents = receivedCents;
  for (const { id, amountCents, status } of payments) {
    if (status !== 'scheduled' || leftCents === 0) continue;
    if (amountCents > leftCents) return { shrunk: { id, amountCents: amountCents - leftCents }, coveredIds };
    coveredIds.push(id);
    leftCents -= amountCents;
  }
  return { shrunk: null, coveredIds };
}
