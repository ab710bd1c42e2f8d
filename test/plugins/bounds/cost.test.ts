import { once } from 'node:events';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { addDays } from '../../../src/domain/dates.ts';
import { openTestApp, type TestApp } from '../../helpers/app.ts';
import { at, tally, times } from '../../helpers/bookings.ts';
import { createTestDatabase } from '../../helpers/database.ts';
import { buildListings, buildTeam, buildToken, day } from '../../helpers/factories.ts';

const PLACES = 500;
const TOO_MANY = { message: 'Too many requests. Please try again later.' };
const BUSY = { message: 'The service is busy for a moment. Please try again.' };

const stay = (nights: number, more = '') => `check_in=${day(0)}&check_out=${addDays(day(0), nights)}${more}`;
const YEAR = stay(365);
const ALL = '&available=all&per_page=100&alternatives=10';

let world: TestApp;
/** Waits of the route `/held`, each by its name. */
const gates = new Map<string, PromiseWithResolvers<void>>();

const database = await createTestDatabase();
const built = await openTestApp({ url: database.url });
const openTeam = async () => {
  const { id: teamId, slug } = await buildTeam(built);
  // No stay of fewer nights can be had.
  await buildListings(built, PLACES, { teamId, listedOnSite: true, minStay: 30, country: 'PT' });
  return { teamId, search: `/v1/public/${slug}/search`, token: await buildToken(built, { teamId }) };
};
const teams = [await openTeam(), await openTeam()];
const { teamId, search, token } = at(teams, 0);

afterAll(async () => {
  await built.close();
  await database.drop();
});
afterEach(async () => {
  await world.close();
  gates.clear();
});

/** A stream that never ends by itself. */
const streamed = (text: string) =>
  Readable.from(
    (async function* parts() {
      yield text;
      await new Promise(() => {});
    })(),
  );

const heldRoute = (request: FastifyRequest) => {
  const { team, nights, gate } = request.query as Record<string, string>;
  request.ofTeam = Number(team);
  request.cost.hold(Number(nights));
  if (gate === undefined) return { ok: true };
  if (gate === 'stream') return streamed('x'.repeat(1_000));
  const wait = Promise.withResolvers<void>();
  gates.set(gate, wait);
  return wait.promise.then(() => ({ ok: true }));
};

async function open(limits = { public: 0, token: 0, signIn: 0 }) {
  world = await openTestApp({
    url: database.url,
    limits,
    extend: (app) => {
      app.get('/held', async (request) => heldRoute(request));
    },
  });
}

const remaining = async (url: string, bearer: string | null = null) => {
  const { statusCode, headers } = await world.get(url, bearer);
  expect(statusCode).toBe(200);
  return Number(headers['ratelimit-remaining']);
};

describe('a request counts once for every 10,000 nights', () => {
  test('of a search: its places and nights, and those of the other dates', async () => {
    await open({ public: 300, token: 1_200, signIn: 0 });
    // 500 × 365 = 182,500.
    expect(await remaining(`${search}?${YEAR}`)).toBe(300 - 19);
    // 500 × 20 = 10,000.
    expect(await remaining(`${search}?${stay(20)}`)).toBe(281 - 1);
    expect(await remaining(`${search}?${stay(21)}`)).toBe(280 - 2);
    // And 10 other stays for each of the 100 places on the page, none of which is available: 20,000 more.
    expect(await remaining(`${search}?${stay(20, ALL)}`)).toBe(278 - 3);
    // Places that a filter excludes are neither checked nor priced.
    expect(await remaining(`${search}?${YEAR}&country=FR`)).toBe(275 - 1);
    expect(await remaining(`/v1/search?${YEAR}`, token)).toBe(1_200 - 19);
    // 100 × 93 = 9,300.
    const window = `start_date=${day(0)}&end_date=${day(92)}&per_page=100`;
    expect(await remaining(`/v1/calendars?${window}`, token)).toBe(1_181 - 1);
  });

  test('and is refused if that exceeds what is left, which stays', async () => {
    await open({ public: 30, token: 0, signIn: 0 });
    expect(await remaining(`${search}?${YEAR}`)).toBe(11);
    const { result, statements } = await world.statements.during(() => world.get(`${search}?${YEAR}`));
    expect([result.statusCode, result.json()]).toEqual([429, TOO_MANY]);
    expect(result.headers).toMatchObject({ 'ratelimit-limit': '30', 'ratelimit-remaining': '10' });
    expect(result.headers['retry-after']).toBe(result.headers['ratelimit-reset']);
    expect(Number(result.headers['retry-after'])).toBeGreaterThan(0);
    // Nothing was read but the site, its charges and its listings.
    expect(statements.length).toBeLessThanOrEqual(3);
    expect(await remaining(`${search}?${stay(2)}`)).toBe(9);
    expect(await remaining(`${search}?${YEAR}&country=FR`)).toBe(8);
  });

  test('a request dearer than the whole limit passes if nothing else counted in that minute', async () => {
    await open({ public: 10, token: 0, signIn: 0 });
    expect(await remaining(`${search}?${YEAR}`)).toBe(0);
    const again = await world.get(`${search}?${stay(2)}`);
    expect([again.statusCode, again.headers['ratelimit-remaining']]).toEqual([429, '0']);
    await world.close();
    await open({ public: 10, token: 0, signIn: 0 });
    expect(await remaining(`${search}?${stay(2)}`)).toBe(9);
    expect((await world.get(`${search}?${YEAR}`)).statusCode).toBe(429);
    expect(await remaining(`${search}?${stay(2)}`)).toBe(7);
  });

  test('many at once count together', async () => {
    await open({ public: 100, token: 0, signIn: 0 });
    const answers = await Promise.all(times(20, () => world.get(`${search}?${stay(140)}`)));
    // Each counts 7 times: with the first count of the others, at most (100 - 19) / 7 pass.
    const { 200: passed = 0 } = tally(answers.map(({ statusCode: status }) => ({ status })));
    expect(passed).toBeGreaterThan(0);
    expect(passed).toBeLessThanOrEqual(14);
    const statuses = new Set(answers.map(({ statusCode }) => statusCode));
    expect([...statuses].every((status) => [200, 429, 503].includes(status))).toBe(true);
  });
});

