/** The ten risks of the OWASP API Security Top 10 of 2023, each tried in the way that it is taken advantage of. */
import { channel } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import fc from 'fast-check';
import type { HTTPMethods, InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { ANSWERS } from '../http/reference/contract-table.ts';
import { openTestApp, TEST_NOW, type TestApp } from '../support/app.ts';
import { expectSound, type Json, openInn, rowCounts, tally, times } from '../support/bookings.ts';
import { buildCoupon, day } from '../support/factories.ts';
import { buildMember, openTeamPages, PASSWORD, visitorOf } from '../support/pages.ts';
import { seed } from '../support/seed.ts';
import { chanceOf } from './chance.ts';
import { type Operation, operationsOf, urlOf, wholeRequest } from './drawn-requests.ts';
import { reportFigures } from './figures.ts';
import { type LivedInTeam, openLivedInTeam } from './lived-in-team.ts';
import { collectRoutes, ENTRIES, NOBODY, requestOf } from './route-entries.ts';
import { digestOf } from './stored-texts.ts';

const UNAUTHENTICATED = { success: false, message: 'Unauthenticated.', errors: {} };
const SERVER_ERROR = { message: 'Server Error' };

const routes = new Set<string>();
let world: TestApp;
let team: LivedInTeam;
let other: LivedInTeam;
let document: Json;
let operations: Operation[];

beforeAll(async () => {
  world = await openTestApp({ extend: (app) => collectRoutes(app, routes) });
  const chance = chanceOf(seed);
  team = await openLivedInTeam(world, chance.letters(10));
  other = await openLivedInTeam(world, chance.letters(10));
  document = (await world.get('/openapi.json')).json();
  operations = operationsOf(document);
});
let failures = 0;
afterEach(({ task }) => {
  if (task.result?.state === 'fail') failures += 1;
});
afterAll(async () => {
  await world.close();
  if (failures > 0) return;
  await reportFigures('owasp-api-top-ten', {
    load: `${operations.length} operations and ${routes.size} routes`,
    seen: 'What each of the ten is taken advantage of by was tried, and refused.',
  });
});

const nobody = { token: null, member: null, visitor: { cookie: '', formToken: '' } };
const entryOf = ({ method, path }: Operation) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
const ofTeams = () => operations.filter(({ path }) => !path.startsWith('/v1/public/'));

async function ask(request: InjectOptions) {
  const { statusCode, headers, body } = await world.app.inject(request);
  const isJson = String(headers['content-type']).startsWith('application/json');
  return { status: statusCode, headers, text: body, body: (isJson ? JSON.parse(body) : null) as Json };
}

/** What a token that is sent in some way is answered at every operation of a team. */
async function statusesWith(change: (request: InjectOptions) => InjectOptions): Promise<unknown[]> {
  const found = [];
  for (const operation of ofTeams()) {
    const { status, body } = await ask(change(requestOf(entryOf(operation), nobody, team.own)));
    found.push([operation.name, status, body]);
  }
  return found;
}
const allRefused = () => ofTeams().map(({ name }) => [name, 401, UNAUTHENTICATED]);

describe('API1:2023 Broken Object Level Authorization', () => {
  test('whatever another team’s id is put into is a 404 or a 422, and nothing of theirs changes', async () => {
    const before = await digestOf(world.db, other.teamId);
    const caller = { ...nobody, token: team.tokens.token };
    for (const operation of ofTeams()) {
      const entry = ENTRIES[entryOf(operation)];
      for (const [place, kind] of Object.entries(entry?.places ?? {})) {
        if (/email|search/.test(place)) continue;
        const { status, body } = await ask(
          requestOf(entryOf(operation), caller, team.own, { [place]: other.own[kind] }),
        );
        const isFilter = place.startsWith('query.') && place !== 'query.coupon_code';
        if (isFilter)
          expect([operation.name, place, status, body.data]).toEqual([operation.name, place, 200, []]);
        else
          expect([operation.name, place, status]).toEqual([
            operation.name,
            place,
            place.startsWith('path.') ? 404 : 422,
          ]);
      }
    }
    expect(await digestOf(world.db, other.teamId)).toEqual(before);
  });
});

describe('API2:2023 Broken Authentication', () => {
  test.each<[string, (request: InjectOptions) => InjectOptions]>([
    ['no token', (request) => request],
    ['a revoked one', (request) => withHeaders(request, { authorization: `Bearer ${team.tokens.gone}` })],
    [
      'a mistyped one',
      (request) => withHeaders(request, { authorization: `Bearer ${mistyped(team.tokens.token)}` }),
    ],
    [
      'one that only says who it is',
      (request) => withHeaders(request, { authorization: `Bearer ${UNSIGNED}` }),
    ],
    ['what is stored of one', (request) => withHeaders(request, { authorization: `Bearer ${storedHash}` })],
    [
      'one in the wrong scheme',
      (request) =>
        withHeaders(request, {
          authorization: `Basic ${Buffer.from(`${team.tokens.token}:`).toString('base64')}`,
        }),
    ],
    [
      'one in the URL',
      (request) => ({
        ...request,
        url: `${request.url}${String(request.url).includes('?') ? '&' : '?'}access_token=${team.tokens.token}&token=${team.tokens.token}`,
      }),
    ],
    [
      'one in a cookie',
      (request) =>
        withHeaders(request, { cookie: `token=${team.tokens.token}; innkeep-session=${team.tokens.token}` }),
    ],
    ['a member’s session', (request) => withHeaders(request, { cookie: team.member.cookie })],
  ])('%s opens no operation', async (_what, change) => {
    expect(await statusesWith(change)).toEqual(allRefused());
  });

  /** Signed by nobody, as some libraries once believed. */
  const UNSIGNED = [{ alg: 'none', typ: 'JWT' }, { sub: 'admin', team: 1 }, {}]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  let storedHash = '';
  beforeAll(async () => {
    const rows = await world.db.execute<{ token_hash: string }>(
      `select token_hash from tokens where team_id = ${team.teamId} and revoked_at is null limit 1`,
    );
    storedHash = rows[0]?.token_hash ?? '';
    expect(storedHash.length).toBeGreaterThan(24);
  });
  const mistyped = (token: string) => token.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'));
  const withHeaders = (request: InjectOptions, headers: Record<string, string>) => ({
    ...request,
    headers: { ...request.headers, ...headers },
  });

  test('guessing a password slows down, for an email that nobody has as well, and says nothing of either', async () => {
    const { email } = await buildMember(world);
    const told = [];
    for (const who of [email, 'nobody-at-all@example.com']) {
      const visitor = visitorOf(world, {}, '203.0.113.1');
      await visitor.get('/app/sign-in');
      const answers = [];
      for (let count = 0; count < 5; count += 1)
        answers.push(await visitor.post('/app/sign-in', { email: who, password: `guess ${count} of many` }));
      // The sixth is not looked at, right or not.
      answers.push(await visitor.post('/app/sign-in', { email: who, password: PASSWORD }));
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422, 422, 422, 422, 429]);
      expect(answers.at(-1)?.headers['retry-after']).toBe('2');
      told.push(
        answers.map(({ body }) =>
          body.replaceAll(who, '').replaceAll(/name="form_token" value="[^"]+"/g, ''),
        ),
      );
    }
    expect(told[0]).toEqual(told[1]);
    world.clock.set(TEST_NOW);
  });

  test('a session is new at each sign-in, ends at once, and its cookie is for this server alone', async () => {
    const { email } = await buildMember(world);
    const visitor = visitorOf(world);
    visitor.cookies.set('innkeep-session', 'A'.repeat(43));
    const answer = await visitor.signIn(email);
    const cookie = answer.cookies.find(({ name }) => name === 'innkeep-session');
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' });
    expect(cookie?.value).toMatch(/^[\w-]{43}$/);
    expect(cookie?.value).not.toBe('A'.repeat(43));
    const copied = visitorOf(world);
    copied.cookies.set('innkeep-session', String(cookie?.value));
    expect((await copied.get('/app')).headers.location).toMatch(/tokens$/);
    await visitor.post('/app/sign-out');
    expect((await copied.get('/app')).headers.location).toBe('/app/sign-in');
  });
});

