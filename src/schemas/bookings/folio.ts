import { z } from 'zod';
import type { PaymentPlan } from '../../domain/folio/payment-plan.ts';
import type { Refund } from '../../domain/folio/payments.ts';
import {
  MAX_CENTS,
  MAX_COMPUTED_CENTS,
  MAX_PAYMENT_REFERENCE_LENGTH,
  MAX_PLANNED_PAYMENTS,
} from '../../domain/limits.ts';
import { PAYMENT_METHODS } from '../../domain/vocabulary.ts';
import type { PlanRequest } from '../../services/bookings/folio/payment-plan.ts';
import type { PaymentReport, ReceivedPayment, RefundReport } from '../../services/bookings/folio/steps.ts';
import type { Folio } from '../../services/bookings/read.ts';
import { buildFieldsCheck, hasValue } from '../fields/checks.ts';
import { dateField, receivedAtField } from '../fields/dates.ts';
import { integerField, optionalText } from '../fields/fields.ts';
import { nonEmptyListOf, refuseAs } from '../fields/lists.ts';
import {
  amountSchema,
  currencySchema,
  dateSchema,
  idSchema,
  instantSchema,
  nullableText,
} from '../formats.ts';
import { depositRow, invoiceRow, paymentRow } from './folio-fields.ts';

const refundSchema = z
  .object({
    id: idSchema.describe('The id of the refund.'),
    amount: amountSchema.describe('In cents: what was given back.'),
    refunded_at: instantSchema.nullable().describe('When. Null if an earlier version recorded it.'),
    reference: nullableText.describe('The payment provider’s id of the refund.'),
  })
  .meta({ id: 'Refund', description: 'What was given back of a payment at once.' });
export const paymentSchema = z
  .object({
    id: idSchema,
    ...paymentRow.shown,
    refunds: z.array(refundSchema).describe('What was given back of it, the latest last.'),
  })
  .meta({ id: 'Payment', description: 'Money that is owed for a booking, or was received.' });
const plannedPaymentSchema = z
  .object({
    amount: amountSchema.describe('In cents.'),
    due_on: dateSchema.describe('The day on which it is due.'),
  })
  .meta({ id: 'PlannedPayment', description: 'A payment of a plan that the team has made for one booking.' });
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
      'The grand total minus the paid amount: negative when overpaid. Of a cancelled booking, what is scheduled of its fee. 0 for a booking that came without payments and invoices.',
    ),
    cancellation_fee: amountSchema
      .nullable()
      .describe('The booking’s. Null if it is not cancelled, or no fee was decided.'),
    refund_due: amountSchema.describe(
      'What the guest gets back: the paid amount minus the grand total or, if the booking is cancelled, minus the fee. 0 if it is pending, or no fee was decided.',
    ),
    payment_plan: z
      .array(plannedPaymentSchema)
      .nullable()
      .describe(
        'The plan that the team has made for this booking. Null if it follows from the team’s terms.',
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
  refunds: payment.refunds.map(presentRefund),
});

const presentRefund = ({ id, amountCents, refundedAt, reference }: Refund): z.infer<typeof refundSchema> => ({
  id,
  amount: amountCents,
  refunded_at: refundedAt,
  reference,
});

export const presentInvoice = (invoice: Folio['invoices'][number]): z.infer<typeof invoiceSchema> => ({
  id: invoice.id,
  ...invoiceRow.present(invoice),
});

export const presentSecurityDeposit = (
  deposit: NonNullable<Folio['deposit']>,
): z.infer<typeof securityDepositSchema> => ({ id: deposit.id, ...depositRow.present(deposit) });

export const presentPaymentPlan = (plan: PaymentPlan | null) =>
  plan?.payments.map(({ amountCents, dueOn }) => ({ amount: amountCents, due_on: dueOn })) ?? null;

export const presentFolio = (folio: Folio): z.infer<typeof folioSchema> => ({
  currency: folio.currency,
  grand_total: folio.grandTotalCents,
  paid_total: folio.paidTotalCents,
  balance_due: folio.balanceDueCents,
  cancellation_fee: folio.cancellationFeeCents,
  refund_due: folio.refundDueCents,
  payment_plan: presentPaymentPlan(folio.paymentPlan),
  payments: folio.payments.map(presentPayment),
  invoices: folio.invoices.map(presentInvoice),
  security_deposit: folio.deposit && presentSecurityDeposit(folio.deposit),
});

export const folioAnswer = z.object({ data: folioSchema });

