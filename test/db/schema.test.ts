import type pg from 'pg';
import { expect, test } from 'vitest';
import { openSharedClient } from '../helpers/database.ts';

/** Tables that are read before the team is known, so their keys cannot begin with it (docs/rules.md, 5.7). */
const REFERENCE_TABLES = ['invitations', 'memberships', 'people', 'roles', 'sessions', 'teams', 'tokens'];
/** Tables that belong to nobody: they know neither teams nor people, and have no foreign keys. */
const TEAMLESS_TABLES = ['factor_steps', 'person_mails', 'recovery_codes', 'sign_in_attempts'];

const { client } = await openSharedClient();

async function rows<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql)).rows;
}

const COLUMNS_OF_TABLE = (numbers: string, table: string) =>
  `array(select attname::text from unnest(${numbers}::int2[]) with ordinality as key (number, place)
     join pg_attribute on attrelid = ${table} and attnum = key.number order by place)`;

type Key = { table: string; name: string; columns: string[] };

/** Primary keys, unique constraints and indexes, and exclusion constraints. */
const listUniqueKeys = () =>
  rows<Key>(`
    select indrelid::regclass::text as table, indexrelid::regclass::text as name,
      ${COLUMNS_OF_TABLE('indkey', 'indrelid')} as columns
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = 'public'::regnamespace and (indisunique or indisexclusion)`);

type ForeignKey = Key & { parent: string; parentColumns: string[]; onDelete: string; onUpdate: string };

const listForeignKeys = () =>
  rows<ForeignKey>(`
    select conrelid::regclass::text as table, conname::text as name, confrelid::regclass::text as parent,
      ${COLUMNS_OF_TABLE('conkey', 'conrelid')} as columns,
      ${COLUMNS_OF_TABLE('confkey', 'confrelid')} as "parentColumns",
      confdeltype::text as "onDelete", confupdtype::text as "onUpdate"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`);

const isTeams = ({ table }: { table: string }) =>
  !REFERENCE_TABLES.includes(table) && !TEAMLESS_TABLES.includes(table);

test('the seven tables that are read before the team is known exist, among others', async () => {
  const tables = (
    await rows<{ name: string }>(`select tablename as name from pg_tables where schemaname = 'public'`)
  )
    .map(({ name }) => name)
    .sort();
  expect(tables).toEqual(expect.arrayContaining(REFERENCE_TABLES));
  expect(tables.length).toBeGreaterThan(20);
});

test('every key of a team’s table begins with the team', async () => {
  const keys = (await listUniqueKeys()).filter(isTeams);
  expect(keys.length).toBeGreaterThan(20);
  expect(keys.filter(({ columns }) => columns[0] !== 'team_id')).toEqual([]);
});

test('every table has a primary key', async () => {
  const without = await rows(`
    select relname from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not exists (select from pg_index where indrelid = pg_class.oid and indisprimary)`);
  expect(without).toEqual([]);
});

test('every foreign key of a team’s table includes the team, so that it stays within the team', async () => {
  const keys = (await listForeignKeys()).filter(isTeams);
  expect(keys.length).toBeGreaterThan(15);
  const teamOfParent = ({ columns, parentColumns }: ForeignKey) => parentColumns[columns.indexOf('team_id')];
  for (const key of keys)
    expect([key.name, teamOfParent(key)]).toEqual([key.name, key.parent === 'teams' ? 'id' : 'team_id']);
});

test('none of the seven tables without a team refers to a team’s table', async () => {
  const out = (await listForeignKeys()).filter(
    (key) => !isTeams(key) && !REFERENCE_TABLES.includes(key.parent),
  );
  expect(out).toEqual([]);
});

test('no foreign key leads from a team’s table to one without a team, or back', async () => {
  const keys = await listForeignKeys();
  const touched = keys.flatMap(({ table, parent }) => [table, parent]);
  expect(touched.filter((table) => TEAMLESS_TABLES.includes(table))).toEqual([]);
});

test('no foreign key deletes or clears rows by itself', async () => {
  const keys = await listForeignKeys();
  expect(new Set(keys.map(({ onDelete, onUpdate }) => onDelete + onUpdate))).toEqual(new Set(['aa']));
});