describe('API3:2023 Broken Object Property Level Authorization', () => {
  /** Fields that a client might hope to set. */
  const HOPED_FOR = {
    id: NOBODY,
    team_id: 1,
    confirmation_code: 'MINEMINE',
    grand_total: 0,
    accommodation_total: 0,
    price_breakdown: [],
    currency: 'JPY',
    unit: { id: NOBODY, name: 'The best' },
    unit_id: NOBODY,
    preparation_days: 0,
    created_at: '2000-01-01T00:00:00+00:00',
    updated_at: '2000-01-01T00:00:00+00:00',
    cancelled_at: '2000-01-01T00:00:00+00:00',
    paid_total: 1_000_000,
    guest_notes: 'x',
  };

  test('nothing but the fields of an operation is set by it', async () => {
    const inn = await openInn(world);
    const plain = await inn.book({ check_in: day(10), check_out: day(12), guest: { name: 'Bea' } });
    const greedy = await inn.book({
      ...HOPED_FOR,
      check_in: day(20),
      check_out: day(22),
      guest: { name: 'Bea', id: NOBODY, notes: 'x' },
    });
    for (const field of Object.keys(HOPED_FOR)) {
      if (['id', 'confirmation_code'].includes(field))
        expect(greedy[field]).not.toEqual(HOPED_FOR[field as 'id']);
      else expect([field, greedy[field]]).toEqual([field, plain[field]]);
    }
    expect({ ...greedy.guest, id: '' }).toEqual({ ...plain.guest, id: '' });
    const { body } = await inn.change(plain.id, {
      ...HOPED_FOR,
      status: 'cancelled',
      source: 'airbnb',
      listing_id: NOBODY,
      guest_id: NOBODY,
      nights: 99,
    });
    expect(body.data).toEqual(plain);
    const { id } = plain.guest;
    const guest = await inn.data(
      inn.send('PUT', `/guests/${id}`, {
        id: NOBODY,
        team_id: 1,
        created_at: '2000-01-01T00:00:00+00:00',
        search_text: 'x',
      }),
    );
    expect(guest).toEqual(plain.guest);
    const { payments } = await inn.folio(plain.id);
    const folio = await inn.data(
      inn.send('PUT', `/bookings/${plain.id}/payments/${payments[0].id}`, {
        status: 'paid',
        amount: 1,
        paid_at: '2000-01-01T00:00:00+00:00',
      }),
    );
    expect(folio.payments).toEqual([{ ...payments[0], status: 'paid', paid_at: folio.payments[0].paid_at }]);
    expect(folio.payments[0].paid_at).toMatch(/^2031-/);
  });

  test('what anyone is shown has the fields that are for anyone, and no others', async () => {
    const answer = ANSWERS['GET /v1/public/{teamSlug}/listings/{listingSlug}'] as { data: object };
    const fields = Object.keys(answer.data).map((name) => name.replace('?', ''));
    const one = await ask({ url: `/v1/public/${team.own.teamSlug}/listings/${team.own.listingSlug}` });
    const all = await ask({ url: `/v1/public/${team.own.teamSlug}/listings` });
    for (const listing of [one.body.data, ...all.body.data])
      expect(Object.keys(listing).sort()).toEqual(fields.sort());
    expect(Object.keys(one.body.data.address).sort()).toEqual([
      'city',
      'country',
      'latitude',
      'longitude',
      'state',
    ]);
  });
});

