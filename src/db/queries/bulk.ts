/**
 * Rows are sent as one JSON parameter, so that fifty thousand rows take fifty statements, and none has
 * thousands of parameters.
 */
import { and, eq, getTableColumns, getTableName, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { getTableConfig, type PgColumn, type PgInsert, type PgTable } from 'drizzle-orm/pg-core';
import type { Executor, Transaction } from '../client.ts';
import { prepareInsert, prepareQuery } from '../prepared.ts';
import { isAnyOf } from './statements.ts';

/** Keeps the JSON parameter small. */
const ROWS_PER_STATEMENT = 1_000;

type Rows = readonly Record<string, unknown>[];
type OnConflict = (insert: PgInsert<PgTable>, table: PgTable) => PgInsert<PgTable>;
type WriteRow = (tx: Executor, row: Rows[number]) => Promise<unknown>;
type WriteRows = (tx: Transaction, rows: Rows) => Promise<void>;

/** One statement for a single row, because most writes store one, and one that sends several rows as JSON. */
function createRowWriter<Form extends '$inferSelect' | '$inferInsert'>(onConflict: OnConflict) {
  const ofTables = new WeakMap<PgTable, { writeRow: WriteRow; writeRows: WriteRows }>();
  return async <Table extends PgTable>(tx: Transaction, table: Table, rows: readonly Table[Form][]) => {
    const [row] = rows;
    if (row === undefined) return;
    const { writeRow, writeRows } = ofTables.getOrInsertComputed(table, () => ({
      writeRow: prepareInsert(table, (db, placeholders) =>
        onConflict(db.insert(table).values(placeholders).$dynamic(), table),
      ),
      writeRows: prepareRowsAsJson(table, onConflict),
    }));
    await (rows.length === 1 ? writeRow(tx, row) : writeRows(tx, rows));
  };
}

/** Throws if the primary key of a row exists. */
export const insertRows = createRowWriter<'$inferSelect'>((insert) => insert);

/**
 * By primary key. An updated row is locked only `for no key update`, so that rows which refer to it can be
 * inserted meanwhile: a booking does not wait for a change of its listing.
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
  // `on conflict do update` takes the stronger lock if it names a column of any key, such as the slug. A
  // plain `update` takes the weaker one if keys keep their values.
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

/** Returns how many of the rows existed. */
async function updateWholeRows<Table extends PgTable>(
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
      .from(sql`${buildRecordsSql(table, toRecords(table, some))} as changed`)
      .where(and(isOfTeam(table, some), isSameRow(table, 'changed')));
    updated += result.rowCount ?? 0;
  }
  return updated;
}

/** In an upsert, `excluded` is PostgreSQL's name for the row that could not be inserted. */
export const buildColumnCopies = (row: string, columns: Record<string, PgColumn>) =>
  Object.fromEntries(
    Object.entries(columns).map(([key, { name }]) => [
      key,
      sql`${sql.identifier(row)}.${sql.identifier(name)}`,
    ]),
  );

/** The SQL is the same for any number of rows. */
export function prepareRowsAsJson(table: PgTable, onConflict: OnConflict = (insert) => insert): WriteRows {
  const runPrepared = prepareQuery((db) =>
    onConflict(buildInsertOfRecords(db, table, sql.placeholder('records')), table),
  );
  return async (tx, rows) => {
    for (let start = 0; start < rows.length; start += ROWS_PER_STATEMENT)
      await runPrepared(tx, { records: toRecords(table, rows.slice(start, start + ROWS_PER_STATEMENT)) });
  };
}

/** `records` is what `toRecords` returns. */
export function buildInsertOfRecords(db: Pick<Executor, 'insert'>, table: PgTable, records: Placeholder) {
  const columnNames = sql.join(
    Object.values(getTableColumns(table)).map(({ name }) => sql.identifier(name)),
    sql`, `,
  );
  return db
    .insert(table)
    .select(sql`select ${columnNames} from ${buildRecordsSql(table, records)}`)
    .$dynamic();
}

const buildRecordsSql = (table: PgTable, records: string | Placeholder): SQL =>
  sql`jsonb_populate_recordset(null::${sql.identifier(getTableName(table))}, ${records}::jsonb)`;

export function toRecords(table: PgTable, rows: Rows): string {
  const columns = Object.entries(getTableColumns(table));
  return JSON.stringify(
    rows.map((row) => Object.fromEntries(columns.map(([key, { name }]) => [name, row[key]]))),
  );
}

type TableWithId = PgTable & { teamId: PgColumn; id: PgColumn };
type RowChanges<Table extends TableWithId> = Partial<Table['$inferSelect']> & { id: string };

/** All rows of one call must set the same columns. */
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
    .from(sql`${buildRecordsSql(table, toRecords(table, rows))} as changed`)
    .where(and(eq(table.teamId, teamId), isAnyOf(table.id, ids), eq(table.id, sql`changed.id`), where));
}

export type RowChange<Row> = { row: Row; stored: Row | undefined };

/** The caller knows which rows exist. */
export async function storeChangedRows<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  changes: readonly RowChange<Table['$inferSelect']>[],
): Promise<void> {
  const { known = [], created = [] } = Object.groupBy(changes, ({ stored }) =>
    stored ? 'known' : 'created',
  );
  // Updates run first, because a new row may need a unique value that an updated row gives up, such as a
  // guest's email.
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
    sql`delete from ${table} using ${buildRecordsSql(table, toRecords(table, rows))} as gone where ${isSameRow(table, 'gone')}`,
  );
}

/** `written` rows are new or changed. */
export type RowDifference<Row> = { written: readonly Row[]; removed: readonly Row[] };

export async function storeRowDifference<Table extends PgTable>(
  tx: Transaction,
  table: Table,
  { written, removed }: RowDifference<Table['$inferSelect']>,
): Promise<void> {
  await deleteRows(tx, table, removed);
  await upsertRows(tx, table, written);
}

/**
 * For tables with a second unique key or an exclusion constraint: changed rows are deleted and inserted
 * again, because two rows may swap values.
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

/** By name, because Drizzle gives a composite key other column objects than the table. */
function findColumnsOutsidePrimaryKey(table: PgTable): Record<string, PgColumn> {
  const keyNames = new Set(findPrimaryKey(table).map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(getTableColumns(table)).filter(([, { name }]) => !keyNames.has(name)),
  );
}

const isSameRow = (table: PgTable, other: string) =>
  and(
    ...findPrimaryKey(table).map((key) => eq(key, sql`${sql.identifier(other)}.${sql.identifier(key.name)}`)),
  );

/** So that a cluster sends the statement to that team's node alone. */
function isOfTeam(table: PgTable, rows: Rows): SQL | undefined {
  const { teamId }: { teamId?: PgColumn } = getTableColumns(table);
  return teamId && eq(teamId, rows[0]?.teamId);
}
