import { describe, expect, it } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { day } from '../../helpers/factories.ts';

const NOW = '2031-05-05T10:00:00+00:00';
const world = await openSharedApp();

/** A deposit of 120.00 now, and 280.00 a week before check-in. */
const TERMS = { depositPpm: 300_000, balanceDueDays: 7 };
const openBooking = async () => {
  const inn = await openInn(world, { team: TERMS });
  const { id } = await inn.book();
  return { inn, id, payments: (await inn.folio(id)).payments };
};
const put = (inn: Inn, id: string, { id: payment }: Json, body: object) =>
  inn.send('PUT', `/bookings/${id}/payments/${payment}`, body);
const add = (inn: Inn, id: string, body: object) => inn.send('POST', `/bookings/${id}/payments`, body);
const errorsOf = async (answer: ReturnType<Inn['send']>) => {
  const { status, body } = await answer;
  return { status, errors: body.errors };
};
const paymentsIn = ({ payments }: Json) =>
  payments.map(
    ({ amount, status, due_on, refunded_amount }: Json) =>
      `${amount} ${status} ${due_on}${refunded_amount ? `, ${refunded_amount} back` : ''}`,
  );

describe('a refund', () => {
  it('a payment may be refunded in several parts, until all of it is refunded', async () => {
    const { inn, id, payments } = await openBooking();
    const [deposit] = payments;
    const paid = { ...deposit, status: 'paid', paid_at: NOW, refunded_at: NOW, reference: 'pi_1' };
    await inn.data(put(inn, id, deposit, { status: 'paid', reference: ' pi_1 ' }));
    const steps = [
      [{ refunded_amount: 2_000 }, { refunded_amount: 2_000 }, 10_000],
      [{ refunded_amount: 1, reference: 're_1' }, { refunded_amount: 2_001, reference: 're_1' }, 9_999],
      [{ reference: null }, { refunded_amount: 12_000, reference: null, status: 'refunded' }, 0],
    ] as const;
    for (const [body, payment, paid_total] of steps) {
      const folio = await inn.data(put(inn, id, deposit, { status: 'refunded', ...body }));
      Object.assign(paid, payment);
      expect(folio).toEqual(await inn.folio(id));
      expect(folio).toMatchObject({ paid_total, balance_due: 40_000 - paid_total });
      expect(folio.payments[0]).toEqual({ ...paid, refunds: expect.any(Array) });
    }
    expect((await inn.events(id)).slice(1).map(({ data }: Json) => data)).toEqual([
      { payment: deposit.id, status: ['scheduled', 'paid'] },
      { payment: deposit.id, refunded_amount: [0, 2_000] },
      { payment: deposit.id, refunded_amount: [2_000, 2_001] },
      { payment: deposit.id, status: ['paid', 'refunded'] },
    ]);
    await expectSound(world);
  });

  it('only a paid payment can be refunded, and at most what is left of it', async () => {
    const { inn, id, payments } = await openBooking();
    const [deposit, rest] = payments;
    await inn.data(put(inn, id, deposit, { status: 'paid' }));
    await inn.data(put(inn, id, deposit, { status: 'refunded', refunded_amount: 11_000 }));
    const before = await inn.folio(id);
    const refused = (body: object) => errorsOf(put(inn, id, deposit, { status: 'refunded', ...body }));
    expect(await refused({ refunded_amount: 1_001 })).toEqual({
      status: 422,
      errors: { refunded_amount: ['The refunded amount field must not be greater than 1000.'] },
    });
    for (const refunded_amount of [0, -1, 1.5, '1'])
      expect(await refused({ refunded_amount })).toEqual({
        status: 422,
        errors: { refunded_amount: [expect.any(String)] },
      });
    expect(await refused({ reference: 'x'.repeat(101) })).toMatchObject({
      errors: { reference: [expect.any(String)] },
    });
    expect(await errorsOf(put(inn, id, rest, { status: 'paid', refunded_amount: 1 }))).toEqual({
      status: 422,
      errors: {
        refunded_amount: ['The refunded amount field must not be given with another status than refunded.'],
      },
    });
    const wrong = { status: 'paid', refunded_amount: 1, allow_overpayment: 'yes' };
    expect(Object.keys((await errorsOf(put(inn, id, rest, wrong))).errors).sort()).toEqual([
      'allow_overpayment',
      'refunded_amount',
    ]);
    expect(await errorsOf(put(inn, id, rest, { status: 'refunded', refunded_amount: 1 }))).toEqual({
      status: 422,
      errors: { status: ['A payment that is scheduled cannot become refunded.'] },
    });
    expect(await inn.folio(id)).toEqual(before);
  });

  it('a payment of a cancelled booking can be refunded, which settles the balance', async () => {
    const { inn, id, payments } = await openBooking();
    await inn.data(put(inn, id, payments[0], { status: 'paid' }));
    await inn.data(inn.cancel(id, { fee: 5_000 }));
    expect(await inn.folio(id)).toMatchObject({ cancellation_fee: 5_000, refund_due: 7_000 });
    const refund = { status: 'refunded', refunded_amount: 7_000 };
    expect(await inn.data(put(inn, id, payments[0], refund))).toMatchObject({
      paid_total: 5_000,
      refund_due: 0,
    });
    expect(await inn.data(put(inn, id, payments[0], { status: 'refunded' }))).toMatchObject({
      paid_total: 0,
      refund_due: 0,
    });
  });

  it('a refunded amount counts as unpaid when the payment plan is made again', async () => {
    const { inn, id, payments } = await openBooking();
    await inn.data(put(inn, id, payments[0], { status: 'paid' }));
    await inn.data(put(inn, id, payments[0], { status: 'refunded', refunded_amount: 2_000 }));
    await inn.data(inn.change(id, { check_out: day(6) }));
    expect(paymentsIn(await inn.folio(id))).toEqual([
      `12000 paid 2031-05-05, 2000 back`,
      // Of the new deposit of 180.00, 100.00 are paid.
      `8000 scheduled 2031-05-05`,
      `42000 scheduled ${day(-7)}`,
    ]);
    await expectSound(world);
  });
});

