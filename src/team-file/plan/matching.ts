import type { FileEntry } from '../read.ts';
import type { ImportContext } from './context.ts';

type Identified = { id?: string | null | undefined };

/**
 * Finds the stored entity of an entry: by its natural key, else by its id, which then gets a new natural key. Problems
 * are an id that differs from the stored one, and two entries for the same entity. Stored rows come a batch at a time.
 */
export function createEntryMatcher<Row extends { id: string }>(
  { problems }: ImportContext,
  keyOf: (row: Row) => string | null,
) {
  const claims = new Map<string, string>();
  return (stored: readonly Row[]) => {
    const byKey = new Map(stored.map((row) => [keyOf(row), row]));
    const byId = new Map(stored.map((row) => [row.id, row]));
    return ({ place, value }: FileEntry<Identified>, key: string | null): Row | undefined => {
      const id = value.id ?? null;
      const sameKey = key === null ? undefined : byKey.get(key);
      if (sameKey && id && sameKey.id !== id)
        problems.refuse(place, 'id', 'must be the stored one or left out', id);
      const match = sameKey ?? (id ? byId.get(id) : undefined);
      if (!match) return undefined;
      const earlier = claims.get(match.id);
      if (earlier !== undefined) problems.refuse(place, 'id', `must not be that of ${earlier}`, match.id);
      claims.set(match.id, place);
      return match;
    };
  };
}
