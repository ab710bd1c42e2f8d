/** `distribute` can spread every table over a cluster, as far as the schema shows. */

import { expect, test } from 'vitest';
import { findTableDistribution } from '../../src/db/spreading/tables.ts';
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
  tables.map(({ schema, name, hasTeamId }) => [
    name,
    findTableDistribution({ name: `${schema}.${name}`, hasTeamId }),
  ]),
);

const isReference = (table: string) => spreads.get(table) === 'copied';
const columnOf = (table: string) => (isReference(table) ? null : spreads.get(table));

test('each table is copied everywhere or spread by its team, but for those of accounts', () => {
  const names = [...spreads.keys()].sort();
  expect(names.filter((name) => spreads.get(name) === null)).toEqual([]);
  expect(names.filter(isReference)).toEqual(
    words(`
    __drizzle_migrations invitations memberships people roles sessions teams tokens`),
  );
  expect(names.filter((name) => !isReference(name) && columnOf(name) !== 'team_id')).toEqual([
    'factor_steps',
    'person_mails',
    'recovery_codes',
    'sign_in_attempts',
  ]);
});
