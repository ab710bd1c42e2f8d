import { stat } from 'node:fs/promises';
import pg from 'pg';
import type { Cluster, Passwords } from './cluster.ts';
import { findSystemReason, hasSystemErrorCode } from './error.ts';

/** Busy means starting or stopping: another attempt may succeed. */
type LeaseRefusal = { isBusy: boolean; reason: string };

// Advisory locks in the database `postgres`, so that they cannot clash with the application's, which are in
// another one.
const USERS_LOCK_ID = 1;
const SERVER_LOCK_ID = 2;
const DATABASE_CREATION_LOCK_ID = 3;

/** PostgreSQL starts, stops or has no free connection. */
const BUSY_SQL_STATES = /^(57P0|53300)/;

/**
 * A process's hold on the running PostgreSQL: one connection with a shared advisory lock, which ends with the
 * connection, so a killed process holds none. Returns the reason if there is no lock to get, or if the
 * PostgreSQL at the port belongs to another data directory.
 */
export async function takePostgresLease({ directory }: Cluster, port: number, passwords: Passwords) {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: passwords.postgres,
    database: 'postgres',
    ssl: false,
    application_name: 'innkeep-lease',
    connectionTimeoutMillis: 3_000,
    query_timeout: 10_000,
  });
  // Without a listener, losing the connection would end the process. The caller adds its own.
  client.on('error', () => {});
  try {
    await client.connect();
    const refusal = await checkAndShare(client, directory);
    if (!refusal) {
      await ensureInnkeepDatabase(client, passwords);
      return client;
    }
    await client.end();
    return refusal;
  } catch (error) {
    client.end().catch(() => {});
    const isOurs = !(error instanceof pg.DatabaseError) || BUSY_SQL_STATES.test(error.code ?? '');
    return { isBusy: isOurs && !hasSystemErrorCode(error, 'ECONNREFUSED'), reason: findSystemReason(error) };
  }
}

async function checkAndShare(client: pg.Client, directory: string): Promise<LeaseRefusal | undefined> {
  const { rows } = await client.query(`select current_setting('data_directory') as directory`);
  // A copied data directory has the same password, and a process file with the original's port.
  const [own, found] = await Promise.all([stat(directory), stat(rows[0].directory).catch(() => undefined)]);
  if (own.ino !== found?.ino || own.dev !== found.dev)
    return { isBusy: false, reason: `another PostgreSQL answers (its data is in ${rows[0].directory})` };
  // A process that stops PostgreSQL holds this lock exclusively.
  const isShared = await tryAdvisoryLock(client, `pg_try_advisory_lock_shared(${USERS_LOCK_ID})`);
  return isShared ? undefined : { isBusy: true, reason: 'PostgreSQL is being stopped' };
}

async function tryAdvisoryLock(client: pg.Client, call: string): Promise<boolean> {
  return (await client.query(`select ${call} as locked`)).rows[0].locked;
}

/** Returns false if another process is already the server. */
export async function claimServerLock(lease: pg.Client): Promise<boolean> {
  try {
    // Waits briefly, because the connection of a server that has just been killed may stay open for a moment.
    await lease.query(`set lock_timeout = '1s'`);
    await lease.query(`select pg_advisory_lock(${SERVER_LOCK_ID})`);
    return true;
  } catch (error) {
    if (hasSystemErrorCode(error, '55P03')) return false;
    throw error;
  }
}

/**
 * Returns true if no other process has a lease, so that PostgreSQL can be stopped. The lock is then held
 * exclusively, so that nobody can take a new one.
 */
export async function endPostgresLease(lease: pg.Client): Promise<boolean> {
  await lease.query('select pg_advisory_unlock_all()');
  return tryAdvisoryLock(lease, `pg_try_advisory_lock(${USERS_LOCK_ID})`);
}

/** Under a lock, because several processes may open the database at once. */
async function ensureInnkeepDatabase(client: pg.Client, passwords: Passwords): Promise<void> {
  await client.query(`select pg_advisory_lock(${DATABASE_CREATION_LOCK_ID})`);
  const { rows } = await client.query(
    `select to_regrole('innkeep') is not null as role, exists (select from pg_database where datname = 'innkeep') as database`,
  );
  // Only tests create databases: they clone theirs.
  if (!rows[0].role)
    await client.query(`create role innkeep login createdb password ${pg.escapeLiteral(passwords.innkeep)}`);
  if (!rows[0].database) await client.query('create database innkeep owner innkeep');
  await client.query(`select pg_advisory_unlock(${DATABASE_CREATION_LOCK_ID})`);
}
