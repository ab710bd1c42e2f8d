import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { type Executor, LIFT_DEADLINES_SQL } from './client.ts';
import { findSqlError } from './errors.ts';
import { type Connection, isSpread, SEQUENTIAL_NODES_SQL, spreadTables } from './spreading/tables.ts';

const MIGRATIONS_FOLDER = fileURLToPath(new URL('../../migrations', import.meta.url));
/** Arbitrary: the letters of "innkeep" in ASCII. */
const MIGRATION_LOCK_ID = '29666214391670128';

const CREATE_MIGRATIONS_TABLE = `create schema if not exists drizzle;
  create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;

/**
 * Brings the database to the newest schema and returns the number of migrations applied. Drizzle's own
 * `migrate` skips a migration that is dated before the last applied one, takes no lock, and cannot spread new
 * tables over a cluster between two statements.
 * All pending migrations run in one transaction, under a lock that ends with it. So several processes may
 * migrate at once, also through a pooler, and a killed process leaves nothing half done. `onUpgrade` is
 * called with the number of pending migrations if the database is already in use, because they may take
 * minutes.
 */
export async function migrateDatabase(
  url: string,
  folder = MIGRATIONS_FOLDER,
  onUpgrade: (pending: number) => void = () => {},
): Promise<number> {
  const client = new pg.Client({ connectionString: url, application_name: 'innkeep-migrate' });
  client.on('error', () => {}); // The running query rejects with the same error as the connection.
  await client.connect();
  try {
    await client.query('begin');
    await client.query(LIFT_DEADLINES_SQL);
    await lockMigrations(client);
    // `if not exists` would not do: on a Citus cluster the statement goes to every node, and one missing node
    // would stop every start.
    if (!(await hasMigrationsTable(client))) await client.query(CREATE_MIGRATIONS_TABLE);
    const applied = await listAppliedHashes(client);
    const pending = readMigrations(folder).filter((migration) => !applied.has(migration.hash));
    if (pending.length > 0 && applied.size > 0) onUpgrade(pending.length);
    const spreads = pending.length > 0 && (await isSpread(client));
    if (spreads) await client.query(SEQUENTIAL_NODES_SQL);
    for (const migration of pending) {
      for (const statement of migration.sql) {
        await client.query(statement);
        if (spreads) await spreadTables(client);
      }
      await client.query('insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)', [
        migration.hash,
        migration.folderMillis,
      ]);
    }
    await client.query('commit');
    return pending.length;
  } finally {
    // An uncommitted transaction is rolled back when the connection closes.
    await client.end();
  }
}

/** Held until the transaction ends. */
export async function lockMigrations(on: Connection): Promise<void> {
  await on.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK_ID]);
}

/** `unknown` counts migrations that only a newer version of Innkeep knows. */
export async function compareMigrations(on: Connection): Promise<{ pending: number; unknown: number }> {
  const applied = (await hasMigrationsTable(on)) ? await listAppliedHashes(on) : new Set<string>();
  const known = listKnownHashes();
  return { pending: known.difference(applied).size, unknown: applied.difference(known).size };
}

/** Migrations of later versions do not count. */
export async function hasPendingMigrations(db: Executor): Promise<boolean> {
  try {
    const { rows } = await db.execute<{ hash: string }>(sql`select hash from drizzle.__drizzle_migrations`);
    return listKnownHashes().difference(new Set(rows.map(({ hash }) => hash))).size > 0;
  } catch (error) {
    // A new database lacks even the table.
    if (findSqlError(error)?.sqlState === '42P01') return true;
    throw error;
  }
}

let knownHashes: Set<string> | undefined;
/** The files cannot change while the process runs. */
function listKnownHashes(): Set<string> {
  knownHashes ??= new Set(readMigrations().map((migration) => migration.hash));
  return knownHashes;
}

function readMigrations(migrationsFolder = MIGRATIONS_FOLDER) {
  return readMigrationFiles({ migrationsFolder });
}

async function hasMigrationsTable(on: Connection): Promise<boolean> {
  const { rows } = await on.query(`select to_regclass('drizzle.__drizzle_migrations') is not null as exists`);
  return rows[0].exists;
}

async function listAppliedHashes(on: Connection): Promise<Set<string>> {
  const { rows } = await on.query<{ hash: string }>('select hash from drizzle.__drizzle_migrations');
  return new Set(rows.map((row) => row.hash));
}
