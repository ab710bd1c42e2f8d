/** Whatever a caller with `listings` sends, nothing of the others changes (docs/rules.md, 27.36). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../helpers/bookings.ts';
import { openSharedClient } from '../../helpers/database.ts';
import { seed } from '../../helpers/random.ts';
import { type Operation, operationsOf, urlOf, wholeRequest } from '../../reliability/drawn-requests.ts';
import { openLimitedWorld } from './limited-world.ts';

const { limited, listings, pools: values, seeing } = await openLimitedWorld(seed);
const { client } = await openSharedClient(seeing.url);
const document: Json = (await seeing.app.inject({ url: '/openapi.json' })).json();
const pools = { values, parts: {}, units: [], siteBookings: [] };
const isWrite = ({ method, path }: Operation) =>
  method !== 'GET' && path.startsWith('/v1/') && !path.startsWith('/v1/public');
const writes = operationsOf(document).filter(isWrite);
const REQUESTS = Number(process.env.LIMITED_WRITES ?? 3);

const { rows: views } = await client.query<{ name: string }>(
  `select viewname as name from pg_views where schemaname = 'limited'
    and viewname not in ('told_events', 'fees', 'taxes', 'discounts', 'coupons')`,
);

async function readRows(table: string): Promise<Set<string>> {
  const { rows } = await client.query<{ row: string }>(`select to_jsonb(t)::text as row from ${table} t`);
  return new Set(rows.map(({ row }) => row));
}

/** All rows that the caller does not see, by table. */
async function readHidden(): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ id: string }>(
    'select id from listings where coalesce(building_id, id) = any ($1)',
    [listings],
  );
  await client.query(`set innkeep.listings to '{${rows.map(({ id }) => id).join(',')}}'`);
  const hidden = new Map<string, Set<string>>();
  for (const { name } of views)
    hidden.set(name, (await readRows(`public.${name}`)).difference(await readRows(`limited.${name}`)));
  return hidden;
}

it('no operation changes what the caller does not see', async () => {
  const before = await readHidden();
  expect([...before.values()].reduce((sum, { size }) => sum + size, 0)).toBeGreaterThan(10);
  const statuses = new Set<number>();
  for (const operation of writes)
    for (const one of fc.sample(wholeRequest(document, pools, operation), { numRuns: REQUESTS, seed })) {
      const url = urlOf(operation, one).slice('/v1'.length);
      const body = operation.body ? (one.body as object) : undefined;
      const { status, body: answer } = await limited.send(operation.method as 'POST', url, body);
      statuses.add(status);
      expect({ operation: operation.name, status, answer }).not.toMatchObject({ status: 500 });
    }
  expect([...statuses]).toEqual(expect.arrayContaining([200, 403, 404, 422]));
  for (const [table, rows] of before)
    expect({ table, gone: [...rows.difference(await readRows(`public.${table}`))] }).toEqual({
      table,
      gone: [],
    });
});
