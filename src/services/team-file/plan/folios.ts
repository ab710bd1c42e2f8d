import type { Transaction } from '../../../db/client.ts';
import type {
  DepositRecord,
  EventRecord,
  InvoiceRecord,
  PaymentRecord,
} from '../../../db/queries/team-file/team-file.ts';
import { loadFolios } from '../../../db/queries/team-file/team-file-bookings.ts';
import { isLive } from '../../../domain/booking.ts';
import { invoiceAmount, paidTotal } from '../../../domain/folio/folio.ts';
import type { DepositStatus, InvoiceStatus, PaymentStatus } from '../../../domain/vocabulary.ts';
import { keepIds } from '../../catalogue/kept-ids.ts';
import { eventRows } from './booking-events.ts';
import type { PlannedBooking } from './bookings.ts';
import { type ImportContext, listsDiffer } from './context.ts';

/** The parts of one booking to be stored, and which of them differ from the stored ones. */
export type PlannedFolio = {
  payments: PaymentRecord[];
  invoices: InvoiceRecord[];
  deposits: DepositRecord[];
  events: EventRecord[];
  changed: { payments: boolean; invoices: boolean; deposits: boolean; events: boolean };
};

type Stored = Omit<PlannedFolio, 'changed'>;

/**
 * Plans payments, invoices, deposits and events of some bookings. Payments and invoices in the file replace all stored
 * ones. An entry without id gets the id of the one that it replaces.
 */
export async function planFolios(
  tx: Transaction,
  context: ImportContext,
  bookings: readonly PlannedBooking[],
): Promise<PlannedFolio[]> {
  const known = bookings.flatMap(({ stored }) => stored?.id ?? []);
  const stored = await loadFolios(tx, context.teamId, known);
  const paymentsOf = Map.groupBy(stored.payments, (row) => row.bookingId);
  const invoicesOf = Map.groupBy(stored.invoices, (row) => row.bookingId);
  const depositsOf = Map.groupBy(stored.deposits, (row) => row.bookingId);
  const eventsOf = Map.groupBy(stored.events, (row) => row.bookingId);
  return bookings.map((booking) => {
    const { id } = booking.row;
    return planFolio(context, booking, {
      payments: paymentsOf.get(id) ?? [],
      invoices: invoicesOf.get(id) ?? [],
      deposits: depositsOf.get(id) ?? [],
      events: eventsOf.get(id) ?? [],
    });
  });
}

function planFolio(context: ImportContext, booking: PlannedBooking, before: Stored): PlannedFolio {
  const payments = paymentRows(context, booking, before.payments);
  const invoices = invoiceRows(context, booking, before.invoices);
  const deposits = depositRows(context, booking, before.deposits);
  const events = eventRows(context, booking, before.events);
  const changed = {
    payments: listsDiffer(before.payments, payments, (row) => row.id),
    invoices: listsDiffer(before.invoices, invoices, (row) => row.id),
    deposits: listsDiffer(before.deposits, deposits, (row) => row.id),
    events: listsDiffer(before.events, events, (row) => String(row.number)),
  };
  const folio = { payments, invoices, deposits, events, changed };
  if (isLive(booking.row.status)) reportWrongSums(context, booking, folio);
  else reportOpenParts(context, booking, folio);
  return folio;
}

function paymentRows(
  context: ImportContext,
  { entry, row: booking }: PlannedBooking,
  stored: PaymentRecord[],
): PaymentRecord[] {
  const { payments } = entry.value;
  if (payments === undefined) return stored;
  const rows = (payments ?? []).map((payment) => ({
    teamId: context.teamId,
    id: payment.id ?? '',
    bookingId: booking.id,
    amountCents: payment.amount,
    status: payment.status,
    dueOn: payment.due_on ?? null,
    paidAt: payment.paid_at ?? null,
    refundedCents: payment.refunded_amount ?? (payment.status === 'refunded' ? payment.amount : 0),
    reference: payment.reference ?? null,
  }));
  const known = stored.map(({ position, ...row }) => row);
  return withPositions(keepIds(context.newId, rows, known), stored);
}

/**
 * Payments due on the same day keep the order of the file. If the file gives the stored payments in their stored order,
 * they keep their positions, so that importing an export changes nothing.
 */
function withPositions(
  rows: readonly Omit<PaymentRecord, 'position'>[],
  stored: readonly PaymentRecord[],
): PaymentRecord[] {
  const inOrder = rows.toSorted((a, b) => compareDueDates(a.dueOn, b.dueOn));
  const isStoredOrder =
    inOrder.length === stored.length && inOrder.every(({ id }, index) => id === stored[index]?.id);
  const positions = new Map(
    inOrder.map(({ id }, index) => [id, isStoredOrder ? (stored[index]?.position ?? index) : index]),
  );
  return rows.map((row) => ({ ...row, position: positions.get(row.id) ?? 0 }));
}

