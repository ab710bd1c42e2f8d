import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { databaseUrl, dropDatabase, withClient } from '../helpers/database.ts';

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

/** Applies the migrations before the first one whose name ends so. */
async function migrateBefore(end: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(MIGRATIONS, folder, { recursive: true });
  const journal = join(folder, 'meta/_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
  const index = entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(end));
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, index) }));
  await migrateDatabase(url, folder);
  await rm(folder, { recursive: true });
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
  expect(await migrateDatabase(url)).toBe(count);
  const hashes = await appliedHashes();
  expect(new Set(hashes).size).toBe(count);
  expect(await migrateDatabase(url)).toBe(0);
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
  await migrateDatabase(url, earlier, announce);
  expect(said).toEqual([]);
  await migrateDatabase(url, undefined, announce);
  await migrateDatabase(url, undefined, announce);
  expect(said).toEqual([2]);
  await rm(earlier, { recursive: true });
});

test('teams whose sites take bookings keep long stays and requests in calendars, others get the new limits', async () => {
  await migrateBefore('_site_limits');
  const insert = (slug: string) =>
    client.query(
      `insert into teams (slug, name, currency, timezone, enforce_token_scope, deposit_ppm, balance_due_days,
          site_bookings, site_hold_minutes, reseating, unit_fixed_days, created_at, updated_at)
        values ($1, $1, 'EUR', 'Europe/Lisbon', false, 0, 0, $1, 60, 'off', 2, now(), now())`,
      [slug],
    );
  for (const setting of ['off', 'request', 'instant']) await insert(setting);
  await migrateDatabase(url);
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
});

test('what a webhook had read and not delivered is pending after the upgrade, and nothing else', async () => {
  await migrateBefore('_webhook_outbox');
  const uuid = (digit: number, nth: number) => `0198${digit}000-0000-7000-8000-00000000000${nth}`;
  await client.query(
    `insert into teams (slug, name, currency, timezone, enforce_token_scope, deposit_ppm, balance_due_days,
        site_bookings, site_hold_minutes, reseating, unit_fixed_days, created_at, updated_at)
      values ('inn', 'Inn', 'EUR', 'UTC', false, 0, 0, 'off', 60, 'off', 2, now(), now())`,
  );
  const types = [
    'guest.created',
    'guest.changed',
    'listing.changed',
    'guest.changed',
    'guest.created',
    'guest.changed',
  ];
  for (const [index, type] of types.entries())
    await client.query(
      `insert into team_events (team_id, id, type, position, in_feed, actor_type, data, created_at)
        values (1, $1, $2, $3, true, 'system', '{}', now())`,
      [uuid(1, index + 1), type, index + 1],
    );
  // One has delivered the second and the fifth event, and was killed. The other has read nothing yet.
  for (const [nth, position] of [1, 6].entries())
    await client.query(
      `insert into webhooks (team_id, id, url, types, status, ciphertext, key_id, position, round, created_at, updated_at)
        values (1, $1, 'https://hooks.example', '["guest.*"]', 'active', '', '', $2, 1, now(), now())`,
      [uuid(2, nth + 1), position],
    );
  for (const position of [2, 5])
    await client.query(
      `insert into webhook_deliveries (team_id, webhook_id, id, event_id, position, round, type, status, attempts, created_at)
        values (1, $1, $2, $3, $4, 1, 'guest.changed', 'delivered', 1, now())`,
      [uuid(2, 1), uuid(3, position), uuid(1, position), position],
    );
  await migrateDatabase(url);
  expect(
    await values(
      `select position || ' ' || status || ' ' || (next_attempt_at is not null) || ' ' || substr(id::text, 15, 1)
        from webhook_deliveries order by position`,
    ),
  ).toEqual(['2 delivered false 7', '4 pending true 7', '5 delivered false 7']);
  expect(
    await values(`select position || ' ' || (next_attempt_at is not null) from webhooks order by id`),
  ).toEqual(['5 true', '6 false']);
});

test('one that fails leaves nothing, and says why', async () => {
  await client.query('create table units ()');
  await expect(migrateDatabase(url)).rejects.toMatchObject({ code: '42P07' });
  expect(await ourTables()).toEqual(['units']);
  expect(await ourSchemas()).toEqual(['public']);
});

test('a migration that was applied before is not looked at again, whatever its place', async () => {
  await migrateDatabase(url);
  const [first, ...rest] = await appliedHashes();
  await client.query('delete from drizzle.__drizzle_migrations');
  for (const hash of [...rest, first])
    await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, 0)', [hash]);
  expect(await migrateDatabase(url)).toBe(0);
});
