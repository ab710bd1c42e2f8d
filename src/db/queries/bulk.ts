import { getTableColumns, getTableName, type InferInsertModel, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { preparedInsert } from '../prepared.ts';

/** How many rows one statement takes. Its one parameter stays small. */
const ROWS_PER_STATEMENT = 1_000;
/** Up to this number of rows each value is a parameter of its own, which is faster for a few rows. */
const FEW_ROWS = 4;

/**
 * Stores whole rows of one table, new and changed ones, by its primary key. The rows travel as one JSON parameter, so
 * fifty thousand rows take fifty statements, and no statement has thousands of parameters.
 */
export async function upsertRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
): Promise<void> {
  const keys = primaryKeyNames(table);
  const changes = columnsOf(table)
    .filter(([, column]) => !keys.includes(column.name))
    .map(([, { name }]) => sql`${sql.identifier(name)} = excluded.${sql.identifier(name)}`);
  const target = sql.join(
    keys.map((key) => sql.identifier(key)),
    sql`, `,
  );
  const onConflict =
    changes.length === 0
      ? sql`on conflict do nothing`
      : sql`on conflict (${target}) do update set ${sql.join(changes, sql`, `)}`;
  await writeRows(tx, table, rows, onConflict);
}

/**
 * Stores new whole rows of one table. A row with a taken key is an error. The number of a statement's parameters does
 * not grow with the rows.
 */
export async function insertRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferSelect'][],
): Promise<void> {
  if (rows.length === 0) return;
  if (rows.length <= FEW_ROWS) await insertOfFew(table, rows.length)(tx, rows);
  else await writeRows(tx, table, rows, sql``);
}

type FewRowsInsert = (tx: Executor, rows: readonly Record<string, unknown>[]) => Promise<unknown>;
const insertsOfFew = new WeakMap<PgTable, FewRowsInsert[]>();

/** The prepared statement that stores this number of rows. */
function insertOfFew(table: PgTable, count: number): FewRowsInsert {
  const inserts = insertsOfFew.get(table) ?? [];
  insertsOfFew.set(table, inserts);
  inserts[count] ??= preparedInsert(table, (db, rows) => db.insert(table).values(rows), count);
  return inserts[count];
}

/** Stores rows, a thousand in each statement, and resolves conflicts as the caller says. */
export async function writeRows(
  tx: Executor,
  table: PgTable,
  rows: readonly Record<string, unknown>[],
  onConflict: SQL,
): Promise<void> {
  const columns = columnsOf(table);
  const names = sql.join(
    columns.map(([, column]) => sql.identifier(column.name)),
    sql`, `,
  );
  const rowType = sql.identifier(getTableName(table));
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const chunk = rows.slice(start, start + ROWS_PER_STATEMENT).map((row) => asRecord(columns, row));
    await tx.execute(
      sql`insert into ${table} (${names})
        select ${names} from jsonb_populate_recordset(null::${rowType}, ${JSON.stringify(chunk)}::jsonb)
        ${onConflict}`,
    );
  }
}

/** Deletes a team's rows whose `column` is one of `values`. */
export async function deleteRows(
  tx: Transaction,
  teamId: number,
  column: PgColumn,
  values: readonly string[],
): Promise<void> {
  if (values.length === 0) return;
  const { table } = column;
  const list = sql`jsonb_array_elements_text(${JSON.stringify(values)}::jsonb)`;
  const type = sql.raw(column.getSQLType());
  await tx.execute(
    sql`delete from ${table} where ${getTableColumns(table).teamId} = ${teamId} and ${column} in (select value::${type} from ${list})`,
  );
}

const columnsOf = (table: PgTable) => Object.entries(getTableColumns(table)) as [string, PgColumn][];

function asRecord(columns: [string, PgColumn][], row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(columns.map(([property, column]) => [column.name, row[property] ?? null]));
}

function primaryKeyNames(table: PgTable): string[] {
  const { columns, primaryKeys } = getTableConfig(table);
  const composite = primaryKeys[0]?.columns.map((column) => column.name);
  return composite ?? columns.filter((column) => column.primary).map((column) => column.name);
}