describe('API4:2023 Unrestricted Resource Consumption', () => {
  test('every list, span, text and body has an end', async () => {
    const { send, listing, newBooking } = await openInn(world);
    const beyond: [string, 'GET' | 'POST', string, object | string, number][] = [
      ...['listings', 'bookings', 'blocks', 'guests'].flatMap(
        (list): [string, 'GET', string, object, number][] => [
          [`${list}: rows of a page`, 'GET', `/${list}?per_page=101`, {}, 422],
          [`${list}: pages`, 'GET', `/${list}?page=1000001`, {}, 422],
        ],
      ),
      [
        'a calendar’s days',
        'GET',
        `/listings/${listing.id}/calendar?start_date=${day(0)}&end_date=${day(731)}`,
        {},
        422,
      ],
      [
        'a stay’s nights',
        'GET',
        `/availability/${listing.id}?check_in=${day(0)}&check_out=${day(366)}`,
        {},
        422,
      ],
      [
        'guests',
        'GET',
        `/availability/${listing.id}?check_in=${day(0)}&check_out=${day(1)}&guests=1001`,
        {},
        422,
      ],
      ['a search', 'GET', `/guests?search=${'x'.repeat(101)}`, {}, 422],
      ['a text', 'POST', '/bookings', newBooking({ notes: 'x'.repeat(10_001) }), 422],
      ['a name', 'POST', '/guests', { name: 'x'.repeat(256) }, 422],
      ['a body', 'POST', '/guests', `{"name":"${'x'.repeat(1_048_576)}"}`, 413],
      ['nesting', 'POST', '/guests', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 422],
      ['a key', 'POST', '/guests', { name: 'x' }, 422],
    ];
    for (const [what, method, path, body, status] of beyond) {
      const headers = what === 'a key' ? { 'idempotency-key': 'x'.repeat(256) } : {};
      const answer = await send(method, path, method === 'GET' ? undefined : body, headers);
      expect([what, answer.status]).toEqual([what, status]);
    }
    const url = `/v1/listings/${'x'.repeat(101)}`;
    expect((await ask({ url, headers: { authorization: `Bearer ${team.tokens.token}` } })).status).toBe(404);
  });

  test('whoever asks without end is told to wait: by address, by token, and at the sign-in', async () => {
    const limited = await openTestApp({ url: world.url, limits: { public: 3, token: 5, signIn: 2 } });
    try {
      const statuses = async (count: number, request: InjectOptions) => {
        const answers = [];
        for (let sent = 0; sent < count; sent += 1) answers.push(await limited.app.inject(request));
        for (const { statusCode, headers } of answers)
          if (statusCode === 429) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
        return tally(answers.map(({ statusCode }) => ({ status: statusCode })));
      };
      const site = `/v1/public/${team.own.teamSlug}/listings`;
      expect(await statuses(10, { url: site })).toEqual({ 200: 3, 429: 7 });
      const headers = { authorization: `Bearer ${team.tokens.token}` };
      expect(await statuses(10, { url: '/v1/me', headers })).toEqual({ 200: 5, 429: 5 });
      const visitor = visitorOf(limited);
      await visitor.get('/app/sign-in');
      const tries = [];
      for (let count = 0; count < 3; count += 1)
        tries.push(
          (await visitor.post('/app/sign-in', { email: 'a@example.com', password: 'x' })).statusCode,
        );
      expect(tries).toEqual([422, 422, 429]);
    } finally {
      await limited.close();
    }
  });
});