describe('recording received money', () => {
  it('recording received money adds a paid payment, and reduces the scheduled ones from the earliest on', async () => {
    const { inn, id, payments } = await openBooking();
    const body = { amount: 15_000, paid_at: '2031-05-04T22:59:59.9+00:00', reference: 'cash' };
    const answer = await add(inn, id, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ data: await inn.folio(id) });
    const { data: folio } = answer.body;
    expect(folio).toMatchObject({ paid_total: 15_000, balance_due: 25_000 });
    const [received, deposit, rest] = folio.payments;
    expect(received).toEqual({
      id: expect.any(String),
      amount: 15_000,
      status: 'paid',
      // A second before midnight in Lisbon, an hour ahead of UTC.
      due_on: '2031-05-04',
      paid_at: '2031-05-04T22:59:59+00:00',
      refunded_amount: 0,
      refunded_at: null,
      method: null,
      refunds: [],
      reference: 'cash',
    });
    expect([deposit, rest]).toEqual([
      { ...payments[0], status: 'cancelled' },
      { ...payments[1], amount: 25_000 },
    ]);
    expect((await inn.events(id)).at(-1).data).toEqual({ payment: received.id, status: [null, 'paid'] });
    await expectSound(world);
  });

  it('received money is dated now, and listed after the scheduled payments of that day, unless the body says otherwise', async () => {
    const { inn, id } = await openBooking();
    const folio = await inn.data(add(inn, id, { amount: 1 }), 201);
    expect(folio.payments.map(({ amount, paid_at }: Json) => [amount, paid_at])).toEqual([
      [11_999, null],
      [1, NOW],
      [28_000, null],
    ]);
    await inn.data(
      add(inn, id, { amount: 39_999, paid_at: null, reference: null, allow_overpayment: null }),
      201,
    );
    expect(paymentsIn(await inn.folio(id))).toEqual([
      '11999 cancelled 2031-05-05',
      '1 paid 2031-05-05',
      '39999 paid 2031-05-05',
      `28000 cancelled ${day(-7)}`,
    ]);
    const late = await openInn(world, { team: { ...TERMS, balanceDueDays: 100 } });
    const { id: soon } = await late.book();
    expect(paymentsIn(await late.data(add(late, soon, { amount: 1 }), 201))).toEqual([
      '11999 scheduled 2031-05-05',
      '28000 scheduled 2031-05-05',
      '1 paid 2031-05-05',
    ]);
  });

  it('received money is at most what is owed, unless the body allows more', async () => {
    const { inn, id, payments } = await openBooking();
    await inn.data(put(inn, id, payments[0], { status: 'paid' }));
    expect(await errorsOf(add(inn, id, { amount: 28_001 }))).toEqual({
      status: 422,
      errors: { amount: ['The amount field must not be greater than what is owed, 28000.'] },
    });
    const folio = await inn.data(add(inn, id, { amount: 28_001, allow_overpayment: true }), 201);
    expect(folio).toMatchObject({ paid_total: 40_001, balance_due: -1 });
    expect((await errorsOf(add(inn, id, { amount: 1 }))).errors).toEqual({
      amount: ['The amount field must not be greater than what is owed, 0.'],
    });
    await expectSound(world);
  });

  it('received money also covers failed payments, so that nobody is recorded as paying twice', async () => {
    const { inn, id, payments } = await openBooking();
    for (const payment of payments) await inn.data(put(inn, id, payment, { status: 'failed' }));
    await inn.data(add(inn, id, { amount: 13_000 }), 201);
    expect(paymentsIn(await inn.folio(id))).toEqual([
      '12000 cancelled 2031-05-05',
      '13000 paid 2031-05-05',
      `27000 failed ${day(-7)}`,
    ]);
    const all = await inn.data(add(inn, id, { amount: 27_000 }), 201);
    expect(all).toMatchObject({ paid_total: 40_000, balance_due: 0 });
    for (const payment of payments)
      expect(
        (await errorsOf(put(inn, id, payment, { status: 'paid', allow_overpayment: true }))).errors,
      ).toEqual({ status: ['A payment that is cancelled cannot become paid.'] });
    expect((await inn.folio(id)).paid_total).toBe(40_000);
    await expectSound(world);
  });

  it('received money covers failed and scheduled payments in the order of the folio', async () => {
    const { inn, id, payments } = await openBooking();
    await inn.data(put(inn, id, payments[0], { status: 'failed' }));
    await inn.data(add(inn, id, { amount: 5_000, paid_at: '2031-05-04T10:00:00Z' }), 201);
    expect(paymentsIn(await inn.folio(id))).toEqual([
      '5000 paid 2031-05-04',
      '7000 failed 2031-05-05',
      `28000 scheduled ${day(-7)}`,
    ]);
  });

  it.each(['failed', 'scheduled'] as const)(
    'a %s payment of more than what is owed can be marked as paid only if the body allows that',
    async (status) => {
      const { inn, id, payments } = await openBooking();
      // As a team may have brought it in: 150.00 are paid, while 250.01 are still asked for.
      await world.db.execute(`update payments set amount_cents = 15000 where id = '${payments[0].id}'`);
      await world.db.execute(`update payments set status = '${status}' where id = '${payments[1].id}'`);
      await inn.data(put(inn, id, payments[0], { status: 'paid' }));
      const rest = payments[1];
      await world.db.execute(`update payments set amount_cents = 25001 where id = '${rest.id}'`);
      for (const allow_overpayment of [undefined, null, false])
        expect(await errorsOf(put(inn, id, rest, { status: 'paid', allow_overpayment }))).toEqual({
          status: 422,
          errors: {
            status: ['A payment of more than what is owed becomes paid only with allow_overpayment.'],
          },
        });
      expect((await inn.folio(id)).payments.at(-1)).toMatchObject({ amount: 25_001, status });
      const over = await inn.data(put(inn, id, rest, { status: 'paid', allow_overpayment: true }));
      expect(over).toMatchObject({ paid_total: 40_001, balance_due: -1 });
    },
  );

  it('marking a payment as paid after another one took its place leaves no more scheduled than is owed', async () => {
    const { inn, id, payments } = await openBooking();
    // As a team may have brought it in: all of it failed, and all of it is planned once more.
    await world.db.execute(`
      insert into payments (team_id, id, booking_id, amount_cents, status, due_on, position, refunded_cents)
      select team_id, gen_random_uuid(), booking_id, 30000, 'failed', '2031-05-01', 9, 0
      from payments where id = '${payments[0].id}'`);
    const [failed] = (await inn.folio(id)).payments;
    expect(paymentsIn(await inn.data(put(inn, id, failed, { status: 'paid' })))).toEqual([
      '30000 paid 2031-05-01',
      '12000 cancelled 2031-05-05',
      `10000 scheduled ${day(-7)}`,
    ]);
  });

  it.each([
    // What is failed is covered, and with it its second plan.
    [
      30_000,
      [
        '30000 cancelled 2031-05-01',
        '12000 cancelled 2031-05-05',
        '30000 paid 2031-05-05',
        `10000 scheduled ${day(-7)}`,
      ],
    ],
    [
      5_000,
      [
        '25000 failed 2031-05-01',
        '7000 scheduled 2031-05-05',
        '5000 paid 2031-05-05',
        `28000 scheduled ${day(-7)}`,
      ],
    ],
    // The deposit is covered in two parts, and keeps the amount that it had.
    [
      35_000,
      [
        '30000 cancelled 2031-05-01',
        '12000 cancelled 2031-05-05',
        '35000 paid 2031-05-05',
        `5000 scheduled ${day(-7)}`,
      ],
    ],
  ])(
    'received money leaves no more scheduled than is owed, even if a failed payment was scheduled again: %i',
    async (amount, folio) => {
      const { inn, id, payments } = await openBooking();
      // As a team may have brought it in.
      await world.db.execute(`
      insert into payments (team_id, id, booking_id, amount_cents, status, due_on, position, refunded_cents)
      select team_id, gen_random_uuid(), booking_id, 30000, 'failed', '2031-05-01', 9, 0
      from payments where id = '${payments[0].id}'`);
      expect(paymentsIn(await inn.data(add(inn, id, { amount }), 201))).toEqual(folio);
    },
  );

  it('received money is refused for a cancelled booking, and accepted for a completed one', async () => {
    const { inn, id } = await openBooking();
    await inn.data(inn.cancel(id));
    for (const allow_overpayment of [false, true])
      expect(await errorsOf(add(inn, id, { amount: 1, allow_overpayment }))).toEqual({
        status: 422,
        errors: { amount: ['A payment cannot be added to a cancelled booking.'] },
      });
    const over = await inn.book();
    world.clock.set(`${day(9)}T10:00:00Z`);
    expect((await inn.data(add(inn, over.id, { amount: 40_000 }), 201)).balance_due).toBe(0);
    expect((await inn.read(`/bookings/${over.id}`)).status).toBe('completed');
  });

  it('received money may get its reference later, and nothing else can be changed that way', async () => {
    const { inn, id } = await openBooking();
    const { payments } = await inn.data(add(inn, id, { amount: 100 }), 201);
    const paid = payments.find(({ status }: Json) => status === 'paid');
    const path = `/bookings/${id}/payments/${paid.id}`;
    const put = (body: object) => inn.send('PUT', path, body);
    const after = (await inn.data(put({ reference: 'ch_1' }))).payments;
    expect(after).toEqual(payments.map((one: Json) => (one === paid ? { ...paid, reference: 'ch_1' } : one)));
    expect((await inn.events(id)).at(-1)).toMatchObject({
      type: 'booking.folio_changed',
      data: { payment: paid.id },
    });
    const count = (await inn.events(id)).length;
    await inn.data(put({ reference: 'ch_1' }));
    expect((await inn.events(id)).length).toBe(count);
    expect((await put({})).body.errors).toEqual({ status: ['The status field is required.'] });
    expect(Object.keys((await put({ refunded_amount: 'x' })).body.errors).sort()).toEqual([
      'refunded_amount',
      'status',
    ]);
  });

  it('received money needs an amount, and a moment within the limits', async () => {
    const { inn, id } = await openBooking();
    const before = await inn.folio(id);
    const refused = async (body: object) => Object.keys((await errorsOf(add(inn, id, body))).errors);
    expect(await refused({})).toEqual(['amount']);
    for (const amount of [null, 0, -1, 1.5, '1', 100_000_000_001])
      expect(await refused({ amount, allow_overpayment: true })).toEqual(['amount']);
    for (const paid_at of [
      '2031-05-05',
      '2031-05-05T10:00:00',
      '1999-12-31T23:59:59Z',
      '2200-01-01T00:00:00Z',
      1,
    ])
      expect(await refused({ amount: 1, paid_at })).toEqual(['paid_at']);
    expect(await refused({ amount: 0, paid_at: '', reference: 'a\nb', allow_overpayment: 1 })).toEqual([
      'amount',
      'paid_at',
      'reference',
      'allow_overpayment',
    ]);
    expect(await inn.folio(id)).toEqual(before);
  });
});

