/** The schema of an invoice's content at the time of issue, in a team file. */
import type { z } from 'zod';
import type { InvoiceDocument } from '../../domain/folio/invoice-document.ts';
import { MAX_NAME_LENGTH } from '../../domain/limits.ts';
import { bookingFields } from '../bookings/fields.ts';
import { invoiceDetailsEntry } from '../bookings/invoice-details.ts';
import { dateEntry } from '../fields/dates.ts';
import { guestCountEntry, objectEntry, optionalText, requiredText } from '../fields/fields.ts';
import type { PresentedEntry } from '../formats.ts';
import { listOf } from './lists.ts';
import { MAX_LINES_OF_BOOKING_ENTRY, presentPriceLineEntry, priceLineEntry } from './price-line.ts';

const addressField = optionalText(MAX_NAME_LENGTH);

export const invoiceDocumentEntry = objectEntry({
  seller: invoiceDetailsEntry.describe('The team.'),
  billing_name: bookingFields.billing_name.write,
  billing_address: bookingFields.billing_address.write,
  place: objectEntry({
    title: requiredText(MAX_NAME_LENGTH),
    street: addressField,
    postcode: addressField,
    city: addressField,
    state: addressField,
    country: addressField,
  }).describe('Where the stay is.'),
  check_in: dateEntry.describe('The first night.'),
  check_out: dateEntry.describe('The day on which the guests leave.'),
  number_of_guests: guestCountEntry.describe('Without infants.'),
  lines: listOf(priceLineEntry, MAX_LINES_OF_BOOKING_ENTRY).describe('The whole price, line by line.'),
});

export type InvoiceDocumentEntry = z.infer<typeof invoiceDocumentEntry>;

export const presentInvoiceDocument = (document: InvoiceDocument) =>
  ({
    seller: document.seller,
    billing_name: document.billingName,
    billing_address: document.billingAddress,
    place: document.place,
    check_in: document.checkIn,
    check_out: document.checkOut,
    number_of_guests: document.numberOfGuests,
    lines: document.lines.map(presentPriceLineEntry),
  }) satisfies PresentedEntry<InvoiceDocumentEntry>;
