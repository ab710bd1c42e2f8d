import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { payments } from '../../../src/db/schema/folio.ts';
import { teams } from '../../../src/db/schema/teams.ts';
import { newId } from '../../../src/services/new-id.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { expectSound, type Inn, type Json, openInn } from '../../helpers/bookings.ts';
import { buildBooking, day } from '../../helpers/factories.ts';

const TODAY = '2031-05-05';

const world = await openSharedApp();

/** A folio's payments and invoices in a few words each. */
async function summarizeFolio(inn: Inn, id: string) {
  const folio = await inn.folio(id);
  const payments = folio.payments.map((one: Json) => `${one.amount} ${one.status} ${one.due_on}`);
  const invoices = folio.invoices.map(
    (one: Json) => `${one.number.replace(/^.*-/, '-')} ${one.amount} ${one.status}`,
  );
  return { payments, invoices };
}

const pay = async (inn: Inn, id: string, index: number, status = 'paid') => {
  const { payments } = await inn.folio(id);
  await inn.data(inn.send('PUT', `/bookings/${id}/payments/${payments[index].id}`, { status }));
};

it.each([
  ['no terms', { depositPpm: 0, balanceDueDays: 0 }, 10_000, [`40000 scheduled ${day(0)}`]],
  [
    'a deposit and a balance',
    { depositPpm: 300_000, balanceDueDays: 10 },
    10_000,
    [`12000 scheduled ${TODAY}`, `28000 scheduled ${day(-10)}`],
  ],
  [
    'a deposit that is rounded half up',
    { depositPpm: 125_000, balanceDueDays: 28 },
    10_001,
    [`5001 scheduled ${TODAY}`, `35003 scheduled ${TODAY}`],
  ],
  [
    'a balance that is past',
    { depositPpm: 500_000, balanceDueDays: 3_650 },
    10_000,
    [`20000 scheduled ${TODAY}`, `20000 scheduled ${TODAY}`],
  ],
  ['all at once', { depositPpm: 1_000_000, balanceDueDays: 30 }, 10_000, [`40000 scheduled ${TODAY}`]],
  [
    'a deposit that is rounded away',
    { depositPpm: 1, balanceDueDays: 1 },
    10_000,
    [`40000 scheduled ${day(-1)}`],
  ],
  ['nothing to pay', { depositPpm: 300_000, balanceDueDays: 10 }, 0, []],
])('a new booking’s payment plan with %s', async (_name, team, nightlyCents, payments) => {
  const inn = await openInn(world, { team, listing: { nightlyCents } });
  const { id } = await inn.book();
  expect(await summarizeFolio(inn, id)).toEqual({ payments, invoices: [`-1 ${nightlyCents * 4} open`] });
  await expectSound(world);
});

describe('payments that are due on one day', () => {
  const team = { depositPpm: 300_000, balanceDueDays: 3_650 };
  /** Gives a booking's payments ids in reverse order, as two processes could. */
  async function reverseIds(inn: Inn, id: string): Promise<string[]> {
    const { payments: planned } = await inn.folio(id);
    const newIds = planned.map(() => newId()).reverse();
    for (const [index, payment] of planned.entries())
      await world.db.update(payments).set({ id: newIds[index] }).where(eq(payments.id, payment.id));
    return newIds;
  }

  it('payments due on the same day stay in the order of the plan, and keep their ids when the plan is made again', async () => {
    const inn = await openInn(world, { team });
    const { id } = await inn.book();
    const ids = await reverseIds(inn, id);
    expect((await summarizeFolio(inn, id)).payments).toEqual([
      `12000 scheduled ${TODAY}`,
      `28000 scheduled ${TODAY}`,
    ]);
    await inn.data(inn.change(id, { check_out: day(5) }));
    expect((await summarizeFolio(inn, id)).payments).toEqual([
      `15000 scheduled ${TODAY}`,
      `35000 scheduled ${TODAY}`,
    ]);
    expect((await inn.folio(id)).payments.map((one: Json) => one.id)).toEqual(ids);
  });

  it('old payments due on the same day are sorted by the present payment terms, else by id', async () => {
    const inn = await openInn(world, { team });
    const { id } = await inn.book();
    await reverseIds(inn, id);
    const [, backfill = ''] = (await readFile('migrations/0004_payment_position.sql', 'utf8')).split(
      '--> statement-breakpoint',
    );
    const byIds = [`28000 scheduled ${TODAY}`, `12000 scheduled ${TODAY}`];
    const ofTeam = eq(payments.teamId, inn.teamId);
    for (const [depositPpm, order] of [
      [300_000, byIds.toReversed()],
      [500_000, byIds],
    ] as const) {
      await world.db.update(teams).set({ depositPpm }).where(eq(teams.id, inn.teamId));
      await world.db.update(payments).set({ position: 0 }).where(ofTeam);
      expect((await summarizeFolio(inn, id)).payments).toEqual(byIds);
      await world.db.execute(sql.raw(backfill));
      expect((await summarizeFolio(inn, id)).payments).toEqual(order);
      expect(
        (await world.db.select().from(payments).where(ofTeam)).map((one) => one.position).sort(),
      ).toEqual([0, 1]);
    }
  });
});