describe('API5:2023 Broken Function Level Authorization', () => {
  test('a token that only reads writes nothing, where its team enforces that', async () => {
    const inn = await openInn(world, { scope: 'read-only', team: { enforceTokenScope: true } });
    const before = await digestOf(world.db, inn.teamId);
    for (const operation of operations) {
      const { status } = await ask(requestOf(entryOf(operation), { ...nobody, token: inn.token }, team.own));
      if (operation.method !== 'GET') expect([operation.name, status]).toEqual([operation.name, 403]);
      else expect([operation.name, status === 403]).toEqual([operation.name, false]);
    }
    expect(await digestOf(world.db, inn.teamId)).toEqual(before);
  });

  test('a team’s pages are for its members, of now, and for no token', async () => {
    const pages = Object.keys(ENTRIES).filter((route) => route.includes(' /app/teams/'));
    expect(pages.length).toBeGreaterThan(10);
    const before = await digestOf(world.db, team.teamId);
    const { teamSlug } = team.own;
    const asTheirs = { ...nobody, member: other.member };
    for (const route of pages) {
      const stranger = await ask(requestOf(route, asTheirs, team.own));
      expect([route, stranger.status]).toEqual([route, 404]);
      for (const caller of [nobody, { ...nobody, member: team.removed }]) {
        const { status, headers } = await ask(requestOf(route, caller, team.own));
        expect([route, status, String(headers.location)]).toEqual([
          route,
          303,
          expect.stringMatching(/^\/app\/sign-in/),
        ]);
      }
    }
    const bearer = await ask({
      url: `/app/teams/${teamSlug}/tokens`,
      headers: { authorization: `Bearer ${team.tokens.token}` },
    });
    expect([bearer.status, bearer.headers.location]).toEqual([303, expect.stringMatching(/^\/app\/sign-in/)]);
    expect(await digestOf(world.db, team.teamId)).toEqual(before);
  });

  test('a member who is removed is out at the next click', async () => {
    const { visitor, member, members, team: own } = await openTeamPages(world);
    const second = await buildMember(world, { teamId: own.id });
    const leaving = visitorOf(world);
    await leaving.signIn(second.email);
    expect((await leaving.get(members)).statusCode).toBe(200);
    await visitor.submit(`${members}/${second.id}/remove`);
    expect((await leaving.get(members)).statusCode).toBe(303);
    expect((await leaving.post(`${members}/${member.id}/remove`)).statusCode).not.toBe(200);
    expect(await world.services.members.listMembers(own.id)).toHaveLength(1);
  });

  test('there are no operations beside those of a team', async () => {
    const headers = { authorization: `Bearer ${team.tokens.token}` };
    for (const path of [
      'admin',
      'teams',
      'teams/1',
      'tokens',
      'users',
      'members',
      'export',
      'import',
      'metrics',
      'keys',
    ])
      for (const url of [`/v1/${path}`, `/${path}`])
        expect([url, (await ask({ url, headers })).status]).toEqual([url, 404]);
  });
});

