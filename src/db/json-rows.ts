import { type GetColumnData, is, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { PgColumn } from 'drizzle-orm/pg-core';

type Cells = Record<string, PgColumn | SQL>;
/** JSON has no bytes, so a column of bytes has no type here. */
type CellOf<Cell> = Cell extends PgColumn
  ? Buffer extends GetColumnData<Cell>
    ? never
    : GetColumnData<Cell>
  : Cell extends SQL<infer Value>
    ? Value
    : never;
export type JsonRow<Columns extends Cells> = { [Key in keyof Columns]: CellOf<Columns[Key]> };
type Source = { from: SQLWrapper; where: SQL | undefined; orderBy?: SQL | undefined };

/** The columns of a row as one JSON object. */
export const buildJsonObjectSql = (columns: Cells): SQL =>
  sql`json_build_object(${sql.join(
    Object.entries(columns).map(([key, cell]) => sql`${sql.raw(`'${key}'`)}, ${cell}`),
    sql`, `,
  )})`;

/**
 * Rows of other tables as one value of a select, so that a row and its children need one statement. Each
 * column reads its value as in a select of its own, but an expression is read as it is in JSON. `where` names
 * the team by its value, because a cluster cannot infer the team from the outer row.
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
