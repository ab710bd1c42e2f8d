/**
 * The ten risks of the OWASP API Security Top 10 of 2023, each tried in the way that it is exploited. Risks that other
 * test files cover in full are named and not repeated here.
 */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import fc from 'fast-check';
import type { HTTPMethods, InjectOptions } from 'fastify';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { type Json, openInn, rowCounts } from '../support/bookings.ts';
import { buildListing, buildTeam, day } from '../support/factories.ts';
import { visitorOf } from '../support/pages.ts';
import { seed } from '../support/seed.ts';
import { words } from '../support/words.ts';
import { chanceOf } from './chance.ts';
import { urlOf, wholeRequest } from './drawn-requests.ts';
import { reportFigures } from './figures.ts';
import { openLivedInTeam } from './lived-in-team.ts';
import { NOBODY, openSweptApp, routeOf } from './route-entries.ts';
import { digestOf } from './stored-texts.ts';

const UNAUTHENTICATED = { success: false, message: 'Unauthenticated.', errors: {} };

const { world, document, operations, entries, requestOf } = await openSweptApp();
const chance = chanceOf(seed);
const team = await openLivedInTeam(world, chance.letters(10));
const other = await openLivedInTeam(world, chance.letters(10));
const bearer = { authorization: `Bearer ${team.tokens.token}` };
let failures = 0;
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failures += 1;
});
afterAll(async () => {
  if (failures > 0) return;
  await reportFigures('owasp-api-top-ten', {
    load: `${operations.length} operations and ${Object.keys(entries).length} routes`,
    seen: 'What each of the ten is taken advantage of by was tried, and refused.',
  });
});

const nobody = { token: null, member: null, visitor: { cookie: '', formToken: '' } };
const ofTeams = () => operations.filter(({ path }) => !path.startsWith('/v1/public/'));

async function ask(request: InjectOptions) {
  const { statusCode, headers, body } = await world.app.inject(request);
  const isJson = String(headers['content-type']).startsWith('application/json');
  return { status: statusCode, headers, text: body, body: (isJson ? JSON.parse(body) : null) as Json };
}

// test/reliability/cross-team-sweep.test.ts compares every answer with the one for an unknown id.
test('API1:2023 Broken Object Level Authorization: another team’s id is a 404 or a 422 everywhere', async () => {
  const before = await digestOf(world.db, other.teamId);
  const caller = { ...nobody, token: team.tokens.token };
  for (const operation of ofTeams())
    for (const [place, kind] of Object.entries(entries[routeOf(operation)]?.places ?? {})) {
      if (/email|search/.test(place)) continue;
      const others = { [place]: other.own[kind] };
      const { status, body } = await ask(requestOf(routeOf(operation), caller, team.own, others));
      const isFilter = place.startsWith('query.') && place !== 'query.coupon_code';
      const expected = isFilter ? [200, []] : [place.startsWith('path.') ? 404 : 422, undefined];
      expect([operation.name, place, status, body.data]).toEqual([operation.name, place, ...expected]);
    }
  expect(await digestOf(world.db, other.teamId)).toEqual(before);
});

/** Unsigned, which some libraries once accepted. */
const UNSIGNED = [{ alg: 'none', typ: 'JWT' }, { sub: 'admin', team: 1 }, {}]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.');
const { token } = team.tokens;
const mistyped = token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
const rows = await world.db.execute<{ token_hash: string }>(
  `select token_hash from tokens where team_id = ${team.teamId} and revoked_at is null limit 1`,
);
const storedHash = rows[0]?.token_hash ?? '';

