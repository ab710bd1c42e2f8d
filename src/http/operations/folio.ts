import { z } from 'zod';
import { MAX_CENTS, MAX_COMPUTED_CENTS, MAX_REFERENCE_LENGTH } from '../../domain/limits.ts';
import { idParameter, isObject, nullableTextField, receivedAt } from '../../schemas/fields.ts';
import { folioSchema, presentFolio } from '../../schemas/folio.ts';
import type { Folio } from '../../services/bookings/reading.ts';
import { resource } from '../operation.ts';
import { read } from '../reading.ts';
import { write } from '../writing.ts';
import { knownBooking } from './bookings.ts';

const folioAnswer = z.object({ data: folioSchema });
const present = (folio: Folio) => ({ data: presentFolio(folio) });
const booking = idParameter('The booking’s id.');

const reference = nullableTextField(MAX_REFERENCE_LENGTH)
  .optional()
  .describe('The payment provider’s id of the payment.');

export const paymentBody = z
  .object({
    status: z
      .enum(['paid', 'failed', 'refunded'])
      .optional()
      .describe(
        '`paid` or `failed` from scheduled or failed, `refunded` from paid. Required unless only the reference is set.',
      ),
    refunded_amount: z
      .int()
      .min(1)
      .max(MAX_COMPUTED_CENTS)
      .nullish()
      .describe('With `refunded`: this much of what is left of the amount. Default: all of it.'),
    reference,
    allow_overpayment: z
      .boolean()
      .nullish()
      .describe('With `paid`: whether the payment may be more than what is owed.'),
  })
  .check(
    z.refine<{ status?: unknown; reference?: unknown }>(
      (body) => body.status !== undefined || body.reference !== undefined,
      { path: ['status'], error: 'is required.', when: isObject },
    ),
    z.refine<{ status?: unknown; refunded_amount?: unknown }>(
      (body) => body.status === 'refunded' || (body.refunded_amount ?? null) === null,
      { path: ['refunded_amount'], error: 'must not be given with another status than refunded.' },
    ),
  )
  .meta({ id: 'PaymentStep' });

export const receivedPaymentBody = z
  .object({
    amount: z.int().min(1).max(MAX_CENTS),
    paid_at: receivedAt
      .nullish()
      .describe('Its date, in the listing’s time zone, becomes `due_on`. Default: now.'),
    reference,
    allow_overpayment: z.boolean().nullish().describe('Whether it may be more than what is owed.'),
  })
  .meta({ id: 'ReceivedPayment' });
export const invoiceBody = z
  .object({ status: z.enum(['paid', 'void']).describe('From open.') })
  .meta({ id: 'InvoiceStep' });
export const depositBody = z
  .object({
    status: z
      .enum(['held', 'returned', 'kept'])
      .describe('`held` from pending, `returned` or `kept` from held.'),
  })
  .meta({ id: 'SecurityDepositStep' });

const ANY_OTHER_STEP = 'Any other step, and any step on a cancelled booking, is a 422 under `status`.';

const getFolio = read({
  id: 'getFolio',
  tag: 'Folio',
  summary: 'Read a booking’s folio',
  asks: 'team',
  route: 'GET /v1/bookings/:booking/folio',
  resource: resource({
    name: 'booking',
    params: { booking },
    find: ({ services, teamId, params }) => services.bookings.findFolio(teamId, params.booking),
  }),
  success: folioAnswer,
  answer: ({ found }) => present(found),
});

const recordPayment = write({
  id: 'recordPayment',
  tag: 'Folio',
  summary: 'Record the outcome of a payment',
  description:
    'Innkeep moves no money: it records what the team’s payment provider did. From `scheduled` or `failed` to `paid` or `failed`, and from `paid` to `refunded`: a payment that is refunded in part stays `paid` until all of it is. Any other step is a 422 under `status`; on a cancelled booking only `paid` to `refunded` is allowed. A payment that is more than what is owed becomes `paid` only if `allow_overpayment` is true: otherwise it is a 422 under `status`. A `reference` alone may be set at any time.',
  asks: 'team',
  route: 'PUT /v1/bookings/:booking/payments/:payment',
  resource: resource({
    name: 'payment',
    params: { booking, payment: idParameter('The payment’s id.') },
    find: ({ services, teamId, params }) =>
      services.bookings.hasFolioPart(teamId, params.booking, { payment: params.payment }),
  }),
  body: paymentBody,
  run: ({ services, params, body }, call) =>
    services.bookings.recordPayment(call, params.booking, params.payment, {
      status: body.status,
      reference: body.reference,
      refundedCents: body.refunded_amount ?? null,
      allowOverpayment: body.allow_overpayment ?? false,
    }),
  success: 200,
  answers: folioAnswer,
  present,
});

const addPayment = write({
  id: 'addPayment',
  tag: 'Folio',
  summary: 'Record money that came otherwise than planned',
  description:
    'Adds a paid payment. The scheduled and failed payments shrink by it, the first due first; those with nothing left are cancelled. More than what is owed is a 422 under `amount`, unless `allow_overpayment` is true. So is any payment on a cancelled booking.',
  asks: 'team',
  route: 'POST /v1/bookings/:booking/payments',
  resource: knownBooking,
  body: receivedPaymentBody,
  run: ({ services, params, body }, call) =>
    services.bookings.addPayment(call, params.booking, {
      amountCents: body.amount,
      paidAt: body.paid_at ?? null,
      reference: body.reference ?? null,
      allowOverpayment: body.allow_overpayment ?? false,
    }),
  success: 201,
  answers: folioAnswer,
  present,
});

const recordInvoice = write({
  id: 'recordInvoice',
  tag: 'Folio',
  summary: 'Record the outcome of an invoice',
  description: `From \`open\` to \`paid\` or \`void\`. ${ANY_OTHER_STEP}`,
  asks: 'team',
  route: 'PUT /v1/bookings/:booking/invoices/:invoice',
  resource: resource({
    name: 'invoice',
    params: { booking, invoice: idParameter('The invoice’s id.') },
    find: ({ services, teamId, params }) =>
      services.bookings.hasFolioPart(teamId, params.booking, { invoice: params.invoice }),
  }),
  body: invoiceBody,
  run: ({ services, params, body }, call) =>
    services.bookings.recordInvoice(call, params.booking, params.invoice, body.status),
  success: 200,
  answers: folioAnswer,
  present,
});

const recordSecurityDeposit = write({
  id: 'recordSecurityDeposit',
  tag: 'Folio',
  summary: 'Record the outcome of the security deposit',
  description: `From \`pending\` to \`held\`, and from \`held\` to \`returned\` or \`kept\`. ${ANY_OTHER_STEP}`,
  asks: 'team',
  route: 'PUT /v1/bookings/:booking/security-deposit',
  resource: resource({
    name: 'security deposit',
    params: { booking },
    find: ({ services, teamId, params }) => services.bookings.hasFolioPart(teamId, params.booking, {}),
  }),
  body: depositBody,
  run: ({ services, params, body }, call) =>
    services.bookings.recordDeposit(call, params.booking, body.status),
  success: 200,
  answers: folioAnswer,
  present,
});

/** A booking's folio, and the reports of the team's payment provider (contract, section 8, "Folio"). */
export const folioOperations = [getFolio, addPayment, recordPayment, recordInvoice, recordSecurityDeposit];
