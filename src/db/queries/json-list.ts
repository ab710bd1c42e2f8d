import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/** A query's rows as one JSON list, so that several queries need one round trip. Dates stay texts. */
export const jsonList = <Row>(query: SQL) =>
  sql<Row[]>`(select coalesce(json_agg(row), '[]') from (${query}) as row)`;

/** The source row of a statement that consists of such lists only. */
export const oneRow = sql`(values (1)) as one`;

/** Whole rows of one table as such a list. `rest` is the statement from its `where` on. Columns are read as usual. */
export function jsonRows<Table extends PgTable>(table: Table, rest: SQL) {
  const columns = Object.entries(getTableColumns(table)) as [string, PgColumn][];
  const names = columns.map(([property, column]) => sql`${column} as ${sql.identifier(property)}`);
  const read = (row: Record<string, unknown>) =>
    Object.fromEntries(
      columns.map(([property, column]) => {
        const value = row[property];
        return [property, value === null ? null : column.mapFromDriverValue(value)];
      }),
    ) as Table['$inferSelect'];
  return jsonList<Record<string, unknown>>(
    sql`select ${sql.join(names, sql`, `)} from ${table} ${rest}`,
  ).mapWith((rows: Record<string, unknown>[]) => rows.map(read));
}
