/** Deeply nested bodies, and values of any other kind, in every place of every write. */
import { expect, test } from 'vitest';
import { MAX_BODY_LEVELS } from '../../src/domain/limits.ts';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { buildTeam } from '../helpers/factories.ts';
import { listWrites } from './write-operations.ts';

const STRICT = { prefer: 'handling=strict' };
/** Far beyond what recursion could read: JavaScript's stack ends at some thousands of calls. */
const DEEP = 10_000;

const list = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const object = (levels: number) => `${'{"":'.repeat(levels)}1${'}'.repeat(levels)}`;
const mixed = (levels: number) => `${'[{"":'.repeat(levels / 2)}1${'}]'.repeat(levels / 2)}`;
const FORMS = { list, object, mixed };

const world = await openSharedApp({ mail: { isSending: true } });
const inn = await openInn(world);
const site = await buildTeam(world, { siteBookings: 'request' });
const writes = listWrites((await world.get('/openapi.json')).json(), site.slug);

/** Stands for a value that is put into the text of a body. */
const PLACE = 'the value of this place';
const textOf = (body: unknown, value: string) => JSON.stringify(body).replace(`"${PLACE}"`, () => value);

/** A body with the value in place of each value in turn. */
function* replaceEach(body: object): Generator<object> {
  for (const [key, value] of Object.entries(body)) {
    const withValue = (changed: unknown) =>
      Array.isArray(body) ? body.with(Number(key), changed) : { ...body, [key]: changed };
    yield withValue(PLACE);
    if (typeof value === 'object' && value !== null)
      for (const one of replaceEach(value)) yield withValue(one);
  }
}

const cases = writes.map((write) => ({
  ...write,
  bodies: [
    PLACE,
    { ...write.example, no_such_field: PLACE },
    ...replaceEach(write.example ?? {}),
    ...write.objects.flatMap(({ fields, bodyWith }) => fields.map((name) => bodyWith({ [name]: PLACE }))),
  ],
}));

test('the deep bodies reach every write and their fields', () => {
  expect(cases.length).toBeGreaterThan(60);
  expect(cases.flatMap(({ bodies }) => bodies).length).toBeGreaterThan(700);
});

test.each(cases)(
  '$operationId refuses what is nested 10,000 levels deep, in each field and in an unknown one',
  async ({ method, url, bodies }) => {
    for (const [index, body] of bodies.entries())
      for (const [name, nest] of Object.entries(FORMS)) {
        const headers = { ...(index % 2 === 0 ? STRICT : {}), 'idempotency-key': `${index}-${name}` };
        const { status } = await inn.send(method, url, textOf(body, nest(DEEP)), headers);
        expect([status, body]).toEqual([400, body]);
      }
  },
);

/** Values that no field takes, and that JavaScript cannot turn into a text or number. */
const ODD = ['{"toString":1,"valueOf":1}', '[{"toString":1,"valueOf":1}]', '{"__proto__":{"length":1}}'];

test.each(cases)(
  '$operationId answers a value of any kind in each field with no 500',
  async ({ method, url, bodies }) => {
    for (const body of bodies)
      for (const value of [...ODD, ...Object.values(FORMS).map((nest) => nest(MAX_BODY_LEVELS - 10))])
        for (const headers of [{}, STRICT]) {
          const { status } = await inn.send(method, url, textOf(body, value), headers);
          expect({ body, value, isServed: status < 500 }).toEqual({ body, value, isServed: true });
        }
  },
);

test(`a body of ${MAX_BODY_LEVELS} levels is read, and one more is a 400`, async () => {
  const send = (levels: number) => inn.send('POST', '/guests', `{"name":"Bea","x":${list(levels - 1)}}`);
  expect((await send(MAX_BODY_LEVELS)).status).toBe(201);
  expect(await send(MAX_BODY_LEVELS + 1)).toMatchObject({
    status: 400,
    body: {
      message: `The body has lists and objects in each other, more than ${MAX_BODY_LEVELS} levels deep.`,
    },
  });
});
