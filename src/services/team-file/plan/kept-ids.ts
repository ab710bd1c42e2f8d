import type { ImportContext } from './context.ts';

type Row = { id: string };
type Options<R extends Row> = {
  /** The key that identifies a row across imports, if it has one. */
  keyOf?: (row: R) => string | null;
};

/**
 * Gives planned rows without an id (an empty one) the ids of the stored rows that they replace: of the row with the
 * same key, else of the row at the same position (contract, section 11). `stored` is in its natural order. If file and
 * database have the same rows in any order, every row keeps its id, so that importing twice changes nothing.
 */
export function withKeptIds<R extends Row>(
  context: Pick<ImportContext, 'newId'>,
  rows: readonly R[],
  stored: readonly R[],
  { keyOf = () => null }: Options<R> = {},
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
    id: ids[position] || take(stored[position]) || context.newId(),
  }));
}

/** The rows with the stored ids, if file and database have the same rows, else null. */
function sameRows<R extends Row>(rows: readonly R[], stored: readonly R[]): R[] | null {
  if (rows.length !== stored.length) return null;
  const contentOf = (row: R) => JSON.stringify({ ...row, id: '' });
  const storedIds = new Map<string, string[]>();
  for (const row of stored) {
    const content = contentOf(row);
    storedIds.set(content, [...(storedIds.get(content) ?? []), row.id]);
  }
  // Rows with an id come first. Others with the same content can take any of the remaining ids.
  const inOrder = [...rows.entries()].toSorted(([, a], [, b]) => Number(a.id === '') - Number(b.id === ''));
  const kept: R[] = [];
  for (const [position, row] of inOrder) {
    const ids = storedIds.get(contentOf(row)) ?? [];
    const found = row.id === '' ? 0 : ids.indexOf(row.id);
    const [id] = found < 0 ? [] : ids.splice(found, 1);
    if (id === undefined) return null;
    kept[position] = { ...row, id };
  }
  return kept;
}
