import { isDeepStrictEqual } from 'node:util';
import { shown } from '../../team-data/wording.ts';
import type { Problems } from '../read/problems.ts';
import type { TeamFile } from '../read/team-file.ts';

/** What every part of an import works with. */
export type ImportContext = {
  teamId: number;
  now: Date;
  newId: () => string;
  problems: Problems;
  notices: string[];
  named: TeamFile['named'];
};

/** Told what an import does, in a few words, for whoever waits for a large one. */
export type ReportProgress = (what: string) => void;

/**
 * The value of a field: what the file gives; nothing given keeps what is stored; null, or nothing given for a new
 * entry, is the default.
 */
export function given<Value, Stored extends Value | null>(
  value: Value | null | undefined,
  stored: Stored | undefined,
  byDefault: Stored,
): Value | Stored {
  if (value === undefined) return stored === undefined ? byDefault : stored;
  return value ?? byDefault;
}

/** Whether a row is new or differs from what is stored. */
export const differs = <Row>(stored: Row | undefined, row: Row): boolean =>
  stored === undefined || !isDeepStrictEqual(stored, row);

/** Whether two lists of rows differ, in whatever order they are. */
export function listsDiffer<Row>(
  stored: readonly Row[],
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): boolean {
  if (stored.length !== rows.length) return true;
  const byKey = new Map(stored.map((row) => [keyOf(row), row]));
  return rows.some((row) => differs(byKey.get(keyOf(row)), row));
}

type Claim = { place: string; key: string; id: string | null };

/**
 * Finds the stored entity that an entry is: by its natural key, else by its id, which then gets a new natural key. An
 * id other than the stored one is a problem (contract, section 11), and so are two entries that mean the same entity.
 */
export function createMatcher<Row extends { id: string }>(
  context: ImportContext,
  stored: readonly Row[],
  keyOf: (row: Row) => string | null,
) {
  const byKey = new Map(stored.flatMap((row) => (keyOf(row) === null ? [] : [[keyOf(row), row] as const])));
  const byId = new Map(stored.map((row) => [row.id, row]));
  const claims = new Map<string, Claim>();
  return (place: string, key: string | null, id: string | null = null, field = 'id'): Row | undefined => {
    const sameKey = key === null ? undefined : byKey.get(key);
    if (sameKey && id && sameKey.id !== id) {
      context.problems.add(place, `${field} must be the stored one or left out, not ${shown(id)}`);
    }
    const match = sameKey ?? (id ? byId.get(id) : undefined);
    const claim = match && claims.get(match.id);
    // Entries that share their key or id are reported as duplicates by that.
    if (claim && claim.key !== key && (claim.id === null || claim.id !== id)) {
      context.problems.add(place, `${field} must not be that of ${claim.place}, not ${shown(match.id)}`);
    }
    if (match) claims.set(match.id, { place, key: key ?? '', id });
    return match;
  };
}

/** Reports entries of a list that share what tells them apart. */
export function reportDuplicates<Entry extends { place: string }>(
  context: ImportContext,
  entries: readonly Entry[],
  field: string,
  keyOf: (entry: Entry) => string | null | undefined,
): void {
  const first = new Map<string, string>();
  for (const entry of entries) {
    const key = keyOf(entry);
    if (key === null || key === undefined) continue;
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, entry.place);
    else context.problems.add(entry.place, `${field} must not be that of ${earlier}, not ${shown(key)}`);
  }
}
