import { getTableColumns, type Placeholder, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';

type Preparable<Result> = {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Result> };
};

/**
 * A query that is put together once for each connection or pool, and then run with other values of its placeholders:
 * for the queries that nearly every request makes.
 */
export function prepared<Values extends Record<string, unknown>, Result>(
  build: (db: Executor) => Preparable<Result>,
): (db: Executor, values: Values) => Promise<Result> {
  const queries = new WeakMap<Executor, ReturnType<Preparable<Result>['prepare']>>();
  return (db, values) => {
    const query = queries.get(db) ?? build(db).prepare('');
    queries.set(db, query);
    return query.execute(values);
  };
}

/**
 * A query by any of so many values, put together once for each connection and number of them. Each is a value of its own:
 * of one list PostgreSQL expects ten rows, and reads whole tables to join them.
 */
export function preparedByValues<Result>(
  build: (db: Executor, values: Placeholder[]) => Preparable<Result>,
): (db: Executor, values: readonly string[]) => Promise<Result> {
  const ofCount: ReturnType<typeof forSoMany>[] = [];
  const forSoMany = (count: number) => {
    const placeholders = Array.from({ length: count }, (_, index) => sql.placeholder(`${index}`));
    return prepared((db) => build(db, placeholders));
  };
  return (db, values) => {
    const run = ofCount[values.length] ?? forSoMany(values.length);
    ofCount[values.length] = run;
    return run(db, { ...values });
  };
}

/** So many rows at once are common; what stores more is put together as it is needed. */
const MAX_PREPARED_ROWS = 4;

/** A query that stores rows of a table, put together once for each connection and number of rows. A row has every column. */
export function preparedInsert<Table extends PgTable, Result>(
  table: Table,
  build: (db: Executor, rows: Table['$inferInsert'][]) => Preparable<Result> & PromiseLike<Result>,
): (db: Executor, rows: readonly Table['$inferSelect'][]) => Promise<Result> {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  const placeholderRow = (row: number) =>
    Object.fromEntries(columns.map(([key]) => [key, sql`${sql.placeholder(`${key}${row}`)}`]));
  const ofCount = Array.from({ length: MAX_PREPARED_ROWS + 1 }, (_, count) =>
    prepared((db) =>
      build(
        db,
        Array.from({ length: count }, (_row, row) => placeholderRow(row)),
      ),
    ),
  );
  return async (db, rows) => {
    const run = ofCount[rows.length];
    if (!run) return build(db, [...rows]);
    const values: Record<string, unknown> = {};
    for (const [row, cells] of rows.entries()) {
      for (const [key, column] of columns) {
        const cell = (cells as Record<string, unknown>)[key];
        values[`${key}${row}`] = cell === null ? null : column.mapToDriverValue(cell);
      }
    }
    return run(db, values);
  };
}
