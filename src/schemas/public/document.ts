/** A guest reads and prints documents with a booking's key. */
import { z } from 'zod';
import {
  computeNetAndGross,
  languageOfDocument,
  nameInDocument,
  type TaxSum,
} from '../../domain/folio/invoice-document.ts';
import { ppmToPercent, toInstantText } from '../../domain/formats.ts';
import { LANGUAGES, languages } from '../../domain/languages/languages.ts';
import { writeAddressLine } from '../../domain/text/address.ts';
import { nameInBuilding } from '../../domain/text/place-name.ts';
import { INVOICE_KINDS, INVOICE_STATUSES } from '../../domain/vocabulary.ts';
import type { GuestDocument, WholeGuestDocument } from '../../services/bookings/folio/guest-documents.ts';
import { idField } from '../fields/fields.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  idSchema,
  instantSchema,
  nullableText,
  wordSchema,
} from '../formats.ts';
import { presentPriceLine, priceLineSchema } from '../price.ts';
import { siteBookingParams } from './booking.ts';

export const guestDocumentParams = siteBookingParams.extend({
  document: idField.describe('The id of the document.'),
});

const listedFields = {
  id: idSchema.describe('The id of the document.'),
  kind: wordSchema(INVOICE_KINDS).describe('A credit note takes an invoice back, in whole or in part.'),
  number: z.string().describe('As it is printed, such as `HB7K2M9Q-1`.'),
  amount: amountSchema.describe('In cents. Below 0 for a credit note.'),
  status: wordSchema(INVOICE_STATUSES).describe('`issued` or `paid`.'),
  issued_at: instantSchema.describe('When it was issued.'),
};

const listedDocumentSchema = z
  .object(listedFields)
  .meta({ id: 'GuestDocument', description: 'An invoice or a credit note of a booking.' });

const taxSchema = z
  .object({
    name: z.string().describe('The name of the tax.'),
    percent: z.number().nullable().describe('Null if it is no percentage.'),
    included: z.boolean().describe('Whether the amounts of the lines include it.'),
    net: amountSchema.nullable().describe('In cents, without the tax. Null if it is no percentage.'),
    amount: amountSchema.describe('In cents.'),
    gross: amountSchema.nullable().describe('In cents, with the tax. Null if it is no percentage.'),
  })
  .meta({ id: 'GuestDocumentTax', description: 'The sum of a tax that the document tells.' });

const wholeDocumentSchema = z
  .object({
    ...listedFields,
    language: wordSchema(LANGUAGES).describe('The booking’s when it was issued, in which it is printed.'),
    title: nullableText.describe('What an invoice calls itself. Null: “Invoice”.'),
    corrects: z.array(z.string()).describe('The numbers of the invoices that a credit note corrects.'),
    confirmation_code: z.string().describe('The booking’s.'),
    timezone: z.string().describe('The listing’s time zone, in which the day of issue is written.'),
    due_on: dateSchema.nullable().describe('The day on which all of it is due, if that was known.'),
    seller: z
      .object({
        name: nullableText.describe('Who lets the place.'),
        address: nullableText.describe('In lines.'),
        tax_number: nullableText.describe('As the authorities write it.'),
        footer: nullableText.describe('What stands below, such as a bank account.'),
      })
      .describe('As it was at the time of issue.'),
    to: z
      .object({
        name: z.string().describe('The guest, or who pays for them.'),
        address: nullableText.describe('In lines. Null if it is not known.'),
      })
      .describe('To whom it is addressed.'),
    place: z
      .object({
        title: z.string().describe('A kind of room is named with its building.'),
        address: nullableText.describe('On one line. Null if it is not known.'),
      })
      .describe('Where the stay is.'),
    check_in: dateSchema.describe('The first night.'),
    check_out: dateSchema.describe('The day on which the guests leave.'),
    number_of_guests: z.int().describe('Without infants.'),
    currency: currencySchema,
    lines: z.array(priceLineSchema).describe('The whole price. A credit note has none.'),
    lines_total: amountSchema.describe('In cents: what the lines add up to.'),
    invoiced_before: z.array(z.string()).describe('The numbers of earlier documents over these lines.'),
    invoiced_before_amount: amountSchema.describe(
      'In cents: what these add up to. What is left of the lines besides is on other documents.',
    ),
    taxes: z.array(taxSchema).describe('The taxes that it tells, which no other document has told.'),
    credited: amountSchema.describe('In cents: what credit notes have taken back of it.'),
    credited_by: z.array(z.string()).describe('The numbers of these credit notes.'),
    paid: amountSchema
      .nullable()
      .describe('In cents. Null for a credit note, and for an invoice that was taken back in whole.'),
    due: amountSchema.nullable().describe('In cents: what is still to be paid. Null as `paid`.'),
  })
  .meta({ id: 'WholeGuestDocument', description: 'An invoice or a credit note as it is printed.' });

export const guestDocumentsAnswer = z.object({
  data: z.array(listedDocumentSchema).describe('By date of issue.'),
});
export const guestDocumentAnswer = z.object({ data: wholeDocumentSchema });

export const presentGuestDocument = ({
  id,
  kind,
  number,
  amountCents,
  status,
  issuedAt,
}: GuestDocument): z.infer<typeof listedDocumentSchema> => ({
  id,
  kind,
  number,
  amount: amountCents,
  status,
  issued_at: toInstantText(issuedAt),
});

export const presentWholeGuestDocument = (
  issued: WholeGuestDocument,
): z.infer<typeof wholeDocumentSchema> => {
  const { document, settlement } = issued;
  const { name, address, tax_number, footer } = document.seller;
  const language = languageOfDocument(document);
  return {
    ...presentGuestDocument(issued.invoice),
    language,
    title: document.seller.title ?? null,
    corrects: issued.corrected.flatMap(({ number }) => number ?? []),
    confirmation_code: issued.confirmationCode,
    timezone: issued.timezone,
    due_on: document.dueOn ?? null,
    seller: { name, address, tax_number, footer },
    to: {
      name: document.billingName ?? issued.guestName ?? languages[language].documents.erasedGuest,
      address: document.billingAddress,
    },
    place: {
      title: nameInBuilding(document.place.title, document.place.building ?? null, language),
      address: writeAddressLine(document.place),
    },
    check_in: document.checkIn,
    check_out: document.checkOut,
    number_of_guests: document.numberOfGuests,
    currency: issued.currency,
    lines: document.lines.map((line) => presentPriceLine({ ...line, name: nameInDocument(document, line) })),
    lines_total: issued.totalCents,
    invoiced_before: [...issued.invoicedBefore.numbers],
    invoiced_before_amount: issued.invoicedBefore.amountCents,
    taxes: issued.taxes.map((tax) => presentTax({ ...tax, name: nameInDocument(document, tax) })),
    credited: issued.credited.amountCents,
    credited_by: [...issued.credited.numbers],
    paid: settlement?.paidCents ?? null,
    due: settlement?.dueCents ?? null,
  };
};

const presentTax = (tax: TaxSum): z.infer<typeof taxSchema> => {
  const { netCents, grossCents } = computeNetAndGross(tax);
  return {
    name: tax.name,
    percent: tax.percentPpm === null ? null : ppmToPercent(tax.percentPpm),
    included: tax.included,
    net: netCents,
    amount: tax.amountCents,
    gross: grossCents,
  };
};
