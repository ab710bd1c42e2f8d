import { and, eq, getTableColumns, Placeholder, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';

/**
 * `= any($1)` has one parameter for all values, unlike `in`. A single value is compared by `=`, because
 * PostgreSQL reuses the plan of such a statement, but plans one with a list each time.
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

/** Of a list of values for a column, each matches. */
export function matches<Table extends PgTable>(table: Table, values: MatchedValues<Table>): SQL | undefined {
  const columns: Record<string, PgColumn> = getTableColumns(table);
  const conditions = Object.entries(values).map(([key, value]) => {
    const column = columns[key];
    return column && (Array.isArray(value) ? isAnyOf(column, value) : eq(column, value));
  });
  return and(...conditions);
}

/** In the form that `matches` takes. */
export const placeholders = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, sql.placeholder(name)])) as Record<Name, Placeholder<Name>>;

export const columnsExcept = <Table extends PgTable, Name extends keyof Table['_']['columns'] & string>(
  table: Table,
  ...names: Name[]
) => {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => !names.includes(name as Name));
  return Object.fromEntries(columns) as Omit<Table['_']['columns'], Name>;
};

/** Null for every nullable column. */
export const buildEmptyRow = <Table extends PgTable>(table: Table) =>
  Object.fromEntries(
    Object.entries(getTableColumns(table)).flatMap(([name, { notNull }]) => (notNull ? [] : [[name, null]])),
  ) as {
    [Name in keyof Table['$inferSelect'] as null extends Table['$inferSelect'][Name] ? Name : never]: null;
  };

/** For a statement that finds at most one row. */
export const firstRow = async <Row>(rows: PromiseLike<Row[]>): Promise<Row | null> => (await rows)[0] ?? null;

export const toEpochMsSql = <Value extends number | null>(column: PgColumn) =>
  sql<Value>`(extract(epoch from ${column}) * 1000)::float8`;

/** How many rows a statement finds in all, whatever its limit. */
export const totalSql = sql<number>`(count(*) over ())::int`;
