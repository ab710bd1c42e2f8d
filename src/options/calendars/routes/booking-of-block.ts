import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { bookingAnswer, presentBooking, toBookingVersion } from '../../../schemas/bookings/booking.ts';
import { idField } from '../../../schemas/fields/fields.ts';
import { writeHeaders } from '../../../schemas/writes.ts';
import type { Booking } from '../../../services/bookings/read.ts';
import { bookingOfBlockBody } from '../schemas/booking-of-block.ts';
import { createBookingOfBlock } from '../services/feeds/enter-guest.ts';

const present = (booking: Booking, baseUrl: string) => ({ data: presentBooking(booking, baseUrl) });

export const bookingOfBlockRoutes: FastifyPluginAsyncZod = async (app) => {
  app.post(
    '/blocks/:block/booking',
    {
      config: {
        permission: 'bookings:write',
        location: '/v1/bookings/{id}',
        etag: true,
        toVersion: toBookingVersion,
        listedAfter: '/v1/blocks',
      },
      schema: {
        operationId: 'createBookingOfBlock',
        tags: ['Blocks'],
        summary: 'Enter the guest of a channel’s stay',
        description:
          'Makes a confirmed booking of a calendar feed’s block: of its dates and unit, from the feed’s source, at no price unless `totals` names one, and without payments, invoice and deposit. No rule applies. A block that is not of a feed, or has not exactly its event’s nights from today on, or whose event is a booking already, is a 422 under `block`.',
        params: z.object({ block: idField.describe('The block’s id.') }),
        headers: writeHeaders,
        body: bookingOfBlockBody,
        response: { 201: bookingAnswer },
      },
    },
    (request, reply) =>
      writeAndAnswer(request, reply.code(201), present, (options) =>
        createBookingOfBlock(request.scope, request.params.block, request.body, options),
      ),
  );
};
