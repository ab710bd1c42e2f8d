import type { Logger } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isConnectionLost, isStartupParameterRefusal } from './errors.ts';
import { createNamingClientClass, type NamingClient } from './named-client.ts';

/** Anything that runs queries: the pool or an open transaction. */
export type Executor = Omit<NodePgDatabase, 'transaction'>;
/**
 * An open database transaction. Functions that lock rows take the type `Transaction`, so that passing them
 * the pool does not compile.
 */
export type Transaction = Executor & { readonly [transactionOnly]: true };
/** A pool of connections to PostgreSQL, which runs each statement on any free connection. */
export type Database = Executor & {
  transaction: ReturnType<typeof openTransactions>;
  readonly $client: pg.Pool;
};
declare const transactionOnly: unique symbol;

export type DatabaseOptions = {
  url: string;
  applicationName: string;
  poolMax?: number;
  /**
   * Whether statements and waits for locks have deadlines, as in the server, whose callers wait for an answer.
   * Statements of commands, imports and migrations have no deadlines, because they may take as long as they
   * need.
   */
  deadlines?: boolean;
  /**
   * True behind a pooler in transaction mode, which refuses deadlines at the start of a connection. Behind a
   * pooler, each transaction sets its own deadlines, and a statement outside a transaction has only the
   * driver's deadline.
   */
  pooled?: boolean;
  /** Whether statements get names: false if a pooler cannot keep named statements. */
  prepare?: boolean;
  onError?: (error: Error) => void;
  /** How long a server waits for PostgreSQL's answer to one statement. */
  answerWithinMs?: number;
  /** A function that is called with every statement, for tests that count statements. */
  onStatement?: (sql: string) => void;
};

export type DatabaseHandle = { db: Database; pool: pg.Pool; close(): Promise<void> };

const SERVER_DEADLINES = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};
/**
 * PostgreSQL's default `random_page_cost` is for spinning disks: with it, a look-up of eight tokens would scan all
 * tokens of a thousand teams.
 */
const PLANNER_SETTINGS = { random_page_cost: '1.1' };
/** Builds one statement that changes settings of PostgreSQL until the transaction ends. */
const buildTransactionSettingsSql = (settings: Record<string, number | string>) =>
  `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`;
/**
 * Lifts all deadlines of a transaction, for work that may take as long as it needs, also on the workers of a cluster.
 */
export const LIFT_DEADLINES_SQL = [
  'set local statement_timeout to 0',
  'set local idle_in_transaction_session_timeout to 0',
  // `citus.propagate_set_commands` makes Citus pass the later `set local` commands to its workers. Without
  // Citus, PostgreSQL ignores `citus.propagate_set_commands`.
  `set local citus.propagate_set_commands to 'local'`,
  'set local lock_timeout to 0',
].join('; ');

/**
 * Settings of PostgreSQL's planner, sent when a connection opens, because the driver has no option for them.
 */
