import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Passwords } from './cluster.ts';
import { systemReason } from './error.ts';

/**
 * A process's hold on the running PostgreSQL: one connection with a shared advisory lock. The lock ends with the
 * connection, so a killed process holds nothing.
 */
export type Lease = {
  port: number;
  client: pg.Client;
  /** Decides whether this open connection keeps the process from ending. */
  setKeepsProcess(keeps: boolean): void;
};

/** Why a PostgreSQL cannot be used: it is ours and busy (starting, stopping), or ours does not answer. */
export type Refusal = { kind: 'busy' | 'absent'; reason: string };

// Advisory locks belong to a database. These are in `postgres`, so they cannot clash with the application's own.
const USERS_LOCK = 1;
const SERVER_LOCK = 2;
const DATABASE_LOCK = 3;
const CONNECT_TIMEOUT_MS = 3_000;
const QUERY_TIMEOUT_MS = 10_000;
const CLAIM_PATIENCE_MS = 1_000;

/** PostgreSQL's answers while it starts, stops or is full (57P0x, 53300). It exists, so another attempt may succeed. */
const BUSY_STATES = /^(57P0|53300)/;

/** Connects to the PostgreSQL on this port and takes a lease, if it runs on this cluster. */
export async function takeLease(
  directory: string,
  port: number,
  passwords: Passwords,
): Promise<Lease | Refusal> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password: passwords.postgres,
    database: 'postgres',
    ssl: false,
    application_name: 'innkeep-lease',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
  });
  // Without a listener, the loss of the connection would end the process. The holder of the lease listens for the end.
  client.on('error', () => {});
  try {
    await client.connect();
    const refusal = await checkAndShare(client, directory);
    if (!refusal) {
      await ensureDatabase(client, passwords);
      return { port, client, setKeepsProcess: (keeps) => setReference(client, keeps) };
    }
    await client.end();
    return refusal;
  } catch (error) {
    client.end().catch(() => {});
    const state = error instanceof pg.DatabaseError ? (error.code ?? '') : '';
    return { kind: BUSY_STATES.test(state) ? 'busy' : 'absent', reason: systemReason(error) };
  }
}

async function checkAndShare(client: pg.Client, directory: string): Promise<Refusal | undefined> {
  const { rows } = await client.query<{ directory: string }>(
    `select current_setting('data_directory') as directory`,
  );
  // A copy of a data directory has the same password, and a process file with the original's port.
  if (!(await isSameDirectory(rows[0]?.directory ?? '', directory))) {
    return { kind: 'absent', reason: `another PostgreSQL answers (its data is in ${rows[0]?.directory})` };
  }
  // The process that is about to stop PostgreSQL holds this lock exclusively.
  const shared = await tryLock(client, `pg_try_advisory_lock_shared(${USERS_LOCK})`);
  return shared ? undefined : { kind: 'busy', reason: 'PostgreSQL is being stopped' };
}

async function isSameDirectory(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((name) => stat(name).catch(() => undefined)));
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

async function tryLock(client: pg.Client, call: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(`select ${call} as locked`);
  return rows[0]?.locked === true;
}

/** Claims to be the server on this PostgreSQL. Returns false if another process is. */
export async function claimLease(lease: Lease): Promise<boolean> {
  // The connection of a server that has just been killed may stay open for a moment.
  const patienceEndsAt = Date.now() + CLAIM_PATIENCE_MS;
  for (;;) {
    if (await tryLock(lease.client, `pg_try_advisory_lock(${SERVER_LOCK})`)) return true;
    if (Date.now() > patienceEndsAt) return false;
    await sleep(100);
  }
}

/** Ends the lease, and returns whether it was the last one. After the last one, nobody can get a new lease. */
export async function giveLeaseUp(lease: Lease): Promise<boolean> {
  await lease.client.query('select pg_advisory_unlock_all()');
  return tryLock(lease.client, `pg_try_advisory_lock(${USERS_LOCK})`);
}

/** Creates Innkeep's own user and database if they are missing. */
async function ensureDatabase(client: pg.Client, passwords: Passwords): Promise<void> {
  const { rows } = await client.query(`select from pg_database where datname = 'innkeep'`);
  if (rows.length > 0) return;
  // If two processes open for the first time at once, the second waits here and then finds everything done.
  await client.query(`select pg_advisory_lock(${DATABASE_LOCK})`);
  try {
    const user = await client.query(`select from pg_roles where rolname = 'innkeep'`);
    if (user.rows.length === 0) {
      // Only tests need the right to create databases: they clone theirs.
      await client.query(
        `create role innkeep login createdb password ${pg.escapeLiteral(passwords.innkeep)}`,
      );
    }
    const database = await client.query(`select from pg_database where datname = 'innkeep'`);
    if (database.rows.length === 0) await client.query('create database innkeep owner innkeep');
  } finally {
    await client.query(`select pg_advisory_unlock(${DATABASE_LOCK})`);
  }
}

// node-postgres has these two methods, but its types do not.
function setReference(client: pg.Client, keepsProcess: boolean): void {
  const reference = client as unknown as { ref(): void; unref(): void };
  if (keepsProcess) reference.ref();
  else reference.unref();
}
