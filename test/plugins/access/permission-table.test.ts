import { afterAll, expect, test } from 'vitest';
import { openPermissionTable } from './permission-table.ts';

const { world, cases, check } = await openPermissionTable();
afterAll(() => world.close());

/** The slow test sends all of them. */
const EVERY = 29;

test('some operations and pages are answered to each caller as they declare', async () => {
  const some = cases.filter((_one, index) => index % EVERY === 0);
  expect(new Set(some.map(({ caller }) => caller)).size).toBe(9);
  for (const one of some) await check(one);
});
