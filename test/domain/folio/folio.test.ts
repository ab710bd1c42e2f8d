import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/dates/dates.ts';
import {
  computeBalanceDueCents,
  computeNewInvoiceCents,
  computePayableCents,
  type FolioState,
  findFolioState,
  maySetInvoiceStatus,
  maySetPaymentStatus,
  maySetSecurityDepositStatus,
  type PaymentState,
  sumPaidCents,
} from '../../../src/domain/folio/folio.ts';
import { findNextInvoiceNumber } from '../../../src/domain/folio/numbering.ts';
import {
  countPlannedPayments,
  deductPaid,
  fitPaymentPlan,
  type PlannedPayment,
  planPayments,
  replanPayments,
} from '../../../src/domain/folio/payment-plan.ts';
import {
  INVOICE_STATUSES,
  PAYMENT_STATUSES,
  type PaymentStatus,
  SECURITY_DEPOSIT_STATUSES,
} from '../../../src/domain/vocabulary.ts';
import { amountCents, anyDate, dateBetween, itHolds, percentPpm } from '../../helpers/arbitraries.ts';
import { words } from '../../helpers/words.ts';

const sum = (amounts: readonly { amountCents: number }[]) =>
  amounts.reduce((total, one) => total + one.amountCents, 0);

const terms = fc.record({ depositPpm: percentPpm, balanceDueDays: fc.integer({ min: 0, max: 3_650 }) });

it('only payments that are paid count, minus what was refunded', () => {
  const counted = PAYMENT_STATUSES.filter(
    (status) => sumPaidCents([{ amountCents: 900, refundedCents: 200, status }]) !== 0,
  );
  expect(counted).toEqual(['paid']);
  expect(sumPaidCents([{ amountCents: 900, refundedCents: 200, status: 'paid' }])).toBe(700);
});

describe('a payment plan', () => {
  itHolds(
    'a payment plan adds up to the price, and has no payment of 0',
    fc.property(amountCents, terms, anyDate, anyDate, (grandTotal, own, bookedOn, checkIn) => {
      const plan = planPayments(grandTotal, own, bookedOn, checkIn);
      expect(sum(plan)).toBe(grandTotal);
      expect(plan.length).toBeLessThanOrEqual(2);
      for (const payment of plan) {
        expect(payment.amountCents).toBeGreaterThan(0);
        expect(payment.dueOn >= bookedOn).toBe(true);
      }
    }),
  );

  itHolds(
    'a payment plan has the deposit, rounded half up, on the day of booking, and the balance some days before check-in',
    fc.property(
      fc.integer({ min: 1, max: 10_000_000 }),
      fc.integer({ min: 1, max: 99 }),
      fc.integer({ min: 0, max: 400 }),
      dateBetween('2030-01-01', '2032-01-01'),
      fc.integer({ min: 0, max: 400 }),
      (grandTotal, percent, balanceDueDays, bookedOn, lead) => {
        const own = { depositPpm: percent * 10_000, balanceDueDays };
        const deposit = Math.floor((grandTotal * percent + 50) / 100);
        const checkIn = addDays(bookedOn, lead);
        expect(planPayments(grandTotal, own, bookedOn, checkIn)).toEqual(
          [
            { amountCents: deposit, dueOn: bookedOn, position: 0 },
            {
              position: 1,
              amountCents: grandTotal - deposit,
              dueOn: lead > balanceDueDays ? addDays(checkIn, -balanceDueDays) : bookedOn,
            },
          ].filter((payment) => payment.amountCents > 0),
        );
      },
    ),
  );

  it.each([
    [0, [{ amountCents: 1_001, dueOn: '2031-05-25', position: 1 }]],
    [1_000_000, [{ amountCents: 1_001, dueOn: '2031-05-05', position: 0 }]],
    [
      500_000,
      [
        { amountCents: 501, dueOn: '2031-05-05', position: 0 },
        { amountCents: 500, dueOn: '2031-05-25', position: 1 },
      ],
    ],
  ])('the payment plan of 1,001 cents with a deposit of %i ppm', (depositPpm, plan) => {
    expect(planPayments(1_001, { depositPpm, balanceDueDays: 7 }, '2031-05-05', '2031-06-01')).toEqual(plan);
  });
});

