import { and, eq, getTableColumns, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { runnerOf } from './built-query.ts';
import type { Executor } from './client.ts';
import { join } from './joined.ts';

type Preparable<Result> = {
  toSQL(): { sql: string; params: unknown[] };
  prepare(name: string): { execute(): Promise<Result> };
};

/** A query that drizzle builds once, and that runs with other values for its placeholders. For hot queries. */
export function prepared<Values extends Record<string, unknown>, Result>(
  build: (db: Executor) => Preparable<Result>,
): (db: Executor, values: Values) => Promise<Result> {
  let run: ReturnType<typeof runnerOf> | undefined;
  return (db, values) => {
    run ??= runnerOf(build(db));
    return run(db, values) as Promise<Result>;
  };
}

/** The same for a read that is made together with others of its kind. */
export function preparedJoined<Values extends Record<string, unknown>, Result>(
  build: (db: Executor) => Preparable<Result>,
): (db: Executor, values: Values) => Promise<Result> {
  return prepared((db) => {
    const query = build(db);
    join(query.toSQL().sql);
    return query;
  });
}

/**
 * A query by a few values, built once for each number of values. Each value is a parameter of its own, because
 * PostgreSQL expects ten rows for a list and would read whole tables to join them.
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

/** The id of a row, and its team. */
export type RowKey = { teamId: number; id: string };

/** The same by the keys of a few rows, which may be of several teams. */
export function preparedByKeys<Result>(
  { teamId, id }: { teamId: PgColumn; id: PgColumn },
  build: (db: Executor, isNamed: SQL | undefined) => Preparable<Result>,
): (db: Executor, keys: readonly RowKey[]) => Promise<Result> {
  const run = preparedByValues((db, values) => {
    const isNamed = values.flatMap((team, index) => {
      const named = index % 2 === 0 ? values[index + 1] : undefined;
      return named ? [and(eq(teamId, team), eq(id, named))] : [];
    });
    return build(db, or(...isNamed));
  });
  return (db, keys) =>
    run(
      db,
      keys.flatMap((key) => [String(key.teamId), key.id]),
    );
}

/** A value of a column as the driver sends it. */
export const driverValue = (column: PgColumn | undefined, value: unknown): unknown =>
  value === null ? null : column?.mapToDriverValue(value);

/**
 * A query that inserts a fixed number of whole rows, built once. Each value is a parameter of its own, so this suits a
 * few rows. `insertRows` takes any number.
 */
export function preparedInsert<Table extends PgTable, Result>(
  table: Table,
  build: (db: Executor, rows: Table['$inferInsert'][]) => Preparable<Result>,
  count = 1,
): (db: Executor, rows: readonly Table['$inferSelect'][]) => Promise<Result> {
  const columns: [string, PgColumn][] = Object.entries(getTableColumns(table));
  const placeholderRow = (row: number) =>
    Object.fromEntries(columns.map(([key]) => [key, sql`${sql.placeholder(`${key}${row}`)}`]));
  const run = prepared((db) =>
    build(
      db,
      Array.from({ length: count }, (_, row) => placeholderRow(row)),
    ),
  );
  return (db, rows) => {
    const values: Record<string, unknown> = {};
    for (const [row, cells] of rows.entries()) {
      for (const [key, column] of columns) {
        values[`${key}${row}`] = driverValue(column, (cells as Record<string, unknown>)[key]);
      }
    }
    return run(db, values);
  };
}

type RowOf<Table extends PgTable> = Table['$inferSelect'];
type UpdateOf<Table extends PgTable, Key extends keyof RowOf<Table>> = (
  db: Executor,
  of: Pick<RowOf<Table>, Key>,
  changes: Partial<RowOf<Table>>,
) => Promise<unknown>;

/**
 * A query that changes the rows with these values in `keys`, built once for each set of changed columns. An absent or
 * undefined column keeps its value.
 */
export function preparedUpdate<Table extends PgTable, Key extends keyof RowOf<Table> & string>(
  table: Table,
  keys: readonly Key[],
): UpdateOf<Table, Key> {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const ofChanges = new Map<string, ReturnType<typeof changing>>();
  const changing = (names: readonly string[]) => {
    const set = Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`]));
    const hasKeys = keys.map((key) => sql`${columns[key]} = ${sql.placeholder(`of ${key}`)}`);
    return prepared((db) =>
      db
        .update(table)
        .set(set as never)
        .where(and(...hasKeys)),
    );
  };
  return (db, of, changes) => {
    const values: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(changes)) {
      if (value !== undefined) values[name] = driverValue(columns[name], value);
    }
    const names = Object.keys(values);
    const run = ofChanges.get(names.join()) ?? changing(names);
    ofChanges.set(names.join(), run);
    for (const key of keys) values[`of ${key}`] = driverValue(columns[key], of[key]);
    return run(db, values);
  };
}
