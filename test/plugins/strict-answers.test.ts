import { expect, test } from 'vitest';
import { z } from 'zod';
import { openSharedApp } from '../helpers/app.ts';
import { listDifferences } from '../helpers/strict-answers.ts';

const answer = z.object({ data: z.object({ id: z.string(), name: z.string() }) });
const ANSWERS: Record<string, object> = {
  sound: { data: { id: '1', name: 'A' } },
  more: { data: { id: '1', name: 'A', phone: null } },
  less: { data: { id: '1' } },
  reordered: { data: { name: 'A', id: '1' } },
};

const world = await openSharedApp({
  extend: (app) => {
    for (const [name, body] of Object.entries(ANSWERS))
      app.get(`/answers/${name}`, { schema: { response: { 200: answer } } }, () => body);
  },
});

test.each([
  ['sound', 200],
  ['more', 500],
  ['less', 500],
  ['reordered', 500],
])(
  'in tests, the app answers %j with %d, because an answer must have exactly the keys of its schema in order',
  async (name, status) => {
    expect((await world.get(`/answers/${name}`)).statusCode).toBe(status);
  },
);

test('the difference between an answer and its schema names the place where they differ', () => {
  const declared = { data: [{ id: '1', name: 'A' }], meta: { page: 1 } };
  const compare = (other: object) => listDifferences('', other, declared);
  expect(compare(declared)).toEqual([]);
  expect(compare({ data: [{ id: '1', name: 'A', phone: null }], meta: {} })).toEqual([
    'data[0].phone is not declared',
    'meta.page is missing',
  ]);
  expect(compare({ ...declared, meta: { page: '1' } })).toEqual(['meta.page is "1", not 1']);
  expect(compare({ ...declared, data: [{ name: 'A', id: '1' }] })).toEqual([
    'the order of the keys of data[0] differs: name, id, declared id, name',
  ]);
});
