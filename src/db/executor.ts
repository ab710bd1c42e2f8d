/** Drizzle over our own driver: the only place that sends the service's statements to PostgreSQL. */
import { createHash } from 'node:crypto';
import { drizzle, type PgRemoteDatabase } from 'drizzle-orm/pg-proxy';
import type pg from 'pg';
import { isJoined, join, joining, type Send } from './joined.ts';

/** A query runs on the pool or on a transaction. Drizzle's own `transaction` works on neither. */
export type Executor = Omit<PgRemoteDatabase, 'transaction'>;
/** An open transaction. Functions that lock take this type, so that passing the pool does not compile. */
export type Transaction = Executor & { readonly [transactionOnly]: true };
/** The pool. Each statement takes any free connection. `inTransaction` opens transactions on it. */
export type Database = Executor & { readonly [databaseOnly]: true };
declare const transactionOnly: unique symbol;
declare const databaseOnly: unique symbol;

export type StatementOptions = {
  /** False if a pooler cannot keep named statements. */
  prepare: boolean;
  /** The names given to statements so far. One map serves all connections of a pool. */
  names: StatementNames;
  /** Called with every statement. */
  onStatement: (text: string) => void;
  /** Whether reads of several requests may be one statement. False within a transaction. */
  mayJoin?: () => boolean;
};

/** Each text that has a name, with both. */
export type StatementNames = Map<string, Named>;
type Named = { readonly text: string; readonly name: string };

type Config = pg.QueryConfig & { rowMode?: 'array' };
export type Answer = Pick<pg.QueryResult<never>, 'rows' | 'rowCount' | 'command' | 'fields'>;
/** Sends one statement to the pool or to one of its connections. */
export type Ask = (config: Config) => Promise<Answer>;

const sends = new WeakMap<Executor, Send>();

/** What sends an executor's statements. */
export function sendOf(executor: Executor): Send {
  const send = sends.get(executor);
  if (!send) throw new Error('This executor was not opened by openExecutor.');
  return send;
}

/** Opens drizzle on a pool or a connection. */
export function openExecutor(
  ask: Ask,
  { prepare, names, onStatement, mayJoin = () => false }: StatementOptions,
): Executor {
  const sendNow: Send = (text, values, rowMode) => {
    onStatement(text);
    const named = prepare && values.length > 0 ? namedBy(text, names) : undefined;
    return ask(configOf(named ?? { text }, { values: [...values], ...(rowMode ? { rowMode } : {}) }));
  };
  const joined = new Map<string, ReturnType<typeof joining>>();
  const send: Send = (text, values, rowMode) =>
    isJoined(text) && mayJoin()
      ? joined.getOrInsertComputed(text, () => joining(sendNow, text, rowMode))(values)
      : sendNow(text, values, rowMode);
  const executor = drizzle((text, values, method) =>
    send(text, values, method === 'all' ? 'array' : undefined),
  );
  sends.set(executor, send);
  return executor;
}

/**
 * A plain SQL statement for reads of many rows in hot requests, where drizzle's look-up of each column's type for every
 * row would cost too much. The text names the columns like the row's properties, and the driver must return their types
 * as they are: texts, booleans, integers and JSON.
 */
export const statement =
  <Values extends readonly unknown[], Row>(text: string) =>
  async (executor: Executor, ...values: Values): Promise<Row[]> =>
    (await sendOf(executor)(text, values)).rows;

/** The same for a read that is made together with others of its kind. */
export function joinedStatement<Values extends readonly unknown[], Row>(text: string) {
  join(text);
  return statement<Values, Row>(text);
}

/** PostgreSQL keeps named statements for each connection, so their number is limited. */
const MAX_NAMES = 500;

/** The same text gets the same name, so that PostgreSQL parses and plans it once for each connection. */
function namedBy(text: string, names: StatementNames): Named | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MAX_NAMES) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  const named = { text, name };
  names.set(text, named);
  return named;
}

/**
 * A statement for the driver, which copies each property of its own by its descriptor. So it inherits those that it shares
 * with others.
 */
const configOf = (shared: Partial<Named>, own: Omit<Config, 'text'>): Config =>
  Object.assign(Object.create(shared), own);