it('the deposit is due on the day of booking in the listing’s time zone', async () => {
  world.clock.set('2031-05-05T23:30:00Z');
  const inn = await openInn(world, {
    team: { depositPpm: 1_000_000 },
    listing: { timezone: 'Pacific/Auckland' },
  });
  expect(await summarizeFolio(inn, (await inn.book()).id)).toMatchObject({
    payments: ['40000 scheduled 2031-05-06'],
  });
});

it('a changed price makes a new payment plan and replaces the open invoice', async () => {
  const inn = await openInn(world, { team: { depositPpm: 300_000, balanceDueDays: 10 } });
  const { id } = await inn.book();
  const ids = (await inn.folio(id)).payments.map((one: Json) => one.id);
  world.clock.set('2031-05-10T10:00:00Z');
  await inn.data(inn.change(id, { check_out: day(6) }));
  expect(await summarizeFolio(inn, id)).toEqual({
    payments: [`18000 scheduled 2031-05-10`, `42000 scheduled ${day(-10)}`],
    invoices: ['-1 40000 void', '-2 60000 open'],
  });
  expect((await inn.folio(id)).payments.map((one: Json) => one.id)).toEqual(ids);

  // The deposit is paid in part: its rest is still due first.
  await pay(inn, id, 0);
  await inn.data(inn.change(id, { check_out: day(10) }));
  expect(await summarizeFolio(inn, id)).toEqual({
    payments: ['18000 paid 2031-05-10', '12000 scheduled 2031-05-10', `70000 scheduled ${day(-10)}`],
    invoices: ['-1 40000 void', '-2 60000 void', '-3 100000 open'],
  });

  // More is paid than is owed: scheduled payments are cancelled, and nothing disappears.
  await inn.data(inn.change(id, { check_out: day(1) }));
  expect(await summarizeFolio(inn, id)).toEqual({
    payments: ['18000 paid 2031-05-10', '12000 cancelled 2031-05-10', `70000 cancelled ${day(-10)}`],
    invoices: ['-1 40000 void', '-2 60000 void', '-3 100000 void', '-4 10000 open'],
  });
  expect(await inn.folio(id)).toMatchObject({ paid_total: 18_000, balance_due: -8_000 });
  const last = (await inn.folio(id)).invoices.at(-1);
  await inn.data(inn.send('PUT', `/bookings/${id}/invoices/${last.id}`, { status: 'paid' }));
  expect((await summarizeFolio(inn, id)).invoices.at(-1)).toBe('-4 10000 paid');
  await expectSound(world);
});

it('a moved arrival makes a new payment plan although the price is the same, and other changes do not', async () => {
  const inn = await openInn(world, { team: { depositPpm: 300_000, balanceDueDays: 10 } });
  const { id } = await inn.book();
  const folio = await inn.folio(id);
  await inn.data(inn.change(id, { notes: 'Late.', number_of_guests: 3, guest: { phone: '1' } }));
  expect(await inn.folio(id)).toEqual(folio);
  await inn.data(inn.change(id, { check_in: day(20), check_out: day(24) }));
  expect(await summarizeFolio(inn, id)).toEqual({
    payments: [`12000 scheduled ${TODAY}`, `28000 scheduled ${day(10)}`],
    invoices: ['-1 40000 void', '-2 40000 open'],
  });
});

