import { wholeTeam } from '../../../db/limited.ts';
import type { InvoiceRow } from '../../../db/queries/bookings/folio.ts';
import type { BookingRecord } from '../../../db/queries/bookings/writes.ts';
import { findGuest } from '../../../db/queries/guests/guests.ts';
import { hasBilling, isFrozen } from '../../../domain/folio/invoice-document.ts';
import { doesInvoiceStay, sumInvoicedBefore } from '../../../domain/folio/invoices.ts';
import type { WriteScope } from '../../team-scope.ts';

type InvoicedBooking = {
  booking: BookingRecord;
  listing: { timezone: string };
  invoices: readonly InvoiceRow[];
};

/**
 * What is issued or paid goes on saying what it says, whatever changes afterwards (docs/rules.md, 12.10). `invoices` are
 * all of the booking, in their order.
 */
export async function freezeDocument(
  { tx, teamId }: Pick<WriteScope, 'tx' | 'teamId'>,
  { booking, listing, invoices }: InvoicedBooking,
  invoice: InvoiceRow,
): Promise<InvoiceRow> {
  const { document } = invoice;
  if (!document || !doesInvoiceStay(invoice) || isFrozen(document)) return invoice;
  const guest = await findGuest(wholeTeam(tx), teamId, booking.guestId);
  const { billingName, billingAddress } = hasBilling(document) ? document : booking;
  return {
    ...invoice,
    document: {
      ...document,
      billingName,
      billingAddress,
      guestName: document.guestName ?? guest?.name ?? '',
      timezone: listing.timezone,
      invoicedBefore: sumInvoicedBefore(invoices, invoice.id),
    },
  };
}