describe('what is under way is bounded', () => {
  /** Asks for `/held`. With a gate it stays under way until the gate is opened. */
  const hold = (team: number, nights: number, gate?: string) =>
    world.get(`/held?team=${team}&nights=${nights}${gate ? `&gate=${gate}` : ''}`);
  const underWay = async (team: number, nights: number, gate: string) => {
    const answer = hold(team, nights, gate);
    await expect.poll(() => gates.has(gate)).toBe(true);
    return {
      answer,
      finish: () => gates.get(gate)?.resolve(),
      fail: () => gates.get(gate)?.reject(new Error('Broken.')),
    };
  };

  test('for a team, and beyond it is a 503 with Retry-After until some of it has ended', async () => {
    await open();
    const first = await underWay(1, 400_000, 'first');
    expect((await hold(1, 100_000)).statusCode).toBe(200);
    const refused = await hold(1, 100_001);
    expect([refused.statusCode, refused.json(), refused.headers['retry-after']]).toEqual([503, BUSY, '1']);
    first.finish();
    expect((await first.answer).statusCode).toBe(200);
    expect((await hold(1, 500_000)).statusCode).toBe(200);
  });

  test('and a team cannot take everything of the process', async () => {
    await open();
    const dear = await underWay(1, 90_000_000, 'dear');
    expect((await hold(1, 10_001)).statusCode).toBe(503);
    // Requests that count once have room beside it.
    expect((await hold(1, 10_000)).statusCode).toBe(200);
    const other = await underWay(2, 90_000_000, 'other');
    expect((await hold(3, 10_001)).statusCode).toBe(503);
    expect((await hold(3, 10_000)).statusCode).toBe(200);
    dear.finish();
    other.finish();
    await Promise.all([dear.answer, other.answer]);
  });

  test('and with nothing else under way any request is answered', async () => {
    await open();
    expect((await hold(1, 1_000_000_000)).statusCode).toBe(200);
    expect((await hold(1, 1_000_000_000)).statusCode).toBe(200);
    const whole = await world.get(`${search}?${YEAR}${ALL}`);
    expect([whole.statusCode, whole.json().data.length]).toEqual([200, 100]);
  });

  test('an error releases it, and so does a caller who leaves, once the work has ended', async () => {
    await open();
    const broken = await underWay(1, 500_000, 'broken');
    broken.fail();
    expect((await broken.answer).statusCode).toBe(500);
    const socket = connect(await world.listen(), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /held?team=1&nights=500000&gate=left HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await expect.poll(() => gates.has('left')).toBe(true);
    socket.destroy();
    await once(socket, 'close');
    expect((await hold(1, 500_000)).statusCode).toBe(503);
    gates.get('left')?.resolve();
    await expect.poll(async () => (await hold(1, 500_000)).statusCode).toBe(200);
  });

  test('a stream holds it until it has been read', async () => {
    await open();
    const socket = connect(await world.listen(), '127.0.0.1');
    socket.write('GET /held?team=1&nights=500000&gate=stream HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    expect((await hold(1, 500_000)).statusCode).toBe(503);
    socket.destroy();
    await expect.poll(async () => (await hold(1, 500_000)).statusCode).toBe(200);
  });

  test('of searches of a team, while another team’s are answered', async () => {
    await open();
    const other = at(teams, 1).search;
    const [answers, others] = await Promise.all([
      Promise.all(times(8, () => world.get(`${search}?${YEAR}${ALL}`))),
      world.get(`${other}?${YEAR}${ALL}`),
    ]);
    const statuses = tally(answers.map(({ statusCode: status }) => ({ status })));
    expect(statuses).toEqual({ 200: expect.any(Number), 503: expect.any(Number) });
    expect(others.statusCode).toBe(200);
    expect((await world.get(`${search}?${YEAR}${ALL}`)).statusCode).toBe(200);
  });

  test('and of calendars and changes of days, however small a body is', async () => {
    await open();
    const listed = await world.get('/v1/listings?per_page=1', token);
    const change = (days: number) => {
      const range = { start_date: day(0), end_date: day(days - 1), closed: true };
      return world.app.inject({
        method: 'POST',
        url: '/v1/days',
        headers: { authorization: `Bearer ${token}` },
        payload: { updates: [{ listing_id: listed.json().data[0].id, ranges: [range] }] },
      });
    };
    const calendars = (days: number) =>
      world.get(`/v1/calendars?start_date=${day(0)}&end_date=${day(days - 1)}&per_page=100`, token);
    const held = [await underWay(teamId, 499_990, 'dear'), await underWay(teamId, 10_000, 'one')];
    for (const n of times(24, (n) => n)) held.push(await underWay(teamId, 9_990, `${n}`));
    // 250 nights are left.
    const answers = [await change(251), await calendars(3), await change(250), await calendars(2)];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([503, 503, 200, 200]);
    for (const { finish } of held) finish();
    await Promise.all(held.map(({ answer }) => answer));
    expect((await calendars(93)).statusCode).toBe(200);
  });
});
