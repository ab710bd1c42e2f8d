/** The schema of a team's details as the seller on its invoices. */
import { z } from 'zod';
import { completeInvoiceDetails, type InvoiceDetails } from '../../domain/folio/invoice-details.ts';
import {
  MAX_INVOICE_DETAIL_LENGTH,
  MAX_INVOICE_FOOTER_LENGTH,
  MAX_INVOICE_PREFIX_LENGTH,
} from '../../domain/limits.ts';
import { mustBe } from '../entries/lists.ts';
import { objectEntry, optionalCheckedText, optionalLongText, optionalText } from '../fields/fields.ts';
import { nullableText } from '../formats.ts';

const detailFields = {
  name: optionalText(MAX_INVOICE_DETAIL_LENGTH).describe("Default: the team's name."),
  address: optionalLongText(MAX_INVOICE_DETAIL_LENGTH).describe('In lines.'),
  tax_number: optionalText(MAX_INVOICE_DETAIL_LENGTH).describe('As the authorities write it.'),
  footer: optionalLongText(MAX_INVOICE_FOOTER_LENGTH).describe('What stands below, such as a bank account.'),
};

export const invoiceDetailsEntry = objectEntry(detailFields);
const invoiceDetailsSchema = z
  .object({
    name: nullableText.describe('Null: the team’s name.'),
    address: nullableText.describe('In lines. Null if it is not said.'),
    tax_number: nullableText.describe('As the authorities write it. Null if it is not said.'),
    footer: nullableText.describe('What stands below, such as a bank account. Null for nothing.'),
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

/** Matches visible characters only: no spaces, and no control characters. */
const PREFIX_PATTERN = new RegExp(`^[^\\s\\p{C}]{1,${MAX_INVOICE_PREFIX_LENGTH}}$`, 'u');
const NOT_A_PREFIX = mustBe(`at most ${MAX_INVOICE_PREFIX_LENGTH} visible characters`);

export const invoicePrefixField = {
  write: optionalCheckedText(
    (text) => PREFIX_PATTERN.test(text),
    NOT_A_PREFIX,
    { maxLength: MAX_INVOICE_PREFIX_LENGTH },
    z.string(NOT_A_PREFIX).trim().normalize('NFC'),
  ).describe('Stands before the number of every new invoice: visible characters, no spaces.'),
  read: nullableText.describe('Stands before the number of every new invoice. Null for nothing.'),
};
