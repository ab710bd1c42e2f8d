/** From one snapshot through a cursor, so that even long lists take little memory (docs/rules.md, 24.12). */
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/client.ts';
import { MAX_ROWS_OF_WHOLE_LIST } from '../domain/limits.ts';
import { Invalid } from './errors.ts';
import type { FieldMessage } from './field-messages.ts';

const ROWS_AT_ONCE = 500;
/** If the process has enough connections. */
const MAX_LISTS_AT_ONCE = 2;
export const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
/** Between two parts of a list, while its caller reads. */
const READING_PACE_SQL = sql`set local idle_in_transaction_session_timeout to 60000`;

/** At most half of the connections, because each list holds one until its caller has read it. */
export const countListsAtOnce = ({ $client }: Database): number =>
  Math.max(1, Math.min(MAX_LISTS_AT_ONCE, Math.floor($client.options.max / 2)));

/** It stays open while the caller consumes the rows. */
export const withSnapshot = <Value>(db: Database, read: (tx: Transaction) => Promise<Value>) =>
  db.transaction(async (tx) => {
    await tx.execute(READING_PACE_SQL);
    return read(tx);
  }, SNAPSHOT);

type WholeList<Row> = {
  /** A list with too many rows is refused before its first. */
  count: (tx: Transaction) => PromiseLike<number>;
  select: (tx: Transaction) => SQLWrapper;
  each: (tx: Transaction, rows: readonly Row[]) => Promise<void>;
};

/** Some rows at a time. */
export const streamRows = <Row extends Record<string, unknown>>(
  db: Database,
  list: WholeList<Row>,
): Promise<void> => withSnapshot(db, (tx) => streamRowsOfSnapshot(tx, list));

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

/** Some ids at a time. */
export const streamByIds = (db: Database, list: WholeListOfIds): Promise<void> =>
  withSnapshot(db, (tx) => streamIdsOfSnapshot(tx, list));

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