// Passwords and sessions: test/web/sign-in.test.ts and slowing-down.test.ts.
test.each<[string, Record<string, string>, string?]>([
  ['no token', {}],
  ['a revoked token', { authorization: `Bearer ${team.tokens.gone}` }],
  ['a mistyped token', { authorization: `Bearer ${mistyped}` }],
  ['a token that only claims who it is', { authorization: `Bearer ${UNSIGNED}` }],
  ['the stored hash of a token', { authorization: `Bearer ${storedHash}` }],
  ['a token in the wrong scheme', { authorization: `Basic ${Buffer.from(`${token}:`).toString('base64')}` }],
  ['a token in the URL', {}, `access_token=${token}&token=${token}`],
  ['a token in a cookie', { cookie: `token=${token}; innkeep-session=${token}` }],
  ['a member’s session', { cookie: team.member.cookie }],
])('API2:2023 Broken Authentication: %s opens no operation', async (_what, headers, query = '') => {
  expect(storedHash.length).toBeGreaterThan(24);
  for (const operation of ofTeams()) {
    const request = requestOf(routeOf(operation), nobody, team.own);
    const url = `${request.url}${String(request.url).includes('?') ? '&' : '?'}${query}`;
    const { status, body } = await ask({ ...request, url, headers: { ...request.headers, ...headers } });
    expect([operation.name, status, body]).toEqual([operation.name, 401, UNAUTHENTICATED]);
  }
});

const LONG_AGO = '2000-01-01T00:00:00+00:00';
/** Fields that an attacker might hope to set. */
const HOPED_FOR = {
  ...{ id: NOBODY, team_id: 1, confirmation_code: 'MINEMINE', grand_total: 0, accommodation_total: 0 },
  ...{ price_breakdown: [], currency: 'JPY', unit: { id: NOBODY, name: 'The best' }, unit_id: NOBODY },
  ...{ preparation_days: 0, created_at: LONG_AGO, updated_at: LONG_AGO, cancelled_at: LONG_AGO },
  ...{ paid_total: 1_000_000, guest_notes: 'x' },
};

// The public view of a listing: test/http/public.test.ts and canaries.test.ts.
test('API3:2023 Broken Object Property Level Authorization: only the fields of an operation are set', async () => {
  const inn = await openInn(world);
  const plain = await inn.book({ check_in: day(10), check_out: day(12), guest: { name: 'Bea' } });
  const guest = { name: 'Bea', id: NOBODY, notes: 'x' };
  const greedy = await inn.book({ ...HOPED_FOR, check_in: day(20), check_out: day(22), guest });
  for (const [field, hoped] of Object.entries(HOPED_FOR)) {
    if (['id', 'confirmation_code'].includes(field)) expect(greedy[field]).not.toEqual(hoped);
    else expect([field, greedy[field]]).toEqual([field, plain[field]]);
  }
  expect({ ...greedy.guest, id: '' }).toEqual({ ...plain.guest, id: '' });
  // A change may name another unit.
  const { unit_id: _unit, ...hopedFor } = HOPED_FOR;
  const fixed = { status: 'cancelled', source: 'airbnb', listing_id: NOBODY, guest_id: NOBODY, nights: 99 };
  expect(await inn.data(inn.change(plain.id, { ...hopedFor, ...fixed }))).toEqual(plain);
  const ofGuest = { id: NOBODY, team_id: 1, created_at: LONG_AGO, search_text: 'x' };
  expect(await inn.data(inn.send('PUT', `/guests/${plain.guest.id}`, ofGuest))).toEqual(plain.guest);
  const { payments } = await inn.folio(plain.id);
  const step = { status: 'paid', amount: 1, paid_at: LONG_AGO };
  const folio = await inn.data(inn.send('PUT', `/bookings/${plain.id}/payments/${payments[0].id}`, step));
  const paid_at = expect.stringMatching(/^2031-/);
  expect(folio.payments).toEqual([{ ...payments[0], status: 'paid', paid_at }]);
});

