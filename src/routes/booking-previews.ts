/** What writes on bookings would do. */
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { write } from '../plugins/writes.ts';
import { bookingChangeBody, cancellationBody, newBookingBody, presentBooking } from '../schemas/booking.ts';
import { idParameter } from '../schemas/fields.ts';
import { presentPreview, previewAnswer } from '../schemas/preview.ts';
import { notCancellableAnswer, priceChangedAnswer } from '../schemas/refusals.ts';
import { previewHeaders } from '../schemas/write-headers.ts';
import type { Booking } from '../services/bookings/reading.ts';
import type { Services } from '../services/services.ts';

const tags = ['Bookings'];
const params = z.object({ booking: idParameter('The booking’s id.') });
const NOTHING_KEPT =
  'Nothing is kept, and an `Idempotency-Key` is ignored. Every refusal is that of the write itself.';

export const bookingPreviewRoutes: FastifyPluginAsyncZod<Pick<Services, 'bookings'>> = async (
  app,
  { bookings },
) => {
  app.post(
    '/bookings/preview',
    {
      schema: {
        operationId: 'previewBooking',
        tags,
        summary: 'Preview a booking',
        description: `What “Make a booking” would make of the same body, with its folio. ${NOTHING_KEPT}`,
        body: newBookingBody,
        response: { 200: previewAnswer, 409: priceChangedAnswer },
      },
    },
    (request, reply) =>
      write(request, reply, presentPreview, (call) => bookings.previewBooking(call, request.body)),
  );

  app.post(
    '/bookings/:booking/preview',
    {
      schema: {
        operationId: 'previewBookingChange',
        tags,
        summary: 'Preview a change of a booking',
        description: `What “Change a booking” would make of it with the same body, and the difference in its price. ${NOTHING_KEPT}`,
        params,
        headers: previewHeaders,
        body: bookingChangeBody,
        response: { 200: previewAnswer, 409: priceChangedAnswer },
      },
    },
    (request, reply) => {
      const version = (booking: Booking) => ({ data: presentBooking(booking) });
      return write(request, reply, { present: presentPreview, version }, (call) =>
        bookings.previewChange(call, request.params.booking, request.body),
      );
    },
  );

  app.post(
    '/bookings/:booking/cancel/preview',
    {
      schema: {
        operationId: 'previewBookingCancellation',
        tags,
        summary: 'Preview a cancellation',
        description: `What “Cancel a booking” would make of it. ${NOTHING_KEPT}`,
        params,
        body: cancellationBody,
        response: { 200: previewAnswer, 422: notCancellableAnswer },
      },
    },
    (request, reply) =>
      write(request, reply, presentPreview, (call) =>
        bookings.previewCancellation(call, request.params.booking, request.body),
      ),
  );
};