it('a booking may have a thousand payments, and one more is refused', async () => {
  const { inn, id } = await openBooking();
  await world.db.execute(`
    insert into payments (team_id, id, booking_id, amount_cents, status, due_on, position, refunded_cents)
    select team_id, gen_random_uuid(), booking_id, 1, 'cancelled', due_on, n, 0
    from payments, generate_series(10, 1006) n where booking_id = '${id}' and position = 0`);
  expect((await add(inn, id, { amount: 1 })).status).toBe(201);
  expect(await errorsOf(add(inn, id, { amount: 1 }))).toEqual({
    status: 422,
    errors: { amount: ['A booking can have 1000 payments.'] },
  });
});

describe('a payment that is recorded twice', () => {
  const TWICE = 'The reference field must not be that of another payment of the same amount.';
  const refused = { status: 422, errors: { reference: [TWICE] } };

  it('a second payment with the same reference and amount is refused, also beside other mistakes', async () => {
    const { inn, id } = await openBooking();
    const sent = { amount: 12_000, reference: 'bank-1' };
    await inn.data(add(inn, id, sent), 201);
    const folio = await inn.folio(id);
    expect(await errorsOf(add(inn, id, { ...sent, reference: ' bank-1 ' }))).toEqual(refused);
    await inn.data(add(inn, id, { amount: 28_000, reference: 'bank-1' }), 201);
    const owed = 'The amount field must not be greater than what is owed, 0.';
    expect(await errorsOf(add(inn, id, sent))).toEqual({
      status: 422,
      errors: { amount: [owed], reference: [TWICE] },
    });
    expect(await errorsOf(add(inn, id, { ...sent, allow_overpayment: true }))).toEqual(refused);
    expect((await inn.folio(id)).payments).toHaveLength(folio.payments.length + 1);
    for (const reference of ['bank-2', 'Bank-1', null])
      await inn.data(add(inn, id, { ...sent, reference, allow_overpayment: true }), 201);
    const other = await inn.book({ check_in: day(20), check_out: day(24) });
    await inn.data(add(inn, other.id, sent), 201);
  });

  it('no payment gets the reference of another one of the same amount, whatever else it is told', async () => {
    const { inn, id, payments } = await openBooking();
    const [deposit, rest] = payments;
    await inn.data(add(inn, id, { amount: 12_000, reference: 'bank-1', allow_overpayment: true }), 201);
    const again = await inn.data(add(inn, id, { amount: 12_000 }), 201);
    const paid = again.payments.find(
      ({ status, reference }: Json) => status === 'paid' && reference === null,
    );
    for (const body of [{}, { status: 'refunded' }, { status: 'scheduled' }])
      expect(await errorsOf(put(inn, id, paid, { ...body, reference: 'bank-1' }))).toEqual(refused);
    expect(await errorsOf(put(inn, id, paid, { status: 'failed', reference: 'bank-1' }))).toEqual({
      status: 422,
      errors: { status: ['A payment that is paid cannot become failed.'], reference: [TWICE] },
    });
    await inn.data(put(inn, id, rest, { reference: 'bank-1' }));
    await inn.data(put(inn, id, paid, { reference: 'bank-2' }));
    await inn.data(put(inn, id, paid, { reference: 'bank-2' }));
    expect((await inn.folio(id)).payments.find((one: Json) => one.id === deposit.id).status).toBe(
      'cancelled',
    );
  });

  it('a payment that was recorded by mistake and is cancelled can be recorded again', async () => {
    const { inn, id } = await openBooking();
    const sent = { amount: 40_000, reference: 'bank-1' };
    const first = (await inn.data(add(inn, id, sent), 201)).payments.find(
      ({ status }: Json) => status === 'paid',
    );
    await inn.data(add(inn, id, { amount: 40_000, reference: 'bank-2', allow_overpayment: true }), 201);
    const { payments } = await inn.data(put(inn, id, first, { status: 'scheduled' }));
    expect(payments.find((one: Json) => one.id === first.id).status).toBe('cancelled');
    await inn.data(add(inn, id, { ...sent, allow_overpayment: true }), 201);
    expect(await errorsOf(add(inn, id, { ...sent, allow_overpayment: true }))).toEqual(refused);
  });

  it('payments that were stored twice stand, and can be refunded', async () => {
    const { inn, id } = await openBooking();
    const all = { amount: 40_000, reference: 'bank-1' };
    await inn.data(add(inn, id, all), 201);
    await world.db.execute(`
      insert into payments (team_id, id, booking_id, amount_cents, status, due_on, position, paid_at, refunded_cents, reference)
      select team_id, gen_random_uuid(), booking_id, amount_cents, status, due_on, 9, paid_at, 0, reference
      from payments where booking_id = '${id}' and status = 'paid'`);
    const twice = (await inn.folio(id)).payments.filter(({ reference }: Json) => reference === 'bank-1');
    expect(twice).toHaveLength(2);
    const back = await inn.data(put(inn, id, twice[1], { status: 'refunded', reference: 'bank-1' }));
    expect(back).toMatchObject({ paid_total: 40_000 });
    await expectSound(world);
  });
});