// Limits on requests: test/http/limits.test.ts.
test('API4:2023 Unrestricted Resource Consumption: every list, span, text and body has a limit', async () => {
  const { send, listing, newBooking } = await openInn(world);
  const stay = `/availability/${listing.id}?check_in=${day(0)}&check_out=`;
  const calendar = `/listings/${listing.id}/calendar?start_date=${day(0)}&end_date=`;
  const beyond: [path: string, body?: object | string, key?: string][] = [
    ...words('listings bookings blocks guests').flatMap((list): [string][] => [
      [`/${list}?per_page=101`],
      [`/${list}?page=1000001`],
    ]),
    [`${calendar}${day(731)}`],
    [`${stay}${day(366)}`],
    [`${stay}${day(1)}&guests=1001`],
    [`/guests?search=${'x'.repeat(101)}`],
    ['/bookings', newBooking({ notes: 'x'.repeat(10_001) })],
    ['/guests', { name: 'x'.repeat(256) }],
    ['/guests', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['/guests', { name: 'x' }, 'x'.repeat(256)],
  ];
  for (const [path, body, key] of beyond) {
    const { status } = await send(body ? 'POST' : 'GET', path, body, key ? { 'idempotency-key': key } : {});
    expect([path, status]).toEqual([path, 422]);
  }
  expect((await send('POST', '/guests', `{"name":"${'x'.repeat(1_048_576)}"}`)).status).toBe(413);
  expect((await send('GET', `/listings/${'x'.repeat(101)}`)).status).toBe(404);
});

describe('API5:2023 Broken Function Level Authorization', () => {
  test('a token that only reads writes nothing, where its team enforces that', async () => {
    const inn = await openInn(world, { scope: 'read-only', team: { enforceTokenScope: true } });
    // Reading the feed assigns positions to its events.
    await inn.send('GET', '/events');
    const before = await digestOf(world.db, inn.teamId);
    for (const operation of ofTeams()) {
      const { status } = await ask(requestOf(routeOf(operation), { ...nobody, token: inn.token }, team.own));
      if (operation.method !== 'GET') expect([operation.name, status]).toEqual([operation.name, 403]);
      else expect([operation.name, status === 403]).toEqual([operation.name, false]);
    }
    expect(await digestOf(world.db, inn.teamId)).toEqual(before);
  });

  test('a team’s pages are for its members, of now, and for no token', async () => {
    const pages = Object.keys(entries).filter((route) => route.includes(' /app/teams/'));
    expect(pages.length).toBeGreaterThan(10);
    const before = await digestOf(world.db, team.teamId);
    const asTheirs = { ...nobody, member: other.member };
    for (const route of pages) {
      const stranger = await ask(requestOf(route, asTheirs, team.own));
      expect([route, stranger.status]).toEqual([route, 404]);
      for (const caller of [nobody, { ...nobody, member: team.removed }, { ...nobody, token }]) {
        const request = requestOf(route, caller, team.own);
        const authorization = caller.token ? bearer : {};
        const { status, headers } = await ask({
          ...request,
          headers: { ...request.headers, ...authorization },
        });
        const toSignIn = expect.stringMatching(/^\/app\/sign-in/);
        expect([route, status, headers.location]).toEqual([route, 303, toSignIn]);
      }
    }
    expect(await digestOf(world.db, team.teamId)).toEqual(before);
  });

  test('there are no operations beside those of a team', async () => {
    for (const path of words('admin teams teams/1 tokens users members export import metrics keys'))
      for (const url of [`/v1/${path}`, `/${path}`])
        expect([url, (await ask({ url, headers: bearer })).status]).toEqual([url, 404]);
  });
});

// Races for the last night or coupon, and repeated orders: test/http/races.test.ts, last-ones.test.ts.
// How many may wait, of one guest, team and address: test/http/site-bookings/limits.test.ts.
test('API6:2023 Unrestricted Access to Sensitive Business Flows: anyone may look, and books only where the team allows it', async () => {
  const { id: closedId, slug: closed } = await buildTeam(world);
  const { slug: closedListing } = await buildListing(world, { teamId: closedId });
  const before = await rowCounts(world);
  const open = `/v1/public/${team.own.teamSlug}`;
  expect((await ask({ method: 'POST', url: `${open}/bookings`, payload: {} })).status).toBe(422);
  const site = `/v1/public/${closed}`;
  const listing = `${site}/listings/${closedListing}`;
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
    for (const url of [`${site}/bookings`, `${site}/listings`, listing, `${listing}/availability`])
      expect([method, url, (await ask({ method, url, payload: {} })).status]).toEqual([method, url, 404]);
  expect(await rowCounts(world)).toEqual(before);
});

const NOTHING_KNOWN = { values: {}, payments: [], invoices: [], units: [], deliveries: [], siteBookings: [] };

// The targets of redirects and links: test/web/sign-in.test.ts and test/http/pages.test.ts.
test('API7:2023 Server Side Request Forgery: nothing that is sent makes the service open a connection', async () => {
  let visits = 0;
  const trap = createServer((_request, response) => {
    visits += 1;
    response.end();
  });
  trap.listen(0, '127.0.0.1');
  await once(trap, 'listening');
  const { port } = trap.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/latest/meta-data`;
  // All sockets that this process opens. Only connections to the database are allowed.
  const opened: Socket[] = [];
  const onSocket = (message: unknown) => opened.push((message as { socket: Socket }).socket);
  channel('net.client.socket').subscribe(onSocket);
  try {
    const names = words('referer origin x-forwarded-host x-callback-url location link');
    const led = Object.fromEntries(names.map((name) => [name, url]));
    const headers = { ...bearer, ...led, host: `127.0.0.1:${port}` };
    for (const operation of operations) {
      const drawn = fc.sample(wholeRequest(document, NOTHING_KNOWN, operation), { numRuns: 2, seed });
      for (const request of drawn) {
        const body = JSON.stringify(request.body, (key, value) =>
          typeof value === 'string' && !/_id$|^(check|start|end)_|status|source/.test(key) ? url : value,
        );
        const { status } = await ask({
          method: operation.method as HTTPMethods,
          url: `${urlOf(operation, request)}${request.query.length > 0 ? '&' : '?'}url=${encodeURIComponent(url)}&callback=${url}`,
          headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
          ...(body ? { payload: body } : {}),
        });
        expect([operation.name, status < 500]).toEqual([operation.name, true]);
      }
    }
    const photos = [{ thumbnail_url: url, medium_url: url, original_url: url }];
    const imported = await world.services.teamFiles.importTeam(
      teamFileOf('photographed', { photos, description: url }),
    );
    expect(imported.ok).toBe(true);
    await ask({ url: '/v1/public/photographed/listings', headers: { host: `127.0.0.1:${port}` } });
    const visitor = visitorOf(world);
    await visitor.get(`/app/sign-in?next=${encodeURIComponent(url)}`);
    await visitor.post('/app/sign-in', { email: `x@127.0.0.1:${port}`, password: url, next: url });
  } finally {
    channel('net.client.socket').unsubscribe(onSocket);
    trap.close();
  }
  expect(visits).toBe(0);
  expect(opened.filter((socket) => socket.remotePort === port || socket.localPort === port)).toEqual([]);
  const database = Number(new URL(world.url).port);
  expect(
    opened.map(({ remotePort }) => remotePort).filter((one) => one !== undefined && one !== database),
  ).toEqual([]);
});

/** A small team file, with additional fields for a listing. */
const teamFileOf = (slug: string, more: object = {}, others: object = {}) => ({
  team: { slug, name: slug, currency: 'EUR', timezone: 'Europe/Lisbon' },
  listings: [
    {
      slug: 'place',
      kind: 'standalone',
      public_title: 'Place',
      max_guests: 2,
      rates: { nightly: 100 },
      ...more,
    },
  ],
  ...others,
});

// Headers, other origins, unforeseen errors and weak keys: security-headers, cors and failures in test/http, config.test.ts.
test('API8:2023 Security Misconfiguration: no file is served but those that are meant to be', async () => {
  for (const folder of ['/site/-/', '/site/-/x/', '/docs/', '/demo/photos/', '/app/assets/'])
    for (const file of ['package.json', '.env', 'src/config.ts', 'etc/passwd'])
      for (const up of ['../', '..%2f', '..%5c', '%2e%2e/', '....//', '..%252f', '%00/../']) {
        const url = `${folder}${up.repeat(4)}${file}`;
        const { status } = await ask({ url });
        expect([url, [400, 403, 404].includes(status)]).toEqual([url, true]);
      }
  for (const url of ['/site/-/tsconfig.json', '/site/-/x/README.md'])
    expect((await ask({ url })).status).toBe(404);
});

describe('API9:2023 Improper Inventory Management', () => {
  test('every route of the API is in the reference, and every operation of the reference is a route', () => {
    const api = Object.keys(entries).filter((route) => /^(?!OPTIONS).* \/v1(\/|$)/.test(route));
    expect(api.sort()).toEqual(operations.map(routeOf).sort());
  });

  test('no other method, version or forgotten path answers', async () => {
    for (const path of new Set(operations.map((operation) => operation.path)))
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const) {
        const url = path.replaceAll(/\{\w+\}/g, NOBODY);
        if (operations.some((one) => one.path === path && one.method === method)) continue;
        expect([method, url, (await ask({ method, url, headers: bearer })).status]).toEqual([
          method,
          url,
          404,
        ]);
      }
    for (const path of words(`v0/me v2/me api/v1/me v1/ v1 api graphql swagger swagger.json openapi.yaml
      v1/openapi.json debug metrics health status actuator/env .env .git/config server-status phpinfo.php
      wp-login.php console`))
      expect([path, (await ask({ url: `/${path}`, headers: bearer })).status]).toEqual([path, 404]);
  });
});

// Every field of a team file: test/services/team-file; payments: test/http/folio.test.ts; proxies: limits.test.ts.
describe('API10:2023 Unsafe Consumption of APIs', () => {
  test('a file of another system is checked field by field, and a wrong one changes nothing', async () => {
    const before = await rowCounts(world);
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    const wrong: unknown[] = [
      ...[null, [], 'team', deep, { team: deep }, teamFileOf('Not A Label')],
      teamFileOf('ok', { public_title: 'x\0y' }),
      teamFileOf('ok', { public_title: '\ud800' }),
      teamFileOf('ok', { rates: { nightly: 1e308 } }),
      // Another team's token stays that team's, under any name.
      teamFileOf('ok', {}, { tokens: [{ name: 'Mine', scope: 'read-write', token }] }),
    ];
    for (const file of wrong) {
      const imported = await world.services.teamFiles.importTeam(file);
      expect(imported).toMatchObject({ ok: false, problems: expect.arrayContaining([expect.any(String)]) });
      expect(JSON.stringify(imported)).not.toContain(team.own.teamSlug);
    }
    expect(await rowCounts(world)).toEqual(before);
    expect(await world.services.account.findSite('ok')).toBeNull();
  });

  test('keys that objects have by themselves are not fields of a file', async () => {
    const polluting = '"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}';
    const plain = JSON.stringify(teamFileOf('plain')).replaceAll('{', `{${polluting},`);
    await world.services.teamFiles.importTeam(JSON.parse(plain));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('markup that a file brings is shown as text', async () => {
    const title = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const file = teamFileOf('marked', { public_title: title });
    const imported = await world.services.teamFiles.importTeam({
      ...file,
      team: { ...file.team, name: title },
    });
    expect(imported.ok).toBe(true);
    const page = await ask({ url: '/site/marked' });
    expect(page.status).toBe(200);
    expect(page.text).not.toMatch(/<script>alert|<img src=x/);
    expect((await ask({ url: '/v1/public/marked/listings' })).body.data[0].public_title).toBe(title);
  });
});
