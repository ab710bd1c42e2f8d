/**
 * Takes the served OpenAPI document literally: thousands of requests drawn from it, valid and broken, never get a 5xx,
 * and every answer is one that the document describes.
 */
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { HTTPMethods } from 'fastify';
import { describe, expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { expectSound, type Json, times } from '../helpers/bookings.ts';
import { buildTeam, buildToken, buildUnit, day } from '../helpers/factories.ts';
import { seed } from '../helpers/random.ts';
import { openSocket, readAnswer } from '../helpers/socket.ts';
import { POOLS } from '../registers/all.ts';
import type { KeepValue } from '../registers/registers.ts';
import { createChecker } from '../routes/openapi/schema-checker.ts';
import { brokenRequest, tooLarge, withEverywhere } from './broken-requests.ts';
import { chanceOf } from './chance.ts';
import {
  type Drawn,
  type Operation,
  operationsOf,
  type Pools,
  resolved,
  urlOf,
  wholeRequest,
} from './drawn-requests.ts';
import { isFull, reportFigures, sized } from './figures.ts';
import { openLivedInTeam } from './lived-in-team.ts';

/** Entities made in a round are confirmed, paid and cancelled in the same round, so each round has many new ones. */
const ROUNDS = sized(5, 1);
const RUNS = sized(100, 10);
/** How many operations are called at a time. */
const AT_ONCE = 3;
const PICTURE_UPLOADS = new Set(['uploadPhoto', 'uploadTeamLogo', 'uploadTeamCover']);
/** No block of a channel is drawn, and no document of a visitor's booking. */
const NEVER_FOUND = ['createBookingOfBlock', 'getPublicBookingDocument'];
const RUNS_OVER_SOCKETS = sized(100, 3);
const NOISES = sized(2_000, 20);
const SUITE_TIMEOUT_MS = 3_000_000;
/** How many of the newest values are used again. */
const REMEMBERED = 40;

type Answered = { status: number; headers: Record<string, string>; body: string };
type Send = (operation: Operation, request: Drawn) => Promise<Answered>;
type Tally = { whole: Record<string, number>; broken: Record<string, number> };

// Where nothing is sent, nobody can ask for the link to a booking.
const world = await openSharedApp({ publicUrl: 'https://innkeep.example', sendsMail: true });
const team = await openLivedInTeam(world, chanceOf(seed).letters(10));
const token = await buildToken(world, { teamId: team.teamId, role: 'owner' });

/** Existing values. They grow as answers mention more. */
const known = {
  listing: [] as string[],
  listingSlug: [] as string[],
  booking: [] as string[],
  confirmation_code: [] as string[],
  guest: [] as string[],
  email: [] as string[],
  block: [] as string[],
  units: [] as { listing_id: string; unit_id: string }[],
  unit: [] as string[],
  fees: [team.own.fee],
  taxes: [team.own.tax],
  discounts: [team.own.discount],
  coupons: [team.own.coupon],
  member: [team.own.member, team.own.spareMember],
  token: [team.own.token],
  siteBookings: [] as { confirmation_code: string; key: string }[],
};
/** Values of the options, by the names of parameters and fields. */
const ofOptions: Record<string, string[]> = {};
/** Parameters that belong together, by the last of them. */
const parts: Record<string, Record<string, string>[]> = {
  payment: [],
  invoice: [],
  photo: [{ listing: team.own.listing, photo: team.own.photo }],
};
for (const pool of POOLS) {
  for (const [name, values] of Object.entries(pool.values?.(team.own) ?? {}))
    ofOptions[name] = [...(ofOptions[name] ?? []), ...values];
  for (const [name, part] of Object.entries(pool.parts?.(team.own) ?? {})) parts[name] = [part];
}
const tallies: Record<string, Tally> = {};

const strict = await buildTeam(world, { enforceTokenScope: true });
const readOnlyToken = await buildToken(world, { teamId: strict.id, access: 'read-only' });
// Free places for the bookings.
for (let count = 0; count < sized(60, 6); count += 1)
  await buildUnit(world, { teamId: team.teamId, listingId: team.own.listing });
const { rows: units } = await world.db.execute<{ listing_id: string; unit_id: string }>(
  `select listing_id, id as unit_id from units where team_id = ${team.teamId}`,
);
const listings: Json[] = await team.client.read('/listings?per_page=100');
known.units = units;
known.unit = units.slice(0, REMEMBERED).map(({ unit_id }) => unit_id);
known.siteBookings.push({ confirmation_code: team.own.siteCode, key: team.own.bookingKey });
known.booking.push(team.own.booking);
// Bookable listings are requested most, as real clients do.
const shown = listings.filter(({ slug }) => !team.hidden.includes(slug));
const usual = [...times(6, () => team.own.listing), ...[...shown, ...listings].map(({ id }) => id)];
/** Listings made by requests, of which many have no bookings, so that they can be deleted. */
const madeListings: string[] = [];
known.listing = [...usual];
const pools = {
  parts,
  units: known.units,
  siteBookings: known.siteBookings,
  values: {
    ...known,
    ...ofOptions,
    kind: ['standalone', 'building,unit_type'],
    property_type: ['apartment', 'house,villa'],
    near: ['38.7113,-9.1425'],
    currency: ['EUR'],
    listing_id: known.listing,
    listings: known.listingSlug,
    booking_id: known.booking,
    month: ['2031-01', '2031-01', '2031-06'],
    guest_id: known.guest,
    unit_id: known.units.map(({ unit_id }) => unit_id),
    teamSlug: [team.own.teamSlug],
    coupon_code: ['', '', '', team.own.coupon, team.own.coupon.toLowerCase()],
  } as unknown as Pools['values'],
};
const document = (await world.get('/openapi.json')).json();
const operations = operationsOf(document);
const problemsOfValue = createChecker(document);
const port = await world.listen();

function rankOf({ name }: Operation): number {
  if (name.startsWith('create')) return 0;
  return /^(delete|cancel|remove|revoke)/.test(name) ? 2 : 1;
}

function keep<T>(list: T[], value: T): void {
  if (list.push(value) > REMEMBERED) list.shift();
}
const keepValue: KeepValue = (pool, value) => {
  if (typeof value === 'string') keep(atPool(ofOptions, pool), value);
  else keep(atPool(parts, pool), value);
};
function atPool<T>(pools: Record<string, T[]>, name: string): T[] {
  const pool = pools[name];
  if (!pool) throw new Error(`A register has no values of ${name} at first.`);
  return pool;
}

/** Remembers the values in an answer. */
function learn({ name }: Operation, { path }: Drawn, { status, body }: Answered): void {
  if (status === 204 && path.block) known.block.splice(known.block.indexOf(path.block), 1);
  if (status >= 300 || body === '') return;
  const { data } = JSON.parse(body);
  for (const pool of POOLS) pool.learn?.[name]?.(data, path, keepValue);
  if (name === 'createBooking') {
    keep(known.booking, data.id);
    keep(known.confirmation_code, data.confirmation_code);
    keep(known.guest, data.guest_id);
  }
  if (name === 'createGuest') keep(known.guest, data.id);
  if (name === 'createToken') keep(known.token, data.id);
  if (name === 'createFee') keep(known.fees, data.code);
  if (name === 'createTax') keep(known.taxes, data.code);
  if (name === 'createDiscount') keep(known.discounts, data.code);
  if (name === 'createCoupon') keep(known.coupons, data.code);
  if (name === 'createListing') {
    keep(madeListings, data.id);
    known.listing.splice(usual.length, REMEMBERED, ...madeListings);
  }
  // A list of photos takes the place of those before it.
  if (/^((create|change)Listing|(get|change)Photos)$/.test(name))
    for (const { id } of data.photos) keepValue('photo', { listing: path.listing ?? data.id, photo: id });
  if (name === 'createUnit') keep(known.unit, data.id);
  if (name === 'createPublicBooking') keep(known.siteBookings, data);
  if (name === 'createGuest' && data.email) keep(known.email, data.email);
  if (name === 'createBlocks') for (const { id } of data) keep(known.block, id);
  if (name !== 'getFolio') return;
  const booking = path.booking ?? '';
  for (const { id } of data.payments) keepValue('payment', { booking, payment: id });
  for (const { id } of data.invoices) keepValue('invoice', { booking, invoice: id });
}

const isPublic = ({ path }: Operation) => path.startsWith('/v1/public/');

/** Headers, and the body as it is sent. */
function written(operation: Operation, request: Drawn) {
  const body = request.raw ?? (request.body === undefined ? undefined : JSON.stringify(request.body));
  const headers = {
    ...(isPublic(operation) ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...request.headers,
  };
  return { url: urlOf(operation, request), headers, ...(body === undefined ? {} : { body }) };
}

const inject: Send = async (operation, request) => {
  const { url, headers, body } = written(operation, request);
  const answer = await world.app.inject({
    method: operation.method as HTTPMethods,
    url,
    headers,
    ...(body === undefined ? {} : { payload: body }),
  });
  const answered = answer.headers as Record<string, string>;
  return { status: answer.statusCode, headers: answered, body: textOf(answer.rawPayload, answered) };
};

const overSocket: Send = async (operation, request) => {
  const { url, headers, body } = written(operation, request);
  const { 'content-length': _length, expect: _expect, ...others } = headers as Record<string, string>;
  const sent = httpRequest({ port, method: operation.method, path: url, headers: others });
  sent.end(body);
  const [answer] = await once(sent, 'response');
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: textOf(await buffer(answer), answer.headers),
  };
};

/** Headers that any answer may have and that no operation names. */
const UNNAMED =
  /^(content-(type|length|encoding|security-policy)|cache-control|connection|date|keep-alive|vary|transfer-encoding|strict-transport-security|x-(content-type|frame)-options|referrer-policy|cross-origin-resource-policy|access-control-[a-z-]+)$/;
// Several blocks at once have no address of their own.
const OPTIONAL = /^(idempotent-replay|preference-applied|ratelimit-|location$)/;

const HEADERS_TOO_LARGE = '{"message":"The request’s headers are too large."}';

/** Differences between an answer and the document. */
function problemsOf(operation: Operation, { status, headers, body }: Answered): string[] {
  // Headers that are too large together are refused before it is known which operation they are for.
  if (status === 431) return body === HEADERS_TOO_LARGE ? [] : [`answers ${status}: ${body.slice(0, 300)}`];
  const answer = operation.responses[status];
  if (status >= 500 || !answer) return [`answers ${status}: ${body.slice(0, 300)}`];
  const declared = Object.entries<Json>(answer.headers ?? {}).map(
    ([name, header]) => [name.toLowerCase(), resolved(document, header).schema] as const,
  );
  const ofHeaders = declared.flatMap(([name, schema]) => {
    const value = headers[name];
    // All share the refusals that name it, and those of public endpoints have it.
    const isOptional = name === 'content-language' ? !isPublic(operation) : OPTIONAL.test(name);
    if (value === undefined) return isOptional ? [] : [`has no ${name}`];
    return problemsOfValue(schema, schema.type === 'integer' ? Number(value) : value);
  });
  const names = new Set(declared.map(([name]) => name));
  const unnamed = Object.keys(headers).filter((name) => !names.has(name) && !UNNAMED.test(name));
  const schema = answer.content?.['application/json']?.schema;
  const isJson = headers['content-type'] === 'application/json; charset=utf-8';
  const ofBody = !schema
    ? [...(body === '' ? [] : ['has a body'])]
    : isJson
      ? problemsOfValue(schema, JSON.parse(body))
      : [`is ${headers['content-type']}`];
  return [...ofHeaders, ...unnamed.map((name) => `has a header ${name}`), ...ofBody];
}

/** The text of an answer, decompressed as its headers say. */
function textOf(payload: Buffer, { 'content-encoding': encoding }: Record<string, string>): string {
  if (encoding === 'gzip') return gunzipSync(payload).toString();
  return (encoding === 'br' ? brotliDecompressSync(payload) : payload).toString();
}

/** How many requests were answered by a 503, and then otherwise. */
let askedAgain = 0;

/**
 * Asks once more if the answer is a 503, as that says. A machine that stands still for seconds has some, whatever is
 * asked; a request that cannot be answered has one again.
 */
async function askedOf(send: Send, operation: Operation, request: Drawn): Promise<Answered> {
  const answer = await send(operation, request);
  if (answer.status !== 503) return answer;
  askedAgain += 1;
  return send(operation, request);
}

/** The same request with the price that the answer tells, which visitors then agree to. */
function agreed(request: Drawn, { status, body }: Answered): Drawn | null {
  const { code, price } = status === 409 ? JSON.parse(body) : {};
  if (code !== 'price_changed') return null;
  return { ...request, body: { ...(request.body as object), expected_total: price.grand_total } };
}

/** Draws, sends and checks requests of an operation, and counts the outcomes. */
async function fuzz(
  operation: Operation,
  kind: keyof Tally,
  { runs, send, round = 0 }: { runs: number; send: Send; round?: number },
): Promise<void> {
  const whole = wholeRequest(document, pools, operation);
  const hasBody = operation.method !== 'GET';
  const drawn = kind === 'whole' ? whole : brokenRequest(whole, hasBody);
  tallies[operation.name] ??= { whole: {}, broken: {} };
  const tally = tallies[operation.name]?.[kind] ?? {};
  const property = fc.asyncProperty(drawn, async (request) => {
    const first = await askedOf(send, operation, request);
    const again = agreed(request, first);
    const answer = again ? await askedOf(send, operation, again) : first;
    tally[answer.status] = (tally[answer.status] ?? 0) + 1;
    const problems = (again ? [first, answer] : [answer]).flatMap((one) => problemsOf(operation, one));
    if (problems.length > 0)
      throw new Error(
        `${operation.method} ${urlOf(operation, request)} ${problems.join('; ')}: ${JSON.stringify(request).slice(0, 2_000)}`,
      );
    learn(operation, request, answer);
  });
  await fc.assert(property, { numRuns: runs, seed: seed + round });
}

/** Makes what is booked most bookable again, which requests may have closed, and asks how listings are called now. */
async function reopen(): Promise<void> {
  const { data, send, read } = team.client;
  await data(send('PUT', '/team', { site_bookings: 'request' }));
  const open = { slug: team.own.listingSlug, status: 'active', listed_on_site: true };
  await data(send('PUT', `/listings/${team.own.listing}`, open));
  const listings: Json[] = await read('/listings?per_page=100');
  const shown = listings.filter((one) => one.status === 'active' && one.listed_on_site);
  known.listingSlug.splice(0, Infinity, ...[...shown, ...shown, ...listings].map(({ slug }) => slug));
}

/** Every operation, some at a time: those that create first, and those that delete last. */
async function fuzzAll(how: { runs: number; send: Send; round?: number }): Promise<void> {
  await reopen();
  for (const rank of [0, 1, 2]) {
    const some = operations.filter((operation) => rankOf(operation) === rank);
    for (let from = 0; from < some.length; from += AT_ONCE) {
      await Promise.all(
        some.slice(from, from + AT_ONCE).map(async (operation) => {
          await fuzz(operation, 'whole', how);
          await fuzz(operation, 'broken', how);
        }),
      );
      await forget();
    }
  }
}

/**
 * A world keeps every line of its log and every statement, which would be too much of hundreds of thousands of
 * requests.
 */
async function forget(): Promise<void> {
  world.log.length = 0;
  await world.statements.during(async () => {});
}

const share = (counts: Record<string, number>, from: number, to: number): number => {
  const all = Object.entries(counts);
  const sum = (some: [string, number][]) => some.reduce((total, [, count]) => total + count, 0);
  return sum(all.filter(([status]) => Number(status) >= from && Number(status) < to)) / (sum(all) || 1);
};
const percent = (part: number) => `${Math.round(part * 1_000) / 10} %`;

test('no valid or broken request gets a 5xx, and every answer is as the OpenAPI document says', {
  timeout: SUITE_TIMEOUT_MS,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) await fuzzAll({ runs: RUNS, send: inject, round });
  await fuzzAll({ runs: RUNS_OVER_SOCKETS, send: overSocket });
  await expectSound(world);
  const each = Object.entries(tallies);
  // A fuzzer that never succeeds proves nothing.
  const successes = each.map(([name, { whole }]) => [name, share(whole, 200, 400)] as const);
  const mistaken = each.map(([name, { broken }]) => [name, share(broken, 400, 500)] as const);
  // Shares of a thousand requests per operation need not hold for the ten of a small run.
  if (isFull) {
    // No picture is drawn.
    const mayFail = [...PICTURE_UPLOADS, ...NEVER_FOUND];
    expect(successes.filter(([name, part]) => part === 0 && !mayFail.includes(name))).toEqual([]);
    // An operation without input leaves little to get wrong.
    const withInput = operations.filter(
      ({ body, parameters }) => body || parameters.some((one) => one.in !== 'header'),
    );
    const names = new Set(withInput.map(({ name }) => name));
    expect(mistaken.filter(([name, part]) => part < 0.2 && names.has(name))).toEqual([]);
  }
  const all = (kind: keyof Tally) => {
    const sums: Record<string, number> = {};
    for (const [, tally] of each)
      for (const [status, count] of Object.entries(tally[kind])) sums[status] = (sums[status] ?? 0) + count;
    return sums;
  };
  expect(share(all('whole'), 200, 400)).toBeGreaterThan(0.2);
  expect(share(all('broken'), 400, 500)).toBeGreaterThan(0.2);
  const least = successes.filter(([, part]) => part > 0).toSorted(([, a], [, b]) => a - b)[0];
  reportFigures('fuzz', {
    load: `${operations.length} operations × (${ROUNDS * RUNS} whole + ${ROUNDS * RUNS} broken requests, and ${RUNS_OVER_SOCKETS} + ${RUNS_OVER_SOCKETS} over sockets); ${NOISES} streams of noise`,
    refused: [all('whole'), all('broken')]
      .flatMap((sums) => Object.entries(sums))
      .reduce((sum, [status, count]) => (Number(status) >= 400 ? sum + count : sum), 0),
    seen: `${askedAgain === 0 ? 'No 5xx' : `No 5xx but ${askedAgain} times a 503 that was another answer when asked again`}, and every answer as the document says. Of the whole requests ${percent(share(all('whole'), 200, 400))} succeeded (of each operation that can succeed ${percent(least?.[1] ?? 0)} or more), of the broken ones ${percent(share(all('broken'), 400, 500))} were refused.`,
  });
});