const present: fc.Arbitrary<PaymentState[]> = fc
  .array(
    fc.record({
      amountCents,
      status: fc.constantFrom<PaymentStatus>(...PAYMENT_STATUSES, 'scheduled', 'paid'),
      dueOn: fc.option(anyDate),
    }),
    { maxLength: 6 },
  )
  .chain((all) =>
    fc.tuple(...all.map(({ amountCents }) => fc.integer({ min: 0, max: amountCents }))).map((refunds) =>
      all.map((payment, index) => ({
        ...payment,
        id: `payment-${index}`,
        refundedCents: payment.status === 'paid' ? (refunds[index] ?? 0) : 0,
      })),
    ),
  );
const plan = fc
  .array(fc.record({ amountCents: fc.integer({ min: 1, max: 1_000_000 }), dueOn: anyDate }), {
    maxLength: 3,
  })
  .map((all) => all.map((payment, position) => ({ ...payment, position })));

/** The payments after the changes. */
function applied(
  before: readonly PaymentState[],
  changes: ReturnType<typeof replanPayments>,
): PaymentState[] {
  const changed = new Map(changes.changed.map((payment) => [payment.id, payment]));
  return [
    ...before.map((payment) => changed.get(payment.id) ?? payment),
    ...changes.added.map(
      (payment, index): PaymentState => ({
        ...payment,
        id: `added-${index}`,
        status: 'scheduled',
        refundedCents: 0,
      }),
    ),
  ];
}

/** Fits payments to a plan as before all of its days, with what was paid taken off. */
const replan = (newPlan: readonly PlannedPayment[], payments: readonly PaymentState[], resumeUpTo = 0) =>
  replanPayments(deductPaid(newPlan, sumPaidCents(payments)), payments, { today: '2000-01-01', resumeUpTo });

describe('a new payment plan', () => {
  itHolds(
    'a new payment plan schedules the amount owed minus the amount paid, but never less than 0',
    fc.property(plan, present, (newPlan, payments) => {
      const then = applied(payments, replan(newPlan, payments));
      const scheduled = then.filter(({ status }) => status === 'scheduled');
      expect(sum(scheduled)).toBe(Math.max(0, sum(newPlan) - sumPaidCents(payments)));
      expect(then.some(({ status }) => status === 'failed')).toBe(false);
      for (const payment of scheduled) expect(payment.amountCents).toBeGreaterThan(0);
    }),
  );

  itHolds(
    'a new payment plan keeps paid, refunded and cancelled payments as they are',
    fc.property(plan, present, (newPlan, payments) => {
      const then = new Map(applied(payments, replan(newPlan, payments)).map((one) => [one.id, one]));
      for (const payment of payments) {
        if (payment.status === 'scheduled' || payment.status === 'failed')
          expect(then.has(payment.id)).toBe(true);
        else expect(then.get(payment.id)).toEqual(payment);
      }
    }),
  );

  itHolds(
    'a new payment plan reuses the first scheduled payments’ ids, and cancels those that are too many',
    fc.property(plan, present, (newPlan, payments) => {
      const changes = replan(newPlan, payments);
      const scheduled = payments.filter(({ status }) => status === 'scheduled').map(({ id }) => id);
      const idsOf = (status: string) =>
        changes.changed.filter((payment) => payment.status === status).map(({ id }) => id);
      const kept = idsOf('scheduled');
      expect(kept).toEqual(scheduled.slice(0, kept.length));
      expect(idsOf('cancelled').filter((id) => scheduled.includes(id))).toEqual(scheduled.slice(kept.length));
      if (changes.added.length > 0) expect(kept).toEqual(scheduled);
    }),
  );

  itHolds(
    'a new payment plan equal to the present one changes nothing',
    fc.property(plan, (newPlan) => {
      const payments = newPlan.map(
        (one, index): PaymentState => ({ ...one, id: `${index}`, status: 'scheduled', refundedCents: 0 }),
      );
      expect(applied(payments, replan(newPlan, payments))).toEqual(payments);
    }),
  );

  itHolds(
    'a payment plan that returns to an earlier one gets the same payment ids, however often it changes',
    fc.property(
      terms,
      fc.integer({ min: 0, max: 5_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      fc.array(fc.integer({ min: 0, max: 10_000 }), { maxLength: 5 }),
      (own, paidCents, total, others) => {
        const replanTo = (payments: PaymentState[], grandTotal: number) => {
          const newPlan = planPayments(grandTotal, own, '2031-05-05', '2031-06-02');
          const { changed, added } = replan(newPlan, payments, countPlannedPayments(own));
          const ids = added.map((_, index) => `${String(payments.length + index).padStart(4, '0')}`);
          const renamed = applied(payments, { changed, added }).map((payment, index) => ({
            ...payment,
            id: ids[index - payments.length] ?? payment.id,
          }));
          const inOrder = (one: PaymentState & { position?: number }) =>
            `${one.dueOn} ${one.position} ${one.id}`;
          return renamed.toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1));
        };
        const paid: PaymentState = {
          id: '0000',
          amountCents: paidCents,
          refundedCents: 0,
          status: 'paid',
          dueOn: '2031-05-05',
        };
        const scheduledIn = (payments: PaymentState[]) =>
          payments.filter(({ status }) => status === 'scheduled');
        const before = replanTo([paid], total);
        const after = [...others, total].reduce(replanTo, before);
        expect(scheduledIn(after)).toEqual(scheduledIn(before));
      },
    ),
  );

  it('a new payment plan subtracts what is paid from the first payments', () => {
    const newPlan = [
      { amountCents: 300, dueOn: '2031-01-01', position: 0 },
      { amountCents: 700, dueOn: '2031-02-01', position: 1 },
    ];
    const paid = (cents: number): PaymentState[] => [
      { id: 'p', amountCents: cents, refundedCents: 0, status: 'paid', dueOn: '2031-01-01' },
    ];
    const remaining = (cents: number) =>
      replan(newPlan, paid(cents)).added.map((one) => `${one.position} ${one.amountCents} ${one.dueOn}`);
    expect(remaining(100)).toEqual(['0 200 2031-01-01', '1 700 2031-02-01']);
    expect(remaining(300)).toEqual(['1 700 2031-02-01']);
    expect(remaining(999)).toEqual(['1 1 2031-02-01']);
    expect(remaining(1_000)).toEqual([]);
    expect(remaining(5_000)).toEqual([]);
  });
});

