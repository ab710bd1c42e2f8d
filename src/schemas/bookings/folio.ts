import { z } from 'zod';
import { MAX_CENTS, MAX_COMPUTED_CENTS, MAX_PAYMENT_REFERENCE_LENGTH } from '../../domain/limits.ts';
import type { PaymentReport, ReceivedPayment } from '../../services/bookings/folio/steps.ts';
import type { Folio } from '../../services/bookings/read.ts';
import { buildFieldsCheck, hasValue } from '../fields/checks.ts';
import { receivedAtField } from '../fields/dates.ts';
import { integerField, optionalText } from '../fields/fields.ts';
import { amountSchema, currencySchema, idSchema } from '../formats.ts';
import { depositRow, invoiceRow, paymentRow } from './folio-fields.ts';

export const paymentSchema = z
  .object({ id: idSchema, ...paymentRow.shown })
  .meta({ id: 'Payment', description: 'Money that is owed for a booking, or was received.' });
export const invoiceSchema = z
  .object({ id: idSchema, ...invoiceRow.shown })
  .meta({ id: 'Invoice', description: 'An invoice of a booking.' });
const securityDepositSchema = z.object({ id: idSchema, ...depositRow.shown }).meta({
  id: 'SecurityDeposit',
  description: 'Money that is held against damage. It is no part of the price.',
});

export const folioSchema = z
  .object({
    currency: currencySchema,
    grand_total: amountSchema.describe('The booking’s.'),
    paid_total: amountSchema.describe('The sum of the paid amounts, less what was refunded.'),
    balance_due: amountSchema.describe(
      'The grand total minus the paid amount: negative when overpaid, 0 when cancelled.',
    ),
    cancellation_fee: amountSchema
      .nullable()
      .describe('The booking’s. Null if it is not cancelled, or no fee was decided.'),
    refund_due: amountSchema.describe(
      'What the guest of a cancelled booking gets back: the paid amount minus the fee. Otherwise, and without a decided fee, 0.',
    ),
    payments: z
      .array(paymentSchema)
      .describe('By due date, then in the order of the plan: the deposit before the rest.'),
    invoices: z
      .array(invoiceSchema)
      .describe('By date of issue. The amounts of those that are not void add up to the grand total.'),
    security_deposit: securityDepositSchema.nullable().describe('Null if the booking has none.'),
  })
  .meta({ id: 'Folio', description: 'The account of a booking: what is to be paid, and what was.' });

export const presentPayment = (payment: Folio['payments'][number]): z.infer<typeof paymentSchema> => ({
  id: payment.id,
  ...paymentRow.present(payment),
});

export const presentInvoice = (invoice: Folio['invoices'][number]): z.infer<typeof invoiceSchema> => ({
  id: invoice.id,
  ...invoiceRow.present(invoice),
});

export const presentSecurityDeposit = (
  deposit: NonNullable<Folio['deposit']>,
): z.infer<typeof securityDepositSchema> => ({ id: deposit.id, ...depositRow.present(deposit) });

export const presentFolio = (folio: Folio): z.infer<typeof folioSchema> => ({
  currency: folio.currency,
  grand_total: folio.grandTotalCents,
  paid_total: folio.paidTotalCents,
  balance_due: folio.balanceDueCents,
  cancellation_fee: folio.cancellationFeeCents,
  refund_due: folio.refundDueCents,
  payments: folio.payments.map(presentPayment),
  invoices: folio.invoices.map(presentInvoice),
  security_deposit: folio.deposit && presentSecurityDeposit(folio.deposit),
});

export const folioAnswer = z.object({ data: folioSchema });

const paymentReferenceField = optionalText(MAX_PAYMENT_REFERENCE_LENGTH).describe(
  'The payment provider’s id of the payment.',
);

export const paymentBody = z
  .object({
    status: z
      .enum(['paid', 'failed', 'refunded', 'scheduled'])
      .optional()
      .describe(
        '`paid` or `failed` from scheduled or failed, `refunded` from paid. `scheduled` takes a paid one back that was recorded by mistake, if nothing of it was refunded: it then has at most what is owed, and is cancelled if nothing is. Required unless only the reference is set.',
      ),
    refunded_amount: integerField(1, MAX_COMPUTED_CENTS)
      .nullish()
      .describe('With `refunded`: this much of what is left of the amount. Default: all of it.'),
    reference: paymentReferenceField,
    allow_overpayment: z
      .boolean()
      .nullish()
      .describe('With `paid`: whether the payment may be more than what is owed.'),
  })
  .check(
    buildFieldsCheck(
      'status',
      'required',
      'is required.',
      ({ status, reference }) => status !== undefined || reference !== undefined,
    ),
    buildFieldsCheck(
      'refunded_amount',
      'contradicts',
      'must not be given with another status than refunded.',
      ({ status, refunded_amount }) => status === 'refunded' || !hasValue(refunded_amount),
    ),
  )
  .transform(
    (body): PaymentReport => ({
      status: body.status,
      reference: body.reference,
      refundedCents: body.refunded_amount ?? null,
      allowOverpayment: body.allow_overpayment ?? false,
    }),
  )
  .meta({
    id: 'PaymentStep',
    description: 'What the payment provider did.',
    examples: [{ status: 'paid', reference: 'pay-4711' }],
  });

export const receivedPaymentBody = z
  .object({
    amount: z.int().min(1).max(MAX_CENTS).describe('In cents.'),
    paid_at: receivedAtField
      .nullish()
      .describe('Its date, in the listing’s time zone, becomes `due_on`. Default: now.'),
    reference: paymentReferenceField,
    allow_overpayment: z.boolean().nullish().describe('Whether it may be more than what is owed.'),
  })
  .transform(
    (body): ReceivedPayment => ({
      amountCents: body.amount,
      paidAt: body.paid_at ?? null,
      reference: body.reference ?? null,
      allowOverpayment: body.allow_overpayment ?? false,
    }),
  )
  .meta({
    id: 'ReceivedPayment',
    description: 'Money that came otherwise.',
    examples: [{ amount: 12050, reference: 'bank-2027-118' }],
  });

export const invoiceBody = z
  .object({
    status: z
      .enum(['issued', 'paid', 'void'])
      .describe('`issued` or `void` from open, `paid` from open or issued.'),
  })
  .meta({ id: 'InvoiceStep', description: 'What became of the invoice.', examples: [{ status: 'paid' }] });

export const securityDepositBody = z
  .object({
    status: z
      .enum(['held', 'returned', 'kept'])
      .describe('`held` from pending, `returned` or `kept` from held.'),
  })
  .meta({
    id: 'SecurityDepositStep',
    description: 'What became of the deposit.',
    examples: [{ status: 'held' }],
  });
