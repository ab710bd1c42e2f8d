import pg from 'pg';
import { isStartupParameterRefusal } from './errors.ts';
import { type Database, openExecutor, type StatementNames } from './executor.ts';
import { createLanes, type Lanes, setLanes } from './nodes/lanes.ts';
import { enableTransactions } from './transaction.ts';

export type { Database, Executor, Transaction } from './executor.ts';

export type DatabaseOptions = {
  url: string;
  applicationName: string;
  poolMax?: number;
  /**
   * Somebody waits for a server's answers, so its statements and locks have deadlines. Commands, imports and migrations
   * may take as long as they need.
   */
  deadlines?: boolean;
  /**
   * Set behind a pooler in transaction mode, which refuses deadlines at the start of a connection. Each transaction
   * then sets its own. A statement outside a transaction only has the deadline on our side.
   */
  pooled?: boolean;
  /** False if a pooler cannot keep named statements. */
  prepare?: boolean;
  onError?: (error: Error) => void;
  /** How long a server waits for PostgreSQL's answer to one statement. */
  answerWithinMs?: number;
  /** Called with every statement, for tests that count them. */
  onStatement?: (sql: string) => void;
};

export type DatabaseHandle = { db: Database; pool: pg.Pool; lanes: Lanes; close(): Promise<void> };

const SERVER_DEADLINES = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};
/**
 * How PostgreSQL plans a server's statements. It makes one plan per connection: by default it would plan statements
 * with lists again each time, because a plan for one value looks cheaper, and planning takes longer than the answer. It
 * prefers indexes: by default PostgreSQL assumes the seek times of a spinning disk, and would look up eight tokens by
 * reading a thousand teams from end to end. As plans do not know the values, a statement must itself contain the condition
 * of a partial index that it needs (`inlineParams`).
 */
const PLANNING = { plan_cache_mode: 'force_generic_plan', random_page_cost: '1.1' };
/**
 * Undoes the first of these settings on a cluster. Before the values are known, Citus cannot tell which node a join
 * goes to, and refuses it ("could not create distributed plan").
 */
const PLAN_BY_VALUES_ON_CITUS = (isLocal: boolean) =>
  `select set_config('plan_cache_mode', 'auto', ${isLocal}) from pg_extension where extname = 'citus'`;
/** A statement that changes settings until the transaction ends. */
const settingForTransaction = (settings: Record<string, number | string>) =>
  `select ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`;
/** For work that may take as long as it needs, also on the workers of a cluster. */
export const WITHOUT_DEADLINES = [
  'set local statement_timeout to 0',
  'set local idle_in_transaction_session_timeout to 0',
  // With this setting, Citus sends the following ones to each worker. Without Citus it has no effect.
  `set local citus.propagate_set_commands to 'local'`,
  'set local lock_timeout to 0',
].join('; ');

/** Settings that the driver has no option for, in the form that a connection start takes. */
const STARTUP_OPTIONS = Object.entries(PLANNING)
  .map(([name, value]) => `-c ${name}=${value}`)
  .join(' ');

/** Dates, times and lists of them stay the texts that PostgreSQL sends. The schema's columns parse them. */
const TEXTS = new Set([1082, 1083, 1114, 1115, 1182, 1184, 1185, 1186, 1187, 1231]);
const TYPES: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    TEXTS.has(oid) ? String : pg.types.getTypeParser(oid, format),
};

const POOL_MAX = 10;
/** How long a statement waits for a connection. */
const CONNECT_WITHIN_MS = 2_000;
/** How long an idle connection is kept. A new one has to plan every statement again. */
const KEEP_IDLE_MS = 60_000;
/** A frozen backend ignores its own deadline, so we give it up after this one. */
const ANSWER_WITHIN_MS = 6_000;

async function planByValuesOnCitus(client: pg.ClientBase): Promise<void> {
  await client.query(PLAN_BY_VALUES_ON_CITUS(false));
}

/** Creates a pool for `url`. It connects with the first statement. */
export function createDatabase(options: DatabaseOptions): DatabaseHandle {
  const {
    deadlines = true,
    pooled = false,
    prepare = true,
    onError = () => {},
    onStatement = () => {},
  } = options;
  const { answerWithinMs = ANSWER_WITHIN_MS, poolMax = POOL_MAX } = options;
  const pool = new pg.Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    max: poolMax,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    idleTimeoutMillis: KEEP_IDLE_MS,
    maxLifetimeSeconds: 1_800,
    keepAlive: true,
    types: TYPES,
    ...(deadlines ? { query_timeout: answerWithinMs } : {}),
    ...(deadlines && !pooled
      ? { ...SERVER_DEADLINES, options: STARTUP_OPTIONS, onConnect: planByValuesOnCitus }
      : {}),
  });
  let isClosing = false;
  // Messages on a connection that is no longer wanted, such as the news that PostgreSQL stops too, are ignored.
  const onTrouble = (error: Error) => {
    if (!isClosing) onError(error);
  };
  pool.on('error', onTrouble);
  // A client in use emits errors on itself. Without a listener they would end the process.
  pool.on('connect', (client) => client.on('error', onTrouble));
  const names: StatementNames = new Map();
  const statements = { prepare, names, onStatement };
  const lanes = createLanes(poolMax, CONNECT_WITHIN_MS);
  const db = openExecutor((config) => lanes.run(() => pool.query(config)), {
    ...statements,
    // On a cluster, a statement goes to the node of one team.
    mayJoin: () => !lanes.isSpread(),
  }) as Database;
  setLanes(db, lanes);
  const setUp = deadlines
    ? pooled
      ? `${settingForTransaction({ ...SERVER_DEADLINES, ...PLANNING })}; ${PLAN_BY_VALUES_ON_CITUS(true)}`
      : null
    : WITHOUT_DEADLINES;
  enableTransactions(db, { pool, lanes }, { ...statements, setUp });
  const close = () => {
    isClosing = true;
    return pool.end();
  };
  return { db, pool, lanes, close };
}

/**
 * Whether a pooler refuses the deadlines that this pool sets at the start of a connection. Other errors are left to the
 * first caller.
 */
export async function isBehindPooler({ pool }: DatabaseHandle): Promise<boolean> {
  try {
    await pool.query('select 1');
    return false;
  } catch (error) {
    return isStartupParameterRefusal(error);
  }
}
