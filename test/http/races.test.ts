/** What many at once must not break: new bookings. */

import { randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { openSharedApp, openTestApp, openWithoutIndexes } from '../support/app.ts';
import {
  type Answer,
  at,
  clientOf,
  openBuilding,
  openInn,
  storm,
  tally,
  times,
} from '../support/bookings.ts';
import { buildBooking, buildCoupon, buildListing, buildUnit, day } from '../support/factories.ts';
import { deadlocksIn } from '../support/invariants.ts';
import { untilSomebodyWaits } from '../support/waiting.ts';

const CLIENTS = 50;

const world = await openSharedApp({ poolMax: 1 });

const REFUSED = { message: expect.any(String), errors: { availability: [expect.any(String)] } };

/** The refused ones were told in the ordinary way, and nobody got anything else. */
function expectOrdinaryRefusals(answers: readonly Answer[], accepted: number): void {
  expect(tally(answers)).toEqual({
    201: accepted,
    ...(accepted < answers.length ? { 422: answers.length - accepted } : {}),
  });
  for (const { status, body } of answers) if (status === 422) expect(body).toEqual(REFUSED);
}

/** A team with as many listings of one unit, and a booking of each. */
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

describe('bookings at once', () => {
  it(`of the same dates by ${CLIENTS} clients: exactly one is taken`, async () => {
    const inn = await openInn(world);
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(times(CLIENTS, () => client.send('POST', '/bookings', inn.newBooking()))),
    );
    expectOrdinaryRefusals(answers, 1);
  });

  it('of overlapping dates: those taken do not overlap, and one is', async () => {
    const inn = await openInn(world);
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(
        times(CLIENTS, (n) =>
          client.send(
            'POST',
            '/bookings',
            inn.newBooking({ check_in: day(n % 5), check_out: day((n % 5) + 5) }),
          ),
        ),
      ),
    );
    expectOrdinaryRefusals(answers, 1);
  });

  it('of N units: exactly N', async () => {
    const inn = await openInn(world, { units: ['A', 'B', 'C', 'D', 'E', 'F', 'G'] });
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(times(CLIENTS, () => client.send('POST', '/bookings', inn.newBooking()))),
    );
    expectOrdinaryRefusals(answers, 7);
    const units = answers.filter(({ status }) => status === 201).map(({ body }) => body.data.unit.name);
    expect(units.sort().join('')).toBe('ABCDEFG');
  });

  it('of a building and of its units: the one or the others', async () => {
    const inn = await openBuilding(world, { Doubles: ['1', '2', '3', '4', '5'], Singles: ['6', '7', '8'] });
    const listings = [inn.listing, ...inn.unitTypes];
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(
        times(60, (n) =>
          client.send(
            'POST',
            '/bookings',
            inn.newBooking({
              listing_id: at(listings, n % 3).id,
              check_in: day(n % 7),
              check_out: day((n % 7) + 2),
            }),
          ),
        ),
      ),
    );
    expect(Object.keys(tally(answers)).sort()).toEqual(['201', '422']);
  });

  it('and blocks: one or the other', async () => {
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
    // A block takes both units, a booking one.
    expect(made.length).toBe(made.some(Array.isArray) ? 1 : 2);
  });

  // Each in a listing of its own from here on, so that no lock on a unit keeps them apart.
  it('with the last redemption of a coupon: as many as there are', async () => {
    const { inn, bookings } = await openListings(20);
    await buildCoupon(world, { teamId: inn.teamId, code: 'LAST', maxRedemptions: 3 });
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(bookings.map((body) => client.send('POST', '/bookings', { ...body, coupon_code: 'last' }))),
    );
    expect(tally(answers)).toEqual({ 201: 3, 422: 17 });
    const refused = answers
      .filter(({ status }) => status === 422)
      .map(({ body }) => Object.keys(body.errors));
    expect(refused).toEqual(times(17, () => ['coupon_code']));
  });

  it('for one new guest: the guest is made once', async () => {
    const { inn, bookings } = await openListings(20);
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(
        bookings.map((body, n) => {
          const guest = { name: `Bea ${n}`, email: n % 2 ? 'new@example.com' : 'New@Example.com' };
          return client.send('POST', '/bookings', { ...body, guest });
        }),
      ),
    );
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ body }) => body.data.guest_id)).size).toBe(1);
    expect((await inn.send('GET', '/guests')).body.meta.total).toBe(1);
  });

  it('under one idempotency key: one booking, and the same answer for all', async () => {
    const inn = await openInn(world, { units: times(20, (n) => `Unit ${n}`) });
    const headers = { 'idempotency-key': 'only-once' };
    const answers = await storm(world, inn.token, (client) =>
      Promise.all(times(20, () => client.send('POST', '/bookings', inn.newBooking(), headers))),
    );
    expect(tally(answers)).toEqual({ 201: 20 });
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    const replayed = answers.filter((answer) => answer.headers['idempotent-replay'] === 'true');
    expect(replayed.length).toBe(19);
    expect((await inn.send('GET', '/bookings')).body.meta.total).toBe(1);
  });
});

