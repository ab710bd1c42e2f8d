import type { DepositStatus, InvoiceStatus, PaymentStatus } from './vocabulary.ts';

/** What of a folio a cancellation looks at. */
export interface FolioState {
  readonly payments: readonly { readonly id: string; readonly status: PaymentStatus }[];
  readonly invoices: readonly { readonly id: string; readonly status: InvoiceStatus }[];
  readonly deposit: { readonly status: DepositStatus } | null;
}

/** What a cancellation does to a folio, beside setting the dates and the coupon's redemption free. */
export interface CancellationEffects {
  readonly cancelledPaymentIds: readonly string[];
  readonly voidedInvoiceIds: readonly string[];
  /** What the deposit becomes; null where it stays as it is. */
  readonly depositBecomes: 'returned' | 'cancelled' | null;
}

/**
 * Plans a cancellation (contract, section 8): scheduled and failed payments are cancelled, open invoices void, a held
 * deposit is returned and a pending one cancelled. What was paid stays as it is: giving money back is the team's call.
 */
export function cancellationEffects({ payments, invoices, deposit }: FolioState): CancellationEffects {
  return {
    cancelledPaymentIds: payments
      .filter(({ status }) => status === 'scheduled' || status === 'failed')
      .map(({ id }) => id),
    voidedInvoiceIds: invoices.filter(({ status }) => status === 'open').map(({ id }) => id),
    depositBecomes:
      deposit?.status === 'held' ? 'returned' : deposit?.status === 'pending' ? 'cancelled' : null,
  };
}
