import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type PaymentState, sumPaidCents } from '../../../src/domain/folio/folio.ts';
import {
  applyRefundToPayment,
  computeRefundableCents,
  coverOpenPayments,
  type Refund,
  toReceiptDate,
} from '../../../src/domain/folio/payments.ts';
import { PAYMENT_STATUSES } from '../../../src/domain/vocabulary.ts';
import { itHolds } from '../../helpers/arbitraries.ts';

const payments: fc.Arbitrary<PaymentState[]> = fc
  .array(
    fc.record({
      amountCents: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 100_000 })),
      status: fc.constantFrom('scheduled' as const, 'scheduled' as const, ...PAYMENT_STATUSES),
      dueOn: fc.constant(null),
      refundedCents: fc.constant(0),
    }),
    { maxLength: 6 },
  )
  .map((all) => all.map((payment, index) => ({ ...payment, id: `payment-${index}` })));
const received = fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 400_000 }));

test('a payment is dated in the listing’s time zone, within the limits for dates', () => {
  const dates = [
    ['2027-03-01T23:30:00Z', 'Europe/Berlin', '2027-03-02'],
    ['2000-01-01T00:00:00Z', 'America/New_York', '2000-01-01'],
    ['2000-01-01T05:00:00Z', 'America/New_York', '2000-01-01'],
    ['2199-12-31T23:59:59Z', 'Pacific/Auckland', '2199-12-31'],
    ['2199-12-31T10:00:00Z', 'Pacific/Auckland', '2199-12-31'],
  ] as const;
  for (const [at, zone, date] of dates) expect([at, toReceiptDate(new Date(at), zone)]).toEqual([at, date]);
});

const openOf = (all: readonly PaymentState[]) =>
  all.filter(({ status }) => status === 'scheduled' || status === 'failed');
const sum = (all: readonly PaymentState[]) => all.reduce((total, { amountCents }) => total + amountCents, 0);

itHolds(
  'received money reduces scheduled and failed payments, the earliest first, and nothing else',
  fc.property(payments, received, (before, cents) => {
    const covered = coverOpenPayments(before, cents);
    const after = before.map((payment) => covered.find(({ id }) => id === payment.id) ?? payment);
    expect(sum(openOf(after))).toBe(Math.max(0, sum(openOf(before)) - cents));
    const ids = openOf(before).map(({ id }) => id);
    expect(covered.map(({ id }) => id)).toEqual(ids.slice(0, covered.length));
    for (const { amountCents } of openOf(covered)) expect(amountCents).toBeGreaterThan(0);
  }),
);

test('a receipt that covers some scheduled payments exactly leaves the next one as it is', () => {
  const scheduled = (id: string): PaymentState => ({
    id,
    amountCents: 500,
    refundedCents: 0,
    status: 'scheduled',
    dueOn: null,
  });
  const both = [scheduled('first'), scheduled('second')];
  const first = { ...scheduled('first'), status: 'cancelled' };
  expect(coverOpenPayments(both, 500)).toEqual([first]);
  expect(coverOpenPayments(both, 501)).toEqual([first, { ...scheduled('second'), amountCents: 499 }]);
});

itHolds(
  'refunds never add up to more than was paid, and refunding everything ends the payment',
  fc.property(
    fc.integer({ min: 1, max: 10_000 }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 9 }),
    (amountCents, shares) => {
      let payment: PaymentState & { refunds: readonly Refund[] } = {
        id: '',
        amountCents,
        refundedCents: 0,
        refunds: [],
        status: 'paid',
        dueOn: null,
      };
      for (const share of [...shares, 1]) {
        const left = computeRefundableCents(payment);
        if (payment.status !== 'paid') break;
        const cents = Math.max(1, Math.floor(left * share));
        const refund = { id: '', amountCents: cents, refundedAt: null, reference: null };
        payment = { ...payment, ...applyRefundToPayment(payment, refund) };
        expect(sumPaidCents([payment])).toBe(left - cents);
        expect(payment.status).toBe(left === cents ? 'refunded' : 'paid');
      }
      expect(payment).toMatchObject({ status: 'refunded', refundedCents: amountCents });
    },
  ),
);
