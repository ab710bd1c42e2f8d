import { gte, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

/** The range of rows wanted from an ordered list. */
export type Slice = { limit: number; offset: number };

/** Up to this number of rows (the largest page) may be sorted for a list. More are read in the list's order. */
export const FEW = 100;

/**
 * How the rows of a list are found. 'count' and 'few' read all matching rows, by any index that finds them. 'walk'
 * reads an index in the list's own order and skips what does not match, until the page is full.
 */
export type Approach = 'count' | 'few' | 'walk';

type Ids = PromiseLike<{ id: string }[]>;
type Finder = {
  /** The number of matching rows, and the list position of the first. A null position is the list's beginning. */
  count(): Promise<Counted>;
  /** The ids of matching rows, in the list's order. A walk begins at `first`; few rows are all read. */
  ids(
    approach: 'few' | 'walk',
    first: string | null,
  ): Ids & { limit(limit: number): { offset(offset: number): Ids } };
};
export type Counted = { total: number; first: string | null };

/**
 * The ids of one page of a list, and the total number of matching rows. The cheapest way to find them depends on how
 * many rows match, and where. PostgreSQL does not know that when it plans a prepared statement, so the rows are counted
 * first.
 */
export async function findPage(
  find: Finder,
  { limit, offset }: Slice,
): Promise<{ ids: string[]; total: number }> {
  const { total, first } = await find.count();
  if (total <= offset) return { ids: [], total };
  const rows =
    total > FEW
      ? await find.ids('walk', first).limit(limit).offset(offset)
      : (await find.ids('few', null)).slice(offset, offset + limit);
  return { ids: rows.map(({ id }) => id), total };
}

/**
 * A condition that a date or moment is within bounds, both included, in the form that suits the approach: PostgreSQL
 * expects few rows if there are two bounds, and uses no index for an expression.
 */
export function between(
  column: PgColumn,
  bounds: { from?: string | Date | undefined; to?: string | Date | undefined },
  approach: Approach,
): SQL[] {
  const { from, to } = bounds;
  if (from === undefined && to === undefined) return [];
  if (approach === 'few') return [gte(column, from ?? sql`'-infinity'`), lte(column, to ?? sql`'infinity'`)];
  const compared = approach === 'walk' ? sql`${column} + interval '0'` : sql`${column}`;
  return [
    ...(from === undefined ? [] : [sql`${compared} >= ${sql.param(from, column)}`]),
    ...(to === undefined ? [] : [sql`${compared} <= ${sql.param(to, column)}`]),
  ];
}

/** Sorts rows by the order of the given ids, because a statement that reads by id returns them in any order. */
export function inOrderOf<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
