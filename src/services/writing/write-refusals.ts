import { findSqlError } from '../../db/errors.ts';

/** The database still answers reads. */
export type WriteRefusal = 'disk_full' | 'read_only';

const REFUSAL_BY_SQL_STATE: Record<string, WriteRefusal> = { '53100': 'disk_full', '25006': 'read_only' };
/** Any later write shows whether the database still refuses. */
const COUNTS_FOR_MS = 30_000;

export type WriteRefusals = ReturnType<typeof createWriteRefusals>;

/**
 * The disk is full, or the database is read-only, such as a standby. A small write of a health check would not
 * reveal a full disk, because it finds room in a page that is there already.
 */
export function createWriteRefusals() {
  let last: { refusal: WriteRefusal; at: number } | null = null;

  return {
    async noteRefusalOf<Result>(write: () => Promise<Result>): Promise<Result> {
      try {
        const result = await write();
        last = null;
        return result;
      } catch (error) {
        const refusal = REFUSAL_BY_SQL_STATE[findSqlError(error)?.sqlState ?? ''];
        if (refusal) last = { refusal, at: performance.now() };
        throw error;
      }
    },

    /** Null if it was long ago. */
    findLast: (): WriteRefusal | null =>
      last && performance.now() - last.at < COUNTS_FOR_MS ? last.refusal : null,
  };
}
