/**
 * Rows of one table, written in bulk. Many rows travel as one JSON parameter, so fifty thousand take fifty statements, and
 * no statement has thousands of parameters.
 */
import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgInsert, type PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { prepareInsert } from '../prepared.ts';
import { isAnyOf } from './statements.ts';

/** How many rows one statement takes. Its one parameter stays small. */
const ROWS_PER_STATEMENT = 1_000;
/** Up to this number of rows each value is a parameter of its own, which is faster for a few rows. */
const MAX_ROWS_AS_PARAMETERS = 4;

type Rows = readonly Record<string, unknown>[];
type OnConflict = (insert: PgInsert<PgTable>, table: PgTable) => PgInsert<PgTable>;

/** Keeps the prepared statement for each number of a few rows of each table. */
function createRowWriter<Form extends '$inferSelect' | '$inferInsert'>(onConflict: OnConflict) {
  const prepared = new WeakMap<PgTable, ((tx: Executor, rows: Rows) => Promise<unknown>)[]>();
  return async <Table extends PgTable>(tx: Transaction, table: Table, rows: readonly Table[Form][]) => {
    if (rows.length === 0) return;
    if (rows.length > MAX_ROWS_AS_PARAMETERS) {
      await writeRowsAsJson(tx, table, rows, onConflict);
      return;
    }
    const inserts = prepared.getOrInsertComputed(table, () => []);
    inserts[rows.length] ??= prepareInsert(
      table,
      (db, placeholders) => onConflict(db.insert(table).values(placeholders).$dynamic(), table),
      rows.length,
    );
    await inserts[rows.length]?.(tx, rows);
  };
}

/** Stores new whole rows. A row with a taken key is an error. */
export const insertRows = createRowWriter<'$inferSelect'>((insert) => insert);

/** Stores whole rows, new and changed ones, by their primary key. */
export const upsertRows = createRowWriter<'$inferInsert'>((insert, table) => {
  const target = findPrimaryKey(table);
  const others = Object.entries(getTableColumns(table)).filter(([, column]) => !target.includes(column));
  return others.length === 0
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({ target, set: buildColumnCopies('excluded', Object.fromEntries(others)) });
});

/** The values of another row of the same form, for an update: `excluded` is the row that was to be inserted. */
export const buildColumnCopies = (row: string, columns: Record<string, PgColumn>) =>
  Object.fromEntries(
    Object.entries(columns).map(([key, { name }]) => [
      key,
      sql`${sql.identifier(row)}.${sql.identifier(name)}`,
    ]),
  );

/** Stores rows, a thousand in each statement, whose text does not depend on their number. */
export async function writeRowsAsJson(tx: Transaction, table: PgTable, rows: Rows, onConflict: OnConflict) {
  const columnNames = sql.join(
    Object.values(getTableColumns(table)).map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = buildRecordsSql(table, rows.slice(start, start + ROWS_PER_STATEMENT));
    await onConflict(tx.insert(table).select(sql`select ${columnNames} from ${some}`).$dynamic(), table);
  }
}

/** Rows as a JSON parameter in the form of their table. */
function buildRecordsSql(table: PgTable, rows: Rows): SQL {
  const columns = Object.entries(getTableColumns(table));
  const records = rows.map((row) => Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]])));
  return sql`jsonb_populate_recordset(null::${sql.identifier(getTableName(table))}, ${JSON.stringify(records)}::jsonb)`;
}

type TableWithId = PgTable & { teamId: PgColumn; id: PgColumn };
type RowChanges<Table extends TableWithId> = Partial<Table['$inferSelect']> & { id: string };

/** Sets some columns of rows by their ids, each row its own values, in one statement. All rows set the same columns. */
export function updateRows<Table extends TableWithId>(
  db: Executor,
  teamId: number,
  table: Table,
  { rows, where }: { rows: readonly RowChanges<Table>[]; where?: SQL | undefined },
) {
  const isSet = ([key]: [string, PgColumn]) =>
    key !== 'id' && rows[0]?.[key as keyof RowChanges<Table>] !== undefined;
  const columns = Object.fromEntries(Object.entries(getTableColumns<PgTable>(table)).filter(isSet));
  const ids = rows.map(({ id }) => id);
  return db
    .update<PgTable>(table)
    .set(buildColumnCopies('changed', columns))
    .from(sql`${buildRecordsSql(table, rows)} as changed`)
    .where(and(eq(table.teamId, teamId), isAnyOf(table.id, ids), eq(table.id, sql`changed.id`), where));
}

async function deleteRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferSelect'][],
) {
  if (rows.length === 0) return;
  const isGone = findPrimaryKey(table).map((key) => eq(key, sql`gone.${sql.identifier(key.name)}`));
  await tx.execute(
    sql`delete from ${table} using ${buildRecordsSql(table, rows)} as gone where ${and(...isGone)}`,
  );
}

/** The rows of a table to store, new ones and changed ones, and the rows to delete. */
export type RowDifference<Row> = { written: readonly Row[]; removed: readonly Row[] };

/** Stores a difference by one deletion and one bulk upsert. */
export async function storeRowDifference<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  { written, removed }: RowDifference<Table['$inferSelect']>,
): Promise<void> {
  await deleteRows(tx, table, removed);
  await upsertRows(tx, table, written);
}

/**
 * The same for tables with a second unique key or an exclusion constraint, such as the nights of a unit: two rows may swap
 * their values, so changed rows are deleted first and inserted again.
 */
export const replaceChangedRows = <Table extends PgTable>(
  tx: Transaction,
  table: Table,
  {
    written,
    replaced,
    removed,
  }: RowDifference<Table['$inferSelect']> & { replaced: readonly Table['$inferSelect'][] },
) => storeRowDifference(tx, table, { written, removed: [...removed, ...replaced] });

function findPrimaryKey(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
}
