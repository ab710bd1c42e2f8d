import { newId } from '../new-id.ts';

/**
 * Gives new rows without an id (an empty one) the ids of the stored rows that they replace: of the stored row
 * with the same key, else of the one at the same position. New and stored rows must be sorted in the same way,
 * so that storing the same list again changes nothing. A row that already has an id keeps its id.
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
  // A stored row gives its id to the new row at its position only if no other new row has the stored row's key.
  const claimed = new Set(ofSameKey);
  const ids = new Map(
    nameless.map((row, position) => {
      const there = replaced[position]?.id;
      return [row, ofSameKey[position] ?? (claimed.has(there) ? undefined : there) ?? newId()];
    }),
  );
  return rows.map((row) => ({ ...row, id: ids.get(row) ?? row.id }));
}
