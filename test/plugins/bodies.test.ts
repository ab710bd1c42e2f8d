import { gzipSync } from 'node:zlib';
import type { InjectOptions } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { auth } from '../../src/plugins/auth.ts';
import { refuseUnknownParameters } from '../../src/plugins/validation.ts';
import { writeHeaders } from '../../src/schemas/writes.ts';
import { openSharedApp } from '../helpers/app.ts';
import { buildTeam, buildToken } from '../helpers/factories.ts';

const JSON_TYPE = { 'content-type': 'application/json' };
const MIB = 1_048_576;

const probeBody = z.object({
  guest: z.object({ name: z.string(), email: z.string(), age: z.int().min(1) }),
  tags: z.array(z.string()).optional(),
});

const declaredBody = z.object({
  name: z.string().optional(),
  a: z.object({}).optional(),
  list: z.array(z.object({})).optional(),
});

let held = 0;
const letGo = Promise.withResolvers<void>();

const world = await openSharedApp({
  extend: (app, services) => {
    app.post('/probe', async (request) => ({ body: request.body ?? null }));
    app.post('/declared', { schema: { body: declaredBody } }, async ({ body }) => ({
      body,
      names: Object.keys(body as object),
    }));
    app.post('/hold', async () => {
      held += 1;
      await letGo.promise;
      return {};
    });
    // A route of a team that answers with its own input.
    const probe: FastifyPluginAsyncZod = async (team) => {
      team.register(auth, services);
      refuseUnknownParameters(team);
      team.post('/v1/probe', { schema: { headers: writeHeaders, body: probeBody } }, async ({ body }) => ({
        body,
      }));
    };
    app.register(probe);
  },
});
const token = await buildToken(world);

async function post(
  payload: InjectOptions['payload'],
  headers: Record<string, string> = JSON_TYPE,
  url = '/probe',
  remoteAddress = '127.0.0.1',
) {
  const authorization = `Bearer ${token}`;
  const response = await world.app.inject({
    method: 'POST',
    url,
    remoteAddress,
    headers: { authorization, ...headers },
    ...(payload ? { payload } : {}),
  });
  return [response.statusCode, response.json()];
}

test.each([
  ['a body', '{"a":[1,"ü"]}', JSON_TYPE, { a: [1, 'ü'] }],
  ['a charset', '{"a":1}', { 'content-type': 'application/json; charset=utf-8' }, { a: 1 }],
  ['a charset in quotes', '{"a":1}', { 'content-type': 'application/json;charset="UTF-8"; x=y' }, { a: 1 }],
  ['a byte order mark', '\ufeff{"a":1}', JSON_TYPE, { a: 1 }],
  ['upper case', '{"a":1}', { 'content-type': 'Application/JSON' }, { a: 1 }],
  ['an empty body', '', JSON_TYPE, {}],
  ['a blank body', ' \r\n ', JSON_TYPE, {}],
  ['no body and no type', '', {}, null],
])('a JSON body with %s is accepted', async (_name, payload, headers, body) => {
  expect(await post(payload, headers as Record<string, string>)).toEqual([200, { body }]);
});

test.each(['{', '{"a":1,}', "{'a':1}", 'undefined', '{"a":NaN}', '{"a":1}{"b":2}', '\u0000'])(
  '%j is not valid JSON, and is a 400',
  async (payload) => {
    expect(await post(payload)).toEqual([400, { message: 'The body is not valid JSON.' }]);
  },
);

