/** A hold lapses by the machine's clock, while many clients of two processes wait for its nights and its coupon. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, expectCalm, type Inn, type Json, openInn, tally, times } from '../../helpers/bookings.ts';
import { buildBooking, buildCoupon } from '../../helpers/factories.ts';
import { violationsIn } from '../../helpers/invariants.ts';
import { randomOf, seed } from '../../helpers/random.ts';
import { callerOf } from '../caller.ts';
import { reportFigures, sized } from '../figures.ts';
import { openSharedServers, type Server } from '../servers.ts';
import { dayAhead, expectAnswered, figuresOf, type Load, type StormClient, withServers } from '../storm.ts';

const RACERS = sized(200, 40);
const ROUNDS = sized(5, 1);
const KILLS = sized(10, 1);
const KILL_CLIENTS = 16;
const HOLDS = 48;
/** Long enough to make the holds, short enough to wait for. */
const LAPSES_IN_MS = sized(4_000, 2_000);

const world = await openSharedApp({ poolMax: 1 });

const stay = (round: number) => ({ check_in: dayAhead(round * 4), check_out: dayAhead(round * 4 + 4) });

/** Moves the end of a hold to a near second, as no request can. Returns that moment in milliseconds. */
async function lapseSoon(id: string): Promise<number> {
  const lapse = Math.ceil((Date.now() + LAPSES_IN_MS) / 1_000) * 1_000;
  const moment = new Date(lapse).toISOString();
  for (const [table, key] of [
    ['bookings', 'id'],
    ['occupancies', 'booking_id'],
  ])
    await world.db.execute(`update ${table} set expires_at = '${moment}' where ${key} = '${id}'`);
  return lapse;
}

/** How often a hold was cancelled by itself. */
const expiries = async (inn: Inn, id: string): Promise<number> =>
  (await inn.events(id)).filter(({ type }: Json) => type === 'booking.expired').length;

async function raceFor(inn: Inn, clients: StormClient[], round: number): Promise<Json> {
  const code = `ONCE${round}`;
  await buildCoupon(world, { teamId: inn.teamId, code, maxRedemptions: 1 });
  const booking = inn.newBooking({ ...stay(round), coupon_code: code });
  const first = at(clients, 0);
  const made = await first.send('POST', '/bookings', { ...booking, status: 'pending', expires_in: 60 });
  expect(made.status).toBe(201);
  const { id } = made.body.data;
  const lapse = await lapseSoon(id);
  const { check_in, check_out } = stay(round);
  const quote = `/availability/${inn.listing.id}?check_in=${check_in}&check_out=${check_out}`;
  const seen = [];
  while (Date.now() < lapse + 500) {
    const askedAt = Date.now();
    const { body } = await first.send('GET', quote);
    seen.push({ askedAt, answeredAt: Date.now(), available: body.data.available });
    await sleep(50);
  }
  // Taken until the second, and free from it on.
  for (const { askedAt, answeredAt, available } of seen) {
    if (answeredAt < lapse) expect(available).toBe(false);
    if (askedAt >= lapse) expect(available).toBe(true);
  }
  const replies = await Promise.all(clients.map((client) => client.send('POST', '/bookings', booking)));
  expect(tally(replies)).toEqual({ 201: 1, 422: clients.length - 1 });
  expect(await inn.read(`/bookings/${id}`)).toMatchObject({
    status: 'cancelled',
    cancellation_reason: 'expired',
  });
  expect(await expiries(inn, id)).toBe(1);
  expect((await inn.read(`/coupons/${code}`)).redemptions).toBe(1);
  return replies.find(({ status }) => status === 201)?.body.data;
}

/** What each test has seen. They run in any order. */
let race: ReturnType<typeof figuresOf> | null = null;
let replacedBeforeKills: number | null = null;

