/** Conditions and helpers that statements of many tables share. */
import { and, eq, getTableColumns, Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * `column = any($1)`: one parameter for all values, where `in` would need one parameter for each. A single
 * value is compared by `=`, because PostgreSQL keeps a plan for that, but would plan anew for each list of
 * one value.
 */
export const isAnyOf = (column: PgColumn | SQL, values: readonly string[] | Placeholder): SQL => {
  if (values instanceof Placeholder) return sql`${column} = any(${values})`;
  const [first] = values;
  return first !== undefined && values.length === 1
    ? sql`${column} = ${sql.param(first)}`
    : sql`${column} = any(${sql.param([...values])})`;
};

type MatchedValues<Table extends PgTable> = { teamId: number | Placeholder } & {
  [Key in keyof Table['$inferSelect']]?:
    | NonNullable<Table['$inferSelect'][Key]>
    | Placeholder
    | readonly string[];
};

export type Changes<Row> = Partial<Omit<Row, 'teamId' | 'id'>>;

/** The condition that rows of a team have these values, or one of a list of values. */
export function matches<Table extends PgTable>(table: Table, values: MatchedValues<Table>): SQL | undefined {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const conditions = Object.entries(values).map(([key, value]) => {
    const column = columns[key];
    return column && (Array.isArray(value) ? isAnyOf(column, value) : eq(column, value));
  });
  return and(...conditions);
}

/** The placeholders that a prepared statement has for the function `matches`. */
export const placeholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<Name, Placeholder<Name>>;

export const columnsExcept = <Table extends PgTable, Name extends keyof Table['_']['columns'] & string>(
  table: Table,
  ...names: Name[]
) => {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !names.includes(name as Name));
  return Object.fromEntries(columns) as Omit<Table['_']['columns'], Name>;
};

/** The nullable columns of a table, each null, for a new row whose columns nobody has set. */
export const buildEmptyRow = <Table extends PgTable>(table: Table) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([name, { notNull }]) => (notNull ? [] : [[name, null]])),
  ) as {
    [Name in keyof Table['$inferSelect'] as null extends Table['$inferSelect'][Name] ? Name : never]: null;
  };

/** The row of a statement that finds at most one, or null. */
export const firstRow = async <Row>(rows: PromiseLike<Row[]>): Promise<Row | null> => (await rows)[0] ?? null;

export const toEpochMsSql = <Value extends number | null>(column: PgColumn) =>
  sql<Value>`(extract(epoch from ${column}) * 1000)::float8`;
