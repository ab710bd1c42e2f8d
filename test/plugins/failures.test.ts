import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openCuttableProxy } from '../db/cuttable-proxy.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, withClient } from '../helpers/database.ts';
import { buildBooking, buildGuest, buildListing, buildTeam, buildToken } from '../helpers/factories.ts';

const CANARY = 'canary';

let world: TestApp;

const database = await createTestDatabase();
const proxy = await openCuttableProxy(database.url);
afterAll(async () => {
  await proxy.cut();
  await database.drop();
});
beforeEach(async () => {
  world = await openTestApp({
    url: proxy.url,
    extend: (app) => {
      app.get('/throws', async () => {
        throw new Error('a reason of our own', { cause: new Error('deeper') });
      });
      app.get('/throws-text', async () => {
        throw `${CANARY} text`;
      });
      app.get('/throws-status', async () => {
        throw Object.assign(new Error('teapot'), { statusCode: 599 });
      });
    },
  });
});
afterEach(() => world.close());

function expectServerError(response: LightMyRequestResponse) {
  expect([response.statusCode, response.json()]).toEqual([500, { message: 'Server Error' }]);
  expect(response.headers['x-request-id']).toBeTruthy();
  expect(response.headers['retry-after']).toBeUndefined();
}

function expectUnavailable(response: LightMyRequestResponse) {
  expect([response.statusCode, response.json()]).toEqual([
    503,
    { message: 'The service is busy for a moment. Please try again.' },
  ]);
  expect(response.headers['retry-after']).toBe('1');
  expect(response.headers['x-request-id']).toBeTruthy();
}

const errorsLogged = () => world.log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50);

/** Runs `work` while the guests' table lacks a column. */
async function withoutGuestsPhone(work: () => Promise<void>) {
  await world.db.execute(sql`alter table guests rename column phone to telephone`);
  try {
    await work();
  } finally {
    await world.db.execute(sql`alter table guests rename column telephone to phone`);
  }
}

describe('an unexpected error', () => {
  test.each(['/throws', '/throws-text', '/throws-status'])(
    'an unexpected error at %s is a 500 without details, and the log has the details',
    async (url) => {
      expectServerError(await world.get(url, null, { 'x-request-id': 'seven' }));
      expect(errorsLogged()).toHaveLength(1);
      expect(errorsLogged()[0]).toMatchObject({ reqId: 'seven', msg: 'request failed' });
    },
  );

  test('the log of an error has its innermost cause and where it was thrown', async () => {
    await world.get('/throws');
    const [{ error }] = errorsLogged();
    expect(error).toMatchObject({ type: 'Error', message: 'deeper' });
    expect(error.stack).toMatch(/failures\.test\.ts/);
  });

  test('a failed statement is logged with its cause, without its parameters and without the token', async () => {
    const { id: teamId } = await buildTeam(world);
    const token = await buildToken(world, { teamId });
    // A list without matches does not read the table.
    await buildGuest(world, { teamId, name: CANARY, email: `${CANARY}@example.com` });
    await withoutGuestsPhone(async () => {
      const url = `/v1/guests?email=${CANARY}%40example.com&search=${CANARY}`;
      const response = await world.get(url, token, { cookie: `${CANARY}=1`, 'user-agent': CANARY });
      expectServerError(response);
    });
    expect(errorsLogged()[0].error).toMatchObject({
      code: '42703',
      message: 'column "phone" does not exist',
    });
    const log = world.log.join('');
    expect(log).not.toContain(CANARY);
    expect(log).not.toContain(token);
    expect(log).not.toContain(token.slice(4, -6));
  });
});