const CONNECTION_STARTUP_OPTIONS = Object.entries(PLANNER_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

const DEFAULT_MAX_CONNECTIONS = 10;
/** How long a statement waits for a connection. */
const CONNECTION_WAIT_MS = 2_000;
/** How long the pool keeps an idle connection open, because a new one has to plan every statement again. */
const IDLE_CONNECTION_KEPT_MS = 60_000;
/**
 * How many statements of a connection get names, because PostgreSQL keeps named statements in the memory of
 * each connection.
 */
const MAX_NAMED_STATEMENTS = 500;
/**
 * How long the driver waits for an answer before it gives up a connection: longer than PostgreSQL's own
 * deadline, which a frozen PostgreSQL process does not keep.
 */
const STATEMENT_TIMEOUT_MS = 6_000;

/**
 * Creates a pool of connections to the PostgreSQL at `url`. The pool opens its first connection with the
 * first statement.
 */
export function createDatabase(options: DatabaseOptions): DatabaseHandle {
  const {
    deadlines = true,
    pooled = false,
    prepare = true,
    onError = () => {},
    onStatement = () => {},
  } = options;
  const { answerWithinMs = STATEMENT_TIMEOUT_MS, poolMax = DEFAULT_MAX_CONNECTIONS } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: poolMax,
    connectionTimeoutMillis: CONNECTION_WAIT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_KEPT_MS,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    Client: createNamingClientClass(prepare ? MAX_NAMED_STATEMENTS : 0),
    // With `pipeline`, the driver destroys a connection whose answer is late, instead of waiting for the late
    // answer with the next statement.
    pipeline: true,
    ...(deadlines ? { query_timeout: answerWithinMs } : {}),
    ...(deadlines && !pooled ? { ...SERVER_DEADLINES, options: CONNECTION_STARTUP_OPTIONS } : {}),
  });
  let isClosing = false;
  // Errors of connections are ignored while the pool closes, for example because PostgreSQL stops at the same
  // time.
  const onTrouble = (error: Error) => {
    if (!isClosing) onError(error);
  };
  pool.on('error', onTrouble);
  // A connection in use emits its errors itself, and an error without a listener would end the process.
  pool.on('connect', (client) => client.on('error', onTrouble));
  const setUp = deadlines
    ? pooled
      ? buildTransactionSettingsSql({ ...SERVER_DEADLINES, ...PLANNER_SETTINGS })
      : null
    : LIFT_DEADLINES_SQL;
  const logger = { logQuery: onStatement };
  const transaction = openTransactions(pool, { logger, setUp });
  const db: Database = Object.assign(drizzle({ client: pool, logger }), { transaction });
  const close = () => {
    isClosing = true;
    return pool.end();
  };
  return { db, pool, close };
}

type TransactionMode = Omit<PgTransactionConfig, 'deferrable'>;
type TransactionsOptions = {
  logger: Logger;
  /** The statements that every transaction runs first, if any. */
  setUp: string | null;
};

/**
 * A replacement for Drizzle's `transaction` with the same signature, which always gives its connection back
 * to the pool. Drizzle's own `transaction` does not give a connection back if BEGIN fails, and gives lost
 * connections back as if they were usable (drizzle-orm issues 6241 and 6114). Once the two issues of
 * drizzle-orm are fixed, Drizzle's `db.transaction` can replace this function.
 */
function openTransactions(pool: pg.Pool, { logger, setUp }: TransactionsOptions) {
  /**
   * All transactions of a connection share one Drizzle session, so that its prepared queries are built only
   * once.
   */
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

/**
 * Whether a pooler stands before PostgreSQL: a pooler refuses deadlines at the start of a connection, or
 * ignores them and reports another id of PostgreSQL's process. Returns false if the connection fails for
 * another reason, which the first real query then reports.
 */
export async function isBehindPooler({ pool }: DatabaseHandle): Promise<boolean> {
  try {
    const client = await pool.connect();
    try {
      const { rows } = await client.query('select pg_backend_pid() as pid');
      return rows[0].pid !== (client as pg.PoolClient & { processID: number }).processID;
    } finally {
      client.release();
    }
  } catch (error) {
    return isStartupParameterRefusal(error);
  }
}

/**
 * Whether a pooler can hold named statements for its clients. A pooler that holds named statements gives them names
 * of its own, but other poolers pass our name on to a shared connection of PostgreSQL.
 */
export async function holdsNamedStatements({ pool }: DatabaseHandle): Promise<boolean> {
  const name = 'innkeep-probe';
  try {
    const client = await pool.connect();
    try {
      await client.query('begin');
      await client.query({ name, text: 'select 1 where $1', values: [true] });
      const { rows } = await client.query(
        `select exists (select from pg_prepared_statements where name = '${name}') as "isOurs"`,
      );
      if (rows[0].isOurs) await client.query(`deallocate "${name}"`);
      await client.query('rollback');
      return !rows[0].isOurs;
    } finally {
      // The connection that tested the pooler is closed, because the driver would otherwise believe that the
      // deallocated statement still exists.
      client.release(true);
    }
  } catch {
    // The test of the pooler may fail because another client of the pooler has left a statement of the same
    // name on the connection.
    return false;
  }
}
