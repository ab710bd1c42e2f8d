import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { isStrictHandlingPreferred } from '../../src/plugins/bodies/strict-handling.ts';
import { openSharedApp } from '../helpers/app.ts';
import { type Answer, clientOf, openInn, times } from '../helpers/bookings.ts';
import { buildTeam, day } from '../helpers/factories.ts';
import { collectRoutes, type ExistingRoute } from '../registers/existing-routes.ts';
import { listWrites } from './write-operations.ts';

const STRICT = { prefer: 'handling=strict' };

const routes: ExistingRoute[] = [];
const world = await openSharedApp({
  // Where no messages are sent, there is no path for a lost link.
  sendsMail: true,
  extend: (app) => {
    collectRoutes(app, routes);
    const body = z.object({
      own: z.record(z.string(), z.string()).optional(),
      any: z.custom<object>().meta({ type: 'object' }).optional(),
      either: z.union([z.object({ a: z.string() }), z.object({ b: z.object({}) }), z.string()]).nullish(),
    });
    app.post('/probe', { schema: { body } }, async () => ({}));
  },
});
const inn = await openInn(world, { role: 'owner' });
const site = await buildTeam(world, { siteBookings: 'request' });
const document = (await world.get('/openapi.json')).json();

const writes = listWrites(document, site.slug);
const cases = writes.flatMap(({ objects, ...write }) =>
  objects.map(({ path, bodyWith }) => ({ ...write, path: path.join('.'), bodyWith })),
);

/** The operations of all parts of the service whose body has fields. */
const withBody = routes.flatMap(({ options: { schema } }) =>
  schema?.operationId && schema.body instanceof z.ZodObject && Object.keys(schema.body.shape).length > 0
    ? [schema.operationId]
    : [],
);

const errorsOf = ({ body }: Answer): Record<string, string[]> => body?.errors ?? {};

describe('a body of which nothing is known', () => {
  test.each(cases.filter(({ path }) => path === ''))(
    '$operationId refuses it under each field, whatever the caller prefers',
    async ({ method, url }) => {
      for (const prefer of [undefined, 'handling=lenient', 'handling=strict']) {
        const headers = prefer === undefined ? {} : { prefer };
        const { status, body } = await inn.send(method, url, { no_such_field: 1, nor_this: null }, headers);
        expect(status).toBe(422);
        expect(body.errors).toMatchObject({
          no_such_field: ['The no such field field is unknown.'],
          nor_this: ['The nor this field is unknown.'],
        });
        expect(body.codes).toMatchObject({ no_such_field: ['unknown'], nor_this: ['unknown'] });
      }
    },
  );

  test('what the answer shows and the request cannot set is not allowed, and nothing is written', async () => {
    const { id } = await inn.book({ check_in: day(40), check_out: day(42), status: 'pending' });
    const before = await inn.read(`/bookings/${id}`);
    const { status, body } = await inn.change(id, { status: 'confirmed', grand_total: 1, colour: 'red' });
    expect({ status, errors: body.errors, codes: body.codes }).toEqual({
      status: 422,
      errors: {
        status: ['The status field cannot be set here.'],
        grand_total: ['The grand total field cannot be set here.'],
        colour: ['The colour field is unknown.'],
      },
      codes: { status: ['not_allowed'], grand_total: ['not_allowed'], colour: ['unknown'] },
    });
    expect(await inn.read(`/bookings/${id}`)).toEqual(before);
  });

  test('one known field is enough, so that a whole booking can be sent back, and {} changes nothing as before', async () => {
    const { id } = await inn.book({ check_in: day(44), check_out: day(46) });
    const before = await inn.read(`/bookings/${id}`);
    for (const body of [{ notes: null, colour: 'red' }, before, {}])
      expect(await inn.data(inn.change(id, body))).toEqual(before);
  });

  test('an operation that takes no field ignores what is sent', async () => {
    const { id } = await inn.book({ check_in: day(48), check_out: day(50), status: 'pending' });
    expect((await inn.send('POST', `/bookings/${id}/confirm`, { now: true })).status).toBe(200);
  });

  test('the request is refused together with all else that is wrong, and its idempotency key stays free', async () => {
    const headers = { 'idempotency-key': 'useless-1' };
    const refused = await inn.send('POST', '/guests', { nam: 'Ada' }, headers);
    expect(refused.body.codes).toEqual({ name: ['required'], nam: ['unknown'] });
    expect((await inn.send('POST', '/guests', { name: 'Ada' }, headers)).status).toBe(201);
  });
});

