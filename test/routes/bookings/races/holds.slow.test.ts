/** Many requests at once for the nights and coupons of lapsed holds must not break these promises. */
import { describe, expect, it } from 'vitest';
import { expireLapsedHolds } from '../../../../src/services/jobs/ended-bookings.ts';
import { openSharedApp, openTestApp, TEST_NOW } from '../../../helpers/app.ts';
import {
  type Answer,
  at,
  clientOf,
  expectCalm,
  type Inn,
  type Json,
  openBuilding,
  openInn,
  storm,
  tally,
  times,
} from '../../../helpers/bookings.ts';
import { buildCoupon, buildListing, buildUnit, day } from '../../../helpers/factories.ts';

const CLIENTS = 40;
const LAPSE = '2031-05-05T10:30:00Z';
const JUST_BEFORE = '2031-05-05T10:29:59Z';
const HOLD = { status: 'pending', expires_in: 30 };

const world = await openSharedApp({ poolMax: 1 });

/** The hold was cancelled once, whichever write came first. */
async function expectExpiredOnce(inn: Inn, id: string) {
  expect(await inn.read(`/bookings/${id}`)).toMatchObject({
    status: 'cancelled',
    cancellation_reason: 'expired',
    cancelled_at: LAPSE.replace('Z', '+00:00'),
  });
  const types = (await inn.events(id)).map(({ type }: Json) => type);
  expect(types).toEqual(['booking.created', 'booking.expired']);
}

describe('the nights of a lapsed hold', () => {
  it('if 40 callers want the nights and the coupon of a lapsed hold, one gets them', async () => {
    const inn = await openInn(world);
    await buildCoupon(world, { teamId: inn.teamId, code: 'ONCE', maxRedemptions: 1 });
    const { id } = await inn.book({ ...HOLD, coupon_code: 'ONCE' });
    const answers = await storm(world, inn.token, (client, server) => {
      server.clock.set(LAPSE);
      const booking = inn.newBooking({ coupon_code: 'once' });
      return Promise.all(times(CLIENTS, () => client.send('POST', '/bookings', booking)));
    });
    expect(tally(answers)).toEqual({ 201: 1, 422: CLIENTS - 1 });
    await expectExpiredOnce(inn, id);
    expect((await inn.read('/coupons/ONCE')).redemptions).toBe(1);
  });

  it('if 40 holds on 40 units of a listing lapse, each unit is booked once', async () => {
    const inn = await openInn(world, { units: times(CLIENTS, (n) => `Unit ${n}`) });
    await buildCoupon(world, { teamId: inn.teamId, code: 'ALL', maxRedemptions: CLIENTS });
    const holds: Json[] = [];
    for (const _ of times(CLIENTS, () => 0)) holds.push(await inn.book({ ...HOLD, coupon_code: 'ALL' }));
    const answers = await storm(world, inn.token, (client, server) => {
      server.clock.set(LAPSE);
      const booking = inn.newBooking({ coupon_code: 'all' });
      return Promise.all(times(CLIENTS, () => client.send('POST', '/bookings', booking)));
    });
    expect(tally(answers)).toEqual({ 201: CLIENTS });
    for (const { id } of holds) await expectExpiredOnce(inn, id);
  });

  it('the nights of a lapsed hold go to one caller while others write on the hold and a job cancels it', async () => {
    const inn = await openInn(world);
    const { id } = await inn.book(HOLD);
    const mover = await inn.book({ check_in: day(20), check_out: day(22) });
    const block = { listing_id: inn.listing.id, start_date: day(0), end_date: day(4) };
    const writes: ((client: Inn) => Promise<Answer | number>)[] = [
      (client) => client.send('POST', '/bookings', inn.newBooking()),
      (client) => client.change(mover.id, { check_in: day(1), check_out: day(3) }),
      (client) => client.send('POST', '/blocks', block),
      (client) => client.confirm(id),
      (client) => client.cancel(id),
      (client) => client.change(id, { expires_in: 60 }),
    ];
    const MOVES = 1;
    const answers = await storm(world, inn.token, (client, server) => {
      server.clock.set(LAPSE);
      return Promise.all([
        ...times(CLIENTS, (n) => at(writes, n % writes.length)({ ...inn, ...client })),
        ...times(3, () => expireLapsedHolds(server.services)),
      ]);
    });
    const statuses = answers.map((one) => (typeof one === 'number' ? 0 : one.status));
    const won = statuses.flatMap((status, n) =>
      status === 201 || status === 200 ? [n % writes.length] : [],
    );
    // Once the other booking has moved there, moving it there again changes nothing, which is a 200 too.
    expect(won.every((kind) => kind === MOVES) ? 1 : won.length).toBe(1);
    expect(won.length).toBeGreaterThan(0);
    expect(statuses.filter((status) => status !== 0 && status !== 422).length).toBe(won.length);
    await expectExpiredOnce(inn, id);
  });

  it('the nights of lapsed holds in a building go either to one booking of the whole or to bookings of its units', async () => {
    const inn = await openBuilding(world, { Doubles: times(6, (n) => `Room ${n}`) });
    const type = at(inn.unitTypes, 0).id;
    const holds = await Promise.all(times(6, () => inn.book({ ...HOLD, listing_id: type })));
    const answers = await storm(world, inn.token, (client, server) => {
      server.clock.set(LAPSE);
      const bodyOf = (n: number) => inn.newBooking(n % 2 === 0 ? {} : { listing_id: type });
      return Promise.all(times(CLIENTS, (n) => client.send('POST', '/bookings', bodyOf(n))));
    });
    const made = answers.filter(({ status }) => status === 201).map(({ body }) => body.data);
    expect(tally(answers)).toEqual({ 201: made.length, 422: CLIENTS - made.length });
    if (made.some(({ whole_building }) => whole_building)) expect(made.length).toBe(1);
    else expect(made.length).toBe(6);
    for (const { id } of holds) await expectExpiredOnce(inn, id);
  });
});

