import { addDays, type StayDate } from '../dates.ts';
import { percentOfCents } from '../money.ts';
import type { DepositStatus, InvoiceStatus, PaymentStatus } from '../vocabulary.ts';

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

/** A payment as the plan sees it. A folio's payments are passed in order: by due date, then by position. */
export interface PaymentState {
  readonly id: string;
  readonly amountCents: number;
  /** The part that was given back. */
  readonly refundedCents: number;
  readonly status: PaymentStatus;
  readonly dueOn: StayDate | null;
}

/** The changes to a folio's payments when their plan is computed again. */
export interface PaymentChanges {
  readonly rescheduled: readonly (PlannedPayment & { readonly id: string })[];
  readonly added: readonly PlannedPayment[];
  readonly cancelledIds: readonly string[];
}

/**
 * The payment plan of a price: the deposit, rounded half up, on the day of booking, and
 * the rest its days before check-in, or at once if that day is past. Payments of 0 are left out. Amounts are in cents.
 */
export function planPayments(
  grandTotalCents: number,
  terms: PaymentTerms,
  bookedOn: StayDate,
  checkIn: StayDate,
): PlannedPayment[] {
  const depositCents = percentOfCents(grandTotalCents, terms.depositPpm);
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

const ON_REPLAN = {
  scheduled: 'moves',
  failed: 'ends',
  paid: null,
  refunded: null,
  cancelled: null,
} satisfies Record<PaymentStatus, 'moves' | 'ends' | null>;

/**
 * Fits a folio's payments to a new plan. Paid amounts are deducted from the plan, first
 * payment first. The remainder is scheduled and replaces the present payments by position. Surplus and failed payments
 * are cancelled. Afterwards the scheduled payments add up to the plan minus the paid ones.
 */
export function replanPayments(
  plan: readonly PlannedPayment[],
  present: readonly PaymentState[],
): PaymentChanges {
  let paidCents = paidTotal(present);
  const remaining = plan
    .map((payment) => {
      const covered = Math.min(paidCents, payment.amountCents);
      paidCents -= covered;
      return { ...payment, amountCents: payment.amountCents - covered };
    })
    .filter(({ amountCents }) => amountCents > 0);
  const scheduled = present.filter(({ status }) => ON_REPLAN[status] === 'moves');
  return {
    rescheduled: remaining.flatMap((payment, index) => {
      const kept = scheduled[index];
      return kept ? [{ ...payment, id: kept.id }] : [];
    }),
    added: remaining.slice(scheduled.length),
    cancelledIds: [
      ...scheduled.slice(remaining.length),
      ...present.filter(({ status }) => ON_REPLAN[status] === 'ends'),
    ].map(({ id }) => id),
  };
}

/** The amount paid and not refunded, in cents. */
export function paidTotal(
  payments: readonly Pick<PaymentState, 'amountCents' | 'refundedCents' | 'status'>[],
): number {
  return payments.reduce(
    (total, { amountCents, refundedCents, status }) =>
      IS_PAID[status] ? total + amountCents - refundedCents : total,
    0,
  );
}

const IS_PAID = {
  scheduled: false,
  paid: true,
  failed: false,
  refunded: false,
  cancelled: false,
} satisfies Record<PaymentStatus, boolean>;

/**
 * The amount still owed, in cents. It is 0 after a cancellation, and negative if too much was paid.
 */
export function balanceDue(grandTotalCents: number, paidCents: number, isCancelled: boolean): number {
  return isCancelled ? 0 : grandTotalCents - paidCents;
}

/**
 * The amount of the invoice that a changed price needs, in cents: the part that no paid invoice covers, never below 0.
 */
export function invoiceAmount(
  grandTotalCents: number,
  invoices: readonly { readonly amountCents: number; readonly status: InvoiceStatus }[],
): number {
  const settledCents = invoices.reduce(
    (total, { amountCents, status }) => (IS_SETTLED[status] ? total + amountCents : total),
    0,
  );
  return Math.max(0, grandTotalCents - settledCents);
}

const IS_SETTLED = { open: false, paid: true, void: false } satisfies Record<InvoiceStatus, boolean>;

/** The next number of a booking's invoices: `<confirmation code>-1`, then `-2` and so on. */
export function nextInvoiceNumber(confirmationCode: string, numbers: readonly string[]): string {
  const prefix = `${confirmationCode}-`;
  const used = numbers
    .filter((number) => number.startsWith(prefix) && /^[0-9]{1,9}$/.test(number.slice(prefix.length)))
    .map((number) => Number(number.slice(prefix.length)));
  return `${prefix}${Math.max(0, ...used) + 1}`;
}

/**
 * The statuses that may precede a status, and whether the step is also possible on a cancelled booking. A status that is
 * not named is never reported.
 */
type Steps<Status extends string> = Partial<
  Record<Status, { from: readonly Status[]; onCancelled: boolean }>
>;

const PAYMENT_STEPS: Steps<PaymentStatus> = {
  paid: { from: ['scheduled', 'failed'], onCancelled: false },
  failed: { from: ['scheduled', 'failed'], onCancelled: false },
  refunded: { from: ['paid'], onCancelled: true },
};
const INVOICE_STEPS: Steps<InvoiceStatus> = {
  paid: { from: ['open'], onCancelled: false },
  void: { from: ['open'], onCancelled: false },
};
const DEPOSIT_STEPS: Steps<DepositStatus> = {
  held: { from: ['pending'], onCancelled: false },
  returned: { from: ['held'], onCancelled: false },
  kept: { from: ['held'], onCancelled: false },
};

const maySet =
  <Status extends string>(steps: Steps<Status>) =>
  (from: Status, to: Status, isCancelled: boolean): boolean => {
    const step = steps[to];
    return step?.from.includes(from) ? !isCancelled || step.onCancelled : false;
  };

/**
 * Whether a report of the payment provider may be recorded. On a cancelled booking, a
 * payment can be refunded, and nothing else.
 */
export const maySetPayment = maySet(PAYMENT_STEPS);
export const maySetInvoice = maySet(INVOICE_STEPS);
export const maySetDeposit = maySet(DEPOSIT_STEPS);
