/** Many new bookings at once must not break these promises. */

import { randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';
import { describe, expect, it, type TestContext } from 'vitest';
import { openSharedApp, openTestApp, openWithoutIndexes } from '../../../helpers/app.ts';
import {
  type Answer,
  at,
  clientOf,
  type Inn,
  openBuilding,
  openInn,
  storm,
  tally,
  times,
} from '../../../helpers/bookings.ts';
import { openClient } from '../../../helpers/database.ts';
import { buildBooking, buildCoupon, buildListing, buildUnit, day } from '../../../helpers/factories.ts';
import { deadlocksIn } from '../../../helpers/invariants.ts';
import { untilSomebodyWaits } from '../../../helpers/waiting.ts';

const CLIENTS = 24;

const world = await openSharedApp({ poolMax: 1 });

const REFUSED = {
  message: expect.any(String),
  errors: { availability: [expect.any(String)] },
  codes: { availability: ['rule'] },
};
/** The same, by what the service has read. */
const refusedFor = (code: string) => ({ ...REFUSED, reasons: [expect.objectContaining({ code })] });

/** Refused requests got an ordinary refusal, and no request got anything else. */
function expectOrdinaryRefusals(answers: readonly Answer[], accepted: number): void {
  expect(tally(answers)).toEqual({
    201: accepted,
    ...(accepted < answers.length ? { 422: answers.length - accepted } : {}),
  });
  for (const { status, body } of answers)
    if (status === 422) expect(body).toEqual(refusedFor('dates_unavailable'));
}

/** A team with this number of listings, each with one unit and a booking. */
async function openListings(count: number) {
  const inn = await openInn(world);
  const bookings = [];
  for (let n = 0; n < count; n += 1) {
    const { id: listing_id } = await buildListing(world, { teamId: inn.teamId });
    await buildUnit(world, { teamId: inn.teamId, listingId: listing_id });
    bookings.push(inn.newBooking({ listing_id }));
  }
  return { inn, bookings };
}

/** Every client makes the n-th of these bookings at once. */
const bookAtOnce = (
  inn: Pick<Inn, 'token' | 'newBooking'>,
  count: number,
  change: (n: number) => Record<string, unknown> = () => ({}),
  headers = {},
) =>
  storm(world, inn.token, (client) =>
    Promise.all(times(count, (n) => client.send('POST', '/bookings', inn.newBooking(change(n)), headers))),
  );

describe('bookings at once', () => {
  it(`if ${CLIENTS} clients book the same dates at once, exactly one booking is made`, async () => {
    const inn = await openInn(world);
    const answers = await bookAtOnce(inn, CLIENTS);
    expectOrdinaryRefusals(answers, 1);
  });

  it('if many book overlapping dates at once, the bookings that are made do not overlap', async () => {
    const inn = await openInn(world);
    const stay = (n: number) => ({ check_in: day(n % 5), check_out: day((n % 5) + 5) });
    const answers = await bookAtOnce(inn, CLIENTS, stay);
    expectOrdinaryRefusals(answers, 1);
  });

  it('if many book a listing with N units at once, exactly N bookings are made', async () => {
    const inn = await openInn(world, { units: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] });
    const answers = await bookAtOnce(inn, CLIENTS);
    expectOrdinaryRefusals(answers, 7);
    const units = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.unit.name);
    expect(units.sort().join('')).toBe('ABCDEFG');
  });

  it('if a building and its units are booked at once, either the building or its units are booked', async () => {
    const inn = await openBuilding(world, { Doubles: ['1', '2', '3', '4', '5'], Singles: ['6', '7', '8'] });
    const listings = [inn.listing, ...inn.unitTypes];
    const answers = await bookAtOnce(inn, 30, (n) => ({
      listing_id: at(listings, n % 3).id,
      check_in: day(n % 7),
      check_out: day((n % 7) + 2),
    }));
    expect(Object.keys(tally(answers)).sort()).toEqual(['201', '422']);
  });

  it('if a booking and a block want the same nights at once, one of them gets them', async () => {
    const inn = await openInn(world, { units: ['A', 'B'] });
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(
        times(30, (n) =>
          n % 2 === 0
            ? client.send('POST', '/bookings', inn.newBooking())
            : client.send('POST', '/blocks', {
                listing_id: inn.listing.id,
                start_date: day(1),
                end_date: day(2),
              }),
        ),
      ),
    );
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.data);
    // A block takes both units, a booking takes one.
    expect(made.length).toBe(made.some(Array.isArray) ? 1 : 2);
  });

  // From here on each client has a listing of its own, so that no lock on a unit keeps them apart.
  it('a coupon is redeemed by as many bookings at once as it has redemptions left', async () => {
    const { inn, bookings } = await openListings(20);
    await buildCoupon(world, { teamId: inn.teamId, code: 'LAST', maxRedemptions: 3 });
    const answers = await bookAtOnce(inn, 20, (n) => ({ ...bookings[n], coupon_code: 'last' }));
    expect(tally(answers)).toEqual({ 201: 3, 422: 17 });
    const refused = answers
      .filter(({ status }) => status === 422)
      .map(({ body }) => Object.keys(body.errors));
    expect(refused).toEqual(times(17, () => ['coupon_code']));
  });

  it('bookings at once for one new guest make the guest once', async () => {
    const { inn, bookings } = await openListings(20);
    const answers = await bookAtOnce(inn, 20, (n) => ({
      ...bookings[n],
      guest: { name: `Bea ${n}`, email: n % 2 ? 'new@example.com' : 'New@Example.com' },
    }));
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.data.guest_id)).size).toBe(1);
    expect((await inn.send('GET', '/guests')).body.meta.total).toBe(1);
  });

  it('requests at once under one idempotency key make one booking, and all get the same answer', async () => {
    const inn = await openInn(world, { units: times(20, (n) => `Unit ${n}`) });
    const answers = await bookAtOnce(inn, 20, () => ({}), { 'idempotency-key': 'only-once' });
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter((answer) => answer.headers['idempotent-replay'] === 'true');
    expect(replayed.length).toBe(19);
    expect((await inn.send('GET', '/bookings')).body.meta.total).toBe(1);
  });
});

