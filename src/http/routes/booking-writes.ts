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
import { operation } from '../reference/operation.ts';
import { teamIdOf } from '../team-scope.ts';
import { refuseUnknown } from '../unknown-references.ts';
import { bookingSchema, presentBooking } from '../wire/booking.ts';
import { answerWrite, refuseInvalid } from '../writes.ts';

/** The booking is looked for before the body is judged. */
const looseParams = z.object({
  booking: z.string().meta({ format: 'uuid', description: 'The booking’s id.' }),
});
const bookingAnswer = z.object({ data: bookingSchema });
const present = (booking: Booking) => ({ data: presentBooking(booking) });

const createBooking = operation({
  id: 'createBooking',
  tag: 'Bookings',
  summary: 'Make a booking',
  description:
    'Checks the stay and prices it as a quote does, and holds its nights at once. Every rule that it fails is told under `availability`, too many guests under `number_of_guests`, the coupon under `coupon_code`. Send an `Idempotency-Key`: an answer may get lost on its way.',
});
const changeBooking = operation({
  id: 'changeBooking',
  tag: 'Bookings',
  summary: 'Change a booking',
  description:
    'Send what is to change: a key that is absent keeps its value, null clears it. New dates or guests are checked and priced again, for what they change; the folio’s plan follows. Cancelled and completed bookings are a 422 under `status`.',
});
const confirmBooking = operation({
  id: 'confirmBooking',
  tag: 'Bookings',
  summary: 'Confirm a booking',
  description: 'From `pending` to `confirmed`. Any other is a 422 under `status`.',
});
const cancelBooking = operation({
  id: 'cancelBooking',
  tag: 'Bookings',
  summary: 'Cancel a booking',
  description:
    'Frees the nights at once. Scheduled payments are cancelled, open invoices voided, a held deposit is returned and the coupon’s redemption given back; what is paid stays paid. The body may be absent.',
});

/** Makes, changes, confirms and cancels a team's bookings. */
export const bookingWriteRoutes: FastifyPluginCallbackZod<{ bookings: BookingService }> = (
  app,
  { bookings },
  done,
) => {
  app.post(
    '/bookings',
    {
      attachValidation: true,
      schema: { ...createBooking, body: newBookingBody, response: { 201: bookingAnswer } },
    },
    async (request, reply) => {
      await refuseUnknown(request, (references) => bookings.unknownReferences(teamIdOf(request), references));
      return answerWrite(request, reply, { status: 201, resource: 'booking', present }, (call) =>
        bookings.createBooking(call, newBookingOf(request.body)),
      );
    },
  );

  app.put(
    '/bookings/:booking',
    {
      attachValidation: true,
      schema: {
        ...changeBooking,
        params: looseParams,
        body: bookingChangeBody,
        response: { 200: bookingAnswer },
      },
    },
    async (request, reply) => {
      const { booking } = request.params;
      await refuseInvalid(request, 'booking', () => bookings.hasBooking(teamIdOf(request), booking));
      return answerWrite(request, reply, { status: 200, resource: 'booking', present }, (call) =>
        bookings.changeBooking(call, booking, bookingChangeOf(request.body)),
      );
    },
  );

  app.post(
    '/bookings/:booking/confirm',
    { schema: { ...confirmBooking, params: looseParams, response: { 200: bookingAnswer } } },
    async (request, reply) => {
      const { booking } = request.params;
      await refuseInvalid(request, 'booking', () => bookings.hasBooking(teamIdOf(request), booking));
      return answerWrite(request, reply, { status: 200, resource: 'booking', present }, (call) =>
        bookings.confirmBooking(call, booking),
      );
    },
  );

  app.post(
    '/bookings/:booking/cancel',
    {
      attachValidation: true,
      schema: { ...cancelBooking, params: looseParams, body: cancelBody, response: { 200: bookingAnswer } },
    },
    async (request, reply) => {
      const { booking } = request.params;
      await refuseInvalid(request, 'booking', () => bookings.hasBooking(teamIdOf(request), booking));
      return answerWrite(request, reply, { status: 200, resource: 'booking', present }, (call) =>
        bookings.cancelBooking(call, booking, request.body.reason ?? null),
      );
    },
  );
  done();
};
