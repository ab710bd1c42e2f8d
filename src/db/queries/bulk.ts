/**
 * Rows of one table, written in bulk. Many rows travel as one JSON parameter, so fifty thousand take fifty statements, and
 * no statement has thousands of parameters.
 */
import { and, eq, getTableColumns, getTableName, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgInsert, type PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { prepareInsert } from '../prepared.ts';
import { isAnyOf } from './statements.ts';

/** How many rows one statement writes, so that its one parameter stays small. */
const ROWS_PER_STATEMENT = 1_000;

type Rows = readonly Record<string, unknown>[];
type OnConflict = (insert: PgInsert<PgTable>, table: PgTable) => PgInsert<PgTable>;

/**
 * Keeps the prepared statement that writes one row of a table, which most writes do. A write of several rows
 * passes them as JSON.
 */
function createRowWriter<Form extends '$inferSelect' | '$inferInsert'>(onConflict: OnConflict) {
  const prepared = new WeakMap<PgTable, (tx: Executor, row: Rows[number]) => Promise<unknown>>();
  return async <Table extends PgTable>(tx: Transaction, table: Table, rows: readonly Table[Form][]) => {
    const [row] = rows;
    if (row === undefined) return;
    if (rows.length > 1) {
      await writeRowsAsJson(tx, table, rows, onConflict);
      return;
    }
    const insertRow = prepared.getOrInsertComputed(table, () =>
      prepareInsert(table, (db, placeholders) =>
        onConflict(db.insert(table).values(placeholders).$dynamic(), table),
      ),
    );
    await insertRow(tx, row);
  };
}

/** Stores new whole rows. Storing a row whose key is taken is an error. */
export const insertRows = createRowWriter<'$inferSelect'>((insert) => insert);

/**
 * Stores whole rows, new and changed ones, by their primary key. A changed row is locked only as far as `for no key
 * update`, so who refers to it goes on: a booking does not wait for a change of its listing.
 */
export async function upsertRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<void> {
  if (getTableConfig(table).uniqueConstraints.length === 0) {
    await insertOrUpdateRows(tx, table, rows);
    return;
  }
  // PostgreSQL locks a row as for a changed key as soon as `on conflict do update` names a column of any key,
  // such as the slug. An update without `on conflict` compares the values, so rows are updated first, and
  // only those that do not exist are inserted.
  const updated = await updateWholeRows(tx, table, rows);
  if (updated < rows.length) await insertMissingRows(tx, table, rows);
}

const insertOrUpdateRows = createRowWriter<'$inferInsert'>((insert, table) => {
  const set = buildColumnCopies('excluded', findColumnsOutsidePrimaryKey(table));
  const target = findPrimaryKey(table);
  return Object.keys(set).length === 0
    ? insert.onConflictDoNothing()
    : insert.onConflictDoUpdate({ target, set });
});

const insertMissingRows = createRowWriter<'$inferInsert'>((insert, table) =>
  insert.onConflictDoNothing({ target: findPrimaryKey(table) }),
);

/** Stores whole rows that exist already, by their primary key, and returns how many of them existed. */
export async function updateWholeRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferInsert'][],
): Promise<number> {
  let updated = 0;
  for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT) {
    const some = rows.slice(start, start + ROWS_PER_STATEMENT);
    const result = await tx
      .update<PgTable>(table)
      .set(buildColumnCopies('changed', findColumnsOutsidePrimaryKey(table)))
      .from(sql`${buildRecordsSql(table, some)} as changed`)
      .where(and(isOfTeam(table, some), isSameRow(table, 'changed')));
    updated += result.rowCount ?? 0;
  }
  return updated;
}

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

/**
 * Sets some columns of rows by their ids, each row its own values, in one statement. All rows of one call set
 * the same columns.
 */
export function updateRows<Table extends TableWithId>(
  db: Executor,
  teamId: number,
  table: Table,
  { rows, where }: { rows: readonly RowChanges<Table>[]; where?: SQL | undefined },
) {
  const isSet = ([key]: [string, PgColumn]) => rows[0]?.[key as keyof RowChanges<Table>] !== undefined;
  const columns = Object.fromEntries(Object.entries(findColumnsOutsidePrimaryKey(table)).filter(isSet));
  const ids = rows.map(({ id }) => id);
  return db
    .update<PgTable>(table)
    .set(buildColumnCopies('changed', columns))
    .from(sql`${buildRecordsSql(table, rows)} as changed`)
    .where(and(eq(table.teamId, teamId), isAnyOf(table.id, ids), eq(table.id, sql`changed.id`), where));
}

/** A whole row to store, and the row that is stored under its key, which the caller has read. */
export type RowChange<Row> = { row: Row; stored: Row | undefined };

/** Stores whole rows of which it is known whether they are stored already, so that no new one is looked for first. */
export async function storeChangedRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  changes: readonly RowChange<Table['$inferSelect']>[],
): Promise<void> {
  const { known = [], created = [] } = Object.groupBy(changes, ({ stored }) =>
    stored ? 'known' : 'created',
  );
  // Updates come before insertions, because a new row may have what a stored one gives up, such as the email
  // of a guest.
  await updateWholeRows(
    tx,
    table,
    known.map(({ row }) => row),
  );
  await insertRows(
    tx,
    table,
    created.map(({ row }) => row),
  );
}

async function deleteRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  rows: readonly Table['$inferSelect'][],
) {
  if (rows.length === 0) return;
  await tx.execute(
    sql`delete from ${table} using ${buildRecordsSql(table, rows)} as gone where ${isSameRow(table, 'gone')}`,
  );
}

/** The rows of a table to store, new and changed ones, and the rows to delete. */
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
 * Stores a difference in a table with a second unique key or an exclusion constraint, such as the nights of a unit: two
 * rows may swap their values, so changed rows are deleted first and inserted again.
 */
export async function replaceChangedRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  {
    written,
    replaced,
    removed,
  }: RowDifference<Table['$inferSelect']> & { replaced: readonly Table['$inferSelect'][] },
): Promise<void> {
  await deleteRows(tx, table, [...removed, ...replaced]);
  await insertRows(tx, table, written);
}

function findPrimaryKey(table: PgTable): PgColumn[] {
  const { columns, primaryKeys } = getTableConfig(table);
  return primaryKeys[0]?.columns ?? columns.filter((column) => column.primary);
}

/**
 * The columns of a key are found by their names, because the columns of a composite key are other objects
 * than those of the table.
 */
function findColumnsOutsidePrimaryKey(table: PgTable): Record<string, PgColumn> {
  const keyNames = new Set(findPrimaryKey(table).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([, { name }]) => !keyNames.has(name)),
  );
}

/** Whether the table's row has the same primary key as a row of values. */
const isSameRow = (table: PgTable, other: string) =>
  and(
    ...findPrimaryKey(table).map((key) => eq(key, sql`${sql.identifier(other)}.${sql.identifier(key.name)}`)),
  );

/**
 * The condition that rows of a team's table belong to one team, so that the statement goes to that team's
 * machine alone.
 */
function isOfTeam(table: PgTable, rows: Rows): SQL | undefined {
  const { teamId }: { teamId?: PgColumn } = getTableColumns(table);
  return teamId && eq(teamId, rows[0]?.teamId);
}
