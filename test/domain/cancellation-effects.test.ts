import { describe, expect, it } from 'vitest';
import { cancellationEffects } from '../../src/domain/cancellation.ts';
import { DEPOSIT_STATUSES, INVOICE_STATUSES, PAYMENT_STATUSES } from '../../src/domain/vocabulary.ts';

const withIds = <Status extends string>(statuses: readonly Status[]) =>
  statuses.map((status) => ({ id: `the ${status} one`, status }));

describe('a cancellation (section 8)', () => {
  it('cancels scheduled and failed payments, voids open invoices, and touches nothing else', () => {
    const folio = { payments: withIds(PAYMENT_STATUSES), invoices: withIds(INVOICE_STATUSES), deposit: null };
    expect(cancellationEffects(folio)).toEqual({
      cancelledPaymentIds: ['the scheduled one', 'the failed one'],
      voidedInvoiceIds: ['the open one'],
      depositBecomes: null,
    });
  });

  it('returns a held deposit and cancels a pending one', () => {
    const becomes = DEPOSIT_STATUSES.map(
      (status) => cancellationEffects({ payments: [], invoices: [], deposit: { status } }).depositBecomes,
    );
    expect(DEPOSIT_STATUSES.map((status, index) => `${status}: ${becomes[index]}`)).toEqual([
      'pending: cancelled',
      'held: returned',
      'returned: null',
      'kept: null',
      'cancelled: null',
    ]);
  });
});