describe('a strict request', () => {
  test('strict requests are tested for every write with a body, and for nested objects', () => {
    expect(writes.filter(({ objects }) => objects.length > 0).length).toBeGreaterThan(25);
    expect(cases.map(({ operationId, path }) => `${operationId} ${path}`)).toEqual(
      expect.arrayContaining([
        'createBooking ',
        'createBooking guest',
        'createBooking party',
        'createBooking extras.0',
        'changeManyDays updates.0.ranges.0',
        'createPublicBooking guest',
        ...withBody.map((operationId) => `${operationId} `),
      ]),
    );
  });

  test.each(cases)(
    'with Prefer: handling=strict, $operationId refuses an unknown field in “$path”',
    async (one) => {
      const { method, url, path, bodyWith } = one;
      const field = path === '' ? 'no_such_field' : `${path}.no_such_field`;
      const message = `The ${field.replaceAll(/[._]/g, ' ')} field is unknown.`;
      const body = bodyWith({ no_such_field: 'Bee' });
      const strict = await inn.send(method, url, body, STRICT);
      expect([strict.status, strict.headers['preference-applied']]).toEqual([422, 'handling=strict']);
      expect(errorsOf(strict)[field]).toEqual([message]);
      const lenient = await inn.send(method, url, body);
      expect(lenient.headers['preference-applied']).toBeUndefined();
      // A body of which nothing is known is refused in any case.
      const isUseless = path === '' && Object.keys(body).length === 1;
      if (isUseless) return expect(errorsOf(lenient)).toEqual(errorsOf(strict));
      // It reports the same, without the unknown field.
      const { [field]: _, ...others } = errorsOf(strict);
      if (Object.keys(others).length > 0) expect(errorsOf(lenient)).toEqual(others);
      else expect(errorsOf(lenient)[field]).toBeUndefined();
    },
  );

  test('a strict request reports unknown fields together with all other problems', async () => {
    const body = inn.newBooking({ check_in: 'soon', guest: { email: 'nobody', nickname: 'B' }, colour: 1 });
    const answer = await inn.send('POST', '/bookings?dry=1', body, { ...STRICT, 'idempotency-key': 'a b' });
    expect(Object.keys(errorsOf(answer)).sort()).toEqual(
      ['check_in', 'colour', 'dry', 'guest.email', 'guest.name', 'guest.nickname', 'idempotency_key'].sort(),
    );
  });

  test('a strict request with an unknown field writes nothing, and without the preference the field is ignored', async () => {
    const strict = await inn.tryBook({ nickname: 'B' }, STRICT);
    expect(strict).toMatchObject({
      status: 422,
      body: {
        message: 'The nickname field is unknown.',
        errors: { nickname: ['The nickname field is unknown.'] },
        codes: { nickname: ['unknown'] },
      },
    });
    expect((await inn.tryBook({ nickname: 'B' })).status).toBe(201);
  });

  test('a strict request without unknown fields succeeds, also when it is repeated under its idempotency key', async () => {
    const stay = { check_in: day(10), check_out: day(12) };
    const headers = { ...STRICT, 'idempotency-key': 'strict-1' };
    for (const replay of [undefined, 'true']) {
      const answer = await inn.tryBook(stay, headers);
      expect([answer.status, answer.headers['preference-applied']]).toEqual([201, 'handling=strict']);
      expect(answer.headers['idempotent-replay']).toBe(replay);
    }
  });

  test('a strict request without a defined body refuses any field, and may have no body', async () => {
    const { id } = await inn.book({ check_in: day(20), check_out: day(22), status: 'pending' });
    expect(errorsOf(await inn.send('POST', `/bookings/${id}/confirm`, { now: true }, STRICT))).toEqual({
      now: ['The now field is unknown.'],
    });
    expect((await inn.send('POST', `/bookings/${id}/confirm`, undefined, STRICT)).status).toBe(200);
    expect(errorsOf(await inn.send('POST', `/bookings/${id}/cancel`, { why: 'x' }, STRICT))).toEqual({
      why: ['The why field is unknown.'],
    });
    expect((await inn.send('POST', `/bookings/${id}/cancel`, undefined, STRICT)).status).toBe(200);
  });

  test.each(['null', '[]', '1', '"x"'])(
    'a strict request with %s as its body is refused without naming a field',
    async (body) => {
      expect((await inn.send('POST', '/bookings', body, STRICT)).body).toEqual({
        message: 'The body must be an object.',
        errors: {},
        codes: {},
      });
    },
  );

  test('a strict request reports a field of the wrong type once, not the fields inside it', async () => {
    const answer = await inn.tryBook({ notes: { a: 1 }, guest: [{ b: 1 }], extras: { c: 1 } }, STRICT);
    expect(Object.keys(errorsOf(answer)).sort()).toEqual(['extras', 'guest', 'notes']);
  });

  test.each([
    ['{"__proto__":{"a":1},"name":"B"}', ['__proto__']],
    ['{"\\u005f_proto__":1,"name":"B"}', ['__proto__']],
    ['{"constructor":{"prototype":{}},"name":"B"}', ['constructor']],
    ['\ufeff{"name":"B","toString":1,"":2}', ['', 'toString']],
  ])(
    'a strict request names fields such as __proto__ and constructor as unknown: %s',
    async (body, names) => {
      const { status, text } = await inn.send('POST', '/guests', body, STRICT);
      expect([status, Object.keys(JSON.parse(text).errors).sort()]).toEqual([422, names]);
      expect((await inn.send('POST', '/guests', body)).status).toBe(201);
    },
  );

  test('a strict request names at most 1,000 unknown fields', async () => {
    const body = Object.fromEntries(times(9_000, (n) => [`field_${n}`, n]));
    expect(Object.keys(errorsOf(await inn.send('POST', '/guests', body, STRICT))).length).toBeLessThan(1_005);
  });

  test('a strict request checks its path and token before it reports unknown fields', async () => {
    const path = '/bookings/not-an-id';
    expect((await inn.send('PUT', path, { x: 1 }, STRICT)).status).toBe(404);
    expect((await clientOf(world, 'nobody').send('POST', '/guests', { x: 1 }, STRICT)).status).toBe(401);
  });
});