describe('further broken requests', () => {
  test('refusals of a token, its access and a large body are as the OpenAPI document says', async () => {
    for (const operation of operations) {
      if (isPublic(operation)) continue;
      const [request] = fc.sample(wholeRequest(document, pools, operation), { numRuns: 1, seed });
      if (!request) throw new Error('Nothing was drawn.');
      const requests: [number[], Drawn][] = [
        [[401], { ...request, headers: { authorization: 'Bearer nonsense' } }],
        ...(operation.method === 'GET'
          ? []
          : ([
              [[403], { ...request, headers: { authorization: `Bearer ${readOnlyToken}` } }],
              // A picture's body is judged by its type before its size.
              [[PICTURE_UPLOADS.has(operation.name) ? 415 : 413], tooLarge(request, 0)],
            ] as [number[], Drawn][])),
      ];
      for (const [statuses, one] of requests) {
        const answer = await inject(operation, one);
        expect([operation.name, statuses]).toEqual([operation.name, expect.arrayContaining([answer.status])]);
        expect([operation.name, problemsOf(operation, answer)]).toEqual([operation.name, []]);
      }
    }
  });

  test('an object with a length is never taken for a text or a list', async () => {
    let count = 0;
    for (const operation of operations.filter(({ body }) => body)) {
      const drawn = fc.sample(wholeRequest(document, pools, operation), { numRuns: 5, seed });
      for (const request of drawn.flatMap((one) => withEverywhere(one, { length: { toString: 1 } }))) {
        count += 1;
        const answer = await inject(operation, request);
        expect([operation.name, request.body, problemsOf(operation, answer)]).toEqual([
          ...[operation.name, request.body],
          [],
        ]);
      }
    }
    expect(count).toBeGreaterThan(500);
  });

  test('a path that is not a valid URL is a 400 in every part of the service', async () => {
    for (const bytes of ['%', '%zz', '%FF', '%C0%80', '%ED%A0%80', '%E2%28%A1'])
      for (const url of [
        `/v1/listings/${bytes}`,
        `/v1/public/${bytes}/listings`,
        `/app/teams/${bytes}`,
        `/${bytes}`,
      ]) {
        const { statusCode, body } = await world.get(url, token);
        expect([url, statusCode, body]).toEqual([url, 400, '{"message":"The path is not a valid URL."}']);
      }
  });
});

