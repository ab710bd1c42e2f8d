import { asc, gte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { MAX_ROWS_OF_WHOLE_LIST } from '../../domain/limits.ts';
import { type PageOfRows, type PageRequest, toLimitAndOffset } from '../../domain/page.ts';
import type { Executor } from '../client.ts';

type PageableRows<Row> = { limit(limit: number): { offset(offset: number): PromiseLike<Row[]> } };

/** One page of a list, and the number of all rows in the list. */
export async function loadPage<Row>(
  total: PromiseLike<number>,
  rows: PageableRows<Row>,
  request: PageRequest,
): Promise<PageOfRows<Row>> {
  const { limit, offset } = toLimitAndOffset(request);
  const counted = await total;
  return { rows: counted > offset ? await rows.limit(limit).offset(offset) : [], total: counted };
}

/** How to sort a list that other systems read page by page to copy it. */
export const orderByChange = (table: PgTable & { updatedAt: PgColumn; id: PgColumn }) => [
  asc(table.updatedAt),
  asc(table.id),
];

/** The parameters of a list that other systems read page by page to copy it. */
export type ChangeFilter = { updatedSince?: Date | undefined; sort?: 'updated_at' | undefined };

/**
 * How far a list of what has changed looks further back than it is asked. `updated_at` is the moment at which a
 * request began, which may be earlier than what others have read when the request is done.
 */
const LOOK_BACK_MS = 15_000;
/** PostgreSQL and JavaScript write earlier years otherwise. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

export const isChangedSince = (table: { updatedAt: PgColumn }, { updatedSince }: ChangeFilter) =>
  updatedSince === undefined
    ? undefined
    : gte(table.updatedAt, new Date(Math.max(EARLIEST_MS, updatedSince.getTime() - LOOK_BACK_MS)));

/** The number of rows that match a condition, counted no further than needed to know that a whole list is too long. */
export async function countForWholeList(
  db: Executor,
  table: PgTable,
  where: SQL | undefined,
): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(sql`
    select count(*)::int as total
    from (select from ${table} where ${where} limit ${MAX_ROWS_OF_WHOLE_LIST + 1}) as counted`);
  return rows[0]?.total ?? 0;
}

type TableWithId = PgTable & { id: PgColumn };
type ListQuery = {
  where: SQL | undefined;
  orderBy: SQL[];
  /**
   * Whether PostgreSQL must plan a statement for its actual parameters, because one plan for all parameters
   * would be slow for most of them.
   */
  isPlannedByValues?: boolean;
};

/**
 * Reads the ids of one page of a list, and the number of all rows. Lists with expensive columns read only ids
 * first, and then the other columns for the ids of one page alone.
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
 * Reads rows by their ids and returns them in the order of the ids. Rows are sorted after reading, because
 * PostgreSQL returns them in any order.
 */
export async function readInOrder<Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => PromiseLike<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await read(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
