/** When a booking's price is paid. */
import { addDays, type StayDate } from '../dates/dates.ts';
import { computePercentOfCents, sumCents } from '../money.ts';
import { compareCodePoints } from '../text/text.ts';
import type { PaymentStatus } from '../vocabulary.ts';
import type { PaymentState } from './folio.ts';

/** A share at once, the rest some days before check-in. */
export interface PaymentTerms {
  readonly depositPpm: number;
  readonly balanceDueDays: number;
}

export interface PlannedPayment {
  readonly amountCents: number;
  readonly dueOn: StayDate;
  /** Orders payments that are due on the same day. */
  readonly position: number;
}

/**
 * The deposit, rounded half up, on the day of booking, and the rest some days before check-in, or at once if
 * that day is past. In cents, without payments of 0.
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

/**
 * A plan that a team has made for one booking, in the order of days. `paidCents` was paid when it was made:
 * the payments are what was owed beside that.
 */
export type PaymentPlan = {
  readonly payments: readonly { readonly amountCents: number; readonly dueOn: StayDate }[];
  readonly paidCents: number;
};

/**
 * What is left to be paid of a plan, so that it adds up to what is owed. A higher total raises the last
 * payment, and a lower one takes from the last ones. What was paid since is taken off the first ones.
 */
export function fitPaymentPlan(
  { payments, paidCents: paidBeforeCents }: PaymentPlan,
  grandTotalCents: number,
  paidCents: number,
): PlannedPayment[] {
  const plan = payments.map((payment, position) => ({ ...payment, position }));
  const fitted = fitToSum(plan, Math.max(0, grandTotalCents - paidBeforeCents));
  const left = deductPaid(fitted, Math.max(0, paidCents - paidBeforeCents));
  return fitToSum(left, Math.max(0, grandTotalCents - paidCents)).filter(
    ({ amountCents }) => amountCents > 0,
  );
}

/** Raises the last payment, or takes from the last ones. */
function fitToSum(payments: readonly PlannedPayment[], sumOfCents: number): PlannedPayment[] {
  let missingCents = sumOfCents - sumCents(payments.map(({ amountCents }) => amountCents));
  return payments
    .toReversed()
    .map((payment) => {
      const amountCents = Math.max(0, payment.amountCents + missingCents);
      missingCents -= amountCents - payment.amountCents;
      return { ...payment, amountCents };
    })
    .toReversed();
}

/** Takes what was paid off the first payments. */
export function deductPaid(plan: readonly PlannedPayment[], paidCents: number): PlannedPayment[] {
  let leftCents = paidCents;
  return plan.map((payment) => {
    const covered = Math.min(leftCents, payment.amountCents);
    leftCents -= covered;
    return { ...payment, amountCents: payment.amountCents - covered };
  });
}

/** If none of them is 0. */
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
 * New payments replace the present scheduled ones one by one. Failed payments, and those that the plan does
 * not need, are cancelled. A payment that is made or raised, and whose day is past, is due today. With
 * `resumeUpTo`, the number of payments in the new plan, cancelled payments are scheduled again before new
 * ones are added: a price that is changed and changed back has the same payments as before.
 */
export function replanPayments<Payment extends PaymentState>(
  plan: readonly PlannedPayment[],
  presentPayments: readonly Payment[],
  { today, resumeUpTo = 0 }: { today: StayDate; resumeUpTo?: number },
): { changed: Payment[]; added: PlannedPayment[] } {
  const remainingPlan = plan.filter(({ amountCents }) => amountCents > 0);
  const scheduled = presentPayments.filter(({ status }) => PAYMENT_EFFECT_ON_REPLAN[status] === 'moves');
  const failed = presentPayments.filter(({ status }) => PAYMENT_EFFECT_ON_REPLAN[status] === 'ends');
  const end = (payment: Payment): Payment => ({ ...payment, status: 'cancelled' });
  const missing = remainingPlan.slice(scheduled.length).map((payment) => dueFrom(payment, today));
  const resumed = listLeftOver(presentPayments, scheduled, resumeUpTo).slice(0, missing.length);
  return {
    changed: [
      ...scheduled.map((payment, index) =>
        remainingPlan[index] ? movePayment(payment, remainingPlan[index], today) : end(payment),
      ),
      ...resumed.map((payment, index) => ({ ...payment, ...missing[index], status: 'scheduled' as const })),
      ...failed.map(end),
    ],
    added: missing.slice(resumed.length),
  };
}

const dueFrom = (planned: PlannedPayment, today: StayDate): PlannedPayment => ({
  ...planned,
  dueOn: planned.dueOn < today ? today : planned.dueOn,
});

/** A payment that is not raised keeps a day that is past. */
function movePayment<Payment extends PaymentState>(
  payment: Payment,
  planned: PlannedPayment,
  today: StayDate,
): Payment {
  const { amountCents, dueOn } = payment;
  const keepsDay =
    dueOn !== null && dueOn < today && planned.dueOn < today && planned.amountCents <= amountCents;
  return { ...payment, ...dueFrom(planned, today), ...(keepsDay ? { dueOn } : {}) };
}

/** The newest ones, as many as the new plan has more than payments are scheduled. */
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
