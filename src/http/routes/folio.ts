import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Folio } from '../../services/bookings/reading.ts';
import type { BookingService } from '../../services/bookings/service.ts';
import { notFound } from '../errors.ts';
import { idField } from '../fields.ts';
import { operation } from '../reference/operation.ts';
import { teamIdOf } from '../team-scope.ts';
import { folioSchema, presentFolio } from '../wire/folio.ts';
import { answerWrite, refuseInvalid } from '../writes.ts';

const folioAnswer = z.object({ data: folioSchema });
const present = (folio: Folio) => ({ data: presentFolio(folio) });

const bookingId = z.string().meta({ format: 'uuid', description: 'The booking’s id.' });
const bookingParams = z.object({ booking: bookingId });
const paymentParams = z.object({
  booking: bookingId,
  payment: z.string().meta({ format: 'uuid', description: 'The payment’s id.' }),
});
const invoiceParams = z.object({
  booking: bookingId,
  invoice: z.string().meta({ format: 'uuid', description: 'The invoice’s id.' }),
});
const paymentBody = z
  .object({
    status: z
      .enum(['paid', 'failed', 'refunded'])
      .describe('`paid` or `failed` from scheduled or failed, `refunded` from paid.'),
  })
  .meta({ id: 'PaymentStep' });
const invoiceBody = z
  .object({ status: z.enum(['paid', 'void']).describe('From open.') })
  .meta({ id: 'InvoiceStep' });
const depositBody = z
  .object({
    status: z
      .enum(['held', 'returned', 'kept'])
      .describe('`held` from pending, `returned` or `kept` from held.'),
  })
  .meta({ id: 'SecurityDepositStep' });

const ANY_OTHER_STEP = 'Any other step is a 422 under `status`, and so is any on a cancelled booking.';
const getFolio = operation({ id: 'getFolio', tag: 'Folio', summary: 'Read a booking’s folio' });
const recordPayment = operation({
  id: 'recordPayment',
  tag: 'Folio',
  summary: 'Record what became of a payment',
  description:
    'Innkeep moves no money: it keeps what the team’s payment provider did. From `scheduled` or `failed` to `paid` or `failed`, and from `paid` to `refunded`. Any other step is a 422 under `status`; on a cancelled booking all but the last is.',
});
const recordInvoice = operation({
  id: 'recordInvoice',
  tag: 'Folio',
  summary: 'Record what became of an invoice',
  description: `From \`open\` to \`paid\` or \`void\`. ${ANY_OTHER_STEP}`,
});
const recordSecurityDeposit = operation({
  id: 'recordSecurityDeposit',
  tag: 'Folio',
  summary: 'Record what became of the security deposit',
  description: `From \`pending\` to \`held\`, and from \`held\` to \`returned\` or \`kept\`. ${ANY_OTHER_STEP}`,
});

/** A booking's folio, and what the team's payment provider did (contract, section 8, "Folio"). */
export const folioRoutes: FastifyPluginCallbackZod<{ bookings: BookingService }> = (
  app,
  { bookings },
  done,
) => {
  app.get(
    '/bookings/:booking/folio',
    {
      schema: {
        ...getFolio,
        params: z.object({ booking: idField.describe('The booking’s id.') }),
        response: { 200: folioAnswer },
      },
    },
    async (request) => {
      const folio = await bookings.findFolio(teamIdOf(request), request.params.booking);
      if (!folio) throw notFound('booking');
      return present(folio);
    },
  );

  app.put(
    '/bookings/:booking/payments/:payment',
    {
      attachValidation: true,
      schema: {
        ...recordPayment,
        params: paymentParams,
        body: paymentBody,
        response: { 200: folioAnswer },
      },
    },
    async (request, reply) => {
      const { booking, payment } = request.params;
      await refuseInvalid(request, 'payment', () =>
        bookings.hasFolioPart(teamIdOf(request), booking, { payment }),
      );
      return answerWrite(request, reply, { status: 200, resource: 'payment', present }, (call) =>
        bookings.recordPayment(call, booking, payment, request.body.status),
      );
    },
  );

  app.put(
    '/bookings/:booking/invoices/:invoice',
    {
      attachValidation: true,
      schema: {
        ...recordInvoice,
        params: invoiceParams,
        body: invoiceBody,
        response: { 200: folioAnswer },
      },
    },
    async (request, reply) => {
      const { booking, invoice } = request.params;
      await refuseInvalid(request, 'invoice', () =>
        bookings.hasFolioPart(teamIdOf(request), booking, { invoice }),
      );
      return answerWrite(request, reply, { status: 200, resource: 'invoice', present }, (call) =>
        bookings.recordInvoice(call, booking, invoice, request.body.status),
      );
    },
  );

  app.put(
    '/bookings/:booking/security-deposit',
    {
      attachValidation: true,
      schema: {
        ...recordSecurityDeposit,
        params: bookingParams,
        body: depositBody,
        response: { 200: folioAnswer },
      },
    },
    async (request, reply) => {
      const { booking } = request.params;
      await refuseInvalid(request, 'security deposit', () =>
        bookings.hasFolioPart(teamIdOf(request), booking, {}),
      );
      return answerWrite(request, reply, { status: 200, resource: 'security deposit', present }, (call) =>
        bookings.recordDeposit(call, booking, request.body.status),
      );
    },
  );
  done();
};
