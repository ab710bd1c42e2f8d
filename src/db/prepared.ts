import { createHash } from 'node:crypto';
import { getTableColumns, type Placeholder, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Executor } from './client.ts';
import { runQuickly } from './quick-query.ts';

type Session = Executor['_']['session'];
type Preparable<Result> = {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Result> };
};

/** PostgreSQL keeps named statements for each connection, so their number has a limit. */
const MAX_NAMES = 500;
const names = new Map<string, string>();

/**
 * Gives every statement of a session with parameters a name, the same for the same text: PostgreSQL then parses and
 * plans it once for each connection.
 */
export function nameStatements(session: Session): void {
  const prepareQuery = session.prepareQuery.bind(session);
  session.prepareQuery = (query, fields, _name, ...rest) =>
    prepareQuery(query, fields, query.params.length > 0 ? nameOf(query.sql) : undefined, ...rest);
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size === MAX_NAMES) return known;
  const name = createHash('sha256').update(text).digest('base64url').slice(0, 16);
  names.set(text, name);
  return name;
}

/**
 * A query that is put together once for each connection or pool, and then run with other values of its placeholders:
 * for the queries that nearly every request makes.
 */
export function prepared<Values extends Record<string, unknown>, Result>(
  build: (db: Executor) => Preparable<Result>,
): (db: Executor, values: Values) => Promise<Result> {
  const ofSession = new WeakMap<Session, (values: Values) => Promise<Result>>();
  return (db, values) => {
    const { session } = db._;
    const run = ofSession.get(session) ?? runQuickly(build(db).prepare(''));
    ofSession.set(session, run);
    return run(values);
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
