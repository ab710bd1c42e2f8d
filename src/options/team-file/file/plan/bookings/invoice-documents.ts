import { mergeInvoiceDetails } from '../../../../../domain/folio/invoice-details.ts';
import {
  type InvoiceDocument,
  type TaxSum,
  toInvoiceSeller,
} from '../../../../../domain/folio/invoice-document.ts';
import type { InvoiceDocumentEntry } from '../../../schemas/invoice-document.ts';
import { nameInOthers, toPriceLineWithOrigin } from './price-entries.ts';

/** Null for unknown content, and undefined to keep the stored one. */
export const toInvoiceDocument = (
  entry: InvoiceDocumentEntry | null | undefined,
): InvoiceDocument | null | undefined =>
  entry && {
    ...(entry.language ? { language: entry.language } : {}),
    seller: toInvoiceSeller(mergeInvoiceDetails(null, entry.seller)),
    billingName: entry.billing_name ?? null,
    billingAddress: entry.billing_address ?? null,
    place: {
      title: entry.place.title,
      street: entry.place.street ?? null,
      postcode: entry.place.postcode ?? null,
      city: entry.place.city ?? null,
      state: entry.place.state ?? null,
      country: entry.place.country ?? null,
      ...(entry.place.building ? { building: entry.place.building } : {}),
    },
    checkIn: entry.check_in,
    checkOut: entry.check_out,
    numberOfGuests: entry.number_of_guests,
    lines: entry.lines.map((line) => toPriceLineWithOrigin(line)),
    ...(entry.taxes ? { taxes: entry.taxes.map(toTax) } : {}),
    ...(entry.due_on ? { dueOn: entry.due_on } : {}),
    ...(entry.guest_name ? { guestName: entry.guest_name } : {}),
    ...(entry.timezone ? { timezone: entry.timezone } : {}),
    ...(entry.invoiced_before
      ? {
          invoicedBefore: {
            numbers: entry.invoiced_before.numbers,
            amountCents: entry.invoiced_before.amount,
          },
        }
      : {}),
  };

const toTax = (tax: NonNullable<InvoiceDocumentEntry['taxes']>[number]): TaxSum => ({
  code: tax.code,
  name: tax.name,
  ...nameInOthers(tax.names),
  percentPpm: tax.percent ?? null,
  included: tax.included,
  baseAmountCents: tax.base_amount ?? null,
  amountCents: tax.amount,
});
