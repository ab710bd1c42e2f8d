/**
 * Whole rows as JSON, from which named columns are read. For hot reads of few rows: a cluster parses and plans a
 * statement on two machines each time, and a list of forty names costs as much there as everything else together.
 * Another table costs least as a value of its own, because PostgreSQL then has no order of joins to find.
 */
import { Column, type GetColumnData, getTableName, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

type Columns = Record<string, PgColumn>;
export type RowOf<Named extends Columns> = { [Key in keyof Named]: GetColumnData<Named[Key]> };

/** Most columns are in JSON what they are in the service. The others are read by their column. */
const isReadAsItIs = ({ mapFromDriverValue }: PgColumn) =>
  mapFromDriverValue === Column.prototype.mapFromDriverValue;

const readerOf = <Named extends Columns>(columns: Named) => {
  const named = Object.entries(columns).map(([key, column]) => ({
    key,
    name: column.name,
    decoder: isReadAsItIs(column) ? null : column,
  }));
  // A copy has all its keys at once, which is faster than getting forty of them one by one.
  const empty: Record<string, unknown> = Object.fromEntries(named.map(({ key }) => [key, null]));
  return (row: Record<string, unknown>): RowOf<Named> => {
    const values = { ...empty };
    for (const { key, name, decoder } of named) {
      const value = row[name];
      values[key] = decoder === null || value === null ? value : decoder.mapFromDriverValue(value);
    }
    return values as RowOf<Named>;
  };
};

/** A row as JSON. */
export const asRow = <Named extends Columns>(json: SQL, columns: Named) =>
  sql`${json}`.mapWith(readerOf(columns));

/** The row of the statement's own table. */
export const wholeRow = <Named extends Columns>(table: PgTable, columns: Named) =>
  asRow(sql`row_to_json(${sql.identifier(getTableName(table))})`, columns);

/** The row of another table that a foreign key names. */
export const foreignRow = <Named extends Columns>(
  table: PgTable,
  columns: Named,
  condition: SQL | undefined,
): SQL<RowOf<Named>> =>
  asRow(
    sql`(select row_to_json(${sql.identifier(getTableName(table))}) from ${table} where ${condition})`,
    columns,
  );

/** The row of another table that meets a condition, or null. */
export const rowWhere = <Named extends Columns>(
  ...given: Parameters<typeof foreignRow<Named>>
): SQL<RowOf<Named> | null> => foreignRow(...given);

/** All rows of another table that meet a condition, in any order unless one is given. */
export function rowsWhere<Named extends Columns>(
  table: PgTable,
  columns: Named,
  condition: SQL | undefined,
  order = sql``,
): SQL<RowOf<Named>[]> {
  const read = readerOf(columns);
  const name = sql.identifier(getTableName(table));
  return sql`(select coalesce(json_agg(${name} ${order}), '[]') from ${table} where ${condition})`.mapWith(
    (rows: Record<string, unknown>[]) => rows.map(read),
  );
}