/** An app whose pool and database are its own, and a connection that takes no part in the service's locks. */
async function openBeside({ onTestFinished }: TestContext) {
  const own = await openTestApp();
  const rival = await openClient(own.url);
  onTestFinished(async () => {
    await rival.end();
    await own.close();
  });
  return { own, rival };
}

it.for([
  ['from the same night on', 0, 4],
  ['from another night on', 1, 1],
] as const)(
  'nights that are taken in spite of all locks, %s, are refused like other taken nights',
  async ([_name, offset, length], context) => {
    const { own, rival } = await openBeside(context);
    const inn = await openInn(own);
    const elsewhere = await buildBooking(own, { teamId: inn.teamId, listingId: inn.listing.id });
    // A transaction that ignores the locks takes the nights, and has not committed yet.
    await rival.query('begin');
    await rival.query(
      'insert into occupancies (team_id, unit_id, start_date, end_date, booking_id) values ($1, $2, $3, $4, $5)',
      [inn.teamId, at(inn.units, 0).id, day(offset), day(offset + length), elsewhere.id],
    );
    const booking = inn.tryBook();
    await untilSomebodyWaits(own);
    await rival.query('commit');
    const { status, body } = await booking;
    const log = own.log.filter((line) => line.includes('request failed'));
    expect({ status, body, log }).toEqual({ status: 422, body: REFUSED, log: [] });
  },
);

it('the listing is read after the locks, so that one that is deactivated meanwhile is not booked', async (context) => {
  const { own, rival } = await openBeside(context);
  const inn = await openInn(own);
  await rival.query('begin');
  await rival.query('select from units where team_id = $1 for no key update', [inn.teamId]);
  await rival.query("update listings set status = 'inactive' where team_id = $1", [inn.teamId]);
  const booking = inn.tryBook();
  await untilSomebodyWaits(own);
  await rival.query('commit');
  const { status, body } = await booking;
  expect({ status, body }).toEqual({ status: 422, body: refusedFor('listing_not_bookable') });
});

it('units are locked in the order of their ids, so a request that waits for the first has locked no other', async (context) => {
  const { own, rival } = await openBeside(context);
  // They are stored in reverse order, and are read in that order.
  const server = await openWithoutIndexes(own);
  context.onTestFinished(() => server.close());
  const inn = await openBuilding(own, { Doubles: [] });
  const { id: listingId } = at(inn.unitTypes, 0);
  const [first = '', ...others] = times(5, () => randomUUIDv7()).sort();
  for (const id of [...others.toReversed(), first])
    await buildUnit(own, { teamId: inn.teamId, listingId, id });
  await rival.query('begin');
  const lock = 'select from units where team_id = $1 and id = $2 for no key update';
  await rival.query(lock, [inn.teamId, first]);
  const booking = clientOf(server, inn.token).send('POST', '/bookings', inn.newBooking());
  await untilSomebodyWaits(own);
  const free =
    'select id from units where team_id = $1 and id = any($2) order by id for no key update skip locked';
  const { rows } = await rival.query<{ id: string }>(free, [inn.teamId, others]);
  expect(rows.map(({ id }) => id)).toEqual(others);
  await rival.query('commit');
  expect((await booking).status).toBe(201);
});

it('a booking that PostgreSQL aborts because of a deadlock is tried again', async (context) => {
  const { own, rival } = await openBeside(context);
  const inn = await openInn(own);
  await buildCoupon(own, { teamId: inn.teamId, code: 'RUDE' });
  /**
   * A transaction that holds the coupon wants the unit. Returns whether the booking was rolled back for it, and its
   * outcome.
   */
  const crossing = async (n: number) => {
    await rival.query('begin');
    await rival.query('select from coupons where team_id = $1 for update', [inn.teamId]);
    const booking = inn.tryBook({ coupon_code: 'rude', check_in: day(n * 4), check_out: day(n * 4 + 4) });
    await untilSomebodyWaits(own);
    const wasBrokenOff = await rival
      .query('select from units where team_id = $1 for update', [inn.teamId])
      .then(
        () => true,
        () => false,
      );
    await rival.query(wasBrokenOff ? 'commit' : 'rollback');
    return { wasBrokenOff, status: (await booking).status };
  };
  // PostgreSQL chooses which one to roll back: the one that first has waited for a second.
  let seen = await crossing(0);
  for (let n = 1; n < 4 && !(seen.wasBrokenOff && seen.status === 201); n += 1) seen = await crossing(n);
  expect(seen).toEqual({ wasBrokenOff: true, status: 201 });
});

it('the tests of races would notice a deadlock', async (context) => {
  const { own, rival } = await openBeside(context);
  const other = await openClient(own.url);
  for (const client of [rival, other]) await client.query('begin');
  const lock = (client: pg.Client, key: number) => client.query('select pg_advisory_xact_lock($1)', [key]);
  await lock(rival, 1);
  await lock(other, 2);
  await Promise.allSettled([lock(rival, 2), lock(other, 1)]);
  await other.end();
  await rival.query('rollback');
  await expect.poll(() => deadlocksIn(own.url)).toBe(1);
});
