import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Folio } from '../../services/bookings/reading.ts';
import type { BookingService } from '../../services/bookings/service.ts';
import { notFound } from '../errors.ts';
import { idField } from '../fields.ts';
import { teamIdOf, writerOf } from '../team-scope.ts';
import { folioSchema, presentFolio } from '../wire/folio.ts';
import { answerWrite, refuseInvalid } from '../writes.ts';

const folioAnswer = z.object({ data: folioSchema });
const present = (folio: Folio) => ({ data: presentFolio(folio) });
const bookingParams = z.object({ booking: z.string() });

/** A booking's folio, and what the team's payment provider did (contract, section 8, "Folio"). */
export const folioRoutes: FastifyPluginCallbackZod<{ bookings: BookingService }> = (
  app,
  { bookings },
  done,
) => {
  app.get(
    '/bookings/:booking/folio',
    { schema: { params: z.object({ booking: idField }), response: { 200: folioAnswer } } },
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
        params: z.object({ booking: z.string(), payment: z.string() }),
        body: z.object({ status: z.enum(['paid', 'failed', 'refunded']) }),
        response: { 200: folioAnswer },
      },
    },
    async (request, reply) => {
      const { booking, payment } = request.params;
      await refuseInvalid(request, 'payment', () =>
        bookings.hasFolioPart(teamIdOf(request), booking, { payment }),
      );
      return answerWrite(request, reply, { status: 200, resource: 'payment', present }, (idempotency) =>
        bookings.recordPayment(writerOf(request), booking, payment, request.body.status, idempotency),
      );
    },
  );

  app.put(
    '/bookings/:booking/invoices/:invoice',
    {
      attachValidation: true,
      schema: {
        params: z.object({ booking: z.string(), invoice: z.string() }),
        body: z.object({ status: z.enum(['paid', 'void']) }),
        response: { 200: folioAnswer },
      },
    },
    async (request, reply) => {
      const { booking, invoice } = request.params;
      await refuseInvalid(request, 'invoice', () =>
        bookings.hasFolioPart(teamIdOf(request), booking, { invoice }),
      );
      return answerWrite(request, reply, { status: 200, resource: 'invoice', present }, (idempotency) =>
        bookings.recordInvoice(writerOf(request), booking, invoice, request.body.status, idempotency),
      );
    },
  );

  app.put(
    '/bookings/:booking/security-deposit',
    {
      attachValidation: true,
      schema: {
        params: bookingParams,
        body: z.object({ status: z.enum(['held', 'returned', 'kept']) }),
        response: { 200: folioAnswer },
      },
    },
    async (request, reply) => {
      const { booking } = request.params;
      await refuseInvalid(request, 'security deposit', () =>
        bookings.hasFolioPart(teamIdOf(request), booking, {}),
      );
      return answerWrite(
        request,
        reply,
        { status: 200, resource: 'security deposit', present },
        (idempotency) => bookings.recordDeposit(writerOf(request), booking, request.body.status, idempotency),
      );
    },
  );
  done();
};
