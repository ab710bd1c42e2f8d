import type { Logger } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type { PgTransactionConfig } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { isConnectionLost, isStartupParameterRefusal } from './errors.ts';
import {
  buildLimitSql,
  inLimitedTransactions,
  onWholeTeam,
  type StatementClient,
  throughViews,
} from './limited.ts';
import { createNamingClientClass, type NamingClient } from './named-client.ts';

export type Executor = Omit<NodePgDatabase, 'transaction'>;
/** Functions that lock rows take this type, so that passing them the pool does not compile. */
export type Transaction = Executor & { readonly [transactionOnly]: true };
export type Database = Executor & {
  transaction: ReturnType<typeof openTransactions>;
  /** As a caller sees it who has these listings. */
  limitTo: (listings: readonly string[]) => Database;
  readonly $client: pg.Pool;
};
declare const transactionOnly: unique symbol;

export type DatabaseOptions = {
  url: string;
  applicationName: string;
  poolMax?: number;
  /** False for commands, imports and migrations, whose statements may take as long as they need. */
  deadlines?: boolean;
  /**
   * True behind a pooler in transaction mode, which refuses deadlines when a connection opens: each
   * transaction then sets its own, and other statements have only the driver's.
   */
  pooled?: boolean;
  /** Whether statements get names: false if a pooler cannot keep named statements. */
  prepare?: boolean;
  onError?: (error: Error) => void;
  answerWithinMs?: number;
  /** For tests that count statements. */
  onStatement?: (sql: string) => void;
};

export type DatabaseHandle = { db: Database; pool: pg.Pool; close(): Promise<void> };

const SERVER_DEADLINES = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};
/**
 * The default is for spinning disks: with it, a look-up of eight tokens scans all tokens of a thousand teams.
 */
const PLANNER_SETTINGS = { random_page_cost: '1.1' };
const buildTransactionSettingsSql = (settings: Record<string, number | string>) =>
  `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`;
/** For work that may take as long as it needs, also on the workers of a cluster. */
export const LIFT_DEADLINES_SQL = [
  'set local statement_timeout to 0',
  'set local idle_in_transaction_session_timeout to 0',
  // Makes Citus pass the next settings to its workers. PostgreSQL without Citus ignores it.
  `set local citus.propagate_set_commands to 'local'`,
  'set local lock_timeout to 0',
].join('; ');

/** The driver has no option for settings of the planner. */
const CONNECTION_STARTUP_OPTIONS = Object.entries(PLANNER_SETTINGS)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

const DEFAULT_MAX_CONNECTIONS = 10;
const CONNECTION_WAIT_MS = 2_000;
/** Long, because a new connection has to plan every statement again. */
const IDLE_CONNECTION_KEPT_MS = 60_000;
/** Limited, because PostgreSQL keeps named statements in the memory of each connection. */
const MAX_NAMED_STATEMENTS = 500;
/** Longer than PostgreSQL's own deadline, which a frozen PostgreSQL does not keep. */
const STATEMENT_TIMEOUT_MS = 6_000;

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
    // With `pipeline`, the driver destroys a connection whose answer is late, instead of waiting for it with
    // the next statement.
    pipeline: true,
    ...(deadlines ? { query_timeout: answerWithinMs } : {}),
    ...(deadlines && !pooled ? { ...SERVER_DEADLINES, options: CONNECTION_STARTUP_OPTIONS } : {}),
  });
  let isClosing = false;
  // PostgreSQL may stop while the pool closes.
  const onTrouble = (error: Error) => {
    if (!isClosing) onError(error);
  };
  pool.on('error', onTrouble);
  // A connection in use emits its errors itself: without a listener they would end the process.
  pool.on('connect', (client) => client.on('error', onTrouble));
  const setUp = deadlines
    ? pooled
      ? buildTransactionSettingsSql({ ...SERVER_DEADLINES, ...PLANNER_SETTINGS })
      : null
    : LIFT_DEADLINES_SQL;
  const logger = { logQuery: onStatement };
  const limitTo = (listings: readonly string[]): Database => {
    const limitSql = buildLimitSql(listings);
    return Object.assign(drizzle({ client: inLimitedTransactions(pool, limitSql) as pg.Pool, logger }), {
      transaction: openTransactions(pool, { logger, setUp, limitSql }),
      limitTo,
      wholeTeam: db,
      $client: pool,
    });
  };
  const transaction = openTransactions(pool, { logger, setUp, limitSql: null });
  const db: Database = Object.assign(drizzle({ client: pool, logger }), { transaction, limitTo });
  const close = () => {
    isClosing = true;
    return pool.end();
  };
  return { db, pool, close };
}

type TransactionMode = Omit<PgTransactionConfig, 'deferrable'>;
type TransactionsOptions = {
  logger: Logger;
  setUp: string | null;
  limitSql: string | null;
};

/**
 * Has the signature of Drizzle's `transaction`, which does not give a connection back if BEGIN fails, and
 * gives lost connections back as if they were usable (drizzle-orm issues 6241 and 6114). Once both are fixed,
 * Drizzle's can replace it.
 */
function openTransactions(pool: pg.Pool, { logger, setUp, limitSql }: TransactionsOptions) {
  /** One session for each connection, so that its prepared queries are built only once. */
  const sessions = new WeakMap<pg.PoolClient, NodePgDatabase>();
  const openSession = (client: StatementClient) => drizzle({ client: client as pg.PoolClient, logger });

  return async <Result>(
    work: (tx: Transaction) => Promise<Result>,
    mode?: TransactionMode,
  ): Promise<Result> => {
    const client = (await pool.connect()) as NamingClient;
    const session = sessions.getOrInsertComputed(client, () =>
      openSession(limitSql === null ? client : throughViews(client)),
    );
    let isUsable = false;
    try {
      const result = await session.transaction(async (tx) => {
        isUsable = true;
        if (setUp) await tx.execute(setUp);
        if (limitSql === null) return work(tx as unknown as Transaction);
        await tx.execute(limitSql);
        const wholeTeam = openSession(onWholeTeam(client));
        return work(Object.assign(tx, { wholeTeam }) as unknown as Transaction);
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
 * A pooler refuses deadlines when a connection opens, or ignores them and reports another process id. Returns
 * false if the connection fails for another reason, which the first real query then reports.
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
 * A pooler that can hold named statements gives them names of its own. Others pass our name on to a shared
 * connection of PostgreSQL.
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
      // The driver would otherwise believe that the deallocated statement still exists.
      client.release(true);
    }
  } catch {
    // Another client of the pooler may have left a statement of this name on the connection.
    return false;
  }
}
