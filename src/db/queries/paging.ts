import { gte, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Slice } from './slice.ts';

/** So many rows, the largest page's number, may be sorted for a list; more are read in the list's order. */
export const FEW = 100;

/**
 * How the rows of a list are found. 'count' and 'few' read all that match, by whichever index finds them. 'walk' reads
 * an index in the list's own order and passes over what does not match, until the page is full.
 */
export type Approach = 'count' | 'few' | 'walk';

type Ids = PromiseLike<{ id: string }[]>;
type Finder = {
  /** How many rows match, and where the first of them is in the list's order; null stands for its beginning. */
  count(): Promise<Counted>;
  /** The ids of what matches, in the list's order; a walk begins at `first`, of few all are read. */
  ids(
    approach: 'few' | 'walk',
    first: string | null,
  ): Ids & { limit(limit: number): { offset(offset: number): Ids } };
};
export type Counted = { total: number; first: string | null };

/**
 * The ids of one page of a list, and how many rows match in all. Which way to find them is cheap depends on how many
 * match, and where, and PostgreSQL plans a prepared statement without knowing that: so they are counted first.
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
 * That a date or moment is within bounds, both included, said so that PostgreSQL reads as the approach wants: it expects
 * few rows if there are two bounds, and uses no index of the column for an expression.
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

/** Rows in the order of their ids: a statement that reads them by id answers them in any order. */
export function inOrderOf<Row>(
  ids: readonly string[],
  rows: readonly Row[],
  idOf: (row: Row) => string,
): Row[] {
  const byId = new Map(rows.map((row) => [idOf(row), row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
