import type { Database } from '../../db/client.ts';
import { findSqlError } from '../../db/errors.ts';

const DISK_FULL = '53100';
/**
 * For how long the disk counts as full after a write failed because of it. Any later write shows whether the
 * disk is still full.
 */
const COUNTS_FOR_MS = 30_000;

const refusedAt = new WeakMap<Database, number>();

/**
 * Notes whether a write fails because the database's disk is full. A small write of a health check would not
 * reveal a full disk, because it finds room in a page that is there already.
 */
export async function rememberIfDiskFull<Result>(
  db: Database,
  write: () => Promise<Result>,
): Promise<Result> {
  try {
    const result = await write();
    refusedAt.delete(db);
    return result;
  } catch (error) {
    if (findSqlError(error)?.sqlState === DISK_FULL) refusedAt.set(db, performance.now());
    throw error;
  }
}

/** Whether the last write of this process failed because the disk is full, not long ago. */
export function isDiskFull(db: Database): boolean {
  const at = refusedAt.get(db);
  return at !== undefined && performance.now() - at < COUNTS_FOR_MS;
}
