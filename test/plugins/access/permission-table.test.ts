import { afterAll, expect, test } from 'vitest';
import { openPermissionTable } from './permission-table.ts';

const { world, cases, check } = await openPermissionTable();
afterAll(() => world.close());

/** The slow test sends all of them. */
const EVERY = 17;

test('some operations and pages are answered to each given role as they declare', async () => {
  const some = cases.filter((_one, index) => index % EVERY === 0);
  expect(new Set(some.map(({ role }) => role)).size).toBe(5);
  for (const one of some) await check(one);
});