test('every table of a team has the team’s id as a bigint that is never null', async () => {
  const columns = await rows<{ table: string; type: string; required: boolean }>(`
    select attrelid::regclass::text as table, atttypid::regtype::text as type, attnotnull as required
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attname = 'team_id'`);
  const ofTeams = columns.filter(isTeams);
  expect(ofTeams.map(({ type, required }) => [type, required])).toEqual(ofTeams.map(() => ['bigint', true]));
  const tables = await rows<{ table: string }>(
    `select relname::text as table from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
  );
  expect(ofTeams.map(({ table }) => table).sort()).toEqual(
    tables
      .filter(isTeams)
      .map(({ table }) => table)
      .sort(),
  );
});

test('the database has no triggers, rules, functions or views, and one sequence: that of the teams’ ids', async () => {
  const ours = `relnamespace = 'public'::regnamespace`;
  expect(
    await rows(
      `select tgname from pg_trigger join pg_class on pg_class.oid = tgrelid where ${ours} and not tgisinternal`,
    ),
  ).toEqual([]);
  expect(await rows(`select relname from pg_class where ${ours} and relkind in ('v', 'm')`)).toEqual([]);
  expect(await rows(`select rulename from pg_rules where schemaname = 'public'`)).toEqual([]);
  const own = `not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`;
  expect(
    await rows(`select proname from pg_proc where pronamespace = 'public'::regnamespace and ${own}`),
  ).toEqual([]);
  expect(await rows(`select relname from pg_class where ${ours} and relkind = 'S'`)).toEqual([
    { relname: 'teams_id_seq' },
  ]);
  expect(
    await rows(`select attrelid::regclass::text as table, attname::text as column, format_type(atttypid, atttypmod) as type
      from pg_attribute where attidentity <> ''`),
  ).toEqual([{ table: 'teams', column: 'id', type: 'bigint' }]);
});

test('ids and times come from the service, and only columns that an earlier version does not know have a default', async () => {
  expect(
    await rows(`select attrelid::regclass::text as table, attname from pg_attribute
      join pg_class on pg_class.oid = attrelid where relnamespace = 'public'::regnamespace and atthasdef
      order by 1, attname`),
  ).toEqual([
    // An earlier version can still make rows.
    { table: 'blocks', attname: 'updated_at' },
    { table: 'bookings', attname: 'adjustments' },
    { table: 'bookings', attname: 'calendar_invited' },
    { table: 'bookings', attname: 'children_ages' },
    { table: 'bookings', attname: 'extras' },
    { table: 'bookings', attname: 'infants' },
    { table: 'bookings', attname: 'is_of_feed_block' },
    { table: 'bookings', attname: 'paid_cents' },
    { table: 'bookings', attname: 'pets' },
    { table: 'calendar_feeds', attname: 'differs' },
    { table: 'calendar_feeds', attname: 'is_unsettled' },
    { table: 'calendar_feeds', attname: 'missing' },
    { table: 'calendar_feeds', attname: 'source' },
    { table: 'fees', attname: 'optional' },
    { table: 'invitations', attname: 'role' },
    { table: 'invoice_counters', attname: 'credit_note_gapless_from' },
    { table: 'invoice_counters', attname: 'credit_note_next_number' },
    { table: 'invoice_counters', attname: 'invoice_gapless_from' },
    { table: 'invoice_counters', attname: 'invoice_next_number' },
    { table: 'invoices', attname: 'corrects' },
    { table: 'invoices', attname: 'kind' },
    { table: 'listings', attname: 'amenities' },
    { table: 'listings', attname: 'max_pets' },
    { table: 'listings', attname: 'rooms' },
    { table: 'mails', attname: 'round' },
    { table: 'memberships', attname: 'id' },
    { table: 'memberships', attname: 'is_limited' },
    { table: 'memberships', attname: 'role' },
    { table: 'payments', attname: 'refunds' },
    { table: 'people', attname: 'factors' },
    { table: 'photo_files', attname: 'format' },
    { table: 'sessions', attname: 'has_factor' },
    { table: 'teams', attname: 'arrival_days_before' },
    { table: 'teams', attname: 'calendars_show_requests' },
    { table: 'teams', attname: 'infant_age' },
    { table: 'teams', attname: 'invoice_numbering' },
    { table: 'teams', attname: 'languages' },
    { table: 'teams', attname: 'require_second_factor' },
    { table: 'teams', attname: 'site_cancellation' },
    { table: 'teams', attname: 'site_max_nights' },
    { table: 'tokens', attname: 'is_limited' },
    { table: 'units', attname: 'updated_at' },
  ]);
});

test('every text column is compared by code point, every time is stored to the second, and every amount is a bigint', async () => {
  const columns = await rows<{ column: string; type: string; collation: string | null }>(`
    select attrelid::regclass || '.' || attname as column, format_type(atttypid, atttypmod) as type,
      (select collname::text from pg_collation where oid = attcollation) as collation
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped`);
  const texts = columns.filter(({ collation }) => collation !== null);
  expect(texts.length).toBeGreaterThan(50);
  expect(texts.filter(({ type, collation }) => type !== 'text' || collation !== 'C')).toEqual([]);
  const moments = columns.filter(({ type }) => type.startsWith('time'));
  const typesOfMoments = new Set(moments.map(({ type }) => type.replace('[]', '')));
  expect(typesOfMoments).toEqual(new Set(['timestamp(0) with time zone']));
  const amounts = columns.filter(({ column }) => column.endsWith('_cents'));
  expect(new Set(amounts.map(({ type }) => type))).toEqual(new Set(['bigint']));
  const types = new Set(columns.map(({ type }) => type));
  expect([...types].filter((type) => /float|double|real|numeric|money|char/.test(type))).toEqual([]);
});
