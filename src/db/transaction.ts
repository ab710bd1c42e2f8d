import type { Logger } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import type pg from 'pg';
import type { Transaction } from './client.ts';
import { isConnectionLost } from './errors.ts';
import type { NamingClient } from './named-client.ts';

type TransactionMode = Omit<PgTransactionConfig, 'deferrable'>;
type TransactionsOptions = {
  logger: Logger;
  /** Statements at the beginning of each transaction, if any. */
  setUp: string | null;
};

/**
 * Drizzle's `transaction` with the same signature, on a connection that we check out and always give back. Drizzle's own
 * begins on a pool outside of its `try`, and gives lost connections back (drizzle-orm issues 6241 and 6114). Once both are
 * mended, `db.transaction` of Drizzle can take the place of this one.
 */
export function openTransactions(pool: pg.Pool, { logger, setUp }: TransactionsOptions) {
  /** One session serves all transactions of a connection, so that its prepared queries stay. */
  const sessions = new WeakMap<pg.PoolClient, NodePgDatabase>();

  return async <Result>(
    work: (tx: Transaction) => Promise<Result>,
    mode?: TransactionMode,
  ): Promise<Result> => {
    const client = (await pool.connect()) as NamingClient;
    const session = sessions.getOrInsertComputed(client, () => drizzle({ client, logger }));
    let isUsable = false;
    try {
      const result = await session.transaction(async (tx) => {
        isUsable = true;
        if (setUp) await tx.execute(setUp);
        return work(tx as unknown as Transaction);
      }, mode);
      // If the error of a statement was ignored, PostgreSQL answers COMMIT with a ROLLBACK and no error.
      if (client.lastCommand !== 'COMMIT')
        throw new Error('A statement failed and its error was ignored: nothing was committed.');
      return result;
    } catch (error) {
      isUsable &&= client.getTransactionStatus() === 'I' && !isConnectionLost(error);
      throw error;
    } finally {
      client.release(!isUsable);
    }
  };
}