describe('a plan that a team has made for a booking', () => {
  const day = fc.integer({ min: 1, max: 28 }).map((date) => `2031-05-${String(date).padStart(2, '0')}`);
  const ownPlan = fc.record({
    payments: fc.array(fc.record({ amountCents: fc.integer({ min: 1, max: 900 }), dueOn: day }), {
      minLength: 1,
      maxLength: 6,
    }),
    paidCents: fc.integer({ min: 0, max: 500 }),
  });
  const cents = fc.integer({ min: 0, max: 6_000 });

  itHolds(
    'a plan for a booking adds up to what is owed, whatever the total and the paid amount become',
    fc.property(ownPlan, cents, cents, (plan, total, paid) => {
      const left = fitPaymentPlan(plan, total, paid);
      expect(sum(left)).toBe(Math.max(0, total - paid));
      expect(left.map(({ position }) => position)).toEqual(
        left.map(({ position }) => position).toSorted((a, b) => a - b),
      );
    }),
  );

  it('a higher total raises the last payment, a lower one takes from it, and what is paid is taken off the first', () => {
    const plan = {
      payments: [100, 200, 300].map((amountCents, index) => ({
        amountCents,
        dueOn: `2031-0${index + 5}-01`,
      })),
      paidCents: 50,
    };
    const amounts = (total: number, paid: number) =>
      fitPaymentPlan(plan, total, paid).map(({ amountCents }) => amountCents);
    expect(amounts(650, 50)).toEqual([100, 200, 300]);
    expect(amounts(700, 50)).toEqual([100, 200, 350]);
    expect(amounts(450, 50)).toEqual([100, 200, 100]);
    expect(amounts(250, 50)).toEqual([100, 100]);
    expect(amounts(650, 200)).toEqual([150, 300]);
    expect(amounts(650, 0)).toEqual([100, 200, 350]);
    expect(amounts(650, 650)).toEqual([]);
  });

  it('a payment that is made or raised and whose day is past is due today, and others keep their day', () => {
    const payment = (amountCents: number, dueOn: string): PaymentState => ({
      id: dueOn,
      amountCents,
      refundedCents: 0,
      status: 'scheduled',
      dueOn,
    });
    const present = [payment(100, '2031-05-01'), payment(100, '2031-05-02')];
    const planned = [100, 150, 10].map((amountCents, position) => ({
      amountCents,
      dueOn: `2031-05-0${position + 1}`,
      position,
    }));
    const { changed, added } = replanPayments(planned, present, { today: '2031-05-10' });
    expect([...changed, ...added].map(({ dueOn }) => dueOn)).toEqual([
      '2031-05-01',
      '2031-05-10',
      '2031-05-10',
    ]);
  });
});

