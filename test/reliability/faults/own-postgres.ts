/** A PostgreSQL for one test file, durable as in production, that can be stopped, crashed and frozen. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll } from 'vitest';
import { openEmbeddedPostgres } from '../../../src/db/embedded.ts';
import { migrateDatabase } from '../../../src/db/migrate.ts';
import { withClient } from '../../helpers/database.ts';
import { postgresOn } from '../../helpers/process.ts';

export type OwnPostgres = Awaited<ReturnType<typeof openOwnPostgres>>;

/** The backends of the server processes. */
const OF_SERVERS = `datname = current_database() and application_name = 'innkeep-server'`;

/** One for all tests of a file. */
export async function openSharedPostgres(): Promise<OwnPostgres> {
  const postgres = await openOwnPostgres();
  afterAll(() => postgres.close());
  return postgres;
}

export async function openOwnPostgres() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'innkeep-own-postgres-'));
  const embedded = await openEmbeddedPostgres({ dataDir, durable: true });
  await migrateDatabase(embedded.url);

  /** Runs a query on a connection of its own, which the test's faults do not touch. */
  const query = async <Row>(text: string): Promise<Row[]> =>
    (await withClient(embedded.url, (client) => client.query(text))).rows;

  return {
    url: embedded.url,
    query,
    /** Stops it (SIGINT: in order, SIGQUIT: at once, without a checkpoint). Its holder starts it again. */
    async stop(signal: 'SIGINT' | 'SIGQUIT'): Promise<void> {
      const pid = await postgresOn(dataDir);
      if (pid === null) throw new Error('PostgreSQL does not run.');
      process.kill(pid, signal);
    },
    /** The backends of the server processes. */
    async backends(): Promise<number[]> {
      const rows = await query<{ pid: number }>(`select pid from pg_stat_activity where ${OF_SERVERS}`);
      return rows.map(({ pid }) => pid);
    },
    /** Ends the backends of the server processes, and returns their number. */
    async terminateBackends(): Promise<number> {
      const rows = await query(`select pg_terminate_backend(pid) from pg_stat_activity where ${OF_SERVERS}`);
      return rows.length;
    },
    async close(): Promise<void> {
      await embedded.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