describe('API6:2023 Unrestricted Access to Sensitive Business Flows', () => {
  test('of many who want the last night one gets it', async () => {
    const inn = await openInn(world);
    const answers = await Promise.all(
      times(12, (index) => inn.tryBook({ guest: { name: `Guest ${index}` } })),
    );
    expect(tally(answers)).toEqual({ 201: 1, 422: 11 });
    await expectSound(world);
  });

  test('a coupon is redeemed as often as it may be, however many race for it', async () => {
    const inn = await openInn(world, { units: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'] });
    await buildCoupon(world, { teamId: inn.teamId, code: 'TWICE', maxRedemptions: 2 });
    const answers = await Promise.all(times(8, () => inn.tryBook({ coupon_code: 'twice' })));
    expect(tally(answers)).toEqual({ 201: 2, 422: 6 });
  });

  test('the same order sent again is one order, and its price is the team’s', async () => {
    const inn = await openInn(world, { units: ['A', 'B', 'C'] });
    const key = { 'idempotency-key': 'order-1' };
    const answers = await Promise.all(times(5, () => inn.tryBook({ guest: { name: 'Bea' } }, key)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await inn.send('GET', '/bookings')).body.meta.total).toBe(1);
    expect(answers[0]?.body.data.grand_total).toBe(40_000);
  });

  test('anyone may look, and only a token books', async () => {
    const before = await rowCounts(world);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'] as const)
      for (const url of [
        `/v1/public/${team.own.teamSlug}/bookings`,
        `/v1/public/${team.own.teamSlug}/listings`,
        `/v1/public/${team.own.teamSlug}/listings/${team.own.listingSlug}`,
        `/v1/public/${team.own.teamSlug}/listings/${team.own.listingSlug}/availability`,
      ])
        expect([method, url, (await ask({ method, url, payload: {} })).status]).toEqual([method, url, 404]);
    expect(await rowCounts(world)).toEqual(before);
  });

  test('the rules of a stay hold for whoever does not say that they override them', async () => {
    const inn = await openInn(world, { listing: { minStay: 3, advanceNoticeDays: 10, maxGuests: 2 } });
    const refused = await inn.tryBook({
      check_in: '2031-05-06',
      check_out: '2031-05-07',
      number_of_guests: 3,
    });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
      422,
      ['availability', 'number_of_guests'],
    ]);
  });
});

