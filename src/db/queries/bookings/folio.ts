import { and, asc, eq, getTableColumns, ne, type SQL, sql } from 'drizzle-orm';
import { isGone } from '../../../domain/folio/numbering.ts';
import type { Executor, Transaction } from '../../client.ts';
import { buildJsonRowsSql } from '../../json-rows.ts';
import { prepareQuery } from '../../prepared.ts';
import { bookings } from '../../schema/bookings.ts';
import { invoices, payments, securityDeposits } from '../../schema/folio.ts';
import { upsertRows } from '../bulk.ts';
import { firstRow, isAnyOf, matches, placeholders } from '../statements.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type InvoiceRow = typeof invoices.$inferSelect;
export type DepositRow = typeof securityDeposits.$inferSelect;
export type FolioRows = { payments: PaymentRow[]; invoices: InvoiceRow[]; deposit: DepositRow | null };

/** By due date, then by position in the plan (docs/rules.md, 12.6). */
const paymentPlanOrder = [
  sql`${payments.dueOn} asc nulls last`,
  asc(payments.position),
  asc(payments.id),
] as const;

export const bookingParams = placeholders('teamId', 'bookingId');
export const isTheBooking = matches(bookings, { teamId: bookingParams.teamId, id: bookingParams.bookingId });

type FolioPartTable = typeof payments | typeof invoices | typeof securityDeposits;
const buildFolioPartColumn = <Table extends FolioPartTable>(table: Table, orderBy?: SQL) => {
  const where = and(eq(table.teamId, bookingParams.teamId), eq(table.bookingId, bookingParams.bookingId));
  return buildJsonRowsSql(getTableColumns<Table>(table), { from: table, where, orderBy });
};

/** Add a booking's folio to a select of bookings. */
export const folioColumns = {
  payments: buildFolioPartColumn(payments, sql.join([...paymentPlanOrder], sql`, `)),
  invoices: buildFolioPartColumn(invoices, sql`${invoices.issuedAt}, ${invoices.id}`),
  deposits: buildFolioPartColumn(securityDeposits),
};

type FolioColumnRows = { payments: PaymentRow[]; invoices: InvoiceRow[]; deposits: DepositRow[] };
export const toFolioRows = ({ payments, invoices, deposits }: FolioColumnRows): FolioRows => ({
  payments,
  invoices,
  deposit: deposits[0] ?? null,
});

const selectFolio = prepareQuery((db) => db.select(folioColumns).from(bookings).where(isTheBooking));

/** Payments in the order of their plan, invoices by date of issue. */
export const loadFolio = async (db: Executor, teamId: number, bookingId: string): Promise<FolioRows> =>
  toFolioRows(
    (await firstRow(selectFolio(db, { teamId, bookingId }))) ?? { payments: [], invoices: [], deposits: [] },
  );

/** Each list in the order of a single folio. `groupFolios` sorts the lists by booking. */
export async function loadFoliosOfBookings(db: Executor, teamId: number, bookingIds: readonly string[]) {
  const of = (table: FolioPartTable) => matches(table, { teamId, bookingId: bookingIds });
  const paid = db.select().from(payments).where(of(payments));
  const issued = db.select().from(invoices).where(of(invoices));
  return {
    payments: await paid.orderBy(...paymentPlanOrder),
    invoices: await issued.orderBy(asc(invoices.issuedAt), asc(invoices.id)),
    deposits: await db.select().from(securityDeposits).where(of(securityDeposits)),
  };
}

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

export type FolioChanges = { readonly [Part in keyof FolioColumnRows]?: Readonly<FolioColumnRows[Part]> };

/**
 * Also deletes drafts that are gone, and notes what is paid of the bookings. Their rows must be locked, so that nobody
 * else changes their folios.
 */
export async function storeFolioChanges(
  tx: Transaction,
  { payments: paid = [], invoices: issued = [], deposits = [] }: FolioChanges,
): Promise<void> {
  await upsertRows(tx, payments, paid);
  for (const [teamId, ofTeam] of Map.groupBy(paid, (row) => row.teamId))
    await updatePaidCents(tx, { teamId, bookingIds: [...new Set(ofTeam.map((row) => row.bookingId))] });
  await deleteInvoices(tx, issued.filter(isGone));
  await upsertRows(
    tx,
    invoices,
    issued.filter((invoice) => !isGone(invoice)),
  );
  await upsertRows(tx, securityDeposits, deposits);
}

const updatePaidCents = prepareQuery((db) => {
  const { teamId, bookingIds } = placeholders('teamId', 'bookingIds');
  const paid = db
    .select({
      bookingId: payments.bookingId,
      cents: sql<number>`coalesce(sum(${payments.amountCents} - ${payments.refundedCents})
        filter (where ${payments.status} = 'paid'), 0)`.as('cents'),
    })
    .from(payments)
    .where(and(eq(payments.teamId, teamId), isAnyOf(payments.bookingId, bookingIds)))
    .groupBy(payments.bookingId)
    .as('paid');
  return db
    .update(bookings)
    .set({ paidCents: sql`${paid.cents}` })
    .from(paid)
    .where(
      and(eq(bookings.teamId, teamId), eq(bookings.id, paid.bookingId), ne(bookings.paidCents, paid.cents)),
    );
});

async function deleteInvoices(tx: Transaction, rows: readonly InvoiceRow[]): Promise<void> {
  for (const [teamId, ofTeam] of Map.groupBy(rows, (row) => row.teamId))
    await tx.delete(invoices).where(matches(invoices, { teamId, id: ofTeam.map(({ id }) => id) }));
}
