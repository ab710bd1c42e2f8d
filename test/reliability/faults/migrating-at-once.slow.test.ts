/** Two processes migrate at once and one is killed half-way: the result is the same as with a single process. */
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import type pg from 'pg';
import { expect, inject, test } from 'vitest';
import { times } from '../../helpers/bookings.ts';
import { databaseUrl, dropDatabase, openSharedClient, withClient } from '../../helpers/database.ts';
import { type Random, randomOf, seed } from '../../helpers/random.ts';
import { reportFigures, sized } from '../figures.ts';
import { openServers } from '../servers.ts';

const ROUNDS = sized(5, 1);

/** An already migrated database, for comparison. */
const { url: migratedUrl } = await openSharedClient();
const files = await readdir(new URL('../../../migrations', import.meta.url));
const migrations = files.filter((file) => file.endsWith('.sql')).length;

/** Every table, column, constraint and index, and the applied migrations in their order. */
const schemaOf = (url: string) =>
  withClient(url, async (client) => {
    const rows = async (text: string) => (await client.query({ text, rowMode: 'array' })).rows;
    return {
      columns: await rows(
        `select table_schema, table_name, column_name, data_type, is_nullable, column_default from information_schema.columns
         where table_schema in ('public', 'drizzle') order by 1, 2, 3`,
      ),
      constraints: await rows(
        `select conrelid::regclass::text, conname, pg_get_constraintdef(oid) from pg_constraint
         where connamespace in ('public'::regnamespace, 'drizzle'::regnamespace) order by 1, 2`,
      ),
      indexes: await rows(
        `select indexname, indexdef from pg_indexes where schemaname in ('public', 'drizzle') order by 1`,
      ),
      applied: await rows('select hash from drizzle.__drizzle_migrations order by id'),
    };
  });

const tablesOf = (url: string): Promise<string[]> =>
  withClient(url, async (client) => {
    const { rows } = await client.query(
      `select tablename from pg_tables where schemaname = 'public' order by tablename`,
    );
    return rows.map(({ tablename }) => tablename);
  });

/** How many of the migrating processes wait for a lock: for each other's, or half-way for the name of a table. */
async function waitingFor(watcher: pg.Client, name: string, lock: 'advisory' | 'half-way'): Promise<number> {
  const { rowCount } = await watcher.query(
    `select from pg_stat_activity where datname = $1 and application_name = 'innkeep-migrate'
       and wait_event_type = 'Lock' and (wait_event = 'advisory') = $2`,
    [name, lock === 'advisory'],
  );
  return rowCount ?? 0;
}

/** Whether to kill the process that is half-way, or the one that waits for it. */
const isFirstKilled = (round: number) => round % 2 === 0;

/** Lets two processes migrate an empty database, kills one, and returns the table at which that happened. */
async function migrateTwice(
  adminUrl: string,
  watcher: pg.Client,
  round: number,
  random: Random,
): Promise<string> {
  const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  const url = databaseUrl(adminUrl, name);
  await withClient(adminUrl, (admin) => admin.query(`create database ${name} template template0`));
  const servers = await openServers(url);
  try {
    const table = random.pick(await tablesOf(migratedUrl));
    const survived = await withClient(url, async (blocker) => {
      // An open transaction takes the name of a table, half-way through the migration.
      await blocker.query('begin');
      await blocker.query(`create table ${table} ()`);
      const first = servers.cli('migrate');
      await expect.poll(() => waitingFor(watcher, name, 'half-way'), { timeout: 60_000 }).toBe(1);
      const second = servers.cli('migrate');
      await expect.poll(() => waitingFor(watcher, name, 'advisory'), { timeout: 60_000 }).toBe(1);
      const [killed, survivor] = isFirstKilled(round) ? [first, second] : [second, first];
      killed.child.kill('SIGKILL');
      await killed.finished;
      await blocker.query('rollback');
      return survivor.finished;
    });
    expect(survived).toEqual({ code: 0, stdout: '', stderr: `innkeep: ${migrations} migrations applied.\n` });
    expect(await schemaOf(url)).toEqual(await schemaOf(migratedUrl));
    const server = await servers.start();
    server.child.kill('SIGTERM');
    expect(await server.finished).toMatchObject({ code: 0, stderr: '' });
    const after = await schemaOf(url);
    expect(after.applied).toHaveLength(migrations);
    expect(after).toEqual(await schemaOf(migratedUrl));
    return table;
  } finally {
    await servers.close();
    await withClient(adminUrl, (admin) => dropDatabase(admin, name));
  }
}

test('if one of two processes is killed while it migrates, the other finishes, and every migration is applied once', async () => {
  const adminUrl = inject('adminUrl');
  const random = randomOf(seed);
  const tables: string[] = [];
  await withClient(adminUrl, async (watcher) => {
    for (const round of times(ROUNDS, (n) => n))
      tables.push(await migrateTwice(adminUrl, watcher, round, random));
  });
  reportFigures('migrating-at-once', {
    load: '2 processes that migrate an empty database at once',
    faults: `kill -9 of one of them ${ROUNDS} times (${times(ROUNDS, isFirstKilled).filter(Boolean).length} times the one that migrates, else the one that waits), during the migration, at the table ${tables.join(', ')}`,
    seen:
      `The other one ended well each time, and a server started after it found nothing to do: ${migrations} migrations, ` +
      'a row for each, and every table, column, constraint and index as where one alone had migrated.',
  });
}, 600_000);
