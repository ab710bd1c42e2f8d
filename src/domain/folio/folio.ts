import { isLiveBookingStatus } from '../booking.ts';
import type { StayDate } from '../dates/dates.ts';
import type { BookingStatus, InvoiceStatus, PaymentStatus, SecurityDepositStatus } from '../vocabulary.ts';

/** Payments of a folio are passed in order: by due date, then by position. */
export interface PaymentState {
  readonly id: string;
  readonly amountCents: number;
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

/** Paid and not refunded, in cents. */
export function sumPaidCents(
  payments: readonly Pick<PaymentState, 'amountCents' | 'refundedCents' | 'status'>[],
): number {
  const paid = payments.filter(({ status }) => IS_PAYMENT_PAID[status]);
  return paid.reduce((total, { amountCents, refundedCents }) => total + amountCents - refundedCents, 0);
}

/** In cents. */
export interface BookingDues {
  readonly status: BookingStatus;
  readonly grandTotalCents: number;
  readonly paidCents: number;
  readonly scheduledCents: number;
  /** A booking that came without payments and invoices owes nothing. */
  readonly hasFolio: boolean;
}

const COMPUTE_BALANCE_BY_STATUS = {
  pending: computeLiveBalanceCents,
  confirmed: computeLiveBalanceCents,
  completed: computeLiveBalanceCents,
  // What a cancelled booking owes of its fee is scheduled.
  cancelled: ({ scheduledCents }) => scheduledCents,
} satisfies Record<BookingStatus, (dues: BookingDues) => number>;

function computeLiveBalanceCents({ grandTotalCents, paidCents, hasFolio }: BookingDues): number {
  return hasFolio ? grandTotalCents - paidCents : 0;
}

/** In cents. Negative if too much was paid. */
export const computeBalanceDueCents = (dues: BookingDues): number =>
  COMPUTE_BALANCE_BY_STATUS[dues.status](dues);

/** A request owes nothing before it is confirmed. */
const IS_ASKED = {
  pending: false,
  confirmed: true,
  completed: true,
  cancelled: true,
} satisfies Record<BookingStatus, boolean>;

/** Whether the guest sees what to pay, and how (docs/rules.md, 15.13). */
export const isGuestAsked = (status: BookingStatus, balanceDueCents: number): boolean =>
  IS_ASKED[status] && balanceDueCents > 0;

/** What is owed if somebody pays or plans now, in cents: without payments and invoices, the total. */
export const computePayableCents = (dues: BookingDues): number =>
  Math.max(0, computeBalanceDueCents({ ...dues, hasFolio: true }));

export const sumScheduledCents = (
  payments: readonly Pick<PaymentState, 'amountCents' | 'status'>[],
): number =>
  payments
    .filter(({ status }) => status === 'scheduled')
    .reduce((total, { amountCents }) => total + amountCents, 0);

const IS_INVOICE_PAID: Record<InvoiceStatus, boolean> = {
  open: false,
  issued: false,
  paid: true,
  void: false,
};

/**
 * What invoices that are not paid yet may be over, in cents: the part of a total or fee that no paid invoice
 * covers, never below 0.
 */
export function computeNewInvoiceCents(
  totalCents: number,
  invoices: readonly { readonly amountCents: number; readonly status: InvoiceStatus }[],
): number {
  const paid = invoices.filter(({ status }) => IS_INVOICE_PAID[status]);
  const paidCents = paid.reduce((total, { amountCents }) => total + amountCents, 0);
  return Math.max(0, totalCents - paidCents);
}

/** The statuses from which each may be set. Callers can never set one whose list is empty. */
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
 * What may still be recorded: everything, after a cancellation what its fee needs, or only refunds, if no fee
 * was decided.
 */
export type FolioState = 'live' | 'fee' | 'closed';

export const findFolioState = ({
  status,
  cancellationFeeCents,
}: {
  readonly status: BookingStatus;
  readonly cancellationFeeCents: number | null;
}): FolioState => (isLiveBookingStatus(status) ? 'live' : cancellationFeeCents === null ? 'closed' : 'fee');

/** The total, or after a cancellation the fee, in cents. */
export const computeInvoiceableCents = (booking: {
  readonly status: BookingStatus;
  readonly grandTotalCents: number;
  readonly cancellationFeeCents: number | null;
}): number =>
  isLiveBookingStatus(booking.status) ? booking.grandTotalCents : (booking.cancellationFeeCents ?? 0);

const MAY_SET_PAYMENT = {
  live: () => true,
  // What is scheduled of a fee stays owed until it is paid.
  fee: (from, to) => to === 'refunded' || (from === 'scheduled' && to === 'paid'),
  closed: (_from, to) => to === 'refunded',
} satisfies Record<FolioState, (from: PaymentStatus, to: PaymentStatus) => boolean>;
const MAY_SET_INVOICE = { live: true, fee: true, closed: false } satisfies Record<FolioState, boolean>;
const MAY_SET_DEPOSIT = { live: true, fee: false, closed: false } satisfies Record<FolioState, boolean>;

/** For reports of a payment provider. */
export const maySetPaymentStatus = (from: PaymentStatus, to: PaymentStatus, state: FolioState): boolean =>
  PAYMENT_STATUSES_BEFORE[to].includes(from) && MAY_SET_PAYMENT[state](from, to);
export const maySetInvoiceStatus = (from: InvoiceStatus, to: InvoiceStatus, state: FolioState): boolean =>
  INVOICE_STATUSES_BEFORE[to].includes(from) && MAY_SET_INVOICE[state];
export const maySetSecurityDepositStatus = (
  from: SecurityDepositStatus,
  to: SecurityDepositStatus,
  state: FolioState,
): boolean => SECURITY_DEPOSIT_STATUSES_BEFORE[to].includes(from) && MAY_SET_DEPOSIT[state];