it('a new payment plan cancels a failed payment, and what was refunded is owed again', async () => {
  const inn = await openInn(world, { team: { depositPpm: 300_000, balanceDueDays: 10 } });
  const { id } = await inn.book();
  await pay(inn, id, 0, 'failed');
  await inn.data(inn.change(id, { check_out: day(5) }));
  expect((await summarizeFolio(inn, id)).payments).toEqual([
    `12000 cancelled ${TODAY}`,
    `15000 scheduled ${TODAY}`,
    `35000 scheduled ${day(-10)}`,
  ]);
  const { payments } = await inn.folio(id);
  const deposit = payments.findIndex((one: Json) => one.amount === 15_000);
  await pay(inn, id, deposit);
  await pay(inn, id, deposit, 'refunded');
  await inn.data(inn.change(id, { check_out: day(4) }));
  expect((await summarizeFolio(inn, id)).payments).toEqual([
    `12000 cancelled ${TODAY}`,
    `15000 refunded ${TODAY}`,
    `12000 scheduled ${TODAY}`,
    `28000 scheduled ${day(-10)}`,
  ]);
});

it('a paid invoice stays, and only the difference of a new price is invoiced or credited', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  const [invoice] = (await inn.folio(id)).invoices;
  await inn.data(inn.send('PUT', `/bookings/${id}/invoices/${invoice.id}`, { status: 'paid' }));
  await inn.data(inn.change(id, { check_out: day(5) }));
  expect((await summarizeFolio(inn, id)).invoices).toEqual(['-1 40000 paid', '-2 10000 open']);
  await inn.data(inn.change(id, { check_out: day(2) }));
  expect((await summarizeFolio(inn, id)).invoices).toEqual([
    '-1 40000 paid',
    '-2 10000 void',
    '-3 -20000 open',
  ]);
});

it('an imported booking without payments and invoices gets none when it changes', async () => {
  const inn = await openInn(world);
  const { id } = await buildBooking(world, { teamId: inn.teamId, listingId: inn.listing.id });
  await inn.data(inn.change(id, { check_out: day(6) }));
  expect(await summarizeFolio(inn, id)).toEqual({ payments: [], invoices: [] });
});

it('a booking that was free has an invoice of 0, and gets payments when its price rises', async () => {
  const inn = await openInn(world, { listing: { nightlyCents: 0 } });
  const { id } = await inn.book();
  await world.db.execute(`update listings set nightly_cents = 10000 where team_id = ${inn.teamId}`);
  await inn.data(inn.change(id, { check_out: day(5) }));
  const payments = [`50000 scheduled ${day(0)}`];
  expect(await summarizeFolio(inn, id)).toEqual({ payments, invoices: ['-1 0 void', '-2 50000 open'] });
  await world.db.execute(`delete from invoices where booking_id = '${id}'`);
  await inn.data(inn.change(id, { check_out: day(4) }));
  expect(await summarizeFolio(inn, id)).toEqual({
    payments: [`40000 scheduled ${day(0)}`],
    invoices: ['-1 40000 open'],
  });
});

it('a new payment plan uses the team’s terms of that day, but the booking’s own security deposit', async () => {
  const inn = await openInn(world, { listing: { securityDepositCents: 5_000 } });
  const { id } = await inn.book();
  await world.db.execute(
    `update teams set deposit_ppm = 500000, balance_due_days = 2 where id = ${inn.teamId}`,
  );
  await world.db.execute(`update listings set security_deposit_cents = 9000 where team_id = ${inn.teamId}`);
  await inn.data(inn.change(id, { check_out: day(6) }));
  expect((await summarizeFolio(inn, id)).payments).toEqual([
    `30000 scheduled ${TODAY}`,
    `30000 scheduled ${day(-2)}`,
  ]);
  expect((await inn.folio(id)).security_deposit.amount).toBe(5_000);
});

it('a booking with a thousand invoices cannot be changed if that needs another invoice', async () => {
  const inn = await openInn(world);
  const { id } = await inn.book();
  await world.db.execute(`
    insert into invoices (team_id, id, booking_id, number, amount_cents, status, issued_at, voided_at)
    select team_id, gen_random_uuid(), booking_id, 'old-' || n, 100, 'void', issued_at, issued_at
    from invoices, generate_series(1, 998) as n where booking_id = '${id}'`);
  expect((await inn.change(id, { check_out: day(6) })).status).toBe(200);
  const refused = await inn.change(id, { check_out: day(7) });
  expect([refused.status, refused.body.errors]).toEqual([
    422,
    {
      invoices: ['A booking can have 1000 invoices, so this change of its price or arrival is not possible.'],
    },
  ]);
  const { invoices } = await inn.folio(id);
  expect(invoices).toHaveLength(1_000);
  // Neither changes the price.
  for (const change of [{ notes: 'Arrives late.' }, { number_of_guests: 3 }])
    expect((await inn.change(id, change)).status).toBe(200);
  expect((await inn.cancel(id)).status).toBe(200);
});