test('strict handling allows any key in a free-form object, and the keys of every option of a union', async () => {
  const payload = { own: { a: 'x' }, any: { b: { c: 1 } }, either: { a: 'x', b: { c: 1 }, d: 1 }, f: 1 };
  const answer = await world.app.inject({ method: 'POST', url: '/probe', payload, headers: STRICT });
  expect(Object.keys(answer.json().errors)).toEqual(['either.b.c', 'either.d', 'f']);
});

test.each([
  [undefined, false],
  ['', false],
  ['handling=strict', true],
  ['Handling=Strict', true],
  ['handling = strict', true],
  ['handling="strict"', true],
  ['handling=strict; foo=bar', true],
  ['respond-async, wait=10, handling=strict', true],
  ['return=minimal;x="a,b" , handling=strict', true],
  [['return=minimal', 'handling=strict'], true],
  ['foo="handling=strict"', false],
  ['foo="a, handling=strict, b"', false],
  ['foo; handling=strict', false],
  ['handling', false],
  ['handling=""', false],
  ['handling=lenient', false],
  ['handling=stricter', false],
  ['xhandling=strict', false],
  ['handling=lenient, handling=strict', false],
  ['handling=strict, handling=lenient', true],
  ['foo="a, handling=strict', false],
])('Prefer: %j asks for strict handling: %s', (prefer, isStrict) => {
  expect(isStrictHandlingPreferred(prefer)).toBe(isStrict);
});

test('a page of another website may send the Prefer header', async () => {
  const url = `/v1/public/${site.slug}/bookings`;
  const preflight = await world.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin: 'https://example.com',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,prefer',
    },
  });
  expect(preflight.headers['access-control-allow-headers']).toBe('content-type,prefer');
  const headers = { ...STRICT, origin: 'https://example.com' };
  const answer = await world.app.inject({ method: 'POST', url, payload: { x: 1 }, headers });
  expect(answer.json().errors.x).toEqual(['The x field is unknown.']);
});
