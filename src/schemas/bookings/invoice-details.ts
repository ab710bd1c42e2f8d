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
  tax_number: optionalText(MAX_INVOICE_DETAIL_LENGTH),
  footer: optionalLongText(MAX_INVOICE_FOOTER_LENGTH).describe('What stands below, such as a bank account.'),
};

export const invoiceDetailsEntry = objectEntry(detailFields);
const invoiceDetailsSchema = z
  .object({ name: nullableText, address: nullableText, tax_number: nullableText, footer: nullableText })
  .meta({ id: 'InvoiceDetails' });

export const invoiceDetailsField = {
  write: invoiceDetailsEntry
    .nullish()
    .describe(
      'The team as the seller of its invoices. Keys that are left out keep their values; null clears them all.',
    ),
  read: invoiceDetailsSchema.nullable().describe('The team as the seller of its invoices.'),
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
  read: nullableText.describe('Stands before the number of every new invoice.'),
};