it.each([
  ['from the same night on', 0, 4],
  ['from another night on', 1, 1],
])(
  'nights that somebody took in spite of all locks, %s, are the ordinary refusal',
  async (_name, offset, length) => {
    const own = await openTestApp();
    const rude = new pg.Client({ connectionString: own.url });
    await rude.connect();
    try {
      const inn = await openInn(own);
      const elsewhere = await buildBooking(own, { teamId: inn.teamId, listingId: inn.listing.id });
      // Somebody who does not know of the locks holds the nights, and has not said so yet.
      await rude.query('begin');
      await rude.query(
        'insert into occupancies (team_id, unit_id, start_date, end_date, booking_id) values ($1, $2, $3, $4, $5)',
        [inn.teamId, at(inn.units, 0).id, day(offset), day(offset + length), elsewhere.id],
      );
      const booking = inn.tryBook();
      await untilSomebodyWaits(own);
      await rude.query('commit');
      const { status, body } = await booking;
      expect({ status, body, log: own.log.filter((line) => line.includes('request failed')) }).toEqual({
        status: 422,
        body: REFUSED,
        log: [],
      });
    } finally {
      await rude.end();
      await own.close();
    }
  },
);

it('what decides is read behind the locks: a listing that is taken off sale meanwhile is not booked', async () => {
  const own = await openTestApp();
  const staff = new pg.Client({ connectionString: own.url });
  await staff.connect();
  try {
    const inn = await openInn(own);
    await staff.query('begin');
    await staff.query('select from units where team_id = $1 for no key update', [inn.teamId]);
    await staff.query("update listings set status = 'inactive' where team_id = $1", [inn.teamId]);
    const booking = inn.tryBook();
    await untilSomebodyWaits(own);
    await staff.query('commit');
    const { status, body } = await booking;
    expect({ status, body }).toEqual({ status: 422, body: REFUSED });
  } finally {
    await staff.end();
    await own.close();
  }
});

it('units are locked in the order of their ids: whoever waits for the first holds no other', async () => {
  const own = await openTestApp();
  // They lie the other way round, and are read as they lie.
  const server = await openWithoutIndexes(own);
  const holder = new pg.Client({ connectionString: own.url });
  await holder.connect();
  try {
    const inn = await openBuilding(own, { Doubles: [] });
    const { id: listingId } = at(inn.unitTypes, 0);
    const [first = '', ...others] = times(5, () => randomUUIDv7()).sort();
    for (const id of [...others.toReversed(), first])
      await buildUnit(own, { teamId: inn.teamId, listingId, id });
    await holder.query('begin');
    await holder.query('select from units where team_id = $1 and id = $2 for no key update', [
      inn.teamId,
      first,
    ]);
    const booking = clientOf(server, inn.token).send('POST', '/bookings', inn.newBooking());
    await untilSomebodyWaits(own);
    const free =
      'select id from units where team_id = $1 and id = any($2) order by id for no key update skip locked';
    const { rows } = await holder.query<{ id: string }>(free, [inn.teamId, others]);
    expect(rows.map(({ id }) => id)).toEqual(others);
    await holder.query('commit');
    expect((await booking).status).toBe(201);
  } finally {
    await holder.end();
    await server.close();
    await own.close();
  }
});

it('a booking that PostgreSQL breaks off for a deadlock is made all the same', async () => {
  const own = await openTestApp();
  const rude = new pg.Client({ connectionString: own.url });
  await rude.connect();
  try {
    const inn = await openInn(own);
    await buildCoupon(own, { teamId: inn.teamId, code: 'RUDE' });
    /** Somebody who has the coupon wants the unit. Whether the booking was broken off for it, and what became of it. */
    const crossing = async (n: number) => {
      await rude.query('begin');
      await rude.query('select from coupons where team_id = $1 for update', [inn.teamId]);
      const booking = inn.tryBook({ coupon_code: 'rude', check_in: day(n * 4), check_out: day(n * 4 + 4) });
      await untilSomebodyWaits(own);
      const wasBrokenOff = await rude
        .query('select from units where team_id = $1 for update', [inn.teamId])
        .then(
          () => true,
          () => false,
        );
      await rude.query(wasBrokenOff ? 'commit' : 'rollback');
      return { wasBrokenOff, status: (await booking).status };
    };
    // Which of the two is broken off is PostgreSQL's choice: whoever has waited for a second first.
    let seen = await crossing(0);
    for (let n = 1; n < 4 && !(seen.wasBrokenOff && seen.status === 201); n += 1) seen = await crossing(n);
    expect(seen).toEqual({ wasBrokenOff: true, status: 201 });
  } finally {
    await rude.end();
    await own.close();
  }
});

it('a deadlock would have been seen', async () => {
  const own = await openTestApp();
  try {
    const [first, second] = await Promise.all(
      [0, 1].map(async () => {
        const client = new pg.Client({ connectionString: own.url });
        await client.connect();
        await client.query('begin');
        return client;
      }),
    );
    if (!first || !second) throw new Error('No connection.');
    await first.query('select pg_advisory_xact_lock(1)');
    await second.query('select pg_advisory_xact_lock(2)');
    await Promise.allSettled([
      first.query('select pg_advisory_xact_lock(2)'),
      second.query('select pg_advisory_xact_lock(1)'),
    ]);
    await Promise.all([first.end(), second.end()]);
    await expect.poll(() => deadlocksIn(own.url)).toBe(1);
  } finally {
    await own.close();
  }
});
