import type { z } from 'zod';
import type { InvoiceDocument, TaxSum } from '../../../domain/folio/invoice-document.ts';
import { ppmToPercent } from '../../../domain/formats.ts';
import { LANGUAGES } from '../../../domain/languages/languages.ts';
import { MAX_INVOICES_OF_BOOKING, MAX_NAME_LENGTH } from '../../../domain/limits.ts';
import { bookingFields } from '../../../schemas/bookings/fields.ts';
import { invoiceDetailsEntry } from '../../../schemas/bookings/invoice-details.ts';
import { dateEntry } from '../../../schemas/fields/dates.ts';
import {
  booleanField,
  guestCountEntry,
  objectEntry,
  optionalText,
  percentField,
  requiredText,
  signedCentsField,
  timezoneField,
  wordField,
} from '../../../schemas/fields/fields.ts';
import { listOf } from '../../../schemas/fields/lists.ts';
import type { PresentedEntry } from '../../../schemas/formats.ts';
import {
  lineNamesEntry,
  MAX_LINES_OF_BOOKING_ENTRY,
  presentPriceLineEntry,
  priceLineEntry,
} from './price-line.ts';

const addressField = optionalText(MAX_NAME_LENGTH);

const taxEntry = objectEntry({
  code: requiredText(MAX_NAME_LENGTH).describe('The code of the tax.'),
  name: requiredText(MAX_NAME_LENGTH).describe('The name of the tax.'),
  names: lineNamesEntry,
  percent: percentField.nullish().describe('If it is a percentage.'),
  included: booleanField.describe('Whether the amounts of the lines include it.'),
  base_amount: signedCentsField.nullish().describe('In cents: the base of the percentage.'),
  amount: signedCentsField.describe('In cents.'),
});

export const invoiceDocumentEntry = objectEntry({
  language: wordField(LANGUAGES).nullish().describe('In which it was issued. Default: English.'),
  seller: invoiceDetailsEntry.describe('The team.'),
  billing_name: bookingFields.billing_name.write,
  billing_address: bookingFields.billing_address.write,
  place: objectEntry({
    title: requiredText(MAX_NAME_LENGTH),
    building: optionalText(MAX_NAME_LENGTH).describe('The building of a kind of room.'),
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
  taxes: listOf(taxEntry, MAX_LINES_OF_BOOKING_ENTRY)
    .nullish()
    .describe('The taxes that it tells, which no other has told. Default: all taxes of its lines.'),
  due_on: dateEntry.nullish().describe('The day on which all of it is due.'),
  guest_name: optionalText(MAX_NAME_LENGTH).describe('The guest when it was issued.'),
  timezone: timezoneField.nullish().describe('The listing’s when it was issued.'),
  invoiced_before: objectEntry({
    numbers: listOf(requiredText(MAX_NAME_LENGTH), MAX_INVOICES_OF_BOOKING),
    amount: signedCentsField,
  })
    .nullish()
    .describe('The numbers of earlier documents when it was issued, and what they added up to, in cents.'),
});

export type InvoiceDocumentEntry = z.infer<typeof invoiceDocumentEntry>;

export const presentInvoiceDocument = (document: InvoiceDocument) =>
  ({
    language: document.language ?? null,
    seller: document.seller,
    billing_name: document.billingName,
    billing_address: document.billingAddress,
    place: { ...document.place, building: document.place.building ?? null },
    check_in: document.checkIn,
    check_out: document.checkOut,
    number_of_guests: document.numberOfGuests,
    lines: document.lines.map(presentPriceLineEntry),
    taxes: document.taxes?.map(presentTax) ?? null,
    due_on: document.dueOn ?? null,
    guest_name: document.guestName ?? null,
    timezone: document.timezone ?? null,
    invoiced_before: document.invoicedBefore
      ? { numbers: [...document.invoicedBefore.numbers], amount: document.invoicedBefore.amountCents }
      : null,
  }) satisfies PresentedEntry<InvoiceDocumentEntry>;

const presentTax = ({ code, name, names, percentPpm, included, baseAmountCents, amountCents }: TaxSum) => ({
  code,
  name,
  ...(names === undefined ? {} : { names }),
  percent: percentPpm === null ? null : ppmToPercent(percentPpm),
  included,
  base_amount: baseAmountCents,
  amount: amountCents,
});
