import type { Transaction } from '../../../../../db/client.ts';
import type { DepositRow, InvoiceRow, PaymentRow } from '../../../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../../../db/queries/bookings/writes.ts';
import { replaceChangedRows } from '../../../../../db/queries/bulk.ts';
import { invoices, payments, securityDeposits } from '../../../../../db/schema/folio.ts';
import { isLiveBookingStatus } from '../../../../../domain/booking.ts';
import {
  computeNewInvoiceCents,
  sumPaidCents,
  sumScheduledCents,
} from '../../../../../domain/folio/folio.ts';
import { sortRefunds, sumRefunds } from '../../../../../domain/folio/payments.ts';
import { toInstantTextOrNull } from '../../../../../domain/formats.ts';
import { compareCodePoints } from '../../../../../domain/text/text.ts';
import type { InvoiceStatus, SecurityDepositStatus } from '../../../../../domain/vocabulary.ts';
import { depositRow, paymentRow } from '../../../../../schemas/bookings/folio-fields.ts';
import { diffRows, mergeEntry, type RowDifference } from '../../../../../services/catalogue/rows.ts';
import { reuseStoredIds } from '../../../../../services/catalogue/stored-ids.ts';
import { newId } from '../../../../../services/new-id.ts';
import { loadFolios } from '../../../db/queries/bookings.ts';
import { replaceBookingEvents } from '../../../db/queries/events.ts';
import type { ImportContext } from '../context.ts';
import { buildEventRows } from './events.ts';
import { buildInvoiceRows } from './folio-invoices.ts';
import type { PlannedBooking } from './stays.ts';

type Part = { id: string; bookingId: string };

/** Rows of some bookings as they should be after the import, and those to write. */
type PlannedPart<Row extends Part> = RowDifference<Row> & {
  rowsOf: (bookingId: string) => readonly Row[];
  /** The bookings of which a planned row differs from the stored one. */
  changedIds: ReadonlySet<string>;
};
export type PlannedFolios = Awaited<ReturnType<typeof planFolios>>;

/**
 * Payments and invoices in the file replace all stored ones of their booking. One without an id gets that of
 * the one that it replaces.
 */
export async function planFolios(
  tx: Transaction,
  context: ImportContext,
  bookings: readonly PlannedBooking[],
) {
  const known = bookings.flatMap(({ stored }) => stored?.id ?? []);
  const stored = await loadFolios(tx, context.teamId, known);
  function plan<Row extends Part>(
    before: readonly Row[],
    rowsFrom: (context: ImportContext, booking: PlannedBooking, stored: Row[]) => Row[],
  ): PlannedPart<Row> {
    const storedOf = Map.groupBy(before, ({ bookingId }) => bookingId);
    const rows = bookings.flatMap((booking) =>
      rowsFrom(context, booking, storedOf.get(booking.row.id) ?? []),
    );
    const byBooking = Map.groupBy(rows, ({ bookingId }) => bookingId);
    const changes = diffRows(before, rows, ({ id }) => id);
    const changed = [...changes.written, ...changes.removed];
    return {
      ...changes,
      rowsOf: (id) => byBooking.get(id) ?? [],
      changedIds: new Set(changed.map(({ bookingId }) => bookingId)),
    };
  }
  const folios = {
    payments: plan(stored.payments, buildPaymentRows),
    invoices: plan(stored.invoices, buildInvoiceRows),
    deposits: plan(stored.deposits, buildDepositRows),
    events: plan(stored.events, buildEventRows),
  };
  for (const booking of bookings) {
    if (isLiveBookingStatus(booking.row.status)) reportWrongSums(context, booking, folios);
    else reportOpenFolioOfCancelled(context, booking, folios);
  }
  return folios;
}

/** If an event of a booking changes, all of its events are written, because they get new numbers. */
export async function storeFolios(
  tx: Transaction,
  { teamId }: ImportContext,
  bookings: readonly PlannedBooking[],
  folios: PlannedFolios,
): Promise<void> {
  await replaceChangedRows(tx, payments, folios.payments);
  await replaceChangedRows(tx, invoices, folios.invoices);
  await replaceChangedRows(tx, securityDeposits, folios.deposits);
  const { changedIds, rowsOf } = folios.events;
  const changed = bookings.filter(({ row }) => changedIds.has(row.id));
  await replaceBookingEvents(tx, teamId, {
    storedIds: changed.flatMap(({ stored }) => stored?.id ?? []),
    rows: changed.flatMap(({ row }) => rowsOf(row.id)),
  });
}