/** A request as bytes, from which noise is made. */
function bytesOf(chance: ReturnType<typeof chanceOf>): Buffer {
  const [operation] = chance.some(operations, 1);
  if (!operation) throw new Error('There is no operation.');
  const [request] = fc.sample(wholeRequest(document, pools, operation), {
    numRuns: 1,
    seed: chance.below(2 ** 31),
  });
  const { url, headers, body = '' } = written(operation, request as Drawn);
  const lines = Object.entries({ host: 'localhost', ...headers, 'content-length': Buffer.byteLength(body) });
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  return Buffer.concat([
    Buffer.from(`${operation.method} ${url} HTTP/1.1\r\n${head}\r\n`, 'latin1'),
    Buffer.from(body),
  ]);
}

/** Bytes changed, left out, repeated, or cut off. */
function spoilt(bytes: Buffer, chance: ReturnType<typeof chanceOf>): Buffer {
  let made = bytes;
  for (let count = 1 + chance.below(4); count > 0; count -= 1) {
    const at = chance.below(made.length || 1);
    const length = 1 + chance.below(12);
    const [before, after] = [made.subarray(0, at), made.subarray(at)];
    const noise = Buffer.from(Array.from({ length }, () => chance.below(256)));
    const ways = [
      () => Buffer.concat([before, noise, after.subarray(length)]),
      () => Buffer.concat([before, after.subarray(length)]),
      () => Buffer.concat([before, after.subarray(0, length), after]),
      () => Buffer.concat([before, noise, after]),
      () => before,
    ];
    made = chance.some(ways, 1)[0]?.() ?? made;
  }
  return made;
}

