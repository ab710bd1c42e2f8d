/**
 * Fields of payments, invoices and security deposits without a rule of their own (docs/contributing.md, "A
 * field").
 */
import { z } from 'zod';
import { toInstantTextOrNull } from '../../domain/formats.ts';
import {
  MAX_INVOICES_OF_BOOKING,
  MAX_NAME_LENGTH,
  MAX_PAYMENT_REFERENCE_LENGTH,
} from '../../domain/limits.ts';
import {
  INVOICE_KINDS,
  INVOICE_STATUSES,
  PAYMENT_METHODS,
  PAYMENT_STATUSES,
  SECURITY_DEPOSIT_STATUSES,
} from '../../domain/vocabulary.ts';
import { dueDateEntry, instantEntry } from '../fields/dates.ts';
import {
  centsField,
  idField,
  optionalText,
  signedCentsField,
  sumOfCentsField,
  wordField,
} from '../fields/fields.ts';
import { listOf } from '../fields/lists.ts';
import { createRowFields, type RowField } from '../fields/row-fields.ts';
import { amountSchema, dateSchema, idSchema, instantSchema, nullableText, wordSchema } from '../formats.ts';

const nullableInstant = instantSchema.nullable();

export const paymentFields = {
  amount: { write: sumOfCentsField.describe('In cents.'), read: amountSchema, column: 'amountCents' },
  status: {
    write: wordField(PAYMENT_STATUSES).describe('The status of the payment.'),
    read: wordSchema(PAYMENT_STATUSES).describe(
      '`scheduled`: still owed. `cancelled`: no longer owed. `refunded`: all of it was given back.',
    ),
  },
  due_on: {
    write: dueDateEntry.nullish().describe('The day on which it is due.'),
    read: dateSchema.nullable().describe('The day on which it is due. Null if it has none.'),
  },
  paid_at: {
    write: instantEntry.nullish().describe('When it was paid.'),
    read: nullableInstant.describe('When it was paid. Null if it was not.'),
    present: toInstantTextOrNull,
  },
  method: {
    write: wordField(PAYMENT_METHODS).nullish().describe('How it was made.'),
    read: wordSchema(PAYMENT_METHODS).nullable().describe('How it was made. Null if nobody has said it.'),
  },
  refunded_amount: {
    write: sumOfCentsField
      .nullish()
      .describe(
        'In cents: the part that was given back, the sum of `refunds`. Default: 0, and all of it with status `refunded`.',
      ),
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
    read: nullableText.describe('The payment provider’s id. Null if it is unknown.'),
  },
} as const satisfies Record<string, RowField>;
export const paymentRow = createRowFields(paymentFields);

export const invoiceFields = {
  kind: {
    write: wordField(INVOICE_KINDS).nullish().describe('Default: `invoice`.'),
    read: wordSchema(INVOICE_KINDS).describe('A credit note takes back what invoices say too much.'),
  },
  number: {
    write: optionalText(MAX_NAME_LENGTH).describe(
      'Identifies the invoice within its booking. Null for a draft.',
    ),
    read: nullableText.describe(
      'What stands on the invoice. Unique within its booking. Null for a draft, and for what a preview would issue.',
    ),
  },
  amount: {
    write: signedCentsField.describe('In cents; of a credit note 0 or below.'),
    read: amountSchema.describe('Below 0 for a credit note.'),
    column: 'amountCents',
  },
  status: {
    write: wordField(INVOICE_STATUSES).describe('The status of the invoice.'),
    read: wordSchema(INVOICE_STATUSES).describe(
      '`open` without a number: a draft. `void`: it no longer counts. One that is `issued` or `paid` never changes: what is wrong is credited.',
    ),
  },
  issued_at: {
    write: instantEntry.nullish().describe('When it was issued. Default: when the booking was made.'),
    read: nullableInstant.describe('When it was issued. Null for a draft.'),
    present: toInstantTextOrNull,
  },
  voided_at: {
    write: instantEntry.nullish().describe('When it was voided.'),
    read: nullableInstant.describe('When it was voided. Null if it was not.'),
    present: toInstantTextOrNull,
  },
  corrects: {
    write: listOf(idField, MAX_INVOICES_OF_BOOKING)
      .nullish()
      .describe('The ids of the booking’s invoices that a credit note corrects. Default: none.'),
    read: z.array(idSchema).describe('The ids of the invoices that a credit note corrects.'),
  },
} as const satisfies Record<string, RowField>;
export const invoiceRow = createRowFields(invoiceFields);

export const depositFields = {
  amount: { write: centsField.describe('In cents.'), read: amountSchema, column: 'amountCents' },
  status: {
    write: wordField(SECURITY_DEPOSIT_STATUSES).describe('The status of the deposit.'),
    read: wordSchema(SECURITY_DEPOSIT_STATUSES).describe(
      '`pending` until it is received. `held`, then `returned` to the guest or `kept` for damage.',
    ),
  },
  held_at: {
    write: instantEntry.nullish().describe('When it was received.'),
    read: nullableInstant.describe('When it was received. Null if it was not.'),
    present: toInstantTextOrNull,
  },
  returned_at: {
    write: instantEntry.nullish().describe('When it was returned.'),
    read: nullableInstant.describe('When it was returned. Null if it was not.'),
    present: toInstantTextOrNull,
  },
} as const satisfies Record<string, RowField>;
export const depositRow = createRowFields(depositFields);