describe('amounts owed and invoiced', () => {
  it('the amount owed is the price minus what is paid, after a cancellation what is scheduled, and 0 without a folio', () => {
    const dues = { grandTotalCents: 100, paidCents: 30, scheduledCents: 20, hasFolio: true };
    expect([
      computeBalanceDueCents({ ...dues, status: 'confirmed' }),
      computeBalanceDueCents({ ...dues, status: 'completed', paidCents: 130 }),
      computeBalanceDueCents({ ...dues, status: 'confirmed', hasFolio: false }),
      computePayableCents({ ...dues, status: 'confirmed', hasFolio: false }),
      computeBalanceDueCents({ ...dues, status: 'cancelled' }),
    ]).toEqual([70, -30, 0, 70, 20]);
  });

  it('the amount to invoice is what no paid invoice covers, and never below 0', () => {
    const invoices = [
      { amountCents: 300, status: 'paid' },
      { amountCents: 500, status: 'open' },
      { amountCents: 500, status: 'void' },
    ] as const;
    expect([
      computeNewInvoiceCents(1_000, invoices),
      computeNewInvoiceCents(300, invoices),
      computeNewInvoiceCents(0, invoices),
    ]).toEqual([700, 0, 0]);
  });

  it('a new invoice gets the next number', () => {
    expect(findNextInvoiceNumber('AB', [])).toBe('AB-1');
    expect(findNextInvoiceNumber('AB', ['AB-1', 'AB-10', 'AB-9'])).toBe('AB-11');
    expect(
      findNextInvoiceNumber('AB', ['2026-0001', 'AB-x', 'AB-', 'ABC-7', 'AB-2-3', 'AB-1e3', 'AB-02']),
    ).toBe('AB-3');
    expect(findNextInvoiceNumber('AB', ['INV/AB-1', 'XAB-4', 'AB-1234567890'], 'R-')).toBe('R-AB-5');
  });
});

describe('steps of payments, invoices and deposits', () => {
  const allowed = <Status extends string>(
    statuses: readonly Status[],
    may: (from: Status, to: Status, state: FolioState) => boolean,
    state: FolioState,
  ) => statuses.flatMap((from) => statuses.filter((to) => may(from, to, state)).map((to) => `${from}>${to}`));

  it('a payment, invoice or deposit may take the steps of the rules', () => {
    expect(allowed(PAYMENT_STATUSES, maySetPaymentStatus, 'live')).toEqual(
      words(`
      scheduled>paid scheduled>failed paid>scheduled paid>refunded failed>paid failed>failed`),
    );
    expect(allowed(INVOICE_STATUSES, maySetInvoiceStatus, 'live')).toEqual([
      'open>issued',
      'open>paid',
      'open>void',
      'issued>paid',
    ]);
    expect(allowed(SECURITY_DEPOSIT_STATUSES, maySetSecurityDepositStatus, 'live')).toEqual([
      'pending>held',
      'held>returned',
      'held>kept',
    ]);
  });

  it('on a cancelled booking a payment may be refunded, and what a decided fee asks for be paid and invoiced', () => {
    const cancelled = (feeCents: number | null) =>
      findFolioState({ status: 'cancelled', cancellationFeeCents: feeCents });
    expect(allowed(PAYMENT_STATUSES, maySetPaymentStatus, cancelled(null))).toEqual(['paid>refunded']);
    expect(allowed(INVOICE_STATUSES, maySetInvoiceStatus, cancelled(null))).toEqual([]);
    expect(allowed(PAYMENT_STATUSES, maySetPaymentStatus, cancelled(0))).toEqual([
      'scheduled>paid',
      'paid>refunded',
    ]);
    expect(allowed(INVOICE_STATUSES, maySetInvoiceStatus, cancelled(0))).toEqual(
      allowed(INVOICE_STATUSES, maySetInvoiceStatus, 'live'),
    );
    for (const feeCents of [null, 0])
      expect(allowed(SECURITY_DEPOSIT_STATUSES, maySetSecurityDepositStatus, cancelled(feeCents))).toEqual(
        [],
      );
  });
});