const paymentReferenceField = optionalText(MAX_PAYMENT_REFERENCE_LENGTH).describe(
  'The payment provider’s id of the payment.',
);

const paymentMethodField = z.enum(PAYMENT_METHODS).nullish();

/** Only a payment that becomes paid says how or when the money came. */
const buildPaidCheck = (field: 'paid_at' | 'method') =>
  buildFieldsCheck(
    field,
    'contradicts',
    'must not be given with another status than paid.',
    (body) => body.status === 'paid' || !hasValue(body[field]),
  );

export const paymentBody = z
  .object({
    status: z
      .enum(['paid', 'failed', 'refunded', 'scheduled'])
      .optional()
      .describe(
        '`paid` or `failed` from scheduled or failed, `refunded` from paid. `scheduled` takes a paid one back that was recorded by mistake, if nothing of it was refunded and the booking is not cancelled: it becomes `cancelled`, and what is then owed is scheduled anew. Required unless only the reference is set.',
      ),
    refunded_amount: integerField(1, MAX_COMPUTED_CENTS)
      .nullish()
      .describe('With `refunded`: this much of what is left of the amount. Default: all of it.'),
    paid_at: receivedAtField.nullish().describe('With `paid`: when. Default: now.'),
    method: paymentMethodField.describe('With `paid`: how.'),
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
    buildPaidCheck('paid_at'),
    buildPaidCheck('method'),
  )
  .transform(
    (body): PaymentReport => ({
      status: body.status,
      reference: body.reference,
      refundedCents: body.refunded_amount ?? null,
      paidAt: body.paid_at ?? null,
      method: body.method ?? null,
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
    amount: integerField(1, MAX_CENTS).describe('In cents.'),
    paid_at: receivedAtField
      .nullish()
      .describe('Its date, in the listing’s time zone, becomes `due_on`. Default: now.'),
    method: paymentMethodField.describe('How it was made.'),
    reference: paymentReferenceField,
    allow_overpayment: z.boolean().nullish().describe('Whether it may be more than what is owed.'),
  })
  .transform(
    (body): ReceivedPayment => ({
      amountCents: body.amount,
      paidAt: body.paid_at ?? null,
      method: body.method ?? null,
      reference: body.reference ?? null,
      allowOverpayment: body.allow_overpayment ?? false,
    }),
  )
  .meta({
    id: 'ReceivedPayment',
    description: 'Money that came otherwise.',
    examples: [{ amount: 12050, reference: 'bank-2027-118' }],
  });

export const paymentPlanBody = z
  .object({
    payments: nonEmptyListOf(
      z.object({
        amount: integerField(1, MAX_COMPUTED_CENTS).describe('In cents.'),
        due_on: dateField.describe('From today on.'),
      }),
      MAX_PLANNED_PAYMENTS,
      { error: 'must have at least one payment.' },
    )
      .refine(areInOrder, refuseAs('contradicts', 'must be in the order of their days.'))
      .nullable()
      .describe('They add up to what is owed. Null goes back to the team’s terms.'),
  })
  .transform(
    ({ payments }): PlanRequest =>
      payments?.map(({ amount, due_on }) => ({ amountCents: amount, dueOn: due_on })) ?? null,
  )
  .meta({
    id: 'PaymentPlan',
    description: 'When what is owed for a booking is to be paid.',
    examples: [
      {
        payments: [
          { amount: 20000, due_on: '2027-03-10' },
          { amount: 37780, due_on: '2027-04-10' },
        ],
      },
    ],
  });

function areInOrder(payments: readonly { due_on: string }[]): boolean {
  return payments.every(({ due_on }, index) => index === 0 || (payments[index - 1]?.due_on ?? '') <= due_on);
}

export const refundBody = z
  .object({
    amount: integerField(1, MAX_COMPUTED_CENTS).describe('In cents, at most what is left of the payment.'),
    refunded_at: receivedAtField.nullish().describe('At most a day ahead. Default: now.'),
    reference: optionalText(MAX_PAYMENT_REFERENCE_LENGTH).describe(
      'The payment provider’s id of the refund.',
    ),
  })
  .transform(
    (body): RefundReport => ({
      amountCents: body.amount,
      refundedAt: body.refunded_at ?? null,
      reference: body.reference ?? null,
    }),
  )
  .meta({
    id: 'NewRefund',
    description: 'What was given back of a payment.',
    examples: [{ amount: 5000, reference: 're-4711' }],
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
