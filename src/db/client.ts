import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { databaseTroubleOf } from './errors.ts';
import { nameStatements } from './prepared.ts';

export type Database = NodePgDatabase;
export type Transaction = Parameters<Parameters<Database['transaction']>[0]>[0];
/** What a query runs on. A function that locks takes a `Transaction`, so that handing it the pool does not compile. */
export type Executor = Database | Transaction;

export type DatabaseOptions = {
  url: string;
  applicationName: string;
  poolMax?: number;
  /**
   * A server answers somebody who waits, so its statements and locks have deadlines. Commands, imports and migrations
   * may take as long as they need.
   */
  deadlines?: boolean;
  /** False behind a pooler in transaction mode: it refuses the deadlines as start-up parameters. */
  directConnection?: boolean;
  onError?: (error: Error) => void;
  /** Called with every statement, for tests that count them. */
  onStatement?: (sql: string) => void;
};

export type DatabaseHandle = { db: Database; pool: pg.Pool; close(): Promise<void> };

const SERVER_DEADLINES = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Opens a pool on `url`; nothing connects before the first statement. */
export function createDatabase(options: DatabaseOptions): DatabaseHandle {
  const { deadlines = true, directConnection = true, onError = () => {}, onStatement } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.poolMax ?? 10,
    connectionTimeoutMillis: 2_000,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    // A frozen backend outlives statement_timeout; this deadline is kept on our side.
    ...(deadlines ? { query_timeout: 6_000 } : {}),
    ...(deadlines && directConnection ? SERVER_DEADLINES : {}),
  });
  pool.on('error', onError);
  // A client that is checked out emits on itself, and unheard that would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  const settings = onStatement ? { logger: { logQuery: onStatement } } : {};
  const open = <Client extends pg.Pool | pg.PoolClient>(client: Client) => {
    const opened = drizzle(client, settings);
    if (directConnection) nameStatements(opened._.session);
    return opened;
  };
  const db = open(pool);
  // One for each connection: what it has prepared serves all transactions on it.
  const ofClients = new WeakMap<pg.PoolClient, Database>();
  const ofClient = (client: pg.PoolClient) => {
    const known = ofClients.get(client) ?? open(client);
    ofClients.set(client, known);
    return known;
  };
  db.transaction = (work, config) => withClient(pool, (client) => ofClient(client).transaction(work, config));
  return { db, pool, close: () => pool.end() };
}

/**
 * Runs `work` on a connection of the pool and gives it back, or ends it where it may be broken. Left to itself drizzle
 * keeps one for ever on which BEGIN fails, and gives one back that no longer answers.
 */
async function withClient<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = databaseTroubleOf(error) === 'unavailable';
    throw error;
  } finally {
    client.release(isBroken);
  }
}
