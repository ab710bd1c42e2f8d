import type { InvoiceRow } from '../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import { buildInvoiceDocument } from '../../../domain/folio/invoice-document.ts';
import { numberInBooking } from './in-booking.ts';
import { findDueOn, type Issuing, listTaxesOf } from './issue.ts';

/**
 * A draft says what the booking and the team say on the day of issue or payment. In consecutive numbering it
 * gets its number when it is stored.
 */
export function issueDraft(
  booking: BookingRecord,
  invoice: InvoiceRow,
  existing: readonly InvoiceRow[],
  issuing: Issuing,
): InvoiceRow {
  const { issuer, now } = issuing;
  const numbers = existing.map(({ number }) => number);
  return {
    ...invoice,
    issuedAt: now,
    number: issuer.numbering === 'booking' ? numberInBooking(booking, numbers, issuer, now) : null,
    document: {
      ...buildInvoiceDocument(issuer, booking),
      taxes: listTaxesOf(booking, invoice, issuer),
      ...findDueOn(issuing.payments),
    },
  };
}
