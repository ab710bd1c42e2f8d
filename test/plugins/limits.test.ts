import type { LightMyRequestResponse, RouteOptions } from 'fastify';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp, type TestAppOptions } from '../helpers/app.ts';
import { createTestDatabase } from '../helpers/database.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';

const LIMITS = { public: 3, token: 5, signIn: 2 };
const TOO_MANY = { message: 'Too many requests. Please try again later.' };
const UNAUTHENTICATED = { success: false, message: 'Unauthenticated.', errors: {} };
const WRONG_TOKEN = 'another-services-token-of-40-characters.';

let world: TestApp;
let token: string;
let teamId: number;
let site: string;

const database = await createTestDatabase();
afterAll(() => database.drop());
beforeEach(() => open());
afterEach(async () => {
  vi.useRealTimers();
  await world.close();
});

/** An app that has not counted anybody yet. */
async function open(options: TestAppOptions = {}) {
  world = await openTestApp({
    url: database.url,
    limits: LIMITS,
    extend: (app) => {
      app.register(async (scope) => {
        scope.post('/sign-in', { config: { limit: 'sign-in' } }, async () => ({ signedIn: true }));
      });
    },
    ...options,
  });
  const team = await buildTeam(world);
  teamId = team.id;
  site = `/v1/public/${team.slug}/listings`;
  token = await buildToken(world, { teamId });
}

async function reopen(options: TestAppOptions) {
  await world.close();
  await open(options);
}

type Asking = { url?: string; method?: 'GET' | 'HEAD' | 'OPTIONS' | 'POST'; bearer?: string; from?: string };

function ask({ url = site, method = 'GET', bearer, from = '203.0.113.7' }: Asking, forwarded?: string) {
  const headers = {
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(forwarded ? { 'x-forwarded-for': forwarded } : {}),
  };
  return world.app.inject({ method, url, headers, remoteAddress: from });
}

const limitHeaders = ({ headers }: LightMyRequestResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => /^(ratelimit|retry)/.test(name)));

/** The statuses of some requests in a row. */
async function statuses(count: number, asking: Asking, forwarded?: (index: number) => string) {
  const found: number[] = [];
  for (let index = 0; index < count; index += 1)
    found.push((await ask(asking, forwarded?.(index))).statusCode);
  return found;
}

