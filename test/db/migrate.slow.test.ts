import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrate } from '../../src/db/migrate.ts';
import { databaseUrl, dropDatabase, withClient } from '../helpers/database.ts';

const MIGRATE_URL = new URL('../../src/db/migrate.ts', import.meta.url).href;

let name: string;
let url: string;
let client: pg.Client;

beforeEach(async () => {
  const adminUrl = inject('adminUrl');
  name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  url = databaseUrl(adminUrl, name);
  await withClient(adminUrl, (admin) => admin.query(`create database ${name} template template0`));
  client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await withClient(inject('adminUrl'), (admin) => dropDatabase(admin, name));
});

async function values(sql: string): Promise<unknown[]> {
  const { rows } = await client.query({ text: sql, rowMode: 'array' });
  return rows.flat();
}

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const migrationFiles = async () => (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql'));
const appliedHashes = () => values('select hash from drizzle.__drizzle_migrations order by id');
const ourSchemas = () =>
  values(
    `select nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`,
  );
const ourTables = () => values(`select tablename from pg_tables where schemaname in ('public', 'drizzle')`);

test('an empty database gets every migration once, and a second run has nothing to do', async () => {
  const count = (await migrationFiles()).length;
  expect(await migrate(url)).toBe(count);
  const hashes = await appliedHashes();
  expect(new Set(hashes).size).toBe(count);
  expect(await migrate(url)).toBe(0);
  expect(await appliedHashes()).toEqual(hashes);
});

test('an upgrade is announced with the number of its migrations, a first start is not', async () => {
  const earlier = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(MIGRATIONS, earlier, { recursive: true });
  const journal = join(earlier, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, -2) }));
  const said: number[] = [];
  const announce = (pending: number) => said.push(pending);
  await migrate(url, earlier, announce);
  expect(said).toEqual([]);
  await migrate(url, undefined, announce);
  await migrate(url, undefined, announce);
  expect(said).toEqual([2]);
  await rm(earlier, { recursive: true });
});

test('teams whose sites take bookings keep long stays and requests in calendars, others get the new limits', async () => {
  const earlier = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(MIGRATIONS, earlier, { recursive: true });
  const journal = join(earlier, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const index = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith('_site_limits'));
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, index) }));
  await migrate(url, earlier);
  const insert = (slug: string) =>
    client.query(
      `insert into teams (slug, name, currency, timezone, enforce_token_scope, deposit_ppm, balance_due_days,
          site_bookings, site_hold_minutes, reseating, unit_fixed_days, created_at, updated_at)
        values ($1, $1, 'EUR', 'Europe/Lisbon', false, 0, 0, $1, 60, 'off', 2, now(), now())`,
      [slug],
    );
  for (const setting of ['off', 'request', 'instant']) await insert(setting);
  await migrate(url);
  expect(
    await values(
      `select slug || ' ' || site_max_nights || ' ' || calendars_show_requests from teams order by id`,
    ),
  ).toEqual(['off 30 false', 'request 365 true', 'instant 365 true']);
  // An earlier version that still runs can create teams.
  await client.query(`update teams set slug = 'first' where slug = 'request'`);
  await insert('request');
  expect(
    await values(
      `select site_max_nights || ' ' || calendars_show_requests from teams where slug = 'request'`,
    ),
  ).toEqual(['30 false']);
  await rm(earlier, { recursive: true });
});

test('of several at once one migrates and the others wait, then find it done', async () => {
  const count = (await migrationFiles()).length;
  const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(url)));
  expect(applied.sort()).toEqual([0, 0, 0, count]);
  expect(await appliedHashes()).toHaveLength(count);
});

test('one that is killed half-way leaves nothing, and the next one does it all', async () => {
  // An open transaction takes the name of a table, so that the migration has to wait half-way.
  await client.query('begin');
  await client.query('create table seasons ()');
  const child = spawn(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { migrate } from ${JSON.stringify(MIGRATE_URL)}; await migrate(${JSON.stringify(url)});`,
    ],
    { stdio: 'ignore' },
  );
  const backends = (where: string) =>
    withClient(inject('adminUrl'), async (admin) => {
      const { rowCount } = await admin.query(
        `select from pg_stat_activity where datname = $1 and application_name = 'innkeep-migrate' and ${where}`,
        [name],
      );
      return rowCount ?? 0;
    });
  await until(async () => (await backends(`wait_event_type = 'Lock' and query ilike '%seasons%'`)) === 1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await client.query('rollback');
  await until(async () => (await backends('true')) === 0);

  expect(await ourSchemas()).toEqual(['public']);
  expect(await ourTables()).toEqual([]);
  expect(await migrate(url)).toBe((await migrationFiles()).length);
});

test('one that fails leaves nothing, and says why', async () => {
  await client.query('create table units ()');
  await expect(migrate(url)).rejects.toMatchObject({ code: '42P07' });
  expect(await ourTables()).toEqual(['units']);
  expect(await ourSchemas()).toEqual(['public']);
});

test('a migration that was applied before is not looked at again, whatever its place', async () => {
  await migrate(url);
  const [first, ...rest] = await appliedHashes();
  await client.query('delete from drizzle.__drizzle_migrations');
  for (const hash of [...rest, first])
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, 0)', [hash]);
  expect(await migrate(url)).toBe(0);
});

async function until(condition: () => Promise<boolean>) {
  const endsAt = Date.now() + 40_000;
  while (!(await condition())) {
    if (Date.now() > endsAt) throw new Error('This takes too long.');
    await sleep(20);
  }
}
