/** Invoices, drafts and credit notes of a booking. */
import type { InvoiceRow } from '../../../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../../../db/queries/bookings/writes.ts';
import { isDraft } from '../../../../../domain/folio/numbering.ts';
import { invoiceRow } from '../../../../../schemas/bookings/folio-fields.ts';
import { mergeEntry, mergeValue } from '../../../../../services/catalogue/rows.ts';
import { reuseStoredIds } from '../../../../../services/catalogue/stored-ids.ts';
import type { ImportContext } from '../context.ts';
import { toInvoiceDocument } from './invoice-documents.ts';
import type { PlannedBooking } from './stays.ts';

export function buildInvoiceRows(
  context: ImportContext,
  { entry, row: booking }: PlannedBooking,
  stored: InvoiceRow[],
): InvoiceRow[] {
  const { invoices } = entry.value;
  if (invoices === undefined) return stored;
  const byNumber = new Map(stored.map((invoice) => [invoice.number, invoice]));
  const rows = (invoices ?? []).map((invoice) =>
    mergeEntry<InvoiceRow>({}, undefined, {
      teamId: context.teamId,
      bookingId: booking.id,
      id: invoice.id ?? '',
      ...invoiceRow.toColumns(invoice),
      kind: invoice.kind ?? 'invoice',
      corrects: invoice.corrects ?? [],
      ...mergeNumber(invoice, booking, byNumber.get(invoice.number ?? null)),
    }),
  );
  const withIds = keepDocumentsOfDrafts(
    reuseStoredIds(rows, stored, ({ number }) => number),
    invoices ?? [],
    stored,
  );
  reportUnknownCorrections(context, entry.place, withIds);
  return withIds;
}

type InvoiceEntry = NonNullable<PlannedBooking['entry']['value']['invoices']>[number];

/** A draft is not issued, and has no number by which it is known. */
const mergeNumber = (invoice: InvoiceEntry, booking: BookingRecord, stored: InvoiceRow | undefined) =>
  invoice.number
    ? {
        number: invoice.number,
        issuedAt: invoice.issued_at ?? stored?.issuedAt ?? booking.createdAt,
        series: invoice.series === undefined ? (stored?.series ?? null) : invoice.series,
        serialNumber:
          invoice.serial_number === undefined ? (stored?.serialNumber ?? null) : invoice.serial_number,
        document: mergeValue(toInvoiceDocument(invoice.document), stored?.document, null),
      }
    : {
        number: null,
        issuedAt: null,
        series: null,
        serialNumber: null,
        document: toInvoiceDocument(invoice.document) ?? null,
      };

/** A draft without a document keeps that of the stored draft which it replaces. */
function keepDocumentsOfDrafts(
  rows: readonly InvoiceRow[],
  entries: readonly InvoiceEntry[],
  stored: readonly InvoiceRow[],
): InvoiceRow[] {
  const drafts = new Map(stored.filter(isDraft).map((draft) => [draft.id, draft.document]));
  return rows.map((row, index) =>
    isDraft(row) && entries[index]?.document === undefined
      ? { ...row, document: drafts.get(row.id) ?? null }
      : row,
  );
}

/** What they correct is no invoice of their booking. */
function reportUnknownCorrections(
  { problems }: ImportContext,
  place: PlannedBooking['entry']['place'],
  rows: readonly InvoiceRow[],
): void {
  const ids = new Set(rows.filter(({ kind }) => kind === 'invoice').map(({ id }) => id));
  for (const [index, { corrects }] of rows.entries())
    if (!corrects.every((id) => ids.has(id)))
      problems.add(place, `invoices[${index}].corrects must be ids of invoices of the booking`);
}
