/**
 * Tables of the fields of payments, invoices and security deposits that are stored without a rule of their
 * own (docs/contributing.md, "A field").
 */
import { z } from 'zod';
import { toInstantText, toInstantTextOrNull } from '../../domain/formats.ts';
import { MAX_NAME_LENGTH, MAX_PAYMENT_REFERENCE_LENGTH } from '../../domain/limits.ts';
import { INVOICE_STATUSES, PAYMENT_STATUSES, SECURITY_DEPOSIT_STATUSES } from '../../domain/vocabulary.ts';
import { dueDateEntry, instantEntry } from '../fields/dates.ts';
import { centsField, optionalText, requiredText, sumOfCentsField, wordField } from '../fields/fields.ts';
import { createRowFields, type RowField } from '../fields/row-fields.ts';
import { amountSchema, dateSchema, instantSchema, nullableText, wordSchema } from '../formats.ts';

const nullableInstant = instantSchema.nullable();

export const paymentFields = {
  amount: { write: sumOfCentsField.describe('In cents.'), read: amountSchema, column: 'amountCents' },
  status: {
    write: wordField(PAYMENT_STATUSES).describe('The status of the payment.'),
    read: wordSchema(PAYMENT_STATUSES),
  },
  due_on: {
    write: dueDateEntry.nullish().describe('The day on which it is due.'),
    read: dateSchema.nullable(),
  },
  paid_at: {
    write: instantEntry.nullish().describe('When it was paid.'),
    read: nullableInstant,
    present: toInstantTextOrNull,
  },
  refunded_amount: {
    write: sumOfCentsField
      .nullish()
      .describe('In cents: the part that was given back. Default: 0, and all of it with status `refunded`.'),
    read: amountSchema.describe('A payment becomes `refunded` once all of it is.'),
    column: 'refundedCents',
  },
  refunded_at: {
    write: instantEntry.nullish().describe('When it was last refunded.'),
    read: nullableInstant.describe(
      'When it was last refunded. Null without a refund, and for those of earlier versions.',
    ),
    present: toInstantTextOrNull,
  },
  reference: {
    write: optionalText(MAX_PAYMENT_REFERENCE_LENGTH).describe("The payment provider's id."),
    read: nullableText.describe('The payment provider’s id.'),
  },
} as const satisfies Record<string, RowField>;
export const paymentRow = createRowFields(paymentFields);

export const invoiceFields = {
  number: {
    write: requiredText(MAX_NAME_LENGTH).describe('Identifies the invoice within its booking.'),
    read: z.string(),
  },
  amount: { write: sumOfCentsField.describe('In cents.'), read: amountSchema, column: 'amountCents' },
  status: {
    write: wordField(INVOICE_STATUSES).describe('The status of the invoice.'),
    read: wordSchema(INVOICE_STATUSES),
  },
  issued_at: {
    write: instantEntry.nullish().describe('When it was issued. Default: when the booking was made.'),
    read: instantSchema,
    present: toInstantText,
  },
  voided_at: {
    write: instantEntry.nullish().describe('When it was voided.'),
    read: nullableInstant,
    present: toInstantTextOrNull,
  },
} as const satisfies Record<string, RowField>;
export const invoiceRow = createRowFields(invoiceFields);

export const depositFields = {
  amount: { write: centsField.describe('In cents.'), read: amountSchema, column: 'amountCents' },
  status: {
    write: wordField(SECURITY_DEPOSIT_STATUSES).describe('The status of the deposit.'),
    read: wordSchema(SECURITY_DEPOSIT_STATUSES),
  },
  held_at: {
    write: instantEntry.nullish().describe('When it was received.'),
    read: nullableInstant,
    present: toInstantTextOrNull,
  },
  returned_at: {
    write: instantEntry.nullish().describe('When it was returned.'),
    read: nullableInstant,
    present: toInstantTextOrNull,
  },
} as const satisfies Record<string, RowField>;
export const depositRow = createRowFields(depositFields);
