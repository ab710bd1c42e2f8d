import { asc, gte, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { MAX_ROWS_OF_WHOLE_LIST } from '../../domain/limits.ts';
import { type PageOfRows, type PageRequest, toLimitAndOffset } from '../../domain/page.ts';
import type { Executor } from '../client.ts';

type PageableRows<Row> = { limit(limit: number): { offset(offset: number): PromiseLike<Row[]> } };

/** `total` is the number of all rows in the list. */
export async function loadPage<Row>(
  total: PromiseLike<number>,
  rows: PageableRows<Row>,
  request: PageRequest,
): Promise<PageOfRows<Row>> {
  const { limit, offset } = toLimitAndOffset(request);
  const counted = await total;
  return { rows: counted > offset ? await rows.limit(limit).offset(offset) : [], total: counted };
}

/** For a list that other systems copy page by page. */
export const orderByChange = (table: PgTable & { updatedAt: PgColumn; id: PgColumn }) => [
  asc(table.updatedAt),
  asc(table.id),
];

/** For a list that other systems copy page by page. */
export type ChangeFilter = { updatedSince?: Date | undefined; sort?: 'updated_at' | undefined };

/**
 * `updated_at` is when a request began, which may be earlier than what others have read when it is done:
 * lists of changes look this much further back.
 */
const LOOK_BACK_MS = 15_000;
/** PostgreSQL and JavaScript write earlier years differently. */
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00Z');

export const isChangedSince = (table: { updatedAt: PgColumn }, { updatedSince }: ChangeFilter) =>
  updatedSince === undefined
    ? undefined
    : gte(table.updatedAt, new Date(Math.max(EARLIEST_MS, updatedSince.getTime() - LOOK_BACK_MS)));

/** Counts no further than needed to know that a whole list is too long. */
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
  /** One plan for all parameters would be slow for most of them. */
  isPlannedByValues?: boolean;
  /**
   * Whether to find all rows that match before they are sorted. A condition on another table says nothing about the
   * places of the rows in the list, and PostgreSQL would read most of the list to fill a page.
   */
  isFoundBeforeSorted?: boolean;
};

/** Lists with expensive columns read only ids first, and then the rest for one page. */
export async function findPageOfIds(
  db: Executor,
  table: TableWithId,
  { where, orderBy, isPlannedByValues = false, isFoundBeforeSorted = false }: ListQuery,
  page: PageRequest,
): Promise<{ ids: string[]; total: number }> {
  const { limit, offset } = toLimitAndOffset(page);
  const ids = db
    .select({ id: sql<string>`${table.id}` })
    .from(isFoundBeforeSorted ? sql`(select * from ${table} where ${where} offset 0) as ${table}` : table)
    .where(isFoundBeforeSorted ? undefined : where)
    .orderBy(...orderBy)
    .limit(limit)
    .offset(offset);
  const total = await db.$count(table, where);
  if (total <= offset) return { ids: [], total };
  const rows = await (isPlannedByValues ? ids.prepare('').execute() : ids);
  return { ids: rows.map(({ id }) => id), total };
}

/** PostgreSQL returns rows in any order. */
export async function readInOrder<Row extends { id: string }>(
  ids: readonly string[],
  read: (ids: readonly string[]) => PromiseLike<readonly Row[]>,
): Promise<Row[]> {
  if (ids.length === 0) return [];
  const byId = new Map((await read(ids)).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
