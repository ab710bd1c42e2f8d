import { describe, expect, it } from 'vitest';
import { cancelPayments, endDeposits, voidInvoices } from '../../src/domain/cancellation.ts';
import { DEPOSIT_STATUSES, INVOICE_STATUSES, PAYMENT_STATUSES } from '../../src/domain/vocabulary.ts';

const withIds = <Status extends string>(statuses: readonly Status[]) =>
  statuses.map((status) => ({ id: `the ${status} one`, status }));

describe('a cancellation', () => {
  it('cancels scheduled and failed payments, voids open invoices, and touches nothing else', () => {
    expect(cancelPayments(withIds(PAYMENT_STATUSES))).toEqual([
      { id: 'the scheduled one', status: 'cancelled' },
      { id: 'the failed one', status: 'cancelled' },
    ]);
    expect(voidInvoices(withIds(INVOICE_STATUSES))).toEqual([{ id: 'the open one', status: 'void' }]);
  });

  it('returns a held deposit and cancels a pending one', () => {
    expect(endDeposits(withIds(DEPOSIT_STATUSES))).toEqual([
      { id: 'the pending one', status: 'cancelled' },
      { id: 'the held one', status: 'returned' },
    ]);
  });
});
