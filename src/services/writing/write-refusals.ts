import type { Database } from '../../db/client.ts';
import { findSqlError } from '../../db/errors.ts';

/** Why the database takes no writes although it answers. */
export type WriteRefusal = 'disk_full' | 'read_only';

const REFUSAL_BY_SQL_STATE: Record<string, WriteRefusal> = { '53100': 'disk_full', '25006': 'read_only' };
/**
 * For how long the database counts as refusing writes after it has refused one. Any later write shows whether it still
 * does.
 */
const COUNTS_FOR_MS = 30_000;

const lastRefusals = new WeakMap<Database, { refusal: WriteRefusal; at: number }>();

/**
 * Notes whether the database refuses a write because its disk is full, or because it is read-only, such as a standby. A
 * small write of a health check would not reveal a full disk, because it finds room in a page that is there already.
 */
export async function rememberIfRefused<Result>(db: Database, write: () => Promise<Result>): Promise<Result> {
  try {
    const result = await write();
    lastRefusals.delete(db);
    return result;
  } catch (error) {
    const refusal = REFUSAL_BY_SQL_STATE[findSqlError(error)?.sqlState ?? ''];
    if (refusal) lastRefusals.set(db, { refusal, at: performance.now() });
    throw error;
  }
}

/** Why the last write of this process was refused by the database, if that was not long ago. */
export function findLastRefusal(db: Database): WriteRefusal | null {
  const last = lastRefusals.get(db);
  return last && performance.now() - last.at < COUNTS_FOR_MS ? last.refusal : null;
}
