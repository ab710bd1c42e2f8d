import { randomBytes } from 'node:crypto';
import { glob, readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import type pg from 'pg';
import { beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, databaseUrl, dropDatabase, withClient } from '../helpers/database.ts';

// Its ES module looks for `require` as it loads.
const { generateDrizzleJson, generateMigration } = createRequire(import.meta.url)(
  'drizzle-kit/api',
) as typeof import('drizzle-kit/api');
type Snapshot = ReturnType<typeof generateDrizzleJson>;

const SCHEMA = 'src/{,options/*/}db/schema/*.ts';
const MIGRATIONS = new URL('../../migrations/', import.meta.url);

let declared: Snapshot;

beforeAll(async () => {
  const files = await Array.fromAsync(glob(SCHEMA));
  const modules = await Promise.all(files.map((file) => import(path.resolve(file))));
  declared = generateDrizzleJson(Object.assign({}, ...modules));
});

async function readMeta(file: string) {
  return JSON.parse(await readFile(new URL(`meta/${file}`, MIGRATIONS), 'utf8'));
}

test('drizzle-kit generate has nothing to add to the migrations', async () => {
  const { entries } = await readMeta('_journal.json');
  const last = String(entries.at(-1).idx).padStart(4, '0');
  expect(await generateMigration(await readMeta(`${last}_snapshot.json`), declared)).toEqual([]);
  expect(Object.keys(declared.tables).length).toBeGreaterThan(20);
});

test('every migration is in the journal, in order', async () => {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.sql')).sort();
  const { entries } = await readMeta('_journal.json');
  expect(entries.map(({ tag }: { tag: string }) => `${tag}.sql`)).toEqual(files);
  const moments = entries.map(({ when }: { when: number }) => when);
  expect(moments).toEqual([...moments].sort((a, b) => a - b));
});

// The snapshots show what drizzle-kit believes. The migrations' SQL may differ, because it is edited by hand.
test('the migrations create what the schema declares, and besides that only what is written by hand', async () => {
  const migrated = await createTestDatabase();
  const name = `${inject('templateName')}_${randomBytes(6).toString('hex')}`;
  const admin = <T>(work: (client: pg.Client) => Promise<T>) => withClient(inject('adminUrl'), work);
  await admin((client) => client.query(`create database ${name} template template0`));
  try {
    const url = databaseUrl(inject('adminUrl'), name);
    const statements = await generateMigration(generateDrizzleJson({}), declared);
    await withClient(url, (client) =>
      client.query(['create extension btree_gist;', ...statements].join('\n')),
    );
    const [ofMigrations, ofSchema] = await Promise.all([
      describeDatabase(migrated.url),
      describeDatabase(url),
    ]);
    expect(ofSchema.length).toBeGreaterThan(200);
    expect(ofMigrations.filter((line) => line.includes(' FOREIGN KEY ') && isByHand(line))).toHaveLength(2);
    expect(ofMigrations.filter((line) => /_no_overlap /.test(line))).toHaveLength(4);
    expect(ofMigrations.filter((line) => !isByHand(line))).toEqual(ofSchema);
  } finally {
    await admin((client) => dropDatabase(client, name));
    await migrated.drop();
  }
});

/** Exclusion constraints, which drizzle-kit cannot say, and foreign keys of the core's tables to an option's. */
const isByHand = (line: string) =>
  /^(index|constraint) \w+ (\w+_no_overlap|blocks_feed_fk|bookings_feed_fk) /.test(line);

/** Every column, constraint and index, one per line. */
async function describeDatabase(url: string): Promise<string[]> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ line: string }>(`
      select concat_ws(' ', 'column', attrelid::regclass, attname, format_type(atttypid, atttypmod),
        'collation', attcollation::regcollation, 'required', attnotnull, 'identity', attidentity) as line
      from pg_attribute join pg_class on pg_class.oid = attrelid
      where relnamespace = 'public'::regnamespace and relkind = 'r' and attnum > 0 and not attisdropped
      union all
      select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
      union all
      select concat_ws(' ', 'index', tablename, indexname, indexdef) from pg_indexes where schemaname = 'public'`),
  );
  return rows.map(({ line }) => line).sort();
}
