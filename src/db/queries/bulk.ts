import { getTableColumns, getTableName, type InferInsertModel, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { prepareInsert } from '../prepared.ts';

/** How many rows one statement takes. Its one parameter stays small. */
const ROWS_PER_STATEMENT = 1_000;
/** Up to this number of rows each value is a parameter of its own, which is faster for a few rows. */
const FEW_ROWS = 4;

/**
 * Stores whole rows of one table, new and changed ones, by its primary key. Many rows travel as one JSON parameter, so
 * fifty thousand rows take fifty statements, and no statement has thousands of parameters.
 */
export async function upsertRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly InferInsertModel<Table>[],
): Promise<void> {
  if (rows.length === 0) return;
  if (rows.length <= FEW_ROWS) {
    await upsertFew(table, rows.length)(tx, rows);
    return;
  }
  const changes = changesOf(table).map(
    ([, { name }]) => sql`${sql.identifier(name)} = ${buildExcludedSql(name)}`,
  );
  const target = sql.join(
    primaryKeyOf(table).map(({ name }) => sql.identifier(name)),
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
  if (rows.length <= FEW_ROWS) await insertFew(table, rows.length)(tx, rows);
  else await writeRows(tx, table, rows, sql``);
}

type FewRowsInsert = (tx: Executor, rows: readonly Record<string, unknown>[]) => Promise<unknown>;
type Build = (
  db: Executor,
  table: PgTable,
  rows: Record<string, unknown>[],
) => ReturnType<Parameters<typeof prepareInsert>[1]>;

/** Keeps the prepared statement for each number of rows of each table. */
function preparedByCount(build: Build): (table: PgTable, count: number) => FewRowsInsert {
  const statements = new WeakMap<PgTable, FewRowsInsert[]>();
  return (table, count) => {
    const inserts = statements.getOrInsertComputed(table, () => []);
    inserts[count] ??= prepareInsert(table, (db, rows) => build(db, table, rows), count);
    return inserts[count];
  };
}

const insertFew = preparedByCount((db, table, rows) => db.insert(table).values(rows));
const upsertFew = preparedByCount((db, table, rows) => {
  const set = Object.fromEntries(
    changesOf(table).map(([property, { name }]) => [property, buildExcludedSql(name)]),
  );
  const insert = db.insert(table).values(rows);
  return Object.keys(set).length === 0
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({ target: primaryKeyOf(table), set });
});

const buildExcludedSql = (name: string) => sql`excluded.${sql.identifier(name)}`;

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

/** Deletes whole rows of one table by its primary key. */
async function deleteRecords<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferSelect'][],
): Promise<void> {
  if (rows.length === 0) return;
  const keys = primaryKeyOf(table).map(({ name }) => sql.identifier(name));
  const columns = columnsOf(table);
  const gone = JSON.stringify(rows.map((row) => asRecord(columns, row)));
  await tx.execute(
    sql`delete from ${table} using jsonb_populate_recordset(null::${sql.identifier(getTableName(table))}, ${gone}::jsonb) as gone
      where ${sql.join(
        keys.map((key) => sql`${table}.${key} = gone.${key}`),
        sql` and `,
      )}`,
  );
}

/** The rows of a table to store, new ones and changed ones, and the rows to delete. */
type RowsToWrite<Row> = { written: readonly Row[]; removed: readonly Row[] };

/** Stores a difference by one deletion and one bulk upsert. */
export async function storeDifference<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  { written, removed }: RowsToWrite<Table['$inferSelect']>,
): Promise<void> {
  await deleteRecords(tx, table, removed);
  await upsertRows(tx, table, written as readonly InferInsertModel<Table>[]);
}

/**
 * The same for tables with a second unique key or an exclusion constraint, such as the nights of a unit: two rows may swap
 * their values, so changed rows are deleted first and inserted again.
 */
export const replaceDifference = <Table extends PgTable>(
  tx: Transaction,
  table: Table,
  {
    written,
    replaced,
    removed,
  }: RowsToWrite<Table['$inferSelect']> & { replaced: readonly Table['$inferSelect'][] },
) => storeDifference(tx, table, { written, removed: [...removed, ...replaced] });

const columnsOf = (table: PgTable) => Object.entries(getTableColumns(table)) as [string, PgColumn][];

function asRecord(columns: [string, PgColumn][], row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(columns.map(([property, column]) => [column.name, row[property] ?? null]));
}

function primaryKeyOf(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
}

/** The columns that change if a row is stored already. */
function changesOf(table: PgTable): [string, PgColumn][] {
  const keys = primaryKeyOf(table).map(({ name }) => name);
  return columnsOf(table).filter(([, { name }]) => !keys.includes(name));
}
