/** `innkeep distribute` on a real cluster. */
import { randomBytes } from 'node:crypto';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { distributeDatabase } from '../../src/db/spreading/distribute.ts';
import { cloneDatabase, databaseUrl, withClient } from '../helpers/database.ts';
import { fingerprintOf } from '../helpers/rows.ts';
import { openTeamFiles } from '../helpers/team-file.ts';
import { exampleFile } from '../options/team-file/file/example.ts';
import { closeTemplate, createClusterDatabase, dropOnEachNode } from './cluster.ts';

const nodeUrls = inject('nodeUrls');
/** A migrated database on every node, with a team, that is not spread. */
let filled: string;
const made: string[] = [];
let pool: pg.Pool;

const newName = () => {
  const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  made.push(name);
  return name;
};

/** A copy of the filled database. Returns its URL. */
async function copyFilled(): Promise<string> {
  const name = newName();
  await Promise.all(nodeUrls.map((url) => withClient(url, (admin) => cloneDatabase(admin, filled, name))));
  const url = databaseUrl(nodeUrls[0], name);
  pool = new pg.Pool({ connectionString: url, max: 2 });
  pool.on('error', () => {});
  return url;
}

beforeAll(async () => {
  filled = newName();
  const url = await createClusterDatabase(nodeUrls, filled);
  await migrateDatabase(url);
  const files = await openTeamFiles({ database: Promise.resolve({ url, drop: () => Promise.resolve() }) });
  await files.importSound(exampleFile());
  await files.close();
  await closeTemplate(nodeUrls, filled);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await pool.end();
});
afterAll(async () => {
  for (const name of made) await dropOnEachNode(nodeUrls, name);
});

const rowsOf = async <Row>(text: string): Promise<Row[]> => (await pool.query(text)).rows;

const foreignKeys = () =>
  rowsOf(`select conrelid::regclass::text as "table", conname, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and not relation_is_a_known_shard(conrelid) order by 1, 2`);
const spreadTables = () =>
  rowsOf<{ name: string; type: string; colocation: number }>(
    'select table_name::text as name, citus_table_type as type, colocation_id as colocation from citus_tables order by 1',
  );

/** Every table is spread, nothing is lost, and the coordinator keeps no rows besides the spread ones. */
async function expectWholeAndSpread(before: { rows: string; keys: unknown[] }): Promise<void> {
  const tables = await spreadTables();
  const ofType = (type: string) => tables.filter((table) => table.type === type);
  expect(ofType('reference')).toHaveLength(8);
  expect(ofType('distributed').length).toBeGreaterThanOrEqual(20);
  expect(ofType('reference').length + ofType('distributed').length).toBe(tables.length);
  // One group for all tables of teams, and one for each of the four tables of accounts.
  expect(new Set(ofType('distributed').map(({ colocation }) => colocation)).size).toBe(5);
  expect(await fingerprintOf(pool)).toBe(before.rows);
  expect(await foreignKeys()).toEqual(before.keys);
  const left = await rowsOf(
    `select table_name from citus_tables where citus_table_type = 'distributed' and pg_relation_size(table_name) > 0`,
  );
  expect(left).toEqual([]);
}

/** Breaks the connection while this statement runs. To the database, a killed process looks the same. */
function breakAt(isIt: (text: string) => boolean): void {
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const result = Reflect.apply(query, this, given);
    const isOurs = Reflect.get(this, 'connectionParameters').application_name === 'innkeep-distribute';
    if (isOurs && isIt(String(given[0]))) Reflect.get(this, 'connection').stream.destroy();
    return result;
  });
}

describe('a database with data', () => {
  it('a database with data is spread over a cluster with one line of output for each table, and a second run has nothing to do', async () => {
    const url = await copyFilled();
    const before = { rows: await fingerprintOf(pool), keys: await foreignKeys() };
    const lines: string[] = [];
    const count = await distributeDatabase(url, (line) => lines.push(line));
    await expectWholeAndSpread(before);
    const tables = await spreadTables();
    expect(count).toBe(tables.length);
    for (const { name } of tables)
      expect(lines.filter((line) => line.includes(`.${name.replace(/.*\./, '')} is`))).toHaveLength(1);
    expect(await distributeDatabase(url, (line) => lines.push(line))).toBe(0);
    expect(lines).toHaveLength(tables.length);
    const settings = await rowsOf<{ result: string }>(
      `select result from run_command_on_all_nodes($$select current_setting('lock_timeout') || ' ' || current_setting('random_page_cost') || ' ' || current_setting('join_collapse_limit')$$)`,
    );
    expect(settings).toEqual(nodeUrls.map(() => ({ result: '2s 1.1 1' })));
  });

  it.each([
    ['its first table is spread', 'create_reference_table'],
    ['a table is emptied on the coordinator', 'truncate_local_data'],
    ['a foreign key is added again', 'add constraint'],
    ['all is done', 'commit'],
  ])(
    'if a run is interrupted when %s, the database is as before, and the next run spreads it',
    async (_, statement) => {
      const url = await copyFilled();
      const before = { rows: await fingerprintOf(pool), keys: await foreignKeys() };
      breakAt((text) => text.includes(statement));
      await expect(distributeDatabase(url, () => {})).rejects.toThrow();
      vi.restoreAllMocks();
      // The server may have read the commit before the connection broke.
      if (statement !== 'commit') expect(await spreadTables()).toEqual([]);
      expect({ rows: await fingerprintOf(pool), keys: await foreignKeys() }).toEqual(before);
      await distributeDatabase(url, () => {});
      await expectWholeAndSpread(before);
    },
  );
});

