/** The SQL of docs/operations.md that spreads the tables, run against stand-ins for what only Citus has. */
import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

/** They note what they are called with, and refuse as Citus does a table that any foreign key leaves or reaches. */
const STAND_INS = `
  create table public_spread (name text, key text, beside text);
  create function note_spread(name text, key text, beside text) returns void language plpgsql as $$ begin
    if exists (select from pg_constraint where contype = 'f' and name::regclass in (conrelid, confrelid)) then
      raise exception '% has foreign keys', name;
    end if;
    insert into public_spread values (name, key, beside);
  end $$;
  create function create_reference_table(name text) returns void language sql as $$ select note_spread(name, null, null) $$;
  create function create_distributed_table(name text, key text, colocate_with text default null)
    returns void language sql as $$ select note_spread(name, key, colocate_with) $$;`;

let database: TestDatabase;
let client: pg.Client;
let tables: string[];
let keysBefore: unknown[];
type Spread = { name: string; key: string | null; beside: string | null };
let spread: Spread[];

async function rowsOf<Row>(sql: string): Promise<Row[]> {
  return (await client.query(sql)).rows as Row[];
}

/** The columns of every primary, unique and exclusion constraint and unique index of a table. */
const uniqueKeys = () =>
  rowsOf<{ table: string; index: string; columns: string[]; excludes: string | null }>(`
    select t.relname as "table", i.relname as index, pg_get_constraintdef(c.oid) as excludes,
      array(select a.attname::text from unnest(x.indkey::int[]) with ordinality as k (number, place)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number order by place) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      left join pg_constraint c on c.conindid = i.oid and c.contype = 'x'
    where t.relnamespace = 'public'::regnamespace and (x.indisunique or x.indisexclusion)`);

const foreignKeys = () =>
  rowsOf<{ table: string; target: string; definition: string }>(`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target, conname || ' ' || pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' order by 1, 3`);

beforeAll(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const named = await rowsOf<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  tables = named.map(({ name }) => name);
  keysBefore = await foreignKeys();
  const text = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
  const sql = /<!-- citus -->\n```sql\n([\s\S]+?)```/.exec(text)?.[1] ?? '';
  await client.query(STAND_INS);
  await client.query(sql);
  spread = await rowsOf<Spread>('select * from public_spread');
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** What a table is spread by; null for one that is copied whole. */
const keyOf = (name: string) => spread.find((table) => table.name === name)?.key ?? null;
const isReference = (name: string) => spread.some((table) => table.name === name && table.key === null);

test('every table is spread once, by its team and beside the others, save those read before the team is known', async () => {
  expect(spread.map(({ name }) => name).sort()).toEqual(tables);
  expect(tables.filter(isReference)).toEqual([
    'invitations',
    'memberships',
    'people',
    'sessions',
    'teams',
    'tokens',
  ]);
  const ofTeams = await rowsOf<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'team_id'`,
  );
  const [first, ...others] = spread.filter(
    ({ name }) => !isReference(name) && ofTeams.some((table) => table.name === name),
  );
  expect(first).toMatchObject({ key: 'team_id', beside: null });
  for (const { key, beside } of others) expect([key, beside]).toEqual(['team_id', first?.name]);
});

test('the foreign keys are the same afterwards, and each lies within a team or leads to a reference table', async () => {
  const keys = await foreignKeys();
  expect(keys).toEqual(keysBefore);
  for (const { table, target, definition } of keys) {
    const isWithinTeam = /FOREIGN KEY \(team_id, .*REFERENCES \w+\(team_id, /.test(definition);
    expect(isReference(table) ? isReference(target) : isReference(target) || isWithinTeam, definition).toBe(
      true,
    );
    expect(definition).not.toMatch(/ON (DELETE|UPDATE)/);
  }
});

test('what is unique, and what excludes, begins with what its table is spread by', async () => {
  const keys = (await uniqueKeys()).filter(({ table }) => tables.includes(table) && !isReference(table));
  expect(new Set(keys.map(({ table }) => table)).size).toBe(tables.length - 6);
  for (const { table, index, columns, excludes } of keys) {
    expect(columns[0], index).toBe(keyOf(table));
    if (excludes) expect(excludes).toMatch(/\(team_id WITH =,/);
  }
  expect(keys.filter(({ excludes }) => excludes)).toHaveLength(2);
});

test('nothing of the schema has a trigger of ours', async () => {
  expect(await rowsOf(`select tgname from pg_trigger where not tgisinternal`)).toEqual([]);
});
