/**
 * Reads whole lists from one snapshot of the database through a cursor, so that even long lists take little
 * memory (docs/rules.md, 24).
 */
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/client.ts';
import { MAX_ROWS_OF_WHOLE_LIST } from '../domain/limits.ts';
import { Invalid } from './errors.ts';
import type { FieldMessage } from './field-messages.ts';

const ROWS_AT_ONCE = 500;
/** How many lists a process reads at once, if it has enough connections. */
const MAX_LISTS_AT_ONCE = 2;
/** How a transaction reads everything from one moment. */
export const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
/** The longest time that the caller of a list may take to read one part of it before the next. */
const READING_PACE_SQL = sql`set local idle_in_transaction_session_timeout to 60000`;

/**
 * How many lists a process may read at once: at most half of its connections, because each list holds one until its
 * caller has read it.
 */
export const countListsAtOnce = ({ $client }: Database): number =>
  Math.max(1, Math.min(MAX_LISTS_AT_ONCE, Math.floor($client.options.max / 2)));

/** Runs `read` on one snapshot of the database, which stays open while the caller consumes the rows. */
export const withSnapshot = <Value>(db: Database, read: (tx: Transaction) => Promise<Value>) =>
  db.transaction(async (tx) => {
    await tx.execute(READING_PACE_SQL);
    return read(tx);
  }, SNAPSHOT);

type WholeList<Row> = {
  /** Counts the rows, because a list with too many is refused before its first row. */
  count: (tx: Transaction) => PromiseLike<number>;
  /** Finds the rows in their order. */
  select: (tx: Transaction) => SQLWrapper;
  each: (tx: Transaction, rows: readonly Row[]) => Promise<void>;
};

/** Passes the rows that a query finds to `each`, some at a time. */
export const streamRows = <Row extends Record<string, unknown>>(
  db: Database,
  list: WholeList<Row>,
): Promise<void> => withSnapshot(db, (tx) => streamRowsOfSnapshot(tx, list));

/** Does so in a snapshot that is open already. */
async function streamRowsOfSnapshot<Row extends Record<string, unknown>>(
  tx: Transaction,
  { count, select, each }: WholeList<Row>,
): Promise<void> {
  refuseTooManyRows(await count(tx));
  await tx.execute(sql`declare listed no scroll cursor for ${select(tx)}`);
  for (;;) {
    const { rows } = await tx.execute(sql.raw(`fetch forward ${ROWS_AT_ONCE} from listed`));
    if (rows.length === 0) return;
    await each(tx, rows as Row[]);
  }
}

type WholeListOfIds = Omit<WholeList<never>, 'each'> & {
  each: (tx: Transaction, ids: readonly string[]) => Promise<void>;
};

/** Passes the ids that a query finds to `each`, some at a time. */
export const streamByIds = (db: Database, list: WholeListOfIds): Promise<void> =>
  withSnapshot(db, (tx) => streamIdsOfSnapshot(tx, list));

/** Does so in a snapshot that is open already. */
export const streamIdsOfSnapshot = (tx: Transaction, { each, ...list }: WholeListOfIds): Promise<void> =>
  streamRowsOfSnapshot<{ id: string }>(tx, {
    ...list,
    each: (tx, rows) =>
      each(
        tx,
        rows.map(({ id }) => id),
      ),
  });

export function refuseTooManyRows(rows: number): void {
  if (rows > MAX_ROWS_OF_WHOLE_LIST) throw new Invalid({ rows: [TOO_LONG] });
}

const TOO_LONG: FieldMessage = {
  code: 'limit',
  sentence: `The list has more than ${MAX_ROWS_OF_WHOLE_LIST.toLocaleString('en')} rows. Please filter it.`,
};
