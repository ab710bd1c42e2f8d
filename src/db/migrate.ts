import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { type Executor, WITHOUT_DEADLINES } from './client.ts';
import { sqlErrorOf } from './errors.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Any number that nobody else uses will do: "innkeep" in ASCII. */
const MIGRATION_LOCK = '29666214391670128';

/**
 * Brings the database at `url` to the newest schema and says how many migrations that took.
 *
 * All that is pending runs in one transaction behind a lock that lives in it, so that many processes may start at
 * once, a pooler may stand between, and one that is killed half-way leaves nothing. The bookkeeping is drizzle's.
 */
export async function migrate(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'innkeep-migrate' });
  client.on('error', () => {}); // The query that is under way rejects with the same error.
  await client.connect();
  try {
    await client.query('begin');
    await client.query(WITHOUT_DEADLINES);
    await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    const applied = await appliedMigrations(client);
    const pending = readMigrations().filter((migration) => !applied.has(migration.hash));
    for (const migration of pending) {
      for (const statement of migration.sql) await client.query(statement);
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        migration.hash,
        migration.folderMillis,
      ]);
    }
    await client.query('commit');
    return pending.length;
  } finally {
    // Without a commit the server rolls the transaction back as the connection closes.
    await client.end();
  }
}

/** Whether the database lacks a migration of this version. One that it has beyond them is a later version's. */
export async function hasPendingMigrations(db: Executor): Promise<boolean> {
  knownHashes ??= readMigrations().map((migration) => migration.hash);
  try {
    const rows = await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`);
    const applied = new Set(rows.map((row) => row.hash));
    return knownHashes.some((hash) => !applied.has(hash));
  } catch (error) {
    // A database that has never seen any of them has not even their table.
    if (sqlErrorOf(error)?.sqlState === '42P01') return true;
    throw error;
  }
}

/** Read once: they are part of the code. */
let knownHashes: readonly string[] | undefined;

function readMigrations() {
  return readMigrationFiles({ migrationsFolder: MIGRATIONS_FOLDER });
}

async function appliedMigrations(client: pg.Client): Promise<Set<string>> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    'create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  );
  const { rows } = await client.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations');
  return new Set(rows.map((row) => row.hash));
}
