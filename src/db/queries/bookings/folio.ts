import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { jsonRows } from '../../json-rows.ts';
import { prepared } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { invoices, payments, securityDeposits } from '../../schema/folio.ts';
import { anyOf } from '../any-of.ts';
import { upsertRows } from '../bulk.ts';
import { isOfTheBooking, isTheBooking } from './one-booking.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
export type DepositRow = typeof securityDeposits.$inferSelect;
export type FolioRows = { payments: PaymentRow[]; invoices: InvoiceRow[]; deposit: DepositRow | null };

/** Payments by due date, then in the order of their plan (docs/rules.md, 12.6). */
const inOrderOfPlan = [
  sql`${payments.dueOn} asc nulls last`,
  asc(payments.position),
  asc(payments.id),
] as const;

type PartTable = typeof payments | typeof invoices | typeof securityDeposits;
/** All rows of a part of the booking's folio. */
const partOfBooking = <Table extends PartTable>(table: Table, orderBy?: SQL) =>
  jsonRows(getTableColumns<Table>(table), {
    from: table,
    where: isOfTheBooking(table),
    ...(orderBy ? { orderBy } : {}),
  });

/** The parts of a booking's folio as lists of its row. */
export const folioLists = {
  payments: partOfBooking(payments, sql.join([...inOrderOfPlan], sql`, `)),
  invoices: partOfBooking(invoices, sql`${invoices.issuedAt}, ${invoices.number}`),
  deposits: partOfBooking(securityDeposits),
};

const folio = prepared((db) => db.select(folioLists).from(bookings).where(isTheBooking));

/** A booking's payments in that order, its invoices by date of issue, and its deposit. */
export async function loadFolio(db: Executor, teamId: number, bookingId: string): Promise<FolioRows> {
  const [row] = await folio(db, { teamId, bookingId });
  return { payments: row?.payments ?? [], invoices: row?.invoices ?? [], deposit: row?.deposits[0] ?? null };
}

/** The same parts of several bookings. */
export async function loadFolioParts(db: Executor, teamId: number, bookingIds: readonly string[]) {
  const of = (table: PartTable) => and(eq(table.teamId, teamId), anyOf(table.bookingId, bookingIds));
  return {
    payments: await db
      .select()
      .from(payments)
      .where(of(payments))
      .orderBy(...inOrderOfPlan),
    invoices: await db
      .select()
      .from(invoices)
      .where(of(invoices))
      .orderBy(asc(invoices.issuedAt), asc(invoices.number)),
    deposits: await db.select().from(securityDeposits).where(of(securityDeposits)),
  };
}

/** Whole rows. The booking's row must be locked, so that nobody else changes them. */
export type FolioChanges = {
  payments?: readonly PaymentRow[];
  invoices?: readonly InvoiceRow[];
  deposits?: readonly DepositRow[];
};

/** Stores new and changed parts of a booking's folio. */
export async function storeFolio(
  tx: Transaction,
  { payments: paid = [], invoices: issued = [], deposits = [] }: FolioChanges,
): Promise<void> {
  await upsertRows(tx, payments, paid);
  await upsertRows(tx, invoices, issued);
  await upsertRows(tx, securityDeposits, deposits);
}