describe('API7:2023 Server Side Request Forgery', () => {
  test('nothing that is sent makes the service open a connection', async () => {
    let visits = 0;
    const trap = createServer((_request, response) => {
      visits += 1;
      response.end();
    });
    trap.listen(0, '127.0.0.1');
    await once(trap, 'listening');
    const { port } = trap.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/latest/meta-data`;
    // Whatever this process opens, wherever to; the database's are the only ones that there may be.
    const opened: Socket[] = [];
    const onSocket = (message: unknown) => opened.push((message as { socket: Socket }).socket);
    channel('net.client.socket').subscribe(onSocket);
    try {
      const headers = {
        authorization: `Bearer ${team.tokens.token}`,
        ...Object.fromEntries(
          ['referer', 'origin', 'x-forwarded-host', 'x-callback-url', 'location', 'link'].map((name) => [
            name,
            url,
          ]),
        ),
        host: `127.0.0.1:${port}`,
      };
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

  const NOTHING_KNOWN = { values: {}, payments: [], invoices: [], units: [] };

  test('nobody is sent elsewhere by an address that somebody else wrote', async () => {
    const { email } = await buildMember(world);
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/teams/../../evil',
      'javascript:alert(1)',
    ]) {
      const visitor = visitorOf(world);
      await visitor.get(`/app/sign-in?next=${encodeURIComponent(next)}`);
      const answer = await visitor.post('/app/sign-in', { email, password: PASSWORD, next });
      expect([next, answer.statusCode, answer.headers.location]).toEqual([next, 303, '/app']);
    }
    const fixed = await openTestApp({ url: world.url, publicUrl: 'https://stays.example' });
    const answer = await fixed.get('/v1/listings', team.tokens.token, {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
    });
    await fixed.close();
    expect(answer.json().links.first).toBe('https://stays.example/v1/listings?page=1');
    expect(answer.body).not.toContain('evil.example');
  });
});

/** A small team file, with a listing that has something more. */
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

describe('API8:2023 Security Misconfiguration', () => {
  test('every kind of answer forbids what it does not need, and tells nothing of what it runs on', async () => {
    const headers = { authorization: `Bearer ${team.tokens.token}` };
    for (const [status, request] of [
      [200, { url: '/v1/me', headers }],
      [401, { url: '/v1/me' }],
      [404, { url: '/nothing' }],
      [422, { url: '/v1/listings?page=x', headers }],
      [
        415,
        {
          url: '/v1/guests',
          method: 'POST',
          headers: { ...headers, 'content-type': 'text/plain' },
          payload: 'x',
        },
      ],
      [200, { url: '/app/sign-in' }],
      [200, { url: `/v1/public/${team.own.teamSlug}/listings` }],
      [200, { url: `/site/${team.own.teamSlug}` }],
      [200, { url: '/docs' }],
      [200, { url: '/livez' }],
    ] as [number, InjectOptions][]) {
      const answer = await ask(request);
      expect([request.url, answer.status]).toEqual([request.url, status]);
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(String(answer.headers['content-security-policy'])).not.toMatch(/unsafe-|\*/);
      for (const name of ['server', 'x-powered-by']) expect(answer.headers).not.toHaveProperty(name);
    }
    expect((await ask({ url: '/v1/me', headers })).headers['cache-control']).toBe('no-store');
  });

  test('other sites’ pages read what is for anyone, and nothing of a team', async () => {
    const origin = 'https://evil.example';
    const open = await ask({ url: `/v1/public/${team.own.teamSlug}/listings`, headers: { origin } });
    expect(open.headers['access-control-allow-origin']).toBe('*');
    expect(open.headers).not.toHaveProperty('access-control-allow-credentials');
    for (const route of [...ofTeams().map(entryOf), 'GET /app/sign-in', 'POST /app/sign-in']) {
      const request = requestOf(route, { ...nobody, token: team.tokens.reader }, other.own);
      const preflight = { origin, 'access-control-request-method': String(request.method) };
      for (const asked of [
        { ...request, headers: { ...request.headers, origin } },
        { url: String(request.url), method: 'OPTIONS', headers: preflight } as const,
      ]) {
        const { headers } = await ask(asked);
        expect([route, Object.keys(headers).filter((name) => name.startsWith('access-control'))]).toEqual([
          route,
          [],
        ]);
      }
    }
  });

  test('an error that nobody foresaw is told in two words', async () => {
    const broken = await openTestApp({
      url: world.url,
      extend: (_app, services) => {
        services.listings.listListings = () => Promise.reject(new Error('select secret from cellar'));
      },
    });
    const answer = await broken.get('/v1/listings', team.tokens.token);
    await broken.close();
    expect([answer.statusCode, answer.json()]).toEqual([500, SERVER_ERROR]);
  });

  test('no file is served but those that are meant to be', async () => {
    const outside = ['package.json', '.env', 'src/config.ts', 'etc/passwd'];
    for (const folder of ['/site/-/', '/docs/static/', '/demo/photos/', '/app/assets/'])
      for (const file of outside)
        for (const up of ['../', '..%2f', '..%5c', '%2e%2e/', '....//', '..%252f', '%00/../']) {
          const { status } = await ask({ url: `${folder}${up.repeat(4)}${file}` });
          expect([folder, up, file, [400, 403, 404].includes(status)]).toEqual([folder, up, file, true]);
        }
    expect((await ask({ url: '/site/-/tsconfig.json' })).status).toBe(404);
    expect((await ask({ url: '/site/-/README.md' })).status).toBe(404);
  });

  test('a start without a key of its own, or with a weak one, is none', () => {
    const DATABASE_URL = 'postgres://innkeep@db/innkeep';
    for (const APP_KEY of [undefined, '', 'secret', Buffer.alloc(16).toString('base64')]) {
      const read = readConfig({ DATABASE_URL, ...(APP_KEY === undefined ? {} : { APP_KEY }) });
      expect(read).toEqual({ ok: false, problem: expect.stringContaining('APP_KEY') });
    }
  });

  test('cookies go over HTTPS alone where that is how one comes', async () => {
    const secure = await openTestApp({ url: world.url, publicUrl: 'https://stays.example' });
    const { cookies, headers } = await secure.app.inject({ url: '/app/sign-in' });
    await secure.close();
    expect(cookies.map(({ name, secure: isSecure }) => [name, isSecure])).toEqual([
      ['__Host-innkeep-visitor', true],
    ]);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

describe('API9:2023 Improper Inventory Management', () => {
  test('every route of the API is in the reference, and every operation of the reference is a route', () => {
    const api = [...routes].filter((route) => / \/v1(\/|$)/.test(route));
    const documented = operations.map(entryOf);
    expect(api.filter((route) => route !== 'OPTIONS /v1/public*').sort()).toEqual(documented.sort());
  });

  test('what there is beside it is known', () => {
    expect([...routes].sort()).toEqual(Object.keys(ENTRIES).sort());
  });

  test('no other method, version or forgotten path answers', async () => {
    const headers = { authorization: `Bearer ${team.tokens.token}` };
    const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'] as const;
    for (const path of new Set(operations.map((operation) => operation.path)))
      for (const method of methods) {
        const url = path.replaceAll(/\{\w+\}/g, NOBODY);
        if (operations.some((one) => one.path === path && one.method === method)) continue;
        expect([method, url, (await ask({ method, url, headers })).status]).toEqual([method, url, 404]);
      }
    const forgotten =
      'v0/me v2/me api/v1/me v1/ v1 api graphql swagger swagger.json openapi.yaml v1/openapi.json debug';
    const others =
      'metrics health status actuator/env .env .git/config server-status phpinfo.php wp-login.php console';
    for (const path of `${forgotten} ${others}`.split(' '))
      expect([path, (await ask({ url: `/${path}`, headers })).status]).toEqual([path, 404]);
  });
});

describe('API10:2023 Unsafe Consumption of APIs', () => {
  test('a file of another system is looked at field by field, and one that is wrong changes nothing', async () => {
    const before = await rowCounts(world);
    const deep = JSON.parse(`${'['.repeat(5_000)}${']'.repeat(5_000)}`);
    const wrong: unknown[] = [
      null,
      [],
      'team',
      deep,
      { team: deep },
      teamFileOf('Not A Label'),
      teamFileOf('ok', { public_title: 'x\0y' }),
      teamFileOf('ok', { public_title: '\ud800' }),
      teamFileOf('ok', { rates: { nightly: 1e308 } }),
      teamFileOf('ok', { rates: { nightly: '100' } }),
      teamFileOf('ok', { max_guests: -1 }),
      teamFileOf('ok', { description: 'x'.repeat(10_001) }),
      teamFileOf('ok', { photos: times(51, () => ({})) }),
      // What is another team's stays so: a token that is in use, under whatever name.
      teamFileOf('ok', {}, { tokens: [{ name: 'Mine', scope: 'read-write', token: team.tokens.token }] }),
    ];
    for (const file of wrong) {
      const imported = await world.services.teamFiles.importTeam(file);
      expect([JSON.stringify(file).slice(0, 60), imported]).toEqual([
        expect.any(String),
        { ok: false, problems: expect.arrayContaining([expect.any(String)]) },
      ]);
      expect(JSON.stringify(imported)).not.toContain(team.own.teamSlug);
    }
    expect(await rowCounts(world)).toEqual(before);
    expect(await world.services.account.findSite('ok')).toBeNull();
  });

  test('keys that objects have by themselves are no fields of it', async () => {
    const file = JSON.parse(
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"team":{"slug":"plain","name":"Plain","currency":"EUR","timezone":"Europe/Lisbon","__proto__":{"polluted":true}}}',
    );
    await world.services.teamFiles.importTeam(file);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  test('what it brings is shown as text, never as markup', async () => {
    const title = '<script>alert(1)</script>"><img src=x onerror=alert(2)>';
    const imported = await world.services.teamFiles.importTeam({
      ...teamFileOf('marked', { public_title: title }),
      team: { slug: 'marked', name: title, currency: 'EUR', timezone: 'Europe/Lisbon' },
    });
    expect(imported.ok).toBe(true);
    const page = await ask({ url: '/site/marked' });
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<script>alert');
    expect(page.text).not.toContain('<img src=x');
    const answer = await ask({ url: '/v1/public/marked/listings' });
    expect(answer.body.data[0].public_title).toBe(title);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });

  test('what a payment provider reports is a step that there is, once, and moves no amount', async () => {
    const inn = await openInn(world, { listing: { securityDepositCents: 1_000 } });
    const { id } = await inn.book();
    const { payments, invoices } = await inn.folio(id);
    const path = `/bookings/${id}/payments/${payments[0].id}`;
    for (const status of [
      'refunded',
      'scheduled',
      'cancelled',
      'PAID',
      '',
      null,
      1,
      ['paid'],
      { status: 'paid' },
    ])
      expect([status, (await inn.send('PUT', path, { status })).status]).toEqual([status, 422]);
    const reports = await Promise.all(times(5, () => inn.send('PUT', path, { status: 'paid', amount: 1 })));
    expect(tally(reports)).toEqual({ 200: 1, 422: 4 });
    const folio = await inn.folio(id);
    expect([folio.paid_total, folio.balance_due]).toEqual([payments[0].amount, 0]);
    expect(
      (await inn.send('PUT', `/bookings/${id}/invoices/${invoices[0].id}`, { status: 'paid' })).status,
    ).toBe(200);
    expect((await inn.send('PUT', `/bookings/${id}/security-deposit`, { status: 'kept' })).status).toBe(422);
    await expectSound(world);
  });

  test('a stranger who claims to be a proxy is not believed', async () => {
    const limited = await openTestApp({ url: world.url, limits: { public: 2, token: 0, signIn: 0 } });
    const statuses = [];
    for (let count = 0; count < 3; count += 1)
      statuses.push(
        (
          await limited.get(`/v1/public/${team.own.teamSlug}/listings`, null, {
            'x-forwarded-for': `198.51.100.${count}`,
            'x-forwarded-proto': 'https',
          })
        ).statusCode,
      );
    await limited.close();
    expect(statuses).toEqual([200, 200, 429]);
  });
});
