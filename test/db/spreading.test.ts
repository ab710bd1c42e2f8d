/** `distribute` can spread every table over a cluster, as far as the schema shows. */

import { expect, test } from 'vitest';
import { spreadOf } from '../../src/db/spreading/plan.ts';
import { openSharedClient } from '../helpers/database.ts';
import { words } from '../helpers/words.ts';

const { client } = await openSharedClient();

async function rowsOf<Row>(sql: string): Promise<Row[]> {
  return (await client.query(sql)).rows as Row[];
}

const tables = await rowsOf<{ schema: string; name: string; hasTeamId: boolean }>(`
  select t.schemaname as schema, t.tablename as name, exists (select from information_schema.columns c
    where (c.table_schema, c.table_name, c.column_name) = (t.schemaname, t.tablename, 'team_id')) as "hasTeamId"
  from pg_tables t where t.schemaname in ('public', 'drizzle')`);
/** How each table is spread, by its name without the schema. */
const spreads = new Map(
  tables.map(({ schema, name, hasTeamId }) => [name, spreadOf({ name: `${schema}.${name}`, hasTeamId })]),
);

const isReference = (table: string) => spreads.get(table)?.kind === 'reference';
const columnOf = (table: string) => {
  const spread = spreads.get(table);
  return spread?.kind === 'distributed' ? spread.column : null;
};

test('each table is copied everywhere or spread by its team, but for one', () => {
  const names = [...spreads.keys()].sort();
  expect(names.filter((name) => spreads.get(name) === null)).toEqual([]);
  expect(names.filter(isReference)).toEqual(
    words(`
    __drizzle_migrations invitations memberships people sessions teams tokens`),
  );
  expect(names.filter((name) => !isReference(name) && columnOf(name) !== 'team_id')).toEqual([
    'sign_in_attempts',
  ]);
});

test('each foreign key lies within a team or leads to a table that is copied everywhere', async () => {
  const keys = await rowsOf<{ table: string; target: string; definition: string }>(`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f'`);
  expect(keys.length).toBeGreaterThan(20);
  for (const { table, target, definition } of keys) {
    const isWithinTeam = /FOREIGN KEY \(team_id, .*REFERENCES \w+\(team_id, /.test(definition);
    expect(isReference(target) || (isWithinTeam && !isReference(table)), definition).toBe(true);
    expect(definition).not.toMatch(/ON (DELETE|UPDATE)/);
  }
});

test('what is unique, and what excludes, begins with the column that its table is spread by', async () => {
  const keys = await rowsOf<{ table: string; index: string; first: string; excludes: string | null }>(`
    select t.relname as "table", i.relname as index, pg_get_constraintdef(c.oid) as excludes, a.attname as first
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0]
      left join pg_constraint c on c.conindid = i.oid and c.contype = 'x'
    where t.relnamespace = 'public'::regnamespace and (x.indisunique or x.indisexclusion)`);
  const ofTeams = keys.filter(({ table }) => !isReference(table));
  for (const { table, index, first, excludes } of ofTeams) {
    expect(first, index).toBe(columnOf(table));
    if (excludes) expect(excludes).toMatch(/\(team_id WITH =,/);
  }
  expect(new Set(ofTeams.map(({ table }) => table)).size).toBe(
    [...spreads.keys()].filter((name) => !isReference(name)).length,
  );
  expect(ofTeams.filter(({ excludes }) => excludes)).toHaveLength(2);
});

test('nothing of the schema has a trigger of ours', async () => {
  expect(await rowsOf(`select tgname from pg_trigger where not tgisinternal`)).toEqual([]);
});
