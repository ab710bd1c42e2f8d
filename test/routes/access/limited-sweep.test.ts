/** Whatever a caller with `listings` sends, nothing of the others changes (docs/rules.md, 27.36). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../../helpers/bookings.ts';
import { openSharedClient } from '../../helpers/database.ts';
import { seed } from '../../helpers/random.ts';
import { type Operation, operationsOf, urlOf, wholeRequest } from '../../reliability/drawn-requests.ts';
import { openLimitedWorld } from './limited-world.ts';

const { limited, listings, pools, seeing } = await openLimitedWorld(seed);
const { client } = await openSharedClient(seeing.url);
const document: Json = (await seeing.app.inject({ url: '/openapi.json' })).json();
const isWrite = ({ method, path }: Operation) =>
  method !== 'GET' && path.startsWith('/v1/') && !path.startsWith('/v1/public');
const writes = operationsOf(document).filter(isWrite);
const REQUESTS = Number(process.env.LIMITED_WRITES ?? 2);

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

/** By the parameters of paths that name them. */
const TABLE_OF: Record<string, string> = {
  listing: 'listings',
  unit: 'units',
  booking: 'bookings',
  guest: 'guests',
  block: 'blocks',
  feed: 'calendar_feeds',
  mail: 'mails',
};
const hidden = await readHidden();
const hiddenIds = Object.entries(TABLE_OF).map(([name, table]): [string, string[]] => [
  name,
  [...(hidden.get(table) ?? [])].map((row) => JSON.parse(row).id),
]);
const namesHidden = ({ path }: Operation) => hiddenIds.some(([name]) => path.includes(`{${name}}`));

async function sendDrawn(values: typeof pools, operation: Operation): Promise<number[]> {
  const drawn = wholeRequest(document, { values, parts: {}, units: [], siteBookings: [] }, operation);
  const statuses: number[] = [];
  for (const one of fc.sample(drawn, { numRuns: REQUESTS, seed })) {
    const url = urlOf(operation, one).slice('/v1'.length);
    const body = operation.body ? (one.body as object) : undefined;
    const { status, body: answer } = await limited.send(operation.method as 'POST', url, body);
    statuses.push(status);
    expect({ operation: operation.name, status, answer }).not.toMatchObject({ status: 500 });
  }
  return statuses;
}

async function expectHiddenUnchanged(): Promise<void> {
  for (const [table, rows] of hidden)
    expect({ table, gone: [...rows.difference(await readRows(`public.${table}`))] }).toEqual({
      table,
      gone: [],
    });
}

it('the team has something of each kind that the caller does not see', () => {
  const none = [...hidden].flatMap(([table, { size }]) => (size === 0 ? [table] : []));
  expect(none).toEqual([]);
});

it('no operation changes what the caller does not see', async () => {
  const statuses = new Set<number>();
  for (const operation of writes)
    for (const status of await sendDrawn(pools, operation)) statuses.add(status);
  expect([...statuses]).toEqual(expect.arrayContaining([200, 403, 404, 422]));
  await expectHiddenUnchanged();
});

it('what the caller does not see is not found, by whatever operation', async () => {
  const values = { ...pools, ...Object.fromEntries(hiddenIds) };
  for (const operation of writes.filter(namesHidden)) {
    const done = (await sendDrawn(values, operation)).filter((status) => status < 300);
    expect({ operation: operation.name, done }).toEqual({ operation: operation.name, done: [] });
  }
  await expectHiddenUnchanged();
});