const keysOf = ({ teamId }: ImportContext, { id: bookingId }: BookingRecord) => ({ teamId, bookingId });

/**
 * By due date, and on the same day in the order of the file. In their stored order they keep their positions,
 * so that importing an export changes nothing.
 */
function buildPaymentRows(
  context: ImportContext,
  { entry, row: booking }: PlannedBooking,
  stored: PaymentRow[],
): PaymentRow[] {
  const { payments } = entry.value;
  if (payments === undefined) return stored;
  const entered = (payments ?? []).map((payment, position) =>
    mergeEntry<PaymentRow>({}, undefined, {
      ...keysOf(context, booking),
      id: payment.id ?? '',
      ...paymentRow.toColumns(payment),
      ...readRefunds(payment),
      position,
      plannedAt: null,
    }),
  );
  const inOrder = entered.toSorted((a, b) => compareCodePoints(a.dueOn ?? NO_DATE, b.dueOn ?? NO_DATE));
  const storedById = new Map(stored.map((payment) => [payment.id, payment]));
  const rows = reuseStoredIds(inOrder, stored).map((row) => keepRefundIds(row, storedById.get(row.id)));
  const isStoredOrder =
    rows.length === stored.length && rows.every(({ id }, index) => id === stored[index]?.id);
  return rows.map((row, index) => ({
    ...row,
    plannedAt: findPlannedAt(row, storedById.get(row.id)),
    position: (isStoredOrder ? stored[index]?.position : undefined) ?? index,
  }));
}

/** Null for a payment that the file brings, so that it causes no message. */
const findPlannedAt = (row: PaymentRow, stored: PaymentRow | undefined): Date | null =>
  stored?.dueOn === row.dueOn && stored.status === row.status ? stored.plannedAt : null;

type PaymentEntry = NonNullable<PlannedBooking['entry']['value']['payments']>[number];

/** A file of an earlier version has one amount. */
function readRefunds({ refunds, status, amount, refunded_amount, refunded_at }: PaymentEntry) {
  const refundedCents = refunded_amount ?? (status === 'refunded' ? amount : 0);
  const alone =
    refundedCents === 0 ? [] : [{ id: null, amount: refundedCents, refunded_at, reference: null }];
  const read = (refunds ?? alone).map((refund) => ({
    id: refund.id ?? '',
    amountCents: refund.amount,
    refundedAt: toInstantTextOrNull(refund.refunded_at ?? null),
    reference: refund.reference ?? null,
  }));
  const sorted = sortRefunds(read);
  return { refunds: sorted, ...sumRefunds(sorted) };
}

/** A refund without an id keeps that of the stored one in its position. */
const keepRefundIds = (row: PaymentRow, stored: PaymentRow | undefined): PaymentRow => ({
  ...row,
  refunds: row.refunds.map((refund, index) => ({
    ...refund,
    id: refund.id || (stored?.refunds[index]?.id ?? newId()),
  })),
});

/** Payments without a due date come last, as in PostgreSQL. */
const NO_DATE = '9999-12-31';

function buildDepositRows(
  context: ImportContext,
  { entry, row: booking }: PlannedBooking,
  stored: DepositRow[],
): DepositRow[] {
  const deposit = entry.value.security_deposit;
  if (!deposit) return deposit === null ? [] : stored;
  const id = deposit.id ?? stored[0]?.id ?? newId();
  const columns = { ...keysOf(context, booking), id, ...depositRow.toColumns(deposit) };
  return [mergeEntry<DepositRow>({}, undefined, columns)];
}

/** A cancelled booking without a fee must not have an open invoice or deposit. */
const IS_OPEN = {
  // What was issued before the cancellation stays as it is.
  invoices: { open: true, issued: false, paid: false, void: false },
  deposits: { pending: false, held: true, returned: false, kept: false, cancelled: false },
} satisfies {
  invoices: Record<InvoiceStatus, boolean>;
  deposits: Record<SecurityDepositStatus, boolean>;
};

/**
 * More scheduled or invoiced than the fee leaves, and a held deposit. Also stored ones that the file does not
 * mention.
 */
