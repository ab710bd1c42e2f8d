type Row = { id: string };

/**
 * Gives rows without an id (an empty one) the ids of the stored rows that they replace: of the row with the same key,
 * else of the row at the same position. `stored` is in its natural order. If both have the same rows in any order, every
 * row keeps its id, so that storing them again changes nothing.
 */
export function keepIds<R extends Row>(
  newId: () => string,
  rows: readonly R[],
  stored: readonly R[],
  keyOf: (row: R) => string | null = () => null,
): R[] {
  const same = sameRows(rows, stored);
  if (same) return same;
  const given = new Set(rows.map(({ id }) => id));
  const free = new Map(stored.flatMap((row) => (given.has(row.id) ? [] : [[row.id, row] as const])));
  const take = (row: R | undefined): string => (row && free.delete(row.id) ? row.id : '');

  const freeByKey = Map.groupBy(free.values(), (row) => keyOf(row));
  // All keys are matched first, so that a position is used only if no key claims it.
  const ids = rows.map((row) => {
    if (row.id !== '') return row.id;
    const key = keyOf(row);
    return key === null ? '' : take(freeByKey.get(key)?.shift());
  });
  return rows.map((row, position) => ({
    ...row,
    id: ids[position] || take(stored[position]) || newId(),
  }));
}

/** The rows with the stored ids, if both lists have the same rows, else null. */
function sameRows<R extends Row>(rows: readonly R[], stored: readonly R[]): R[] | null {
  if (rows.length !== stored.length) return null;
  const columns = (Object.keys(stored[0] ?? {}) as (keyof R)[]).filter((column) => column !== 'id');
  const contentOf = (row: R) => JSON.stringify(columns.map((column) => row[column]));
  const idsOf = Map.groupBy(stored, contentOf);
  // Rows with an id come first. Others with the same content can take any of the remaining ids.
  const inOrder = [...rows.entries()].toSorted(([, a], [, b]) => Number(a.id === '') - Number(b.id === ''));
  const kept: R[] = [];
  for (const [position, row] of inOrder) {
    const alike = idsOf.get(contentOf(row)) ?? [];
    const found = row.id === '' ? 0 : alike.findIndex(({ id }) => id === row.id);
    const [taken] = found < 0 ? [] : alike.splice(found, 1);
    if (!taken) return null;
    kept[position] = { ...row, id: taken.id };
  }
  return kept;
}
