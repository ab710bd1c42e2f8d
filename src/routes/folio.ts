import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { requireFound } from '../plugins/errors.ts';
import { writeAndAnswer } from '../plugins/writes.ts';
import { bookingPathParams, presentBookingVersion } from '../schemas/bookings/booking.ts';
import {
  folioAnswer,
  invoiceBody,
  paymentBody,
  paymentPlanBody,
  presentFolio,
  receivedPaymentBody,
  refundBody,
  securityDepositBody,
} from '../schemas/bookings/folio.ts';
import { idField } from '../schemas/fields/fields.ts';
import { conditionalWriteHeaders } from '../schemas/writes.ts';
import {
  addPayment,
  addRefund,
  recordInvoice,
  recordPayment,
  recordSecurityDeposit,
} from '../services/bookings/folio/folio.ts';
import { creditInvoice, issueMissingInvoice } from '../services/bookings/folio/invoices.ts';
import { replacePaymentPlan } from '../services/bookings/folio/payment-plan.ts';
import { type BookingWithFolio, type Folio, readFolio } from '../services/bookings/read.ts';
import { folioListRoutes } from './folio-lists.ts';

const tags = ['Folio'];
const present = (folio: Folio) => ({ data: presentFolio(folio) });
/** A write accepts the `ETag` of the folio and that of its booking. */
const answer = {
  present,
  version: (current: BookingWithFolio) => [present(current.folio), presentBookingVersion(current)],
};