function reportOpenFolioOfCancelled(
  { problems }: ImportContext,
  { entry, row: { id, cancellationFeeCents } }: PlannedBooking,
  folios: Pick<PlannedFolios, 'payments' | 'invoices' | 'deposits'>,
): void {
  const { payments, invoices, security_deposit: deposit } = entry.value;
  const refuse = (entered: unknown, problem: string) =>
    problems.add(entry.place, `${entered === undefined ? 'the stored ' : ''}${problem}`);
  const feeCents = cancellationFeeCents ?? 0;
  const [paymentRows, invoiceRows] = [folios.payments.rowsOf(id), folios.invoices.rowsOf(id)];
  const owedCents = Math.max(0, feeCents - sumPaidCents(paymentRows));
  const scheduledCents = sumScheduledCents(paymentRows);
  if (scheduledCents > owedCents)
    refuse(
      payments,
      `payments that are scheduled must add up to at most what the fee leaves owed, ${owedCents}, not ${scheduledCents}`,
    );
  // A credit note is open when it takes back what was issued before the cancellation.
  for (const [index, { status, kind }] of (invoices ?? invoiceRows).entries())
    if (cancellationFeeCents === null && kind !== 'credit_note' && IS_OPEN.invoices[status])
      refuse(invoices, `invoices[${index}].status must not be "${status}" with status "cancelled"`);
  const { openCents, mostCents } = compareInvoices(feeCents, invoiceRows);
  if (cancellationFeeCents !== null && openCents > mostCents)
    refuse(
      invoices,
      `invoices that are open must add up to at most ${mostCents}, the rest of the fee, not ${openCents}`,
    );
  for (const { status } of folios.deposits.rowsOf(id))
    if (IS_OPEN.deposits[status])
      refuse(deposit, `security_deposit.status must not be "${status}" with status "cancelled"`);
}

/**
 * A credit note that was voided by hand leaves what it had taken back beside the invoice that was issued in
 * its place.
 */
function compareInvoices(totalCents: number, invoices: readonly InvoiceRow[]) {
  const isOpen = ({ status, kind }: InvoiceRow) =>
    IS_UNPAID[status] || (status === 'void' && kind === 'credit_note');
  return {
    openCents: sumAmounts(invoices.filter(isOpen)),
    mostCents: computeNewInvoiceCents(totalCents, invoices),
  };
}

/**
 * Scheduled payments must not exceed what the guest owes. If there are any, all payments together must cover
 * the total. Stored ones that the import does not change are accepted as they are.
 */
function reportWrongSums(
  context: ImportContext,
  { entry, row: { id, grandTotalCents }, stored }: PlannedBooking,
  folios: Pick<PlannedFolios, 'payments' | 'invoices'>,
): void {
  const [payments, invoices] = [folios.payments.rowsOf(id), folios.invoices.rowsOf(id)];
  const isStored = stored && isLiveBookingStatus(stored.status) && stored.grandTotalCents === grandTotalCents;
  const refuse = (list: 'payments' | 'invoices', problem: string) =>
    context.problems.add(
      entry.place,
      `${entry.value[list] === undefined ? 'the stored ' : ''}${list} ${problem}`,
    );
  if (!isStored || folios.payments.changedIds.has(id)) {
    const scheduled = payments.filter(({ status }) => status === 'scheduled');
    const owedCents = Math.max(0, grandTotalCents - sumPaidCents(payments));
    const scheduledCents = sumAmounts(scheduled);
    const allCents = sumAmounts(payments.filter(({ status }) => status !== 'cancelled'));
    if (scheduledCents > owedCents)
      refuse(
        'payments',
        `that are scheduled must add up to at most what is owed, ${owedCents}, not ${scheduledCents}`,
      );
    if (scheduled.length > 0 && allCents < grandTotalCents)
      refuse(
        'payments',
        `that are not cancelled must add up to the grand total, ${grandTotalCents}, not ${allCents}`,
      );
  }
  if (!isStored || folios.invoices.changedIds.has(id)) {
    const { openCents, mostCents } = compareInvoices(grandTotalCents, invoices);
    if (openCents > mostCents)
      refuse(
        'invoices',
        `that are open must add up to at most ${mostCents}, the rest of the grand total, not ${openCents}`,
      );
  }
}

const IS_UNPAID = { open: true, issued: true, paid: false, void: false } satisfies Record<
  InvoiceStatus,
  boolean
>;

const sumAmounts = (parts: readonly { amountCents: number }[]): number =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