it('each redemption of a lapsed hold is given back once, even if its listings have nothing else in common', async () => {
  const inn = await openInn(world);
  const listingIds = await Promise.all(
    times(CLIENTS, async () => {
      const { id } = await buildListing(world, { teamId: inn.teamId });
      await buildUnit(world, { teamId: inn.teamId, listingId: id });
      return id;
    }),
  );
  await buildCoupon(world, { teamId: inn.teamId, code: 'FIVE', maxRedemptions: 5 });
  const held = { ...HOLD, coupon_code: 'FIVE', check_in: day(20), check_out: day(22) };
  const holds = [];
  for (const listing_id of listingIds.slice(0, 5)) holds.push(await inn.book({ ...held, listing_id }));
  const answers = await storm(world, inn.token, (client, server) => {
    server.clock.set(LAPSE);
    return Promise.all(
      listingIds.map((listing_id) =>
        client.send('POST', '/bookings', inn.newBooking({ listing_id, coupon_code: 'five' })),
      ),
    );
  });
  expect(tally(answers)).toEqual({ 201: 5, 422: CLIENTS - 5 });
  for (const { id } of holds) await expectExpiredOnce(inn, id);
  expect((await inn.read('/coupons/FIVE')).redemptions).toBe(5);
});

it('two processes whose clocks differ by a second never deadlock over holds, and never sell a night twice', async () => {
  const inn = await openInn(world, { units: ['A', 'B', 'C'] });
  const holds: Json[] = [];
  for (const start of [0, 4, 8])
    for (const _ of 'ABC') holds.push(await inn.book({ ...HOLD, ...spanFrom(start) }));
  const servers = [
    await openTestApp({ url: world.url, poolMax: 8 }),
    await openTestApp({ url: world.url, poolMax: 8 }),
  ];
  for (const [n, server] of servers.entries()) server.clock.set(n === 0 ? JUST_BEFORE : LAPSE);
  const clients = servers.map((server) => clientOf(server, inn.token, 10));
  const writes = times(4, (round) =>
    clients.flatMap((client, process) => [
      ...holds.map(({ id }, n) => client.change(id, spanFrom(((n + round + process) % 4) * 3))),
      ...times(4, (n) =>
        client.send('POST', '/bookings', inn.newBooking({ ...spanFrom(n * 3 + round), ...HOLD })),
      ),
      client.confirm(at(holds, round).id),
      client.change(at(holds, round + 4).id, { expires_in: 60 }),
    ]),
  ).flat();
  const answers = await Promise.all(writes).finally(() =>
    Promise.all(servers.map((server) => server.close())),
  );
  const counts = tally(answers);
  expect(Object.keys(counts).filter((status) => !['200', '201', '422'].includes(status))).toEqual([]);
  await expectCalm(world);
  world.clock.set('2031-05-20T00:00:00Z');
  await expireLapsedHolds(world.services);
  world.clock.set(TEST_NOW);
  await expectCalm(world);
});

const spanFrom = (start: number) => ({ check_in: day(start), check_out: day(start + 4) });
