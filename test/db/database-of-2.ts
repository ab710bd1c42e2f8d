/** Databases with the tables of version 2.0.0, for tests of the upgrade from it. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { expect, inject, onTestFinished } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import type { TestApp } from '../helpers/app.ts';
import type { Json } from '../helpers/bookings.ts';
import { databaseUrl, dropDatabase, withClient } from '../helpers/database.ts';

type Source = Pick<TestApp, 'db'>;

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
/** The first migration after those of 2.0.0. */
const FIRST_SINCE = '0047_mail_refusals';

/** A database with the tables of 2.0.0. */
export async function createDatabaseOfTwo(): Promise<pg.Client & { url: string }> {
  const adminUrl = inject('adminUrl');
  const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  await withClient(adminUrl, (admin) => admin.query(`create database ${name} template template0`));
  const url = databaseUrl(adminUrl, name);
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const end = entries.findIndex(({ tag }: Json) => tag === FIRST_SINCE);
  expect(end).toBeGreaterThan(0);
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, end) }));
  await migrateDatabase(url, folder);
  await rm(folder, { recursive: true });
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await withClient(adminUrl, (admin) => dropDatabase(admin, name));
  });
  return Object.assign(client, { url });
}

/** Writes all rows of an app into the older tables, without the columns and tables that these lack. */
export async function copyRows({ db }: Source, to: pg.Client): Promise<void> {
  const columns = `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = 'public' and is_generated = 'NEVER' group by 1`;
  const { rows: tables } = await to.query<{ name: string; columns: string[] }>(columns);
  const { rows: known } = await db.execute<{ name: string; columns: string[] }>(columns);
  const left = new Map(tables.map((table) => [table.name, table.columns]));
  // A table whose rows point at rows of a table that is still empty is written in a later round.
  for (let round = 0; left.size > 0; round += 1) {
    if (round > tables.length) throw new Error(`Rows of ${[...left.keys()].join(', ')} were refused.`);
    for (const [name, older] of left) {
      const shared = known.find((table) => table.name === name)?.columns.filter((one) => older.includes(one));
      const list = (shared ?? []).map((column) => `"${column}"`).join(', ');
      const isWritten = list === '' || (await copyTable(db, to, name, list));
      if (isWritten) left.delete(name);
    }
  }
}

/** Returns false if rows point at rows that are not written yet. */
async function copyTable(db: Source['db'], to: pg.Client, name: string, list: string): Promise<boolean> {
  const { rows } = await db.execute<{ rows: unknown }>(
    `select coalesce(jsonb_agg(to_jsonb(t)), '[]') as rows from (select ${list} from "${name}") t`,
  );
  const insert = `insert into "${name}" (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::"${name}", $1::jsonb)`;
  return to.query(insert, [JSON.stringify(rows[0]?.rows)]).then(
    () => true,
    (error: { code?: string }) => {
      if (error.code === '23503') return false;
      throw error;
    },
  );
}
