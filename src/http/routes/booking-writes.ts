import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Booking } from '../../services/bookings/reading.ts';
import type { BookingService } from '../../services/bookings/service.ts';
import {
  bookingChangeBody,
  bookingChangeOf,
  cancelBody,
  newBookingBody,
  newBookingOf,
} from '../booking-bodies.ts';
import { teamIdOf, writerOf } from '../team-scope.ts';
import { refuseUnknown } from '../unknown-references.ts';
import { bookingSchema, presentBooking } from '../wire/booking.ts';
import { answerWrite, refuseInvalid } from '../writes.ts';

/** The booking is looked for before the body is judged. */
const looseParams = z.object({ booking: z.string() });
const bookingAnswer = z.object({ data: bookingSchema });
const present = (booking: Booking) => ({ data: presentBooking(booking) });

/** Makes, changes, confirms and cancels a team's bookings. */
export const bookingWriteRoutes: FastifyPluginCallbackZod<{ bookings: BookingService }> = (
  app,
  { bookings },
  done,
) => {
  app.post(
    '/bookings',
    { attachValidation: true, schema: { body: newBookingBody, response: { 201: bookingAnswer } } },
    async (request, reply) => {
      await refuseUnknown(request, (references) => bookings.unknownReferences(teamIdOf(request), references));
      return answerWrite(request, reply, { status: 201, resource: 'booking', present }, (idempotency) =>
        bookings.createBooking(writerOf(request), newBookingOf(request.body), idempotency),
      );
    },
  );

  app.put(
    '/bookings/:booking',
    {
      attachValidation: true,
      schema: { params: looseParams, body: bookingChangeBody, response: { 200: bookingAnswer } },
    },
    async (request, reply) => {
      const { booking } = request.params;
      await refuseInvalid(request, 'booking', () => bookings.hasBooking(teamIdOf(request), booking));
      return answerWrite(request, reply, { status: 200, resource: 'booking', present }, (idempotency) =>
        bookings.changeBooking(writerOf(request), booking, bookingChangeOf(request.body), idempotency),
      );
    },
  );

  app.post(
    '/bookings/:booking/confirm',
    { schema: { params: looseParams, response: { 200: bookingAnswer } } },
    async (request, reply) => {
      const { booking } = request.params;
      await refuseInvalid(request, 'booking', () => bookings.hasBooking(teamIdOf(request), booking));
      return answerWrite(request, reply, { status: 200, resource: 'booking', present }, (idempotency) =>
        bookings.confirmBooking(writerOf(request), booking, idempotency),
      );
    },
  );

  app.post(
    '/bookings/:booking/cancel',
    {
      attachValidation: true,
      schema: { params: looseParams, body: cancelBody, response: { 200: bookingAnswer } },
    },
    async (request, reply) => {
      const { booking } = request.params;
      await refuseInvalid(request, 'booking', () => bookings.hasBooking(teamIdOf(request), booking));
      return answerWrite(request, reply, { status: 200, resource: 'booking', present }, (idempotency) =>
        bookings.cancelBooking(writerOf(request), booking, request.body.reason ?? null, idempotency),
      );
    },
  );
  done();
};