describe('what spreading refuses', () => {
  const refusal = (url: string) => expect(distributeDatabase(url, () => {})).rejects;

  it.each([
    ['a database without Citus', 'drop extension citus', 'does not have the extension citus'],
    [
      'one without workers',
      'select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid > 0',
      'no worker',
    ],
    [
      'one whose coordinator is unknown',
      'select citus_remove_node(nodename, nodeport) from pg_dist_node where groupid = 0',
      'not in the cluster',
    ],
    [
      'one that lacks a migration',
      'delete from drizzle.__drizzle_migrations where id = 1',
      'run the command "migrate" first',
    ],
    [
      'one of a newer version',
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 0)`,
      'a newer version',
    ],
    [
      'one that servers are connected to',
      `set application_name to 'innkeep-server'`,
      '1 connections to this database',
    ],
  ])('spreading a database over a cluster is refused in one line for %s', async (_, change, message) => {
    const url = await copyFilled();
    const client = await pool.connect();
    await client.query(change);
    const refused = await distributeDatabase(url, () => {}).catch((error: Error) => error.message);
    client.release(true);
    expect(refused).toContain(message);
    expect(refused).not.toContain('\n');
  });

  it('spreading a database is refused in one line on a worker, because only the coordinator can do it', async () => {
    const url = await copyFilled();
    await distributeDatabase(url, () => {});
    const workerUrl = new URL(url);
    workerUrl.port = new URL(nodeUrls[1] ?? '').port;
    await refusal(workerUrl.href).toThrow('run the command on the coordinator');
  });

  it('spreading a database is refused in one line if Citus is too old', async () => {
    const name = newName();
    const url = databaseUrl(nodeUrls[0], name);
    await withClient(nodeUrls[0], (admin) => admin.query(`create database ${name} template template0`));
    pool = new pg.Pool({ connectionString: url, max: 1 });
    await pool.query('set citus.enable_version_checks to off');
    await pool.query(`create extension citus version '12.1-1'`);
    await refusal(url).toThrow('Citus 12.1-1 is too old: 13.2 or newer is needed');
  });
});

describe('a migration of a later version', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'innkeep-migrations-'));
    await cp(new URL('../../migrations', import.meta.url), folder, { recursive: true });
    const statements = [
      'create table notes (team_id bigint not null references teams (id), id uuid not null, listing_id uuid, primary key (team_id, id))',
      'alter table notes add constraint notes_listing_fk foreign key (team_id, listing_id) references listings (team_id, id)',
      `alter table listings add column later text default 'x' not null`,
      `alter table people add column later text`,
      'create index notes_listing_idx on notes (team_id, listing_id)',
    ];
    await writeFile(path.join(folder, '9999_later.sql'), statements.join(';\n--> statement-breakpoint\n'));
    const journal = path.join(folder, 'meta', '_journal.json');
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
    const later = {
      idx: entries.length,
      version: '7',
      when: 4_000_000_000_000,
      tag: '9999_later',
      breakpoints: true,
    };
    await writeFile(journal, JSON.stringify({ ...rest, entries: [...entries, later] }));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('a later migration spreads its new tables before their foreign keys, which then hold', async () => {
    const url = await copyFilled();
    await distributeDatabase(url, () => {});
    expect(await migrateDatabase(url, folder)).toBe(1);
    expect(await migrateDatabase(url, folder)).toBe(0);
    const notes = (await spreadTables()).find(({ name }) => name === 'notes');
    const listings = (await spreadTables()).find(({ name }) => name === 'listings');
    expect(notes).toEqual({ ...listings, name: 'notes' });
    const keys = (await foreignKeys()) as { table: string; conname: string }[];
    expect(keys.filter(({ table }) => table === 'notes')).toHaveLength(2);
    const note = (id: number, listing: string) =>
      pool.query(
        `insert into notes select team_id, gen_random_uuid(), ${listing} from listings where team_id = ${id} limit 1`,
      );
    const [team] = await rowsOf<{ id: number }>('select id from teams');
    expect((await note(team?.id ?? 0, 'id')).rowCount).toBe(1);
    await expect(note(team?.id ?? 0, 'team_id::text::uuid')).rejects.toThrow();
  });
});
