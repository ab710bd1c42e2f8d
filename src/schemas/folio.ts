import { z } from 'zod';
import { instantOrNull, instantText } from '../domain/notation.ts';
import { DEPOSIT_STATUSES, INVOICE_STATUSES, PAYMENT_STATUSES } from '../domain/vocabulary.ts';
import type { Folio } from '../services/bookings/reading.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  idSchema,
  instantSchema,
  nullableText,
  wordSchema,
} from './formats.ts';

const paymentSchema = z
  .object({
    id: idSchema,
    amount: amountSchema,
    status: wordSchema(PAYMENT_STATUSES),
    due_on: dateSchema.nullable(),
    paid_at: instantSchema.nullable(),
    refunded_amount: amountSchema.describe('A payment becomes `refunded` once all of it is.'),
    reference: nullableText.describe('The payment provider’s id.'),
  })
  .meta({ id: 'Payment' });

const invoiceSchema = z
  .object({
    id: idSchema,
    number: z.string(),
    amount: amountSchema,
    status: wordSchema(INVOICE_STATUSES),
    issued_at: instantSchema,
    voided_at: instantSchema.nullable(),
  })
  .meta({ id: 'Invoice' });

const depositSchema = z
  .object({
    id: idSchema,
    amount: amountSchema,
    status: wordSchema(DEPOSIT_STATUSES),
    held_at: instantSchema.nullable(),
    returned_at: instantSchema.nullable(),
  })
  .meta({ id: 'SecurityDeposit' });

/** A booking's payments, invoices and deposit (contract, section 8, "Folio"). */
export const folioSchema = z
  .object({
    currency: currencySchema,
    grand_total: amountSchema,
    paid_total: amountSchema.describe('The sum of the paid amounts, less what was refunded.'),
    balance_due: amountSchema.describe(
      'The grand total minus the paid amount: negative when overpaid, 0 when cancelled.',
    ),
    cancellation_fee: amountSchema.nullable().describe('The booking’s.'),
    refund_due: amountSchema.describe(
      'What the guest of a cancelled booking gets back: the paid amount minus the fee. Otherwise, and without a decided fee, 0.',
    ),
    payments: z
      .array(paymentSchema)
      .describe('By due date, then in the order of the plan: the deposit before the rest.'),
    invoices: z.array(invoiceSchema).describe('By date of issue.'),
    security_deposit: depositSchema.nullable().describe('Null if the booking has none.'),
  })
  .meta({ id: 'Folio' });

export const presentFolio = (folio: Folio): z.infer<typeof folioSchema> => ({
  currency: folio.currency,
  grand_total: folio.grandTotalCents,
  paid_total: folio.paidTotalCents,
  balance_due: folio.balanceDueCents,
  cancellation_fee: folio.cancellationFeeCents,
  refund_due: folio.refundDueCents,
  payments: folio.payments.map((payment) => ({
    id: payment.id,
    amount: payment.amountCents,
    status: payment.status,
    due_on: payment.dueOn,
    paid_at: instantOrNull(payment.paidAt),
    refunded_amount: payment.refundedCents,
    reference: payment.reference,
  })),
  invoices: folio.invoices.map((invoice) => ({
    id: invoice.id,
    number: invoice.number,
    amount: invoice.amountCents,
    status: invoice.status,
    issued_at: instantText(invoice.issuedAt),
    voided_at: instantOrNull(invoice.voidedAt),
  })),
  security_deposit: folio.deposit && {
    id: folio.deposit.id,
    amount: folio.deposit.amountCents,
    status: folio.deposit.status,
    held_at: instantOrNull(folio.deposit.heldAt),
    returned_at: instantOrNull(folio.deposit.returnedAt),
  },
});
