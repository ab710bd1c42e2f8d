/** New and changed parts of a booking's folio, stored together with the events of the same write. */
import { getTableColumns, getTableName } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Transaction } from '../client.ts';
import { driverValue } from '../prepared.ts';
import { invoices, payments, securityDeposits } from '../schema/folio.ts';
import { teamEvents } from '../schema/team-events.ts';
import { statement } from '../statement.ts';
import { upsertRows } from './bulk.ts';
import type { DepositRow, InvoiceRow, PaymentRow } from './folio.ts';
import { insertTeamEvents, type TeamEventRecord } from './team-events.ts';

/** Whole rows. The booking's row must be locked, so that nobody else changes them. */
export type FolioChanges = {
  payments?: readonly PaymentRow[];
  invoices?: readonly InvoiceRow[];
  deposits?: readonly DepositRow[];
};

/** More rows of one table than a write usually has. Each number of rows is another statement. */
const FEW_ROWS = 4;

/** Each table with its key, and the columns that change once a row is stored. Events never change. */
const TABLES = [
  part(payments, ['team_id', 'id'], ['amount_cents', 'status', 'due_on', 'position']),
  part(invoices, ['team_id', 'id'], ['status', 'voided_at']),
  part(securityDeposits, ['team_id', 'booking_id'], ['status', 'returned_at']),
  part(teamEvents, ['team_id', 'id'], []),
] as const;

/**
 * Stores the changes of a folio and the new events in one statement, as there are usually few. On a cluster it goes to
 * one node like any other, because its rows are values and not a query.
 */
export async function storeFolioAndEvents(
  tx: Transaction,
  { payments: paid = [], invoices: issued = [], deposits = [] }: FolioChanges,
  events: readonly TeamEventRecord[],
): Promise<void> {
  const parts = [paid, issued, deposits, events];
  if (parts.every((rows) => rows.length === 0)) return;
  if (parts.some((rows) => rows.length > FEW_ROWS)) {
    await upsertRows(tx, payments, paid);
    await upsertRows(tx, invoices, issued);
    await upsertRows(tx, securityDeposits, deposits);
    await insertTeamEvents(tx, events);
    return;
  }
  const values = TABLES.flatMap(({ columns }, index) =>
    (parts[index] ?? []).flatMap((row) =>
      columns.map(([property, column]) => driverValue(column, (row as Record<string, unknown>)[property])),
    ),
  );
  await storing(parts.map((rows) => rows.length))(tx, ...values);
}

type Column = [property: string, column: PgColumn];
type Part = { columns: readonly Column[]; text: (rows: string) => string };

function part(table: PgTable, keys: readonly string[], changing: readonly string[]): Part {
  const columns: Column[] = Object.entries(getTableColumns(table));
  const names = columns.map(([, { name }]) => name).join(', ');
  const changes = changing.map((name) => `${name} = excluded.${name}`).join(', ');
  const insert = `insert into ${getTableName(table)} (${names}) values`;
  const onConflict = changes === '' ? '' : ` on conflict (${keys.join(', ')}) do update set ${changes}`;
  return { columns, text: (rows) => `${insert} ${rows}${onConflict}` };
}

type Store = (tx: Transaction, ...values: unknown[]) => Promise<unknown>;
const stores = new Map<string, Store>();

/** The statement that stores these numbers of payments, invoices, deposits and events. */
function storing(counts: readonly number[]): Store {
  const key = counts.join();
  const known = stores.get(key);
  if (known) return known;
  let before = 0;
  const texts = TABLES.flatMap(({ columns, text }, index) => {
    const rows = Array.from({ length: counts[index] ?? 0 }, (_, row) => {
      const first = before + row * columns.length + 1;
      return `(${columns.map((_column, place) => `$${first + place}`).join(', ')})`;
    });
    before += rows.length * columns.length;
    return rows.length === 0 ? [] : [text(rows.join(', '))];
  });
  const last = texts.pop() ?? '';
  const others = texts.map((text, index) => `part_${index} as (${text})`).join(', ');
  const store = statement<unknown[], never>(others === '' ? last : `with ${others} ${last}`);
  stores.set(key, store);
  return store;
}
