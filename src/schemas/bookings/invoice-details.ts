/** The team as the seller on its invoices. */
import { z } from 'zod';
import { completeInvoiceDetails, type InvoiceDetails } from '../../domain/folio/invoice-details.ts';
import {
  MAX_INVOICE_DETAIL_LENGTH,
  MAX_INVOICE_FOOTER_LENGTH,
  MAX_INVOICE_NUMBER,
  MAX_INVOICE_PREFIX_LENGTH,
  MAX_INVOICE_TITLE_LENGTH,
} from '../../domain/limits.ts';
import { INVOICE_NUMBERINGS } from '../../domain/vocabulary.ts';
import {
  integer,
  objectEntry,
  optionalCheckedText,
  optionalLongText,
  optionalText,
  wordField,
} from '../fields/fields.ts';
import { mustBe } from '../fields/lists.ts';
import type { RowField } from '../fields/row-fields.ts';
import { nullableText, wordSchema } from '../formats.ts';

const detailFields = {
  name: optionalText(MAX_INVOICE_DETAIL_LENGTH).describe("Default: the team's name."),
  address: optionalLongText(MAX_INVOICE_DETAIL_LENGTH).describe('In lines.'),
  tax_number: optionalText(MAX_INVOICE_DETAIL_LENGTH).describe('As the authorities write it.'),
  footer: optionalLongText(MAX_INVOICE_FOOTER_LENGTH).describe('What stands below, such as a bank account.'),
  title: optionalText(MAX_INVOICE_TITLE_LENGTH).describe('What an invoice calls itself. Default: Invoice.'),
};

export const invoiceDetailsEntry = objectEntry(detailFields);
const invoiceDetailsSchema = z
  .object({
    name: nullableText.describe('Null: the team’s name.'),
    address: nullableText.describe('In lines. Null if it is not said.'),
    tax_number: nullableText.describe('As the authorities write it. Null if it is not said.'),
    footer: nullableText.describe('What stands below, such as a bank account. Null for nothing.'),
    title: nullableText.describe('What an invoice calls itself. Null: *Invoice*.'),
  })
  .meta({ id: 'InvoiceDetails', description: 'The seller of the team’s invoices.' });

export const invoiceDetailsField = {
  write: invoiceDetailsEntry
    .nullish()
    .describe(
      'The team as the seller of its invoices. Keys that are left out keep their values; null clears them all.',
    ),
  read: invoiceDetailsSchema
    .nullable()
    .describe('The team as the seller of its invoices. Null if nothing is said.'),
  present: (details: InvoiceDetails | null) => details && completeInvoiceDetails(details),
};

const numberField = integer(1, MAX_INVOICE_NUMBER).optional();

/** No spaces, and no control characters. */
const PREFIX_PATTERN = new RegExp(`^[^\\s\\p{C}]{1,${MAX_INVOICE_PREFIX_LENGTH}}$`, 'u');
const NOT_A_PREFIX = mustBe(`at most ${MAX_INVOICE_PREFIX_LENGTH} visible characters`);

const prefixEntry = optionalCheckedText(
  (text) => PREFIX_PATTERN.test(text),
  NOT_A_PREFIX,
  { maxLength: MAX_INVOICE_PREFIX_LENGTH },
  z.string(NOT_A_PREFIX).trim().normalize('NFC'),
);

export const invoicePrefixField = {
  write: prefixEntry.describe(
    'Stands before the number of every new invoice: visible characters, no spaces. `{year}` is the year of issue.',
  ),
  read: nullableText.describe(
    'Stands before the number of every new invoice, with the year of issue for `{year}`. Null for nothing.',
  ),
};

/** How invoices are numbered, and the next consecutive numbers (docs/rules.md, 12.20 and 12.21). */
export const invoiceNumberingFields = {
  invoice_numbering: {
    write: wordField(INVOICE_NUMBERINGS).nullish().meta({
      description:
        'How new invoices are numbered: within each `booking`, or `consecutive` without gaps once they are issued or paid.',
      default: 'booking',
    }),
    read: wordSchema(INVOICE_NUMBERINGS).describe(
      'How new invoices are numbered: within each `booking`, or `consecutive` without gaps once they are issued or paid.',
    ),
  },
  invoice_next_number: {
    write: numberField.describe('The next consecutive number. It can be raised, never lowered.'),
    read: z.int().describe('The next consecutive number.'),
  },
  credit_note_prefix: {
    write: prefixEntry.describe(
      'Gives credit notes consecutive numbers of their own, with this before them. Null: they are numbered with the invoices.',
    ),
    read: nullableText.describe(
      'Stands before the consecutive numbers of credit notes. Null: they are numbered with the invoices.',
    ),
  },
  credit_note_next_number: {
    write: numberField.describe(
      'The next of the credit notes’ own consecutive numbers. It can be raised, never lowered.',
    ),
    read: z.int().describe('The next of the credit notes’ own consecutive numbers.'),
  },
} as const satisfies Record<string, RowField>;
