import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { readClientAddress } from '../../../plugins/rate-limit.ts';
import { NO_ROUTE_MESSAGE } from '../../../plugins/unknown-routes.ts';
import { writeAndAnswer } from '../../../plugins/writes.ts';
import { bookingLinkAnswer, bookingLinkBody, siteBookingParams } from '../../../schemas/public/booking.ts';
import { writeHeaders } from '../../../schemas/writes.ts';
import { requestBookingLink } from '../services/booking-link.ts';
import type { OwnServices } from '../services/services.ts';

const presentNothing = () => ({ data: null });

export const publicBookingLinkRoutes: FastifyPluginAsyncZod<OwnServices> = async (
  app,
  { mail: settings },
) => {
  app.post(
    '/:teamSlug/bookings/:confirmation_code/link',
    {
      onRequest: async (request, reply) => {
        if (!settings.isSending) throw app.httpErrors.notFound(NO_ROUTE_MESSAGE);
        await app.limits.ofSiteBookings(request, reply);
      },
      schema: {
        operationId: 'requestPublicBookingLink',
        tags: ['Booking site'],
        summary: 'Send a guest the link to their booking',
        description:
          'If the email is that of the booking’s guest, they get a message with the link to their own page, at most 3 an hour for each booking. The answer is always the same. Where no messages are sent, this path does not exist.',
        params: siteBookingParams,
        headers: writeHeaders,
        body: bookingLinkBody,
        response: { 202: bookingLinkAnswer },
      },
    },
    (request, reply) => {
      const { confirmation_code: code } = request.params;
      const input = { code, email: request.body.email, address: readClientAddress(request) };
      return writeAndAnswer(request, reply.code(202), presentNothing, (options) =>
        requestBookingLink(request.scope, settings, input, options),
      );
    },
  );
};
