/** When a booking's price is paid: the team's payment terms. */
import { addDays, type StayDate } from '../dates/dates.ts';
import { computePercentOfCents } from '../money.ts';
import { compareCodePoints } from '../text/text.ts';
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
  /** The payment's position in the payment plan, which orders payments that are due on the same day. */
  readonly position: number;
}

/**
 * The payment plan of a price in cents: the deposit, rounded half up, on the day of booking, and the rest
 * some days before check-in, or at once if that day is past. A payment plan has no payments of 0.
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

/** How many payments the payment terms make of a price, if none of the payments is 0. */
export const countPlannedPayments = ({ depositPpm }: PaymentTerms): number =>
  depositPpm === 0 || depositPpm === WHOLE_PPM ? 1 : 2;

const WHOLE_PPM = 1_000_000;

const PAYMENT_EFFECT_ON_REPLAN = {
  scheduled: 'moves',
  failed: 'ends',
  paid: null,
  refunded: null,
  cancelled: null,
} satisfies Record<PaymentStatus, 'moves' | 'ends' | null>;

/**
 * Fits a folio's payments to a new plan. What is paid already is deducted from the payments of the new plan, in
 * their order. What remains of the new plan's payments is scheduled, and replaces the present scheduled
 * payments one by one. Payments that have failed, or that a new plan does not need, are cancelled. After
 * fitting, the scheduled payments add up to the plan minus the paid amounts. Returns the payments that change,
 * and the payments to be added. With `resumeUpTo`, the number of payments in the new plan, payments that an
 * earlier change has cancelled are scheduled again before new payments are added. A price that is changed and
 * changed back then has the same payments as before.
 */
export function replanPayments<Payment extends PaymentState>(
  plan: readonly PlannedPayment[],
  presentPayments: readonly Payment[],
  resumeUpTo = 0,
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
  const missing = remainingPlan.slice(scheduled.length);
  const resumed = listLeftOver(presentPayments, scheduled, resumeUpTo).slice(0, missing.length);
  return {
    changed: [
      ...scheduled.map((payment, index) =>
        remainingPlan[index] ? { ...payment, ...remainingPlan[index] } : end(payment),
      ),
      ...resumed.map((payment, index) => ({ ...payment, ...missing[index], status: 'scheduled' as const })),
      ...failed.map(end),
    ],
    added: missing.slice(resumed.length),
  };
}

/**
 * The cancelled payments to schedule again: the newest ones, as many as the new plan has more than payments are
 * scheduled.
 */
function listLeftOver<Payment extends PaymentState>(
  payments: readonly Payment[],
  scheduled: readonly Payment[],
  most: number,
): Payment[] {
  const cancelled = payments
    .filter(({ status, id }) => status === 'cancelled' && scheduled.every((other) => other.id < id))
    .toSorted((a, b) => compareCodePoints(a.id, b.id));
  return cancelled.slice(Math.max(0, cancelled.length - Math.max(0, most - scheduled.length)));
}
