import pg from 'pg';
import { isStartupParameterRefusal } from './errors.ts';
import { type Database, openExecutor } from './executor.ts';
import { enableTransactions } from './transaction.ts';

export type { Database, Executor, Transaction } from './executor.ts';

export type DatabaseOptions = {
  url: string;
  applicationName: string;
  poolMax?: number;
  /**
   * A server answers somebody who waits, so its statements and locks have deadlines. Commands, imports and migrations
   * may take as long as they need.
   */
  deadlines?: boolean;
  /**
   * Behind a pooler in transaction mode, which refuses the deadlines as a connection starts: each transaction sets them
   * for itself. A statement outside of one then has the deadline on our side alone.
   */
  pooled?: boolean;
  /** False where a pooler cannot hold named statements. */
  prepare?: boolean;
  onError?: (error: Error) => void;
  /** How long a server waits for PostgreSQL's answer to one statement. */
  answerWithinMs?: number;
  /** Called with every statement, for tests that count them. */
  onStatement?: (sql: string) => void;
};

export type DatabaseHandle = { db: Database; pool: pg.Pool; close(): Promise<void> };

const SERVER_DEADLINES = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};
/**
 * How a server's statements are planned. Once for each connection: left to itself PostgreSQL plans those with a list among
 * their values anew each time, as a plan for one value looks cheaper than one for any, and the planning takes longer than
 * the answer. And by indexes: to PostgreSQL a row found by one costs as much as on a disk that has to turn for it, so
 * that eight tokens would be looked up by reading a thousand teams from end to end.
 */
const PLANNING = { plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' };
/**
 * Takes the first of these back on a cluster: until the values are known Citus cannot tell which node a join goes to, and
 * refuses it ("could not create distributed plan").
 */
const PLAN_BY_VALUES_ON_CITUS = (isLocal: boolean) =>
  `select set_config('plan_cache_mode', 'auto', ${isLocal}) from pg_extension where extname = 'citus'`;
/** The statement that sets deadlines and the like until the transaction ends. */
const settingForTransaction = (settings: Record<string, number | string>) =>
  `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`;
/** For what may take as long as it needs, on the workers of a cluster too. */
export const WITHOUT_DEADLINES = [
  'set local statement_timeout to 0',
  'set local idle_in_transaction_session_timeout to 0',
  // Citus sends the settings that follow to each worker. Elsewhere this is a name that means nothing.
  `set local citus.propagate_set_commands to 'local'`,
  'set local lock_timeout to 0',
].join('; ');

/** What the driver has no name for, as it is handed over when a connection starts. */
const STARTUP_OPTIONS = Object.entries(PLANNING)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Dates, times and lists of them stay the texts that PostgreSQL sends: the schema's columns read them. */
const TEXTS = new Set([1082, 1083, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231]);
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    TEXTS.has(oid) ? String : pg.types.getTypeParser(oid, format),
};

/** A frozen backend keeps to no deadline of its own: past this one it is given up. */
const ANSWER_WITHIN_MS = 6_000;

async function planByValuesOnCitus(client: pg.ClientBase): Promise<void> {
  await client.query(PLAN_BY_VALUES_ON_CITUS(false));
}

/** Opens a pool on `url`; nothing connects before the first statement. */
export function createDatabase(options: DatabaseOptions): DatabaseHandle {
  const {
    deadlines = true,
    pooled = false,
    prepare = true,
    onError = () => {},
    onStatement = () => {},
  } = options;
  const { answerWithinMs = ANSWER_WITHIN_MS } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: options.poolMax ?? 10,
    connectionTimeoutMillis: 2_000,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    types: TYPES,
    ...(deadlines ? { query_timeout: answerWithinMs } : {}),
    ...(deadlines && !pooled
      ? { ...SERVER_DEADLINES, options: STARTUP_OPTIONS, onConnect: planByValuesOnCitus }
      : {}),
  });
  let isClosing = false;
  // What a connection says once it is not wanted any more, such as that PostgreSQL stops as well, is no trouble.
  const onTrouble = (error: Error) => {
    if (!isClosing) onError(error);
  };
  pool.on('error', onTrouble);
  // A client that is checked out emits on itself, and unheard that would end the process.
  pool.on('connect', (client) => client.on('error', onTrouble));
  const statements = { prepare, onStatement };
  const db = openExecutor((config) => pool.query(config), statements) as Database;
  const setUp = deadlines
    ? pooled
      ? `${settingForTransaction({ ...SERVER_DEADLINES, ...PLANNING })}; ${PLAN_BY_VALUES_ON_CITUS(true)}`
      : null
    : WITHOUT_DEADLINES;
  enableTransactions(db, pool, { ...statements, setUp });
  const close = () => {
    isClosing = true;
    return pool.end();
  };
  return { db, pool, close };
}

/** Whether a pooler refuses the deadlines that this pool's connections start with. Other trouble is left to the first user. */
export async function isBehindPooler({ pool }: DatabaseHandle): Promise<boolean> {
  try {
    await pool.query('select 1');
    return false;
  } catch (error) {
    return isStartupParameterRefusal(error);
  }
}
