import { and, asc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../client.ts';
import { buildJsonRowsSql } from '../../json-rows.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { invoices, payments, securityDeposits } from '../../schema/folio.ts';
import { insertRows, upsertRows } from '../bulk.ts';
import { firstRow, matches, placeholders } from '../statements.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
export type DepositRow = typeof securityDeposits.$inferSelect;
export type FolioRows = { payments: PaymentRow[]; invoices: InvoiceRow[]; deposit: DepositRow | null };

/** Payments by due date, then in the order of their plan (docs/rules.md, 12.6). */
const paymentPlanOrder = [
  sql`${payments.dueOn} asc nulls last`,
  asc(payments.position),
  asc(payments.id),
] as const;

/** The placeholders of a statement about one booking. */
export const bookingParams = placeholders('teamId', 'bookingId');
export const isTheBooking = matches(bookings, { teamId: bookingParams.teamId, id: bookingParams.bookingId });

type FolioPartTable = typeof payments | typeof invoices | typeof securityDeposits;
/** All rows of one part of the booking's folio, as one JSON column. */
const buildFolioPartColumn = <Table extends FolioPartTable>(table: Table, orderBy?: SQL) => {
  const where = and(eq(table.teamId, bookingParams.teamId), eq(table.bookingId, bookingParams.bookingId));
  return buildJsonRowsSql(getTableColumns<Table>(table), { from: table, where, orderBy });
};

/** The parts of a booking's folio, as columns for a select of the booking. */
export const folioColumns = {
  payments: buildFolioPartColumn(payments, sql.join([...paymentPlanOrder], sql`, `)),
  invoices: buildFolioPartColumn(invoices, sql`${invoices.issuedAt}, ${invoices.number}`),
  deposits: buildFolioPartColumn(securityDeposits),
};

type FolioColumnRows = { payments: PaymentRow[]; invoices: InvoiceRow[]; deposits: DepositRow[] };
/**
 * The folio of a row that was selected with the columns of a folio's parts. A booking has at most one
 * deposit.
 */
export const toFolioRows = ({ payments, invoices, deposits }: FolioColumnRows): FolioRows => ({
  payments,
  invoices,
  deposit: deposits[0] ?? null,
});

const selectFolio = prepareQuery((db) => db.select(folioColumns).from(bookings).where(isTheBooking));

/** A booking's payments in the order of their plan, its invoices by date of issue, and its deposit. */
export const loadFolio = async (db: Executor, teamId: number, bookingId: string): Promise<FolioRows> =>
  toFolioRows(
    (await firstRow(selectFolio(db, { teamId, bookingId }))) ?? { payments: [], invoices: [], deposits: [] },
  );

/**
 * The parts of several bookings' folios, each part in the order of a single folio. `groupFolios` assigns the
 * parts of folios to their bookings.
 */
export async function loadFoliosOfBookings(db: Executor, teamId: number, bookingIds: readonly string[]) {
  const of = (table: FolioPartTable) => matches(table, { teamId, bookingId: bookingIds });
  const paid = db.select().from(payments).where(of(payments));
  const issued = db.select().from(invoices).where(of(invoices));
  return {
    payments: await paid.orderBy(...paymentPlanOrder),
    invoices: await issued.orderBy(asc(invoices.issuedAt), asc(invoices.number)),
    deposits: await db.select().from(securityDeposits).where(of(securityDeposits)),
  };
}

/** Returns the function that gives the folio of one of the bookings. */
export function groupFolios({ payments, invoices, deposits }: FolioColumnRows) {
  const paymentsOf = Map.groupBy(payments, ({ bookingId }) => bookingId);
  const invoicesOf = Map.groupBy(invoices, ({ bookingId }) => bookingId);
  const depositOf = new Map(deposits.map((deposit) => [deposit.bookingId, deposit]));
  return (bookingId: string): FolioRows => ({
    payments: paymentsOf.get(bookingId) ?? [],
    invoices: invoicesOf.get(bookingId) ?? [],
    deposit: depositOf.get(bookingId) ?? null,
  });
}

/**
 * Stores the new and changed rows of a booking's folio. The booking's row must be locked, so that nobody else
 * changes its folio.
 */
export type FolioChanges = { readonly [Part in keyof FolioColumnRows]?: Readonly<FolioColumnRows[Part]> };

/** Stores the folio of a new booking. */
export async function insertFolio(
  tx: Transaction,
  { payments: paid = [], invoices: issued = [], deposits = [] }: FolioChanges,
): Promise<void> {
  await insertRows(tx, payments, paid);
  await insertRows(tx, invoices, issued);
  await insertRows(tx, securityDeposits, deposits);
}

export async function storeFolioChanges(
  tx: Transaction,
  { payments: paid = [], invoices: issued = [], deposits = [] }: FolioChanges,
): Promise<void> {
  await upsertRows(tx, payments, paid);
  await upsertRows(tx, invoices, issued);
  await upsertRows(tx, securityDeposits, deposits);
}