test.each([
  ['{"list":[],"__proto__":{}}', { list: [] }],
  ['{"name":"a","__proto__":{"admin":true}}', { name: 'a' }],
  ['{"a":{"__proto__":{"admin":true}}}', { a: {} }],
  ['{"constructor":{"prototype":{"admin":true}},"name":"b"}', { name: 'b' }],
  ['{"list":[{"__proto__":1}]}', { list: [{}] }],
])(
  'in the JSON %s, keys such as __proto__ are unknown fields and change no prototype',
  async (payload, body) => {
    const [status, answer] = await post(payload, JSON_TYPE, '/declared');
    expect([status, answer]).toEqual([200, { body, names: Object.keys(body) }]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  },
);

test.each([
  ['a lone byte', Buffer.from('7b2261223a22ff227d', 'hex')],
  ['ISO 8859-1', Buffer.from('{"a":"é"}', 'latin1')],
  ['a surrogate', Buffer.from('7b2261223a22eda080227d', 'hex')],
  ['a text that is cut', Buffer.from('{"a":"€"}').subarray(0, 8)],
])('a body that is not UTF-8 is a 400: %s', async (_name, payload) => {
  expect(await post(payload)).toEqual([400, { message: 'The body is not valid UTF-8.' }]);
});

test.each([
  ['application/json; charset=iso-8859-1', '{"a":1}'],
  ['application/json; charset=utf-16', '{"a":1}'],
  ['application/json; profile="x"; charset="us-ascii"', '{"a":1}'],
  ['application/json; charset=utf-8; charset=latin1', '{"a":1}'],
  ['application/json; charset=latin1', 'x'.repeat(MIB + 1)],
  ['text/plain', '{"a":1}'],
  ['application/x-www-form-urlencoded', 'a=1'],
  ['multipart/form-data; boundary=x', '--x--'],
  ['application/jsonp', '{"a":1}'],
  ['application/xml', '<a/>'],
  ['nonsense', '{"a":1}'],
])('a body of type %s is a 415', async (type, payload) => {
  const refusal = { message: 'The body must be JSON in UTF-8, sent with Content-Type: application/json.' };
  expect(await post(payload, { 'content-type': type })).toEqual([415, refusal]);
});

test('a body without a content type is a 415', async () => {
  expect((await post(Buffer.from('{"a":1}'), {}))[0]).toBe(415);
});

test.each(['gzip', 'br', 'deflate', 'identity', 'GZIP', 'x', ''])(
  'a body with a Content-Encoding is a 415: %j',
  async (encoding) => {
    const refusal = { message: 'The body must be sent as it is, without Content-Encoding.' };
    const headers = { ...JSON_TYPE, 'content-encoding': encoding };
    for (const payload of ['{"a":1}', gzipSync('{"a":1}'), 'x'.repeat(MIB + 1), '{'])
      expect(await post(payload, headers)).toEqual([415, refusal]);
    expect(await post('{"a":1}', { 'content-encoding': encoding })).toEqual([415, refusal]);
    // There is nothing that could be encoded.
    expect(await post('', { 'content-encoding': encoding })).toEqual([200, { body: null }]);
    const read = await world.app.inject({
      url: '/v1/me',
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
    expect(read.statusCode).toBe(200);
  },
);

test('a body of 1 MiB is read, and one byte more is a 413', async () => {
  const json = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
  expect((await post(json(MIB)))[0]).toBe(200);
  expect(await post(json(MIB + 1))).toEqual([413, { message: 'The body is larger than 1 MiB.' }]);
});

test('all invalid fields are reported at once, nested ones by their path', async () => {
  const fields = (body: string) => post(body, JSON_TYPE, '/v1/probe');
  expect(await fields('{"guest":{"name":1,"age":0.5},"tags":["a",2]}')).toEqual([
    422,
    {
      message: 'The guest name field must be a text. (and 3 more errors)',
      errors: {
        'guest.name': ['The guest name field must be a text.'],
        'guest.email': ['The guest email field is required.'],
        'guest.age': ['The guest age field must be an integer.'],
        'tags.1': ['The tags 1 field must be a text.'],
      },
      codes: {
        'guest.name': ['invalid'],
        'guest.email': ['required'],
        'guest.age': ['invalid'],
        'tags.1': ['invalid'],
      },
    },
  ]);
  expect(await fields('{}')).toEqual([
    422,
    {
      message: 'The guest field is required.',
      errors: { guest: ['The guest field is required.'] },
      codes: { guest: ['required'] },
    },
  ]);
  expect(await fields('{"guest":{"name":"a","email":"b","age":"1"}}')).toMatchObject([
    422,
    { errors: { 'guest.age': ['The guest age field must be an integer.'] } },
  ]);
});

test('at most 32 bodies above 64 KiB are received at once, of several callers', async () => {
  const json = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}`;
  const hold = (bytes: number, from = '203.0.113.9') => post(json(bytes), JSON_TYPE, '/hold', from);
  const large = Array.from({ length: 32 }, (_, index) => hold(65_537, `203.0.113.${index % 4}`));
  await expect.poll(() => held, { timeout: 20_000 }).toBe(32);
  expect(await hold(65_537)).toEqual([
    503,
    { message: 'The service is busy for a moment. Please try again.' },
  ]);
  const small = hold(65_536);
  await expect.poll(() => held, { timeout: 20_000 }).toBe(33);
  letGo.resolve();
  expect(await Promise.all([...large, small])).toEqual(Array.from({ length: 33 }, () => [200, {}]));
  // Refused and broken ones are no longer under way.
  for (let count = 0; count < 40; count += 1) expect((await post('{'.repeat(70_000)))[0]).toBe(400);
  expect(await hold(65_537)).toEqual([200, {}]);
});

test('a body to the booking site may have 64 KiB', async () => {
  const { slug } = await buildTeam(world, { siteBookings: 'request' });
  const book = (bytes: number) =>
    post(`{"x":"${'x'.repeat(bytes - 8)}"}`, JSON_TYPE, `/v1/public/${slug}/bookings`);
  expect((await book(65_536))[0]).toBe(422);
  expect(await book(65_537)).toEqual([413, { message: 'The body is larger than 64 KiB.' }]);
});