export const folioRoutes: FastifyPluginAsyncZod = async (app) => {
  app.register(folioListRoutes);

  app.get(
    '/bookings/:booking/folio',
    {
      config: { permission: 'money:read', etag: true },
      schema: {
        operationId: 'getFolio',
        tags,
        summary: 'Read a booking’s folio',
        description: 'Its payments, invoices and security deposit, with what is paid and what is due.',
        params: bookingPathParams,
        response: { 200: folioAnswer },
      },
    },
    async ({ scope, params }) => present(requireFound('booking', await readFolio(scope, params.booking))),
  );

  app.post(
    '/bookings/:booking/payments',
    {
      config: { permission: 'money:write', location: '/v1/bookings/{booking}/folio', etag: true },
      schema: {
        operationId: 'addPayment',
        tags,
        summary: 'Record money that came otherwise than planned',
        description:
          'Adds a paid payment. The scheduled and failed payments shrink by it, the first due first; those with nothing left are cancelled. More than what is owed is a 422 under `amount`, unless `allow_overpayment` is true. A cancelled booking takes payments up to what is owed of its fee, whatever `allow_overpayment` says; without a decided fee, or with nothing owed of it, any payment is a 422 under `amount`. A second payment of the booking with the same `reference` and amount is a 422 under `reference`.',
        params: bookingPathParams,
        headers: conditionalWriteHeaders,
        body: receivedPaymentBody,
        response: { 201: folioAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), answer, (options) =>
        addPayment(request.scope, request.params.booking, request.body, options),
      ),
  );

  app.put(
    '/bookings/:booking/payments/:payment',
    {
      config: { permission: 'money:write' },
      schema: {
        operationId: 'recordPayment',
        tags,
        summary: 'Record the outcome of a payment',
        description:
          'Innkeep moves no money: it records what the team’s payment provider did. From `scheduled` or `failed` to `paid` or `failed`, from `paid` to `refunded`, and from `paid` back to `scheduled`. A payment that is refunded in part stays `paid` until all of it is. On a cancelled booking, only from `paid` to `refunded` and, if its fee was decided, from `scheduled` to `paid`. Any other step is a 422 under `status`. A payment that is more than what is owed becomes `paid` only if `allow_overpayment` is true: otherwise it is a 422 under `status`. A `reference` alone may be set at any time. That of another payment of the booking with the same amount is a 422 under `reference`.',
        params: bookingPathParams.extend({ payment: idField.describe('The payment’s id.') }),
        headers: conditionalWriteHeaders,
        body: paymentBody,
        response: { 200: folioAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answer, (options) =>
        recordPayment(request.scope, request.params, request.body, options),
      ),
  );

  app.post(
    '/bookings/:booking/payments/:payment/refunds',
    {
      config: { permission: 'money:write', location: '/v1/bookings/{booking}/folio', etag: true },
      schema: {
        operationId: 'addRefund',
        tags,
        summary: 'Record a refund of a payment',
        description:
          'Adds a refund to a paid payment, also of a cancelled booking. A payment that is refunded in part stays `paid` until all of it is, and then becomes `refunded`. More than what is left of it is a 422 under `amount`, and one of a payment in another status a 422 under `status`.',
        params: bookingPathParams.extend({ payment: idField.describe('The payment’s id.') }),
        headers: conditionalWriteHeaders,
        body: refundBody,
        response: { 201: folioAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), answer, (options) =>
        addRefund(request.scope, request.params, request.body, options),
      ),
  );

  app.put(
    '/bookings/:booking/payment-plan',
    {
      config: { permission: 'money:write' },
      schema: {
        operationId: 'replacePaymentPlan',
        tags,
        summary: 'Replace a booking’s payment plan',
        description:
          'Schedules what is owed for a pending or confirmed booking in payments of your own. The booking keeps the plan: a later change of its price raises or lowers the last payments, and what is paid is taken off the first ones. A plan that does not add up to what is owed, or with nothing owed, is a 422 under `payments`.',
        params: bookingPathParams,
        headers: conditionalWriteHeaders,
        body: paymentPlanBody,
        response: { 200: folioAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answer, (options) =>
        replacePaymentPlan(request.scope, request.params.booking, request.body, options),
      ),
  );

  app.put(
    '/bookings/:booking/invoices/:invoice',
    {
      config: { permission: 'money:write' },
      schema: {
        operationId: 'recordInvoice',
        tags,
        summary: 'Record the outcome of an invoice',
        description: `From \`open\` to \`issued\`, \`paid\` or \`void\`, and from \`issued\` to \`paid\`. One that is issued or paid never changes: credit it instead. Any other step, and any step on a booking that was cancelled without a decided fee, is a 422 under \`status\`.`,
        params: bookingPathParams.extend({ invoice: idField.describe('The invoice’s id.') }),
        headers: conditionalWriteHeaders,
        body: invoiceBody,
        response: { 200: folioAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answer, (options) =>
        recordInvoice(request.scope, request.params, request.body.status, options),
      ),
  );

  app.post(
    '/bookings/:booking/invoices/:invoice/credit',
    {
      config: { permission: 'money:write', location: '/v1/bookings/{booking}/folio', etag: true },
      schema: {
        operationId: 'creditInvoice',
        tags,
        summary: 'Credit an invoice',
        description:
          'Issues a credit note that takes back what is left of an invoice that is issued or paid, its amount and its taxes. Of any other, of a credit note, and of an invoice of which nothing is left it is a 422 under `status`. Then `POST …/invoices` issues it anew, with other addresses if those were wrong.',
        params: bookingPathParams.extend({ invoice: idField.describe('The invoice’s id.') }),
        headers: conditionalWriteHeaders,
        response: { 201: folioAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), answer, (options) =>
        creditInvoice(request.scope, request.params, options),
      ),
  );

  app.post(
    '/bookings/:booking/invoices',
    {
      config: { permission: 'money:write', location: '/v1/bookings/{booking}/folio', etag: true },
      schema: {
        operationId: 'issueInvoice',
        tags,
        summary: 'Issue what is missing of a booking’s invoices',
        description:
          'For a booking whose invoices do not add up to its grand total, or after a cancellation to its fee, because one was voided or credited: issues one over the difference, with the booking’s billing and the team’s details of today. If they say more, it is a credit note. Otherwise, and for a booking that is pending or was cancelled without a decided fee, it is a 422 under `status`.',
        params: bookingPathParams,
        headers: conditionalWriteHeaders,
        response: { 201: folioAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), answer, (options) =>
        issueMissingInvoice(request.scope, request.params.booking, options),
      ),
  );

  app.put(
    '/bookings/:booking/security-deposit',
    {
      config: { permission: 'money:write', resource: 'security deposit' },
      schema: {
        operationId: 'recordSecurityDeposit',
        tags,
        summary: 'Record the outcome of the security deposit',
        description: `From \`pending\` to \`held\`, and from \`held\` to \`returned\` or \`kept\`. Any other step, and any step on a cancelled booking, is a 422 under \`status\`.`,
        params: bookingPathParams,
        headers: conditionalWriteHeaders,
        body: securityDepositBody,
        response: { 200: folioAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply, answer, (options) =>
        recordSecurityDeposit(request.scope, request.params.booking, request.body.status, options),
      ),
  );
};
