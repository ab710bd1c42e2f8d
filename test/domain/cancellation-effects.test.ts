import { describe, expect, it } from 'vitest';
import { cancellationEffects } from '../../src/domain/cancellation.ts';
import { DEPOSIT_STATUSES, INVOICE_STATUSES, PAYMENT_STATUSES } from '../../src/domain/vocabulary.ts';

const withIds = <Status extends string>(statuses: readonly Status[]) =>
  statuses.map((status) => ({ id: `the ${status} one`, status }));

describe('a cancellation', () => {
  it('cancels scheduled and failed payments, voids open invoices, and touches nothing else', () => {
    const folio = { payments: withIds(PAYMENT_STATUSES), invoices: withIds(INVOICE_STATUSES), deposits: [] };
    expect(cancellationEffects(folio)).toEqual({
      payments: [
        { id: 'the scheduled one', status: 'cancelled' },
        { id: 'the failed one', status: 'cancelled' },
      ],
      invoices: [{ id: 'the open one', status: 'void' }],
      deposits: [],
    });
  });

  it('returns a held deposit and cancels a pending one', () => {
    const folio = { payments: [], invoices: [], deposits: withIds(DEPOSIT_STATUSES) };
    expect(cancellationEffects(folio).deposits).toEqual([
      { id: 'the pending one', status: 'cancelled' },
      { id: 'the held one', status: 'returned' },
    ]);
  });
});
