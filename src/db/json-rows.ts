import { type GetColumnData, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';

type Cells = Record<string, PgColumn | SQL>;
/** Columns of bytes are excluded: JSON has no bytes. */
type CellOf<Cell> = Cell extends PgColumn
  ? Buffer extends GetColumnData<Cell>
    ? never
    : GetColumnData<Cell>
  : Cell extends SQL<infer Value>
    ? Value
    : never;
export type JsonRow<Columns extends Cells> = { [Key in keyof Columns]: CellOf<Columns[Key]> };
type Source = { from: SQLWrapper; where: SQL | undefined; orderBy?: SQL | undefined };

export const buildJsonObjectSql = (columns: Cells): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).map(([key, cell]) => sql`${sql.raw(`'${key}'`)}, ${cell}`),
    sql`, `,
  )})`;

/**
 * Selects rows of another table as one JSON value, so that a row and its children need one statement. Columns
 * are converted as in an ordinary select, SQL expressions keep their JSON value. `where` must compare the
 * team's id with a value, because Citus cannot infer the team from the outer row.
 */
export function buildJsonRowsSql<Columns extends Cells>(columns: Columns, { from, where, orderBy }: Source) {
  const cells = Object.entries(columns);
  const orderSql = orderBy && sql`order by ${orderBy}`;
  const readCells = (row: Record<string, unknown>) => {
    for (const [key, cell] of cells) {
      if (is(cell, PgColumn) && row[key] !== null) row[key] = cell.mapFromDriverValue(row[key]);
    }
    return row as JsonRow<Columns>;
  };
  return sql`(select coalesce(json_agg(${buildJsonObjectSql(columns)} ${orderSql}), '[]') from ${from} where ${where})`.mapWith(
    (rows: Record<string, unknown>[]) => rows.map(readCells),
  );
}
