/**
 * Reads whole lists from one snapshot of the database through a cursor, so that even long lists take little
 * memory (docs/rules.md, 24).
 */
import { type SQLWrapper, sql } from 'drizzle-orm';
import type { Database, Transaction } from '../db/client.ts';
import { MAX_ROWS_OF_WHOLE_LIST } from '../domain/limits.ts';
import { Invalid } from './errors.ts';

const ROWS_AT_ONCE = 500;
const SNAPSHOT = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
/** The longest time that the caller of a list may take to read one part of it before the next. */
const READING_PACE_SQL = sql`set local idle_in_transaction_session_timeout to 60000`;

/** Runs `read` on one snapshot of the database, which stays open while the caller consumes the rows. */
export const withSnapshot = <Value>(db: Database, read: (tx: Transaction) => Promise<Value>) =>
  db.transaction(async (tx) => {
    await tx.execute(READING_PACE_SQL);
    return read(tx);
  }, SNAPSHOT);

/**
 * Passes the ids that a query finds to `each`, some at a time. If there are too many ids, the list is refused
 * before any of them is passed.
 */
export const streamByIds = (
  db: Database,
  buildQuery: (tx: Transaction) => SQLWrapper,
  each: (tx: Transaction, ids: readonly string[]) => Promise<void>,
): Promise<void> =>
  withSnapshot(db, async (tx) => {
    const ids = buildQuery(tx);
    const { rows } = await tx.execute<{ total: number }>(
      sql`select count(*)::int as total from (${ids} limit ${MAX_ROWS_OF_WHOLE_LIST + 1}) as listed`,
    );
    refuseTooLong(rows[0]?.total ?? 0);
    await tx.execute(sql`declare listed no scroll cursor for ${ids}`);
    for (;;) {
      const page = await tx.execute<{ id: string }>(sql.raw(`fetch forward ${ROWS_AT_ONCE} from listed`));
      if (page.rows.length === 0) return;
      await each(
        tx,
        page.rows.map(({ id }) => id),
      );
    }
  });

export function refuseTooLong(rows: number): void {
  if (rows > MAX_ROWS_OF_WHOLE_LIST) throw new Invalid({ rows: [TOO_LONG] });
}

const TOO_LONG = `The list has more than ${MAX_ROWS_OF_WHOLE_LIST.toLocaleString('en')} rows. Please filter it.`;
