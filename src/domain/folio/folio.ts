import type { StayDate } from '../dates/dates.ts';
import type { InvoiceStatus, PaymentStatus, SecurityDepositStatus } from '../vocabulary.ts';

/**
 * The properties of a payment that a payment plan needs. Payments of a folio are passed in order: by due date,
 * then by position.
 */
export interface PaymentState {
  readonly id: string;
  readonly amountCents: number;
  /** The part of the payment that was refunded. */
  readonly refundedCents: number;
  readonly status: PaymentStatus;
  readonly dueOn: StayDate | null;
}

const IS_PAYMENT_PAID: Record<PaymentStatus, boolean> = {
  scheduled: false,
  paid: true,
  failed: false,
  refunded: false,
  cancelled: false,
};

/** What a booking's guest has paid and not got back, in cents. */
export function sumPaidCents(
  payments: readonly Pick<PaymentState, 'amountCents' | 'refundedCents' | 'status'>[],
): number {
  const paid = payments.filter(({ status }) => IS_PAYMENT_PAID[status]);
  return paid.reduce((total, { amountCents, refundedCents }) => total + amountCents - refundedCents, 0);
}

/**
 * What is still owed for a booking, in cents. The owed amount is 0 after a cancellation, and negative if too
 * much was paid.
 */
export function computeBalanceDueCents(
  grandTotalCents: number,
  paidCents: number,
  isCancelled: boolean,
): number {
  return isCancelled ? 0 : grandTotalCents - paidCents;
}

const IS_INVOICE_PAID: Record<InvoiceStatus, boolean> = {
  open: false,
  issued: false,
  paid: true,
  void: false,
};

/** What invoices that are not paid yet may be over, in cents: the part that no paid invoice covers, never below 0. */
export function computeNewInvoiceCents(
  grandTotalCents: number,
  invoices: readonly { readonly amountCents: number; readonly status: InvoiceStatus }[],
): number {
  const paid = invoices.filter(({ status }) => IS_INVOICE_PAID[status]);
  const paidCents = paid.reduce((total, { amountCents }) => total + amountCents, 0);
  return Math.max(0, grandTotalCents - paidCents);
}

/**
 * The number of a booking's next invoice: the team's prefix, the confirmation code, and `-1`, `-2` and so on.
 * Invoices of a booking are counted on even if earlier ones have another prefix.
 */
export function findNextInvoiceNumber(
  confirmationCode: string,
  numbers: readonly string[],
  prefix: string | null = null,
): string {
  const stem = `${confirmationCode}-`;
  const used = numbers.map((number) => {
    const count = /[0-9]{1,9}$/.exec(number)?.[0];
    return count !== undefined && number.slice(0, -count.length).endsWith(stem) ? Number(count) : 0;
  });
  return `${prefix ?? ''}${stem}${Math.max(0, ...used) + 1}`;
}

/**
 * For each status of a payment, invoice or deposit, the statuses from which it may be set. Callers can never
 * set a status whose list is empty.
 */
const PAYMENT_STATUSES_BEFORE: Record<PaymentStatus, readonly PaymentStatus[]> = {
  scheduled: ['paid'],
  paid: ['scheduled', 'failed'],
  failed: ['scheduled', 'failed'],
  refunded: ['paid'],
  cancelled: [],
};
const INVOICE_STATUSES_BEFORE: Record<InvoiceStatus, readonly InvoiceStatus[]> = {
  open: [],
  issued: ['open'],
  paid: ['open', 'issued'],
  void: ['open'],
};
const SECURITY_DEPOSIT_STATUSES_BEFORE: Record<SecurityDepositStatus, readonly SecurityDepositStatus[]> = {
  pending: [],
  held: ['pending'],
  returned: ['held'],
  kept: ['held'],
  cancelled: [],
};

/**
 * Whether a payment provider's report may be recorded. On a cancelled booking, a payment can be refunded, and nothing
 * else.
 */
export const maySetPaymentStatus = (from: PaymentStatus, to: PaymentStatus, isCancelled: boolean): boolean =>
  PAYMENT_STATUSES_BEFORE[to].includes(from) && (!isCancelled || to === 'refunded');
export const maySetInvoiceStatus = (from: InvoiceStatus, to: InvoiceStatus, isCancelled: boolean): boolean =>
  INVOICE_STATUSES_BEFORE[to].includes(from) && !isCancelled;
export const maySetSecurityDepositStatus = (
  from: SecurityDepositStatus,
  to: SecurityDepositStatus,
  isCancelled: boolean,
): boolean => SECURITY_DEPOSIT_STATUSES_BEFORE[to].includes(from) && !isCancelled;
