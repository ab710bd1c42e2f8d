import type { DepositStatus, InvoiceStatus, PaymentStatus } from './vocabulary.ts';

/** The parts of a folio that a cancellation needs. */
export interface FolioState {
  readonly payments: readonly { readonly id: string; readonly status: PaymentStatus }[];
  readonly invoices: readonly { readonly id: string; readonly status: InvoiceStatus }[];
  readonly deposit: { readonly status: DepositStatus } | null;
}

/** The effects of a cancellation on a folio. It also frees the dates and the coupon's redemption, elsewhere. */
export interface CancellationEffects {
  readonly cancelledPaymentIds: readonly string[];
  readonly voidedInvoiceIds: readonly string[];
  /** The deposit's new status. Null if it does not change. */
  readonly depositBecomes: 'returned' | 'cancelled' | null;
}

const PAYMENT_BECOMES = {
  scheduled: 'cancelled',
  failed: 'cancelled',
  paid: null,
  cancelled: null,
  refunded: null,
} satisfies Record<PaymentStatus, PaymentStatus | null>;

const INVOICE_BECOMES = { open: 'void', paid: null, void: null } satisfies Record<
  InvoiceStatus,
  InvoiceStatus | null
>;

const DEPOSIT_BECOMES = {
  pending: 'cancelled',
  held: 'returned',
  returned: null,
  kept: null,
  cancelled: null,
} satisfies Record<DepositStatus, CancellationEffects['depositBecomes']>;

/**
 * Plans a cancellation (contract, section 8): scheduled and failed payments are cancelled, open invoices become void, a
 * held deposit is returned and a pending one cancelled. Paid amounts stay: the team decides about refunds.
 */
export function cancellationEffects({ payments, invoices, deposit }: FolioState): CancellationEffects {
  return {
    cancelledPaymentIds: payments.filter(({ status }) => PAYMENT_BECOMES[status]).map(({ id }) => id),
    voidedInvoiceIds: invoices.filter(({ status }) => INVOICE_BECOMES[status]).map(({ id }) => id),
    depositBecomes: deposit && DEPOSIT_BECOMES[deposit.status],
  };
}