afterAll(() => {
  if (race === null || replacedBeforeKills === null) return;
  reportFigures('lapsed-holds', {
    load: `${RACERS} clients of two server processes at once, for the nights and the only redemption of a hold, ${ROUNDS} times`,
    faults: `${KILLS} times kill -9 of the server while ${KILL_CLIENTS} clients replace ${HOLDS} lapsed holds`,
    ...race,
    lost: 0,
    seen: `The nights were taken until the second of the lapse and free from it on. One client got them each time, and each hold ended once. The killed servers had replaced ${replacedBeforeKills} holds, each whole; the next server's sweep ended the rest.`,
  });
});

test('when a hold lapses, one of many callers gets its nights and its coupon, from that second on', {
  timeout: 600_000,
}, async () => {
  const inn = await openInn(world);
  const load: Load = { statuses: [], waitedMs: [] };
  const made: Json[] = [];
  await withServers(world, 2, async (openClients) => {
    const clients = openClients(inn.token, RACERS, load);
    for (const round of times(ROUNDS, (n) => n)) made.push(await raceFor(inn, clients, round));
  });
  expectAnswered(load);
  await expectCalm(
    world,
    made.map(({ id }) => id),
  );
  race = figuresOf(load);
});

test('kill -9 while lapsed holds are replaced leaves each hold cancelled completely or not at all', {
  timeout: 600_000,
}, async () => {
  const servers = await openSharedServers(world.url);
  const random = randomOf(seed);
  let replaced = 0;
  for (const _kill of times(KILLS, (n) => n)) {
    const server: Server = await servers.start();
    const inn = await openInn(world, { listing: { securityDepositCents: 1_000 } });
    await buildCoupon(world, { teamId: inn.teamId, code: 'HALF', maxRedemptions: 2 * HOLDS });
    const holds = await Promise.all(times(HOLDS, (n) => lapsedHold(inn, n)));
    const callers = times(KILL_CLIENTS, () => callerOf(server.port));
    const booked: string[] = [];
    const killAfter = random.between(1, HOLDS / 2);
    const racing = callers.map(async ({ ask }, n) => {
      for (let next = n; next < HOLDS; next += KILL_CLIENTS) {
        const body = inn.newBooking({ ...stay(next), coupon_code: 'half' });
        const heard = await ask({ method: 'POST', path: '/v1/bookings', token: inn.token, body });
        if (heard.status === 201 && booked.push(heard.body.data.id) === killAfter)
          server.child.kill('SIGKILL');
        if (heard.status !== 201) expect([422, 503, 'unanswered', 'unreachable']).toContain(heard.status);
      }
    });
    await Promise.all(racing);
    server.child.kill('SIGKILL'); // If so few were booked.
    for (const { close } of callers) close();
    await server.finished;
    expect(await violationsIn(world.url)).toEqual([]);
    const statuses = await Promise.all(
      holds.map(async ({ id }) => (await inn.read(`/bookings/${id}`)).status),
    );
    for (const [n, { id }] of holds.entries())
      expect(await expiries(inn, id)).toBe(statuses[n] === 'cancelled' ? 1 : 0);
    for (const id of booked) expect((await inn.read(`/bookings/${id}`)).status).toBe('confirmed');
    replaced += statuses.filter((status) => status === 'cancelled').length;
    // The sweep of the next server, which starts with one, does the rest.
    const next = await servers.start();
    const isOver = async () => (await inn.send('GET', '/bookings?status=pending')).body.meta.total === 0;
    await expect.poll(isOver, { timeout: 60_000 }).toBe(true);
    for (const { id } of holds) expect(await expiries(inn, id)).toBe(1);
    expect(await violationsIn(world.url)).toEqual([]);
    next.child.kill('SIGTERM');
    await next.finished;
  }
  replacedBeforeKills = replaced;
});

/** A hold on nights of its own that has lapsed since the server started, so that no sweep has seen it. */
async function lapsedHold(inn: Inn, n: number) {
  const { check_in: checkIn, check_out: checkOut } = stay(n);
  const keys = { teamId: inn.teamId, listingId: inn.listing.id, unitId: at(inn.units, 0).id };
  const expiresAt = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 1_000);
  return buildBooking(world, { ...keys, checkIn, checkOut, status: 'pending', couponKey: 'half', expiresAt });
}
