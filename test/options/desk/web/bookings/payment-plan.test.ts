/** The form with a booking's plan of payments, on the booking's page (docs/rules.md, 12.18). */
import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { day } from '../../../../helpers/factories.ts';
import { expectPage, type Fields, fieldsOf, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();

/** A booking over 400.00, of which 120.00 is due at once. */
async function openBooking() {
  const desk = await openDesk(world);
  const stay = { listing_id: desk.place.id, check_in: day(0), check_out: day(4), number_of_guests: 2 };
  const body = { ...stay, guest: { name: 'Bea Lind' } };
  const { id } = await desk.client.data(desk.client.send('POST', '/bookings', body), 201);
  const path = `${desk.list}/${id}`;
  const url = `${path}/payment-plan`;
  const open = async () => fieldsOf((await desk.visitor.get(path)).body, url);
  const send = async (rows: [string, string][], step = 'save') => {
    const { plan_seen = '' } = await open();
    return desk.visitor.post(url, { plan_seen, step, ...toFields(rows) });
  };
  const folio = () => desk.client.read(`/bookings/${id}/folio`);
  return { ...desk, id: id as string, path, url, open, send, folio };
}

const toFields = (rows: [string, string][]): Fields =>
  Object.fromEntries(
    rows.flatMap(([amount, dueOn], row) => [
      [`plan_${row}_amount`, amount],
      [`plan_${row}_due_on`, dueOn],
    ]),
  );

describe('the plan of payments on a booking’s page', () => {
  test('its form says what is owed and has the scheduled payments, each with its amount and day', async () => {
    const { visitor, path, url, open, folio } = await openBooking();
    const { body } = await visitor.get(path);
    expect(body).toContain('When €400.00 is to be paid');
    const { payments } = await folio();
    expect(await open()).toMatchObject({
      plan_0_amount: '120.00',
      plan_0_due_on: payments[0].due_on,
      plan_1_amount: '280.00',
      plan_1_due_on: payments[1].due_on,
      plan_2_amount: '',
    });
    expect(body.split(url)).toHaveLength(2);
  });

  test('it is saved as it is typed, without empty rows, and set back to the team’s terms', async () => {
    const { visitor, path, send, folio } = await openBooking();
    const before = (await folio()).payments;
    const saved = await send([
      ['100', day(-5)],
      ['', ''],
      ['300.00', day(0)],
    ]);
    expect([saved.statusCode, saved.headers.location]).toEqual([303, path]);
    expectPage(await visitor.get(path), 200, 'The plan is saved.');
    expect((await folio()).payment_plan).toEqual([
      { amount: 10_000, due_on: day(-5) },
      { amount: 30_000, due_on: day(0) },
    ]);
    await send([], 'terms');
    expectPage(await visitor.get(path), 200, 'The payments follow your team’s terms again.');
    expect(await folio()).toMatchObject({ payment_plan: null, payments: before.map(toAmountAndDay) });
  });

  test.each([
    [
      'a sum that is not owed',
      [['399', day(0)]],
      'plan',
      'The payments must add up to what is owed, €400.00.',
    ],
    ['no payment', [], 'plan', 'The payments must have at least one payment.'],
    [
      'a day that is past',
      [['400', day(-100)]],
      'plan_0_due_on',
      'The day of payment 1 must not be before today.',
    ],
    [
      'days that fall',
      [
        ['200', day(2)],
        ['', ''],
        ['200', day(1)],
      ],
      'plan_2_due_on',
      'The day of payment 3 must not be before that of the payment above.',
    ],
    [
      'a row without a day',
      [
        ['', ''],
        ['400', ''],
      ],
      'plan_1_due_on',
      'The day of payment 2',
    ],
    [
      'an amount that is none',
      [
        ['400', day(0)],
        ['much', day(1)],
      ],
      'plan_1_amount',
      'The amount of payment 2',
    ],
    [
      'an amount of nothing',
      [
        ['400', day(0)],
        ['0', day(1)],
      ],
      'plan_1_amount',
      'The amount of payment 2',
    ],
  ] as [string, [string, string][], string, string][])(
    '%s is refused at its field, and what was typed stays',
    async (_what, rows, field, message) => {
      const { send, folio, url } = await openBooking();
      const refused = await send(rows);
      expectPage(refused, 422, `id="${field}-error">${message}`);
      expect(refused.body).toContain(`<a href="#${field}">`);
      expect(fieldsOf(refused.body, url)).toMatchObject(toFields(rows));
      expect(await folio()).toMatchObject({ payment_plan: null });
    },
  );

  test('a plan is not saved over one that somebody else has made meanwhile', async () => {
    const { visitor, client, id, url, open, folio } = await openBooking();
    const { plan_seen = '' } = await open();
    const others = [{ amount: 40_000, due_on: day(-1) }];
    await client.data(client.send('PUT', `/bookings/${id}/payment-plan`, { payments: others }), 200);
    const late = await visitor.post(url, { plan_seen, step: 'save', ...toFields([['400', day(0)]]) });
    expectPage(late, 422, 'Somebody has changed this meanwhile.');
    expect(await folio()).toMatchObject({ payment_plan: others });
  });

  test('there is nothing to plan once all is paid, or the booking is cancelled', async () => {
    const paid = await openBooking();
    await paid.client.data(
      paid.client.send('POST', `/bookings/${paid.id}/payments`, { amount: 40_000 }),
      201,
    );
    expect((await paid.visitor.get(paid.path)).body).not.toContain(paid.url);
    const cancelled = await openBooking();
    await cancelled.client.cancel(cancelled.id);
    expect((await cancelled.visitor.get(cancelled.path)).body).not.toContain(cancelled.url);
  });
});

const toAmountAndDay = ({ amount, due_on }: { amount: number; due_on: string }) =>
  expect.objectContaining({ amount, due_on });