/** A payment without a due date comes last, as in the database. */
function compareDueDates(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return a < b ? -1 : 1;
}

function invoiceRows(
  context: ImportContext,
  { entry, row: booking }: PlannedBooking,
  stored: InvoiceRecord[],
): InvoiceRecord[] {
  const { invoices } = entry.value;
  if (invoices === undefined) return stored;
  const byNumber = new Map(stored.map((invoice) => [invoice.number, invoice]));
  const rows = (invoices ?? []).map((invoice) => ({
    teamId: context.teamId,
    id: invoice.id ?? '',
    bookingId: booking.id,
    number: invoice.number,
    amountCents: invoice.amount,
    status: invoice.status,
    issuedAt: invoice.issued_at ?? byNumber.get(invoice.number)?.issuedAt ?? booking.createdAt,
    voidedAt: invoice.voided_at ?? null,
  }));
  return keepIds(context.newId, rows, stored, ({ number }) => number);
}

function depositRows(
  context: ImportContext,
  { entry, row: booking }: PlannedBooking,
  stored: DepositRecord[],
): DepositRecord[] {
  const deposit = entry.value.security_deposit;
  if (!deposit) return deposit === null ? [] : stored;
  return [
    {
      teamId: context.teamId,
      bookingId: booking.id,
      id: deposit.id ?? stored[0]?.id ?? context.newId(),
      amountCents: deposit.amount,
      status: deposit.status,
      heldAt: deposit.held_at ?? null,
      returnedAt: deposit.returned_at ?? null,
    },
  ];
}

/**
 * Whether a cancelled booking can no longer have a payment, invoice or deposit with this status (contract, section 11).
 */
const IS_OPEN = {
  payments: { scheduled: true, paid: false, failed: false, cancelled: false, refunded: false },
  invoices: { open: true, paid: false, void: false },
  deposits: { pending: false, held: true, returned: false, kept: false, cancelled: false },
} satisfies {
  payments: Record<PaymentStatus, boolean>;
  invoices: Record<InvoiceStatus, boolean>;
  deposits: Record<DepositStatus, boolean>;
};

/**
 * A cancelled booking has no scheduled payment, open invoice or held deposit (contract, section 11). Parts that the
 * file does not give are the stored ones, and are checked as well.
 */
function reportOpenParts(
  context: ImportContext,
  { entry }: PlannedBooking,
  { payments, invoices, deposits }: PlannedFolio,
): void {
  const refuse = (list: 'payments' | 'invoices' | 'security_deposit', path: string, status: string) => {
    const whose = entry.value[list] === undefined ? 'the stored ' : '';
    context.problems.add(
      entry.place,
      `${whose}${path}.status must not be "${status}" with status "cancelled"`,
    );
  };
  for (const [index, { status }] of payments.entries())
    if (IS_OPEN.payments[status]) refuse('payments', `payments[${index}]`, status);
  for (const [index, { status }] of invoices.entries())
    if (IS_OPEN.invoices[status]) refuse('invoices', `invoices[${index}]`, status);
  for (const { status } of deposits)
    if (IS_OPEN.deposits[status]) refuse('security_deposit', 'security_deposit', status);
}

/**
 * Payments and invoices of a booking that is not cancelled must fit its grand total (contract, section 11). Nobody may be
 * asked for more than is owed, and a plan must cover all of it. What is stored already and stays as it is, is accepted.
 */
function reportWrongSums(
  context: ImportContext,
  { entry, row, stored }: PlannedBooking,
  { payments, invoices, changed }: PlannedFolio,
): void {
  const { grandTotalCents } = row;
  const isStored = stored && isLive(stored.status) && stored.grandTotalCents === grandTotalCents;
  const refuse = (list: 'payments' | 'invoices', problem: string) =>
    context.problems.add(
      entry.place,
      `${entry.value[list] === undefined ? 'the stored ' : ''}${list} ${problem}`,
    );
  if (!isStored || changed.payments) {
    const scheduled = payments.filter(({ status }) => status === 'scheduled');
    const owedCents = Math.max(0, grandTotalCents - paidTotal(payments));
    const scheduledCents = sumOf(scheduled);
    const allCents = sumOf(payments.filter(({ status }) => status !== 'cancelled'));
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
  if (!isStored || changed.invoices) {
    const openCents = sumOf(invoices.filter(({ status }) => status === 'open'));
    const mostCents = invoiceAmount(grandTotalCents, invoices);
    if (openCents > mostCents)
      refuse(
        'invoices',
        `that are open must add up to at most ${mostCents}, the rest of the grand total, not ${openCents}`,
      );
  }
}

const sumOf = (parts: readonly { amountCents: number }[]): number =>
  parts.reduce((sum, { amountCents }) => sum + amountCents, 0);
