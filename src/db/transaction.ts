import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import { isConnectionLost } from './errors.ts';
import {
  type Answer,
  type Ask,
  type Database,
  openExecutor,
  type StatementOptions,
  type Transaction,
} from './executor.ts';
import type { Lanes } from './nodes/lanes.ts';

type Work<Result> = (tx: Transaction) => Promise<Result>;
export type TransactionMode = Omit<PgTransactionConfig, 'deferrable'>;
type TransactionOptions = StatementOptions & {
  /** A statement at the beginning of each transaction, if any. */
  setUp: string | null;
};

type Connections = { pool: pg.Pool; lanes: Lanes };
const opened = new WeakMap<Database, Connections & { connectionOf: (client: pg.PoolClient) => Connection }>();

/** Enables `inTransaction` for a database, on the connections of its pool. */
export function enableTransactions(db: Database, from: Connections, options: TransactionOptions): void {
  const connections = new WeakMap<pg.PoolClient, Connection>();
  const connectionOf = (client: pg.PoolClient) => {
    const connection = connections.get(client) ?? openConnection(client, options);
    connections.set(client, connection);
    return connection;
  };
  opened.set(db, { ...from, connectionOf });
}

/**
 * Runs `work` in one transaction: commits and returns its result, or rolls back if it throws. A connection that is
 * lost, or that cannot begin or roll back, is destroyed, because the pool would otherwise hand it out again. A COMMIT
 * whose answer is lost is never repeated, because it may have happened.
 */
export async function inTransaction<Result>(
  db: Database,
  work: Work<Result>,
  mode: TransactionMode = {},
): Promise<Result> {
  const from = opened.get(db);
  if (!from) throw new Error('This database was not opened by createDatabase.');
  return from.lanes.runTransaction(async () => {
    const client = await from.pool.connect();
    return runOn(client, from.connectionOf(client), { work, mode });
  });
}

async function runOn<Result>(
  client: pg.PoolClient,
  connection: Connection,
  { work, mode }: { work: Work<Result>; mode: TransactionMode },
): Promise<Result> {
  let isUsable = false;
  try {
    await connection.begin(mode);
    isUsable = true;
    const result = await work(connection.tx);
    await connection.commit();
    return result;
  } catch (error) {
    isUsable &&= await connection.rollback();
    throw connection.lostBy() ?? error;
  } finally {
    client.release(!isUsable);
  }
}

/** One connection of the pool. It serves all transactions on it, so that its prepared statements stay. */
type Connection = ReturnType<typeof openConnection>;

function openConnection(client: pg.PoolClient, { setUp, ...options }: TransactionOptions) {
  let lostBy: unknown;
  const ask: Ask = async (config) => {
    try {
      return await client.query(config);
    } catch (error) {
      if (isConnectionLost(error)) {
        lostBy ??= error;
        // The following ROLLBACK then fails at once instead of waiting for an answer.
        client.end().catch(() => {});
      }
      throw error;
    }
  };
  const tx = openExecutor(ask, options) as Transaction;
  const send = (text: string): Promise<Answer> => {
    options.onStatement(text);
    return ask({ text });
  };
  return {
    tx,
    lostBy: () => lostBy,
    async begin({ isolationLevel, accessMode }: TransactionMode): Promise<void> {
      await send(
        ['begin', isolationLevel && `isolation level ${isolationLevel}`, accessMode]
          .filter(Boolean)
          .join(' '),
      );
      if (setUp) await send(setUp);
    },
    /** If a statement of the transaction has failed, PostgreSQL answers COMMIT with a ROLLBACK and no error. */
    async commit(): Promise<void> {
      const { command } = await send('commit');
      if (command !== 'COMMIT')
        throw new Error('A statement failed and its error was ignored: nothing was committed.');
    },
    /** Whether the connection can be used again. */
    async rollback(): Promise<boolean> {
      try {
        await send('rollback');
        return true;
      } catch {
        return false;
      }
    },
  };
}
