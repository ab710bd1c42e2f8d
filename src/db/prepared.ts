import { getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';

type PreparedQuery<Result> = { execute(values?: Record<string, unknown>): Promise<Result> };
type PreparableQuery<Result> = { prepare(name?: string): PreparedQuery<Result> };

/**
 * A query that Drizzle builds once for each session (the pool, or the transactions of a connection), and that runs with
 * other values for its placeholders. For hot queries, because building takes longer than running.
 */
export function prepareQuery<Values extends Record<string, unknown>, Result>(
  build: (db: Executor) => PreparableQuery<Result>,
): (db: Executor, values: Values) => Promise<Result> {
  const queries = new WeakMap<object, PreparedQuery<Result>>();
  return (db, values) => {
    const { session } = db._;
    const query = queries.getOrInsertComputed(session, () => build(db).prepare());
    return query.execute(values);
  };
}

/**
 * A query that inserts a fixed number of whole rows, built once. Each value is a parameter of its own, so this suits a
 * few rows. `insertRows` takes any number.
 */
export function prepareInsert<Table extends PgTable, Result>(
  table: Table,
  build: (db: Executor, rows: Table['$inferInsert'][]) => PreparableQuery<Result>,
  count = 1,
): (db: Executor, rows: readonly Table['$inferSelect'][]) => Promise<Result> {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  const placeholderRow = (row: number) =>
    Object.fromEntries(columns.map(([key]) => [key, sql`${sql.placeholder(`${key}${row}`)}`]));
  const runPrepared = prepareQuery((db) =>
    build(
      db,
      Array.from({ length: count }, (_, row) => placeholderRow(row)),
    ),
  );
  return (db, rows) => {
    const parameterValues: Record<string, unknown> = {};
    for (const [row, cells] of rows.entries()) {
      for (const [key, column] of columns) {
        const value = (cells as Record<string, unknown>)[key] ?? null;
        parameterValues[`${key}${row}`] = value === null ? null : column.mapToDriverValue(value);
      }
    }
    return runPrepared(db, parameterValues);
  };
}
