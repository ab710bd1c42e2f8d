/** Every route of a team's API checks requests in the same order. */
import type { HTTPMethods, RouteOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import type { ZodObject } from 'zod';
import { findMissingPermission, PERMISSIONS_WITHOUT_ROLE } from '../../../src/domain/access/permissions.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { type Json, openInn, rowCounts } from '../../helpers/bookings.ts';
import {
  buildBlock,
  buildCoupon,
  buildDiscount,
  buildFee,
  buildPhoto,
  buildTax,
  buildToken,
} from '../../helpers/factories.ts';
import { buildMember } from '../../helpers/pages.ts';
import { words } from '../../helpers/words.ts';
import { REGISTERS } from '../../registers/all.ts';

const MIB = 1_048_576;

const routes: RouteOptions[] = [];
const world = await openSharedApp({
  extend: (app) =>
    app.addHook('onRoute', (route) => {
      const isOfTeam = route.url.startsWith('/v1/') && !route.url.startsWith('/v1/public/');
      if (isOfTeam && route.schema?.operationId && route.method !== 'HEAD') routes.push({ ...route });
    }),
});
await world.app.ready();
const [own, theirs] = [await openOwn(), await openOwn()];
const NOBODY = '01943600-0000-7000-8000-ffffffffffff';

/** A team that enforces scopes, with an entity of each kind that a path names. */
async function openOwn() {
  const inn = await openInn(world, {
    role: 'owner',
    team: { enforceTokenScope: true },
    listing: { securityDepositCents: 1 },
  });
  const { teamId, token, listing } = inn;
  const { id: booking, guest_id: guest } = await inn.book({
    guest: { name: 'Bea', email: 'bea@example.com' },
  });
  const { payments, invoices } = await inn.folio(booking);
  const { id: block } = await buildBlock(world, { teamId });
  const reader = await buildToken(world, { teamId, name: 'Reader', access: 'read-only' });
  const code = `code-${teamId}`;
  for (const build of [buildFee, buildTax, buildDiscount, buildCoupon]) await build(world, { teamId, code });
  const { id: photo } = await buildPhoto(world, { teamId, listingId: listing.id });
  const ids: Record<string, string> = {
    listing: listing.id,
    photo,
    unit: inn.units[0]?.id ?? '',
    code,
    booking,
    guest,
    payment: payments[0].id,
    invoice: invoices[0].id,
    block,
  };
  await inn.data(inn.send('POST', '/roles', { code, name: 'Night', permissions: [] }), 201);
  await buildMember(world, { teamId });
  await buildMember(world, { teamId, role: 'housekeeping', name: 'Aaron' });
  ids.member = (await inn.read('/members'))[0].id;
  ids.token = (await inn.data(inn.send('POST', '/tokens', { name: 'Spare', role: 'desk' }), 201)).id;
  for (const { makeThings } of REGISTERS) Object.assign(ids, await makeThings?.(world, inn));
  return { token, reader, ids };
}

type Sent = { query?: string; headers?: Record<string, string>; payload?: string | Buffer };

async function send(route: RouteOptions, ids: Record<string, string>, { query = '', ...sent }: Sent) {
  const url = route.url.replaceAll(/:(\w+)/g, (_, name: string) => ids[name] ?? NOBODY) + query;
  const answer = await world.app.inject({ method: route.method as HTTPMethods, url, ...sent });
  return { status: answer.statusCode, body: answer.json() };
}

const STALE_MESSAGE = 'This has changed since you read it. Read it again, then decide.';
const NOT_OFFERED_MESSAGE = 'If-Match cannot be checked here, because this has no ETag. Nothing was written.';

const { paths } = (await world.get('/openapi.json')).json();
/** The example of a route's body in the reference, by its content type. */
const exampleBodyOf = ({ method, url }: RouteOptions): Json =>
  paths[url.replaceAll(/:(\w+)/g, '{$1}')][String(method).toLowerCase()].requestBody?.content ?? {};

const message = expect.any(String);
const json = { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' };

const DAYS = '?start_date=2031-06-01&end_date=2031-06-02';
/** The query that a read cannot do without. */
const REQUIRED: Record<string, string> = {
  '/v1/availability/:listing': '?check_in=2031-06-01&check_out=2031-06-02',
  '/v1/listings/:listing/calendar': DAYS,
  '/v1/listings/:listing/days': DAYS,
};

const headersOf = ({ schema }: RouteOptions) =>
  Object.keys((schema?.headers as ZodObject | undefined)?.shape ?? {});

const offersIfMatch = (route: RouteOptions) => headersOf(route).includes('if-match');
const operationIdOf = ({ schema }: RouteOptions) => String(schema?.operationId);

test('the tests of all operations find more than 70 routes', () => {
  expect(routes.length).toBeGreaterThan(70);
});

test('the team of these tests has one of each thing that a path names', () => {
  const named = routes.flatMap(({ url }) => [...url.matchAll(/:(\w+)/g)].map(([, name = '']) => name));
  const missing = [...new Set(named)].filter((name) => !(name in own.ids));
  expect(missing.map((name) => `Let makeThings of a register return: ${name}`)).toEqual([]);
});

/** The writes with a path of their own that compare the `ETag` of a thing above them. */
const COMPARED_WITH_ANOTHER_PATH = words(`
  confirmBooking cancelBooking previewBookingChange previewBookingCancellation
  amendBooking previewBookingAmendment addPayment addRefund replacePaymentPlan
  recordPayment recordInvoice issueInvoice creditInvoice recordSecurityDeposit eraseGuest`);

test('a write offers If-Match exactly if it compares an ETag', () => {
  const tagged = routes.filter(({ method, config }) => method === 'GET' && config?.etag === true);
  const writes = routes.filter(({ method }) => method !== 'GET');
  for (const route of writes) {
    const isTagged = tagged.some(({ url }) => url === route.url) && route.method !== 'POST';
    const isCompared = isTagged || COMPARED_WITH_ANOTHER_PATH.includes(operationIdOf(route));
    expect([operationIdOf(route), offersIfMatch(route)]).toEqual([operationIdOf(route), isCompared]);
  }
});

describe.each(routes.map((route) => [`${route.method} ${route.url}`, route] as const))(
  '%s',
  (_name, route) => {
    const isWrite = route.method !== 'GET';
    const isKeyed = headersOf(route).includes('idempotency-key');
    const names = [...route.url.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
    const wrong = { query: '?x.y=1', payload: '[' };
    /** A body of the route's own type. */
    const takesPicture = route.config?.takesPicture === true;
    const typed = takesPicture ? { ...json, 'content-type': 'image/jpeg' } : json;
    const plain = { 'content-type': 'text/plain', 'idempotency-key': 'two words' };

    test('refuses a missing token, then missing access, then a broken body', async () => {
      const answerTo = (headers: Record<string, string>, payload = '[') =>
        send(route, own.ids, { ...wrong, headers, payload });
      expect((await answerTo(plain)).status).toBe(401);
      const asReader = { ...plain, authorization: `Bearer ${own.reader}` };
      const isBeyondScopes =
        findMissingPermission(route.config?.permission ?? null, PERMISSIONS_WITHOUT_ROLE) !== null;
      expect((await answerTo(asReader)).status).toBe(
        isWrite || route.config?.writers || isBeyondScopes ? 403 : 422,
      );
      if (!isWrite) return;
      expect(await answerTo({ ...plain, authorization: json.authorization })).toEqual({
        status: 415,
        body: { message },
      });
      if (!takesPicture) expect(await answerTo(json)).toEqual({ status: 400, body: { message } });
      const tooMuch = `"${'x'.repeat(route.bodyLimit ?? MIB)}"`;
      expect(await answerTo(typed, tooMuch)).toEqual({ status: 413, body: { message } });
    });

    test('reports all problems of a request at once', async () => {
      const headers = { ...typed, 'idempotency-key': 'two words' };
      const { status, body } = await send(route, own.ids, { ...wrong, headers, payload: '[]' });
      const fields = ['x.y', ...(isKeyed ? ['idempotency_key'] : [])];
      expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining(fields)]);
      expect(body.errors['x.y']).toEqual(['The x y field is not a known parameter.']);
    });

    test.runIf(names.length > 0 && !names.includes('code'))('answers a malformed id with a 404', async () => {
      const ids = { ...own.ids, [names.at(-1) ?? '']: 'x' };
      expect((await send(route, ids, { headers: typed, payload: '{}' })).status).toBe(404);
    });

    test.runIf(names.length > 0 && !isWrite && !names.includes('language'))(
      'answers an unknown id and another team’s with the same 404',
      async () => {
        const required = REQUIRED[route.url] ?? '';
        const unknown = await send(route, {}, { query: required, headers: json });
        expect(unknown).toEqual({ status: 404, body: { message } });
        expect(await send(route, theirs.ids, { query: required, headers: json })).toEqual(unknown);
      },
    );

    // The example's body is valid, but not always for this team: a tag is compared before that. The preview of a
    // message's text is the only POST that is no write, nor the preview of one.
    test.runIf(isWrite && operationIdOf(route) !== 'previewMailText')(
      'refuses a stale tag and writes nothing',
      async () => {
        const [type = '', { example }] = Object.entries<Json>(exampleBodyOf(route))[0] ?? ['', {}];
        const payload = takesPicture ? Buffer.from(example, 'base64') : JSON.stringify(example ?? {});
        const headers = { ...json, 'content-type': type || 'application/json', 'if-match': '"stale"' };
        const before = await rowCounts(world);
        const answer = await send(route, own.ids, { headers, payload });
        expect(answer).toEqual({
          status: 412,
          body: { message: offersIfMatch(route) ? STALE_MESSAGE : NOT_OFFERED_MESSAGE },
        });
        expect(await rowCounts(world)).toEqual(before);
      },
    );

    test.runIf(isWrite && !takesPicture).each(['[]', 'null', '1', '"a"'])(
      'the body %s is no object',
      async (payload) => {
        expect(await send(route, own.ids, { headers: json, payload })).toEqual({
          status: 422,
          body: { message: 'The body must be an object.', errors: {}, codes: {} },
        });
      },
    );
  },
);