describe('public endpoints, by address', () => {
  test('each answer of a public endpoint says how many requests remain, down to 0', async () => {
    for (const remaining of ['2', '1', '0']) {
      const answer = await ask({});
      expect(answer.statusCode).toBe(200);
      expect(limitHeaders(answer)).toEqual({
        'ratelimit-limit': '3',
        'ratelimit-remaining': remaining,
        'ratelimit-reset': expect.stringMatching(/^(60|5\d)$/),
      });
    }
    const { result, statements } = await world.statements.during(() => ask({}));
    expect([result.statusCode, result.json(), statements]).toEqual([429, TOO_MANY, []]);
    const { 'ratelimit-reset': reset, ...others } = limitHeaders(result);
    expect(reset).toMatch(/^(60|5\d)$/);
    expect(others).toEqual({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0', 'retry-after': reset });
    expect(result.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('another address has its own limit of public requests', async () => {
    expect(await statuses(4, {})).toEqual([200, 200, 200, 429]);
    expect(await statuses(1, { from: '203.0.113.8' })).toEqual([200]);
  });

  test('HEAD requests and 404s of public endpoints count towards the limit, and CORS preflights do not', async () => {
    expect(await statuses(1, { method: 'HEAD' })).toEqual([200]);
    expect(await statuses(1, { url: '/v1/public/nobody/listings' })).toEqual([404]);
    const preflight = { origin: 'https://x.example', 'access-control-request-method': 'GET' };
    for (let round = 0; round < 5; round += 1) {
      const options = {
        method: 'OPTIONS',
        url: site,
        headers: preflight,
        remoteAddress: '203.0.113.7',
      } as const;
      expect((await world.app.inject(options)).statusCode).toBe(204);
    }
    expect(await statuses(2, {})).toEqual([200, 429]);
  });

  test('the limit of public requests starts again after a minute', async () => {
    // Near the present, because ids that are made meanwhile stay ahead of it.
    const start = Date.now();
    vi.useFakeTimers({ toFake: ['Date'], now: start });
    expect(await statuses(4, {})).toEqual([200, 200, 200, 429]);
    vi.setSystemTime(start + 59_000);
    expect(limitHeaders(await ask({}))).toMatchObject({ 'retry-after': '1' });
    vi.setSystemTime(start + 60_000);
    expect(await statuses(4, {})).toEqual([200, 200, 200, 429]);
  });

  test('addresses of one IPv6 network share a limit, and an IPv4 address written as IPv6 is the same caller', async () => {
    expect(await statuses(2, { from: '2001:db8:1:2::1' })).toEqual([200, 200]);
    expect(await statuses(2, { from: '2001:DB8:1:2:ffff:ffff:ffff:ffff' })).toEqual([200, 429]);
    expect(await statuses(1, { from: '2001:db8:1:3::1' })).toEqual([200]);
    expect(await statuses(3, { from: '::ffff:203.0.113.9' })).toEqual([200, 200, 200]);
    expect(await statuses(1, { from: '203.0.113.9' })).toEqual([429]);
    expect(await statuses(1, { from: '::ffff:cb00:7109' })).toEqual([429]);
    expect(await statuses(4, { from: 'fe80::1%eth0' })).toEqual([200, 200, 200, 429]);
  });

  test('requests for unknown paths do not count towards any limit', async () => {
    expect(new Set(await statuses(20, { url: '/nothing' }))).toEqual(new Set([404]));
    expect(await statuses(1, {})).toEqual([200]);
  });
});

describe('behind a proxy', () => {
  const forged = (index: number) => `198.51.100.${index}`;

  test('X-Forwarded-For is ignored if no proxy is configured', async () => {
    expect(await statuses(4, {}, forged)).toEqual([200, 200, 200, 429]);
  });

  test('behind a trusted proxy, the address that counts is the one that the proxy has seen', async () => {
    await reopen({ trustProxy: '10.0.0.0/8' });
    const from = '10.0.0.1';
    // A caller may send the header as well. The proxy appends the address that it sees.
    expect(await statuses(4, { from }, (index) => `${forged(index)}, 203.0.113.7`)).toEqual([
      200, 200, 200, 429,
    ]);
    expect(await statuses(1, { from }, () => '203.0.113.8')).toEqual([200]);
    // Headers of callers other than the proxy are ignored.
    expect(await statuses(4, { from: '203.0.113.10' }, forged)).toEqual([200, 200, 200, 429]);
  });

  test('behind a proxy, an X-Forwarded-For that is not an address counts as the sender’s own address', async () => {
    await reopen({ trustProxy: true });
    expect(await statuses(4, {}, (index) => `unknown-${index}`)).toEqual([200, 200, 200, 429]);
  });

  test('behind a proxy that reports addresses with ports, each address counts by itself, without its port', async () => {
    await reopen({ trustProxy: '10.0.0.0/8' });
    const from = '10.0.0.1';
    for (const write of [
      (address: number, port: number) => `203.0.113.${address}:${port}`,
      (address: number, port: number) => `[2001:db8:${address}::1]:${port}`,
      (address: number) => `[2001:db8:${address + 10}::1]`,
    ]) {
      expect(await statuses(4, { from }, (index) => write(index, 443))).toEqual([200, 200, 200, 200]);
      expect(await statuses(3, { from }, (index) => write(0, 50_000 + index))).toEqual([200, 200, 429]);
    }
  });
});

describe('tokens', () => {
  const url = '/v1/me';

  test('each token has its own limit, from whatever address it is used', async () => {
    const other = await buildToken(world, { teamId, name: 'Other' });
    expect(await statuses(3, { url, bearer: token })).toEqual([200, 200, 200]);
    expect(await statuses(2, { url, bearer: token, from: '203.0.113.8' })).toEqual([200, 200]);
    const refused = await ask({ url, bearer: token });
    expect([refused.statusCode, refused.json()]).toEqual([429, TOO_MANY]);
    expect(limitHeaders(refused)).toEqual({
      'ratelimit-limit': '5',
      'ratelimit-remaining': '0',
      'ratelimit-reset': expect.any(String),
      'retry-after': refused.headers['ratelimit-reset'],
    });
    const answer = await ask({ url, bearer: other });
    expect(answer.statusCode).toBe(200);
    expect(limitHeaders(answer)).toMatchObject({ 'ratelimit-limit': '5', 'ratelimit-remaining': '4' });
  });

  test('requests with invalid tokens count against the address, together with public requests', async () => {
    expect(await statuses(2, {})).toEqual([200, 200]);
    const refused = await ask({ url, bearer: 'x' });
    expect([refused.statusCode, refused.json()]).toEqual([401, UNAUTHENTICATED]);
    expect(limitHeaders(refused)).toMatchObject({ 'ratelimit-limit': '3', 'ratelimit-remaining': '0' });
    for (const bearer of ['x', WRONG_TOKEN]) {
      const beyond = await ask({ url, bearer });
      expect([beyond.statusCode, beyond.json()]).toEqual([429, TOO_MANY]);
      expect(beyond.headers['www-authenticate']).toBeUndefined();
    }
    expect(await statuses(1, { url })).toEqual([429]);
    expect(await statuses(1, {})).toEqual([429]);
    expect(await statuses(1, { url, bearer: 'x', from: '203.0.113.8' })).toEqual([401]);
  });

  test('a valid token still works when invalid ones from the same address have used up the limit', async () => {
    expect((await statuses(10, { url, bearer: WRONG_TOKEN })).at(-1)).toBe(429);
    expect(await statuses(5, { url, bearer: token })).toEqual([200, 200, 200, 200, 200]);
  });

  test('a request with a token counts before its access and its body are checked', async () => {
    expect((await statuses(5, { url, bearer: token })).at(-1)).toBe(200);
    const answer = await world.app.inject({
      method: 'POST',
      url: '/v1/guests',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      payload: '{',
    });
    expect(answer.statusCode).toBe(429);
  });
});

describe('a search counts as five', () => {
  const stay = 'check_in=2031-06-01&check_out=2031-06-03';
  const remainingOf = async (asking: Asking) => {
    const answer = await ask(asking);
    return [answer.statusCode, Number(answer.headers['ratelimit-remaining'])];
  };

  test('a search counts as five requests of an address, and if fewer are left it is a 429 that uses up none', async () => {
    await reopen({ limits: { ...LIMITS, public: 12 } });
    const search: Asking = { url: `${site.replace('listings', 'search')}?${stay}` };
    expect(await remainingOf(search)).toEqual([200, 7]);
    expect(await remainingOf({ ...search, method: 'HEAD' })).toEqual([200, 2]);
    const refused = await ask(search);
    expect([refused.statusCode, refused.json()]).toEqual([429, TOO_MANY]);
    expect(limitHeaders(refused)).toMatchObject({ 'ratelimit-limit': '12', 'ratelimit-remaining': '2' });
    expect(refused.headers['retry-after']).toBe(refused.headers['ratelimit-reset']);
    expect(await remainingOf({})).toEqual([200, 1]);
    expect(await remainingOf({})).toEqual([200, 0]);
  });

  test('a search counts as five requests of a token, and the calendars of many listings as one', async () => {
    await reopen({ limits: { ...LIMITS, token: 8 } });
    expect(await remainingOf({ url: `/v1/search?${stay}`, bearer: token })).toEqual([200, 3]);
    const calendars = '/v1/calendars?start_date=2031-06-01&end_date=2031-06-30';
    expect(await remainingOf({ url: calendars, bearer: token })).toEqual([200, 2]);
    expect(await remainingOf({ url: `/v1/search?${stay}`, bearer: token })).toEqual([429, 2]);
    // Without a valid token it is no search.
    expect(await remainingOf({ url: `/v1/search?${stay}`, bearer: 'x' })).toEqual([401, 2]);
  });

  test('under a limit below five, a search is allowed if nothing else was requested in that minute', async () => {
    const search: Asking = { url: `${site.replace('listings', 'search')}?${stay}` };
    expect(await remainingOf(search)).toEqual([200, 0]);
    expect(await remainingOf({})).toEqual([429, 0]);
    expect(await remainingOf(search)).toEqual([429, 0]);
    const other = { ...search, from: '203.0.113.8' };
    expect(await remainingOf({ from: '203.0.113.8' })).toEqual([200, 2]);
    expect(await remainingOf(other)).toEqual([429, 2]);
  });

  test('of searches that arrive together, as many are answered as the limit has room for, and the others use up none', async () => {
    await reopen({ limits: { ...LIMITS, public: 12, token: 12 } });
    const searches: Asking[] = [
      { url: `${site.replace('listings', 'search')}?${stay}` },
      { url: `/v1/search?${stay}`, bearer: token },
    ];
    for (const search of searches) {
      const found = await Promise.all(Array.from({ length: 5 }, () => remainingOf(search)));
      expect(found.sort((a, b) => Number(b[1]) - Number(a[1]) || Number(a[0]) - Number(b[0]))).toEqual([
        [200, 7],
        [200, 2],
        [429, 2],
        [429, 2],
        [429, 2],
      ]);
    }
  });
});

test('password attempts are counted by address, apart from other requests', async () => {
  const asking: Asking = { method: 'POST', url: '/sign-in' };
  expect(await statuses(3, asking)).toEqual([200, 200, 429]);
  expect(limitHeaders(await ask(asking))).toMatchObject({ 'ratelimit-limit': '2' });
  expect(await statuses(1, { ...asking, from: '203.0.113.8' })).toEqual([200]);
  expect(await statuses(1, {})).toEqual([200]);
});

test('a limit of 0 means no limit, and answers have no headers about it', async () => {
  await reopen({ limits: { public: 0, token: 0, signIn: 0 } });
  const askings: Asking[] = [
    {},
    { url: '/v1/me', bearer: token },
    { url: '/v1/me', bearer: 'x' },
    { url: '/sign-in', method: 'POST' },
  ];
  for (const asking of askings) {
    expect(await statuses(20, asking)).not.toContain(429);
    expect(limitHeaders(await ask(asking))).toEqual({});
  }
});

test('every route says how its requests are counted, or why they are not', async () => {
  const routes: RouteOptions[] = [];
  await reopen({
    extend: (app) => {
      app.addHook('onRoute', (route) => void routes.push(route));
    },
  });
  await world.app.ready();
  expect(routes.length).toBeGreaterThan(80);
  const silent = routes.filter(
    ({ config }) =>
      !/^(address|sign-in|forgotten-password|token|person|none: .{20,})$/.test(config?.limit ?? ''),
  );
  expect(silent.map(({ method, url }) => `${method} ${url}`)).toEqual([]);
  const free = routes.filter(({ config }) => config?.limit?.startsWith('none'));
  // Routes that cost something are counted, whatever they declare.
  for (const { url } of free)
    expect(url).toMatch(
      /^\/(|livez|readyz|openapi\.json|team-file\.schema\.json|docs.*|.*\/:file|v1\/public\*)$/,
    );
});

test('health checks are never limited', async () => {
  expect(new Set(await statuses(20, { url: '/livez' }))).toEqual(new Set([200]));
  expect(new Set(await statuses(20, { url: '/readyz' }))).toEqual(new Set([200]));
});
