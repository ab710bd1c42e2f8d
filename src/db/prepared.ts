import { getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';

type PreparedQuery<Result> = { execute(values?: Record<string, unknown>): Promise<Result> };
type PreparableQuery<Result> = { prepare(name?: string): PreparedQuery<Result> };

/**
 * Drizzle builds the SQL once, and each run only fills in the placeholders. Only frequent queries are
 * prepared: building one takes longer than running it.
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

/** Inserts one row with all columns of its table. For several rows, use `insertRows`. */
export function prepareInsert<Table extends PgTable, Result>(
  table: Table,
  build: (db: Executor, row: Table['$inferInsert']) => PreparableQuery<Result>,
): (db: Executor, row: Table['$inferSelect']) => Promise<Result> {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  const placeholders = Object.fromEntries(columns.map(([key]) => [key, sql`${sql.placeholder(key)}`]));
  const runPrepared = prepareQuery((db) => build(db, placeholders));
  return (db, row) => {
    const values = columns.map(([key, column]) => {
      const value = (row as Record<string, unknown>)[key] ?? null;
      return [key, value === null ? null : column.mapToDriverValue(value)];
    });
    return runPrepared(db, Object.fromEntries(values));
  };
}
