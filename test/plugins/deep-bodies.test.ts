/** Deeply nested bodies in every place of every write, and values of any other kind. */
import { expect, test } from 'vitest';
import { MAX_BODY_LEVELS } from '../../src/domain/limits.ts';
import { FORMS, list, openEveryPlace, STRICT, textOf } from './every-place.ts';
import { expectNoServerError, ODD_VALUES } from './odd-values.ts';

/** Far beyond what recursion could read: JavaScript's stack ends at some thousands of calls. */
const DEEP = 10_000;
const NESTED = Object.values(FORMS).map((nest) => nest(DEEP));

const { inn, cases } = await openEveryPlace();

test('the deep bodies reach every write and their fields', () => {
  expect(cases.length).toBeGreaterThan(45);
  expect(cases.flatMap(({ bodies }) => bodies).length).toBeGreaterThan(600);
});

test.each(cases)(
  '$operationId refuses what is nested 10,000 levels deep, in each field and in an unknown one',
  async ({ method, url, bodies }) => {
    for (const [index, body] of bodies.entries()) {
      // One of the forms for each field.
      const nested = NESTED[index % NESTED.length] ?? '';
      const headers = { ...(index % 2 === 0 ? STRICT : {}), 'idempotency-key': String(index) };
      const { status } = await inn.send(method, url, textOf(body, nested), headers);
      expect([status, body]).toEqual([400, body]);
    }
  },
);

// All of them together are for the slow test of odd values.
test.each(cases)(
  '$operationId answers a value of some kind in each field with no 500',
  async ({ method, url, bodies }) => {
    for (const [index, body] of bodies.entries()) {
      const value = ODD_VALUES[index % ODD_VALUES.length] ?? '';
      await expectNoServerError(inn, { method, url, body, value, headers: index % 2 === 0 ? STRICT : {} });
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
