/** Payment plans of single bookings, corrections, and what is owed (docs/rules.md, 12.18 and 12.19). */
import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn, tally } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const TODAY = '2031-05-05';
const PLAN = [
  { amount: 10_000, due_on: TODAY },
  { amount: 12_000, due_on: '2031-05-20' },
  { amount: 18_000, due_on: '2031-06-20' },
];
const put = (inn: Inn, id: string, payments: unknown) =>
  inn.send('PUT', `/bookings/${id}/payment-plan`, { payments });
const pay = (inn: Inn, id: string, body: object) => inn.send('POST', `/bookings/${id}/payments`, body);
const scheduledIn = ({ payments }: Json) =>
  payments
    .filter(({ status }: Json) => status === 'scheduled')
    .map(({ amount, due_on }: Json) => ({ amount, due_on }));

describe('a payment plan of a booking', () => {
  it('a plan replaces the scheduled payments, is kept, and is taken back by null', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const before = await inn.folio(id);
    const folio = await inn.data(put(inn, id, PLAN));
    expect(folio).toMatchObject({ payment_plan: PLAN, balance_due: 40_000 });
    expect(scheduledIn(folio)).toEqual(PLAN);
    expect(folio.payments.map((payment: Json) => payment.id)).toContain(before.payments[0].id);
    const events = await inn.events(id);
    expect(events.at(-1)).toMatchObject({
      type: 'booking.folio_changed',
      data: { payment_plan: [null, PLAN] },
    });
    await inn.data(put(inn, id, PLAN));
    expect(await inn.events(id)).toHaveLength(events.length);
    const back = await inn.data(put(inn, id, null));
    expect(back.payment_plan).toBeNull();
    expect(scheduledIn(back)).toEqual(scheduledIn(before));
    await expectSound(world);
  });

  it('every plan made anew starts from it: the last payment follows the total, and the first what is paid', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await inn.data(put(inn, id, PLAN));
    await inn.data(pay(inn, id, { amount: 11_000 }), 201);
    const longer = await inn.data(inn.change(id, { check_out: day(5) }));
    expect(longer.grand_total).toBe(50_000);
    expect(scheduledIn(await inn.folio(id))).toEqual([
      { ...PLAN[1], amount: 11_000 },
      { ...PLAN[2], amount: 28_000 },
    ]);
    await inn.data(inn.change(id, { check_out: day(2) }));
    expect(scheduledIn(await inn.folio(id))).toEqual([{ ...PLAN[1], amount: 9_000 }]);
    await expectSound(world);
  });

  it('a plan that does not fit what is owed is refused', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const refused = {
      payments: [
        [],
        [{ amount: 39_999, due_on: TODAY }],
        [{ amount: 40_000, due_on: '2031-05-04' }],
        [PLAN[2], PLAN[0], PLAN[1]],
        Array.from({ length: 37 }, () => ({ amount: 1, due_on: TODAY })),
      ],
    };
    for (const payments of refused.payments)
      expect((await put(inn, id, payments)).body.errors, JSON.stringify(payments)).toEqual({
        payments: [expect.any(String)],
      });
    expect((await put(inn, id, undefined)).body.errors).toHaveProperty('payments');
    expect((await put(inn, id, [{ amount: 0, due_on: TODAY }])).body.errors).toHaveProperty([
      'payments.0.amount',
    ]);
    await inn.data(pay(inn, id, { amount: 40_000 }), 201);
    expect((await put(inn, id, PLAN)).body.errors).toHaveProperty('payments');
    await inn.data(inn.cancel(id));
    expect((await put(inn, id, null)).body.errors).toHaveProperty('status');
  });

  it('a plan and a payment at once leave what is owed scheduled once', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const answers = await Promise.all([
      put(inn, id, PLAN),
      pay(inn, id, { amount: 5_000 }),
      put(inn, id, PLAN),
      pay(inn, id, { amount: 7_000 }),
    ]);
    expect(tally(answers)[201]).toBe(2);
    const folio = await inn.folio(id);
    expect(folio.balance_due).toBe(28_000);
    expect(scheduledIn(folio).reduce((sum: number, { amount }: Json) => sum + amount, 0)).toBe(28_000);
    await expectSound(world);
  });
});

describe('corrections and changes', () => {
  it('a payment that is set back becomes cancelled, keeps its reference, and the plan is made anew', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    const [planned] = (await inn.folio(id)).payments;
    const path = `/bookings/${id}/payments/${planned.id}`;
    await inn.data(inn.send('PUT', path, { status: 'paid', reference: 'pay-1' }));
    const folio = await inn.data(inn.send('PUT', path, { status: 'scheduled' }));
    expect(folio).toMatchObject({ paid_total: 0, balance_due: 40_000 });
    expect(folio.payments.find((one: Json) => one.id === planned.id)).toMatchObject({
      status: 'cancelled',
      paid_at: null,
      reference: 'pay-1',
    });
    expect(scheduledIn(folio)).toEqual(scheduledIn({ payments: [planned] }));
    await expectSound(world);
  });

  it('a payment that a change raises, and whose day is past, is due today', async () => {
    const inn = await openInn(world, { team: { depositPpm: 300_000, balanceDueDays: 7 } });
    const { id } = await inn.book();
    world.clock.set('2031-05-08T10:00:00Z');
    await inn.data(inn.change(id, { check_out: day(5) }));
    expect(scheduledIn(await inn.folio(id))).toMatchObject([{ due_on: '2031-05-08' }, {}]);
  });
});

describe('what is owed', () => {
  it('a booking without payments and invoices owes nothing until a payment is planned or recorded', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    for (const table of ['payments', 'invoices'])
      await world.db.execute(`delete from ${table} where booking_id = '${id}'`);
    const listed = async (balance: string) =>
      (await inn.read(`/bookings?balance=${balance}`)).map((booking: Json) => booking.id);
    expect(await inn.folio(id)).toMatchObject({ balance_due: 0, refund_due: 0 });
    expect(await listed('settled')).toEqual([id]);
    const folio = await inn.data(put(inn, id, PLAN));
    expect(folio.balance_due).toBe(40_000);
    expect(await listed('due')).toEqual([id]);
  });

  it('a pending booking is neither due nor settled', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book({ status: 'pending' });
    for (const balance of ['due', 'settled'])
      expect(await inn.read(`/bookings?balance=${balance}`)).toEqual([]);
    await inn.data(inn.confirm(id));
    expect(await inn.read('/bookings?balance=due')).toHaveLength(1);
  });

  it('what was paid beyond the price of a confirmed booking is to be paid back', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book();
    await inn.data(pay(inn, id, { amount: 45_000, allow_overpayment: true }), 201);
    expect(await inn.folio(id)).toMatchObject({ balance_due: -5_000, refund_due: 5_000 });
  });
});