/** Known attacks on HTTP. */
const HOSTILE = [
  'GET /v1/me HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET /v1/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n',
  'POST /v1/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /v1/guests HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde',
  'POST /v1/guests HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
  'POST /v1/guests HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n',
  'POST /v1/guests HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  'GET /v1/me HTTP/1.1\r\nHost: a\r\nX: a\r\n folded\r\n\r\n',
  'GET /v1/me HTTP/1.1\r\nHost : a\r\n\r\n',
  'GET /v1/me HTTP/1.1\r\nHost: a\r\nX: \x00\r\n\r\n',
  `GET /v1/me HTTP/1.1\r\nHost: a\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
  `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET /v1/me HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${'x'.repeat(20_000)}\r\n\r\n`,
  'GET http://evil.example/v1/me HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET //evil.example/v1/me HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /v1/me HTTP/0.9\r\n\r\n',
  'GET /v1/me HTTP/9.9\r\nHost: a\r\n\r\n',
  'GET /v1/me\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'TRACE /v1/me HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: a\r\n\r\n',
  'BREW /v1/me HTTP/1.1\r\nHost: a\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  'GET /v1/me HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  'GET /v1/me HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  '\r\n\r\n\r\n',
];

test('random bytes on a connection get an error message of the service, or the connection is closed', {
  timeout: SUITE_TIMEOUT_MS,
}, async () => {
  const chance = chanceOf(seed);
  const streams = [
    ...HOSTILE.map((one) => Buffer.from(one, 'latin1')),
    ...Array.from({ length: NOISES }, () => spoilt(bytesOf(chance), chance)),
  ];
  const odd: unknown[] = [];
  const statuses = new Set<number>();
  for (let from = 0; from < streams.length; from += 20) {
    const answers = await Promise.all(
      streams.slice(from, from + 20).map(async (bytes) => {
        const socket = openSocket(port);
        socket.end(bytes);
        return { bytes, answer: await readAnswer(socket) };
      }),
    );
    for (const { bytes, answer } of answers) {
      statuses.add(answer.status);
      const isSilent = answer.body === '' && Number.isNaN(answer.status);
      const isTold = answer.status < 400 || /^\{.*"message":"/.test(answer.body);
      if (!isSilent && (answer.status >= 500 || !isTold))
        odd.push([bytes.toString('latin1').slice(0, 300), answer]);
    }
  }
  expect(odd).toEqual([]);
  expect([...statuses]).toEqual(expect.arrayContaining([400, 401, 404, 431]));
  expect((await world.get('/v1/me', token)).statusCode).toBe(200);
  expect(await world.get(`/v1/listings?page=${day(0)}`, token)).toMatchObject({ statusCode: 422 });
});
