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

type Work<Result> = (tx: Transaction) => Promise<Result>;
export type TransactionMode = Omit<PgTransactionConfig, 'deferrable'>;
type TransactionOptions = StatementOptions & {
  /** A statement that each transaction begins with. */
  setUp: string | null;
};

const pools = new WeakMap<Database, { pool: pg.Pool; connectionOf: (client: pg.PoolClient) => Connection }>();

/** Lets `inTransaction` open transactions on a database, on the connections of its pool. */
export function enableTransactions(db: Database, pool: pg.Pool, options: TransactionOptions): void {
  const connections = new WeakMap<pg.PoolClient, Connection>();
  const connectionOf = (client: pg.PoolClient) => {
    const connection = connections.get(client) ?? openConnection(client, options);
    connections.set(client, connection);
    return connection;
  };
  pools.set(db, { pool, connectionOf });
}

/**
 * Runs `work` in one transaction: commits what it returns, rolls back if it throws. A connection that is lost, or that
 * cannot begin or roll back, is destroyed: the pool would otherwise hand it out again. A COMMIT whose answer is lost is
 * never repeated, as it may have happened.
 */
export async function inTransaction<Result>(
  db: Database,
  work: Work<Result>,
  mode: TransactionMode = {},
): Promise<Result> {
  const opened = pools.get(db);
  if (!opened) throw new Error('This database was not opened by createDatabase.');
  const client = await opened.pool.connect();
  const connection = opened.connectionOf(client);
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

/** One connection of the pool. It serves all the transactions on it, so that what was prepared on it stays. */
type Connection = ReturnType<typeof openConnection>;

function openConnection(client: pg.PoolClient, { setUp, ...options }: TransactionOptions) {
  let lostBy: unknown;
  const ask: Ask = async (config) => {
    try {
      return await client.query(config);
    } catch (error) {
      if (isConnectionLost(error)) {
        lostBy ??= error;
        // The ROLLBACK that follows then fails at once instead of waiting for an answer.
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
    /** PostgreSQL answers the COMMIT of a transaction in which a statement failed with a ROLLBACK, and no error. */
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
