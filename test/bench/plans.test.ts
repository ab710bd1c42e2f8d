/** Every statement of the measured routes finds its rows by an index, as they are planned on many teams' data. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openRecorder, type Recorder, type Statement } from '../../bench/capture.ts';
import { APP_KEY } from '../../bench/databases.ts';
import { SIZES } from '../../bench/dataset.ts';
import { loadData } from '../../bench/load-data.ts';
import { ROUTES } from '../../bench/routes.ts';
import { createDatabase } from '../../src/db/client.ts';
import { findTokensByHash } from '../../src/db/queries/tokens.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

const SIZE = SIZES.tiny;
/** Tables that grow with what teams do. Teams and their charges are few. */
const BIG_TABLES = [
  'booking_events',
  'bookings',
  'day_overrides',
  'guests',
  'idempotency_records',
  'invoices',
  'listings',
  'occupancies',
  'payments',
  'photos',
  'tokens',
  'units',
];

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] };

let database: TestDatabase;
let recorder: Recorder;
let client: pg.Client;
beforeAll(async () => {
  database = await createTestDatabase();
  await loadData(database.url, SIZE, APP_KEY, () => {});
  recorder = openRecorder(database.url, APP_KEY);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await recorder.close();
  await database.drop();
});

async function scannedWhole(statement: Statement, kind: 'custom' | 'generic'): Promise<string[]> {
  const { rows } =
    kind === 'generic'
      ? await client.query(`explain (format json, generic_plan) ${statement.text}`)
      : await client.query(`explain (format json) ${statement.text}`, statement.values);
  const [{ Plan: plan }] = rows[0]['QUERY PLAN'] as [{ Plan: Plan }];
  return nodesOf(plan)
    .filter((node) => node['Node Type'] === 'Seq Scan')
    .map((node) => node['Relation Name'] ?? '');
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

const wholeReads = async (statement: Statement, kind: 'custom' | 'generic') =>
  (await scannedWhole(statement, kind)).filter((table) => BIG_TABLES.includes(table));

test('eight tokens that are looked up together are found by an index', async () => {
  let text = '';
  const { db, close } = createDatabase({
    url: database.url,
    applicationName: 'innkeep-tests',
    onStatement: (statement) => {
      text = statement;
    },
  });
  const hashes = Array.from({ length: 8 }, (_, n) => `hash-${n}`);
  await findTokensByHash(db, hashes).finally(close);
  expect(await wholeReads({ text, values: hashes }, 'custom')).toEqual([]);
});

test.each(ROUTES)('$name reads no big table from end to end', async (route) => {
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::int as version",
  );
  const kinds = (rows[0]?.version ?? 0) >= 160_000 ? (['custom', 'generic'] as const) : (['custom'] as const);
  const statements = (await recorder.record(route.sample(SIZE, 0))).steps.flat();
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) {
    for (const kind of kinds) {
      expect.soft(await wholeReads(statement, kind), `${kind} plan of: ${statement.text}`).toEqual([]);
    }
  }
});
