import { asc, gte, type SQL, sql } from 'drizzle-orm';
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
  const counted = await total;
  return { rows: counted > offset ? await rows.limit(limit).offset(offset) : [], total: counted };
}

/** The order of a list that is read page by page for a copy. */
export const orderByChange = (table: PgTable & { updatedAt: PgColumn; id: PgColumn }) => [
  asc(table.updatedAt),
  asc(table.id),
];

/** The parameters of a list that is read page by page for a copy. */
export type ChangeFilter = { updatedSince?: Date | undefined; sort?: 'updated_at' | undefined };

export const isChangedSince = (table: { updatedAt: PgColumn }, { updatedSince }: ChangeFilter) =>
  updatedSince === undefined ? undefined : gte(table.updatedAt, updatedSince);

type TableWithId = PgTable & { id: PgColumn };
type ListQuery = {
  where: SQL | undefined;
  orderBy: SQL[];
  /**
   * Whether PostgreSQL must plan with the actual values: a plan for any values would be bad for most of them.
   */
  isPlannedByValues?: boolean;
};

/**
 * The ids of one page of a list, and the number of all rows, for lists whose other columns are expensive to
 * read.
 */
export async function findPageOfIds(
  db: Executor,
  table: TableWithId,
  { where, orderBy, isPlannedByValues = false }: ListQuery,
  page: PageRequest,
): Promise<{ ids: string[]; total: number }> {
  const { limit, offset } = toLimitAndOffset(page);
  const ids = db
    .select({ id: sql<string>`${table.id}` })
    .from(table as PgTable)
    .where(where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  const total = await db.$count(table, where);
  if (total <= offset) return { ids: [], total };
  const rows = await (isPlannedByValues ? ids.prepare('').execute() : ids);
  return { ids: rows.map(({ id }) => id), total };
}

/**
 * Reads rows by their ids, in the order of these. A statement without an order of its own returns rows in any
 * order.
 */
export async function readInOrder<Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => PromiseLike<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await read(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
