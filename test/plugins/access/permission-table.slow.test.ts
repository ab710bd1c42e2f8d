import { afterAll, expect, test } from 'vitest';
import { openPermissionTable } from './permission-table.ts';

const { world, cases, check } = await openPermissionTable();
afterAll(() => world.close());

test('every operation and page is answered to each caller as it declares', async () => {
  expect(cases.length).toBeGreaterThan(2_000);
  for (const one of cases) await check(one);
}, 300_000);
