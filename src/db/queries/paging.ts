import { and, count, gte, lte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { type PageOfRows, type PageRequest, toLimitAndOffset } from '../../domain/page.ts';
import type { Executor } from '../client.ts';

type PageableRows<Row> = { limit(limit: number): { offset(offset: number): PromiseLike<Row[]> } };

/** One page of rows, and the number of all. */
export async function loadPage<Row>(
  total: PromiseLike<number>,
  rows: PageableRows<Row>,
  request: PageRequest,
): Promise<PageOfRows<Row>> {
  const { limit, offset } = toLimitAndOffset(request);
  const [counted, found] = await Promise.all([total, rows.limit(limit).offset(offset)]);
  return { rows: found, total: counted };
}

/** Up to this number of rows (the largest page) may be sorted for a list. More are read in the list's order. */
export const MAX_SORTED_ROWS = 100;

/**
 * How the rows of a list are found. 'count' and 'few' read all matching rows, by any index that finds them. 'walk'
 * reads an index in the list's own order and skips what does not match, until the page is full.
 */
export type Approach = 'count' | 'few' | 'walk';

export type RowCount = { total: number; first: string | null };
type PagedList = {
  table: PgTable & { id: PgColumn };
  matching: (approach: Approach) => SQL | undefined;
  order: SQL[];
  /** The list position of the first matching row, and the condition that a row is not before it. A walk begins there. */
  start?: { first: SQL<string | null>; isFrom: (first: string) => SQL } | undefined;
  /** The number of matching rows, if it is known. */
  counted?: RowCount | null;
};

/**
 * The ids of one page of a list, and the total number of matching rows. The cheapest way to find them depends on how
 * many rows match, and where. PostgreSQL does not know that when it plans a prepared statement, so the rows are counted
 * first.
 */
export async function findPageOfIds(
  db: Executor,
  { table, matching, order, start, counted }: PagedList,
  request: PageRequest,
): Promise<{ ids: string[]; total: number }> {
  const { limit, offset } = toLimitAndOffset(request);
  const firstRow = start?.first ?? sql<null>`null`;
  const { total, first } = counted ?? (await countRows(db, table, firstRow, matching('count')));
  if (total <= offset) return { ids: [], total };
  const approach = total > MAX_SORTED_ROWS ? 'walk' : 'few';
  const isFrom = approach === 'walk' && start && first !== null ? start.isFrom(first) : undefined;
  const rows = db
    .select({ id: sql<string>`${table.id}` })
    .from(table)
    .where(and(matching(approach), isFrom))
    .orderBy(...order);
  const page =
    approach === 'walk' ? await rows.limit(limit).offset(offset) : (await rows).slice(offset, offset + limit);
  return { ids: page.map(({ id }) => id), total };
}

async function countRows(db: Executor, table: PgTable, first: SQL<string | null>, matching: SQL | undefined) {
  const [counted] = await db.select({ total: count(), first }).from(table).where(matching);
  return counted ?? { total: 0, first: null };
}

/**
 * A condition that a date or moment is within bounds, both included, in the form that suits the approach: PostgreSQL
 * expects few rows if there are two bounds, and uses no index for an expression.
 */
export function buildRangeConditions(
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

/** Reads rows by their ids, in the order of these. A statement returns them in any order. */
export async function readInOrder<Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => PromiseLike<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await read(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
