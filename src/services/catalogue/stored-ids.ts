import { newId } from '../new-id.ts';

/**
 * A row without an id (an empty one) gets that of the stored row with the same key, else of the one at the
 * same position. Both must be sorted in the same way, so that storing a list again changes nothing.
 */
export function reuseStoredIds<Row extends { id: string }>(
  rows: readonly Row[],
  stored: readonly Row[],
  keyOf: (row: Row) => string | null = () => null,
): Row[] {
  const named = new Set(rows.map(({ id }) => id));
  const nameless = rows.filter(({ id }) => id === '');
  const replaced = stored.filter(({ id }) => !named.has(id));
  const byKey = Map.groupBy(replaced, keyOf);
  const ofSameKey = nameless.map((row) => {
    const key = keyOf(row);
    return key === null ? undefined : byKey.get(key)?.shift()?.id;
  });
  // A stored row gives its id by position only if no other new row has its key.
  const claimed = new Set(ofSameKey);
  const ids = new Map(
    nameless.map((row, position) => {
      const there = replaced[position]?.id;
      return [row, ofSameKey[position] ?? (claimed.has(there) ? undefined : there) ?? newId()];
    }),
  );
  return rows.map((row) => ({ ...row, id: ids.get(row) ?? row.id }));
}
