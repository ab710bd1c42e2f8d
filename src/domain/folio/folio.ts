import type { StayDate } from '../dates.ts';
import type { DepositStatus, InvoiceStatus, PaymentStatus } from '../vocabulary.ts';

/** A payment as the plan sees it. A folio's payments are passed in order: by due date, then by position. */
export interface PaymentState {
  readonly id: string;
  readonly amountCents: number;
  /** The refunded part. */
  readonly refundedCents: number;
  readonly status: PaymentStatus;
  readonly dueOn: StayDate | null;
}

const IS_PAID: Record<PaymentStatus, boolean> = {
  scheduled: false,
  paid: true,
  failed: false,
  refunded: false,
  cancelled: false,
};

/** The amount paid and not refunded, in cents. */
export function sumPaidCents(
  payments: readonly Pick<PaymentState, 'amountCents' | 'refundedCents' | 'status'>[],
): number {
  const paid = payments.filter(({ status }) => IS_PAID[status]);
  return paid.reduce((total, { amountCents, refundedCents }) => total + amountCents - refundedCents, 0);
}

/** The amount still owed, in cents. It is 0 after a cancellation, and negative if too much was paid. */
export function computeBalanceDueCents(
  grandTotalCents: number,
  paidCents: number,
  isCancelled: boolean,
): number {
  return isCancelled ? 0 : grandTotalCents - paidCents;
}

const IS_SETTLED: Record<InvoiceStatus, boolean> = { open: false, paid: true, void: false };

/** The amount of the invoice that a changed price needs, in cents: the part that no paid invoice covers, never below 0. */
export function computeInvoiceCents(
  grandTotalCents: number,
  invoices: readonly { readonly amountCents: number; readonly status: InvoiceStatus }[],
): number {
  const paid = invoices.filter(({ status }) => IS_SETTLED[status]);
  const paidCents = paid.reduce((total, { amountCents }) => total + amountCents, 0);
  return Math.max(0, grandTotalCents - paidCents);
}

/** The next number of a booking's invoices: `<confirmation code>-1`, then `-2` and so on. */
export function nextInvoiceNumber(confirmationCode: string, numbers: readonly string[]): string {
  const prefix = `${confirmationCode}-`;
  const used = numbers
    .filter((number) => number.startsWith(prefix) && /^[0-9]{1,9}$/.test(number.slice(prefix.length)))
    .map((number) => Number(number.slice(prefix.length)));
  return `${prefix}${Math.max(0, ...used) + 1}`;
}

/** For each status, the statuses from which a report may set it. An empty list means that it is never reported. */
const PAYMENT_FROM: Record<PaymentStatus, readonly PaymentStatus[]> = {
  scheduled: [],
  paid: ['scheduled', 'failed'],
  failed: ['scheduled', 'failed'],
  refunded: ['paid'],
  cancelled: [],
};
const INVOICE_FROM: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  open: [],
  paid: ['open'],
  void: ['open'],
};
const DEPOSIT_FROM: Record<DepositStatus, readonly DepositStatus[]> = {
  pending: [],
  held: ['pending'],
  returned: ['held'],
  kept: ['held'],
  cancelled: [],
};

/**
 * Whether a report of the payment provider may be recorded. On a cancelled booking, a payment can be refunded, and
 * nothing else.
 */
export const maySetPayment = (from: PaymentStatus, to: PaymentStatus, isCancelled: boolean): boolean =>
  PAYMENT_FROM[to].includes(from) && (!isCancelled || to === 'refunded');
export const maySetInvoice = (from: InvoiceStatus, to: InvoiceStatus, isCancelled: boolean): boolean =>
  INVOICE_FROM[to].includes(from) && !isCancelled;
export const maySetDeposit = (from: DepositStatus, to: DepositStatus, isCancelled: boolean): boolean =>
  DEPOSIT_FROM[to].includes(from) && !isCancelled;
