import type { ImportContext } from './context.ts';

type Row = { id: string };
type Options<R extends Row> = {
  /** What two rows are told to be the same by, where it has anything of the kind. */
  keyOf?: (row: R) => string | null;
};

/**
 * Gives planned rows that came without id (theirs is empty) the ids of the stored rows that they replace: of the one
 * with the same key, else of the one at the same place (contract, section 11). `stored` is in its natural order. Where
 * the file says just what is stored, in whatever order, every row keeps its id, so that importing twice changes nothing.
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
  // Keys are looked at for all rows first, so that a place is only taken where no key claims it.
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

/** The rows with the stored ids, where file and database hold the same rows; else null. */
function sameRows<R extends Row>(rows: readonly R[], stored: readonly R[]): R[] | null {
  if (rows.length !== stored.length) return null;
  const contentOf = (row: R) => JSON.stringify({ ...row, id: '' });
  const storedIds = new Map<string, string[]>();
  for (const row of stored) {
    const content = contentOf(row);
    storedIds.set(content, [...(storedIds.get(content) ?? []), row.id]);
  }
  // Rows that name their id come first, since others of the same content are indifferent to which they get.
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