test('even at the most detailed level, no line of the log contains what a caller sent or received', async () => {
  const team = await buildTeam(world);
  const token = await buildToken(world, { teamId: team.id });
  const owned = { teamId: team.id };
  const guest = await buildGuest(world, {
    ...owned,
    name: CANARY,
    email: `${CANARY}@example.com`,
    phone: CANARY,
  });
  const listing = await buildListing(world, { ...owned, slug: CANARY, publicTitle: CANARY });
  const booking = await buildBooking(world, { ...owned, guestId: guest.id, notes: CANARY });
  const before = world.log.length;
  const paths = [
    '/v1/me',
    `/v1/guests?email=${CANARY}@example.com&search=${CANARY}`,
    `/v1/guests?email=${CANARY}`,
    `/v1/guests/${guest.id}`,
    `/v1/guests/${CANARY}`,
    `/v1/listings/${listing.id}`,
    `/v1/listings/${CANARY.repeat(40)}`,
    `/v1/bookings/${booking.id}`,
    `/v1/public/${team.slug}/listings/${CANARY}`,
    `/v1/public/${team.slug}/listings/${CANARY}-2`,
    `/v1/public/${CANARY}/listings`,
    `/${CANARY}`,
    `/%${CANARY}`,
  ];
  const headers = {
    cookie: `session=${CANARY}`,
    referer: `https://example.com/${CANARY}`,
    'user-agent': CANARY,
  };
  for (const path of paths) {
    await world.get(path, token, headers);
    await world.get(path, `${CANARY}${token}`, headers);
    await world.app.inject({ method: 'POST', url: path, headers, payload: { password: CANARY } });
  }
  expect(world.log.length).toBeGreaterThan(before + paths.length);
  const log = world.log.join('');
  expect(log).not.toContain(CANARY);
  expect(log).not.toContain(token);
  for (const { id } of [guest, listing, booking]) expect(log).not.toContain(id);
});

test('an answered request is one line of the log: method, route, status, caller and duration', async () => {
  const { id: teamId } = await buildTeam(world);
  const token = await buildToken(world, { teamId });
  await world.get('/v1/guests/nobody', token, { 'x-request-id': 'order-7' });
  expect(world.log).toHaveLength(1);
  expect(JSON.parse(world.log[0] ?? '')).toEqual({
    level: 30,
    time: expect.any(Number),
    pid: expect.any(Number),
    hostname: expect.any(String),
    reqId: 'order-7',
    method: 'GET',
    route: '/v1/guests/:guest',
    status: 404,
    team: teamId,
    durationMs: expect.any(Number),
    msg: 'answered',
  });
});

describe('an unavailable database', () => {
  const PUBLIC_PATH = '/v1/public/harbour/listings';

  test('while the database is away every answer is a 503 with Retry-After, and afterwards all is as before', async () => {
    const token = await buildToken(world);
    expect((await world.get('/v1/me', token)).statusCode).toBe(200);
    await proxy.cut();
    try {
      for (const path of ['/v1/me', '/v1/listings', '/v1/guests', PUBLIC_PATH])
        expectUnavailable(await world.get(path, token));
      expect((await world.get('/nothing', token)).statusCode).toBe(404);
      expect((await world.get('/v1/me', 'x')).statusCode).toBe(401);
    } finally {
      await proxy.mend();
    }
    expect((await world.get('/v1/me', token)).statusCode).toBe(200);
  });

  test('if PostgreSQL ends connections between requests or during them, answers are 503s at worst', async () => {
    const token = await buildToken(world);
    for (let round = 0; round < 10; round += 1) {
      const answers = Array.from({ length: 8 }, () => world.get('/v1/listings', token));
      await endBackends();
      for (const answer of await Promise.all(answers)) {
        if (answer.statusCode !== 200) expectUnavailable(answer);
      }
    }
    await untilAnswered(token);
  });

  test('if no database connection becomes free a request is a 503 within seconds, and the pool recovers', async () => {
    const narrow = await openTestApp({ url: proxy.url, poolMax: 1 });
    try {
      const token = await buildToken(narrow);
      let release = () => {};
      const holding = narrow.db.transaction(
        () =>
          new Promise<void>((resolve) => {
            release = resolve;
          }),
      );
      const startedAt = Date.now();
      expectUnavailable(await narrow.get('/v1/me', token));
      expect(Date.now() - startedAt).toBeLessThan(20_000);
      release();
      await holding;
      expect((await narrow.get('/v1/me', token)).statusCode).toBe(200);
    } finally {
      await narrow.close();
    }
  });
});

/** Repeats a request, because a connection that has just been ended may be used again until its end arrives. */
async function untilAnswered(token: string) {
  for (const endsAt = Date.now() + 20_000; Date.now() < endsAt; await sleep(20)) {
    if ((await world.get('/v1/me', token)).statusCode === 200) return;
  }
  throw new Error('The pool does not recover.');
}

async function endBackends() {
  await withClient(database.url, (away) =>
    away.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    ),
  );
}
