/** When a booking's price is paid. */
import { addDays, type StayDate } from '../dates.ts';
import { computePercentOfCents } from '../money.ts';
import type { PaymentStatus } from '../vocabulary.ts';
import { type PaymentState, sumPaidCents } from './folio.ts';

/** When a team is paid: a share at once, the rest some days before check-in. */
export interface PaymentTerms {
  readonly depositPpm: number;
  readonly balanceDueDays: number;
}

export interface PlannedPayment {
  readonly amountCents: number;
  readonly dueOn: StayDate;
  /** Its place in the plan, which orders payments that are due on the same day. */
  readonly position: number;
}

/**
 * The payment plan of a price: the deposit, rounded half up, on the day of booking, and the rest its days before
 * check-in, or at once if that day is past. Payments of 0 are left out. Amounts are in cents.
 */
export function planPayments(
  grandTotalCents: number,
  terms: PaymentTerms,
  bookedOn: StayDate,
  checkIn: StayDate,
): PlannedPayment[] {
  const depositCents = computePercentOfCents(grandTotalCents, terms.depositPpm);
  const balanceDueOn = addDays(checkIn, -terms.balanceDueDays);
  return [
    { amountCents: depositCents, dueOn: bookedOn, position: 0 },
    {
      amountCents: grandTotalCents - depositCents,
      dueOn: balanceDueOn < bookedOn ? bookedOn : balanceDueOn,
      position: 1,
    },
  ].filter(({ amountCents }) => amountCents > 0);
}

const PAYMENT_EFFECT_ON_REPLAN = {
  scheduled: 'moves',
  failed: 'ends',
  paid: null,
  refunded: null,
  cancelled: null,
} satisfies Record<PaymentStatus, 'moves' | 'ends' | null>;

/**
 * Fits a folio's payments to a new plan. Paid amounts are deducted from the plan, first payment first. The remainder is
 * scheduled and replaces the present payments by position. Surplus and failed payments are cancelled. Afterwards the
 * scheduled payments add up to the plan minus the paid ones. Returns the payments that change, and those to be added.
 */
export function replanPayments<Payment extends PaymentState>(
  plan: readonly PlannedPayment[],
  presentPayments: readonly Payment[],
): { changed: Payment[]; added: PlannedPayment[] } {
  let paidCents = sumPaidCents(presentPayments);
  const remainingPlan = plan
    .map((payment) => {
      const covered = Math.min(paidCents, payment.amountCents);
      paidCents -= covered;
      return { ...payment, amountCents: payment.amountCents - covered };
    })
    .filter(({ amountCents }) => amountCents > 0);
  const scheduled = presentPayments.filter(({ status }) => PAYMENT_EFFECT_ON_REPLAN[status] === 'moves');
  const failed = presentPayments.filter(({ status }) => PAYMENT_EFFECT_ON_REPLAN[status] === 'ends');
  const end = (payment: Payment): Payment => ({ ...payment, status: 'cancelled' });
  return {
    changed: [
      ...scheduled.map((payment, index) =>
        remainingPlan[index] ? { ...payment, ...remainingPlan[index] } : end(payment),
      ),
      ...failed.map(end),
    ],
    added: remainingPlan.slice(scheduled.length),
  };
}