describe('a payment marked as paid by mistake', () => {
  it('a payment marked as paid by mistake is cancelled, and what is then owed is scheduled', async () => {
    const { inn, id, payments } = await openBooking();
    const [deposit] = payments;
    await inn.data(put(inn, id, deposit, { status: 'paid', reference: 'pi_1' }));
    await inn.data(add(inn, id, { amount: 35_000, allow_overpayment: true }), 201);
    const folio = await inn.data(put(inn, id, deposit, { status: 'scheduled' }));
    expect(folio).toMatchObject({ paid_total: 35_000, balance_due: 5_000 });
    expect(folio.payments.find(({ id }: Json) => id === deposit.id)).toEqual({
      ...deposit,
      status: 'cancelled',
      reference: 'pi_1',
    });
    expect(folio.payments.filter(({ status }: Json) => status === 'scheduled')).toMatchObject([
      { amount: 5_000 },
    ]);
    const [last] = (await inn.events(id)).slice(-1);
    expect(last).toMatchObject({ type: 'booking.folio_changed', data: { status: ['paid', 'cancelled'] } });
    await expectSound(world);
  });

  it('a payment that was partly refunded, or of a cancelled booking, stays paid', async () => {
    const { inn, id, payments } = await openBooking();
    const [deposit, rest] = payments;
    const back = { status: 'scheduled' };
    const refusal = { status: 422, errors: { status: [expect.any(String)] } };
    expect(await errorsOf(put(inn, id, deposit, back))).toEqual(refusal);
    for (const payment of [deposit, rest]) await inn.data(put(inn, id, payment, { status: 'paid' }));
    await inn.data(put(inn, id, deposit, { status: 'refunded', refunded_amount: 1 }));
    expect(await errorsOf(put(inn, id, deposit, back))).toEqual(refusal);
    await inn.data(inn.cancel(id));
    expect(await errorsOf(put(inn, id, rest, back))).toEqual(refusal);
  });
});
