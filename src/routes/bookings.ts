import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { found } from '../plugins/errors.ts';
import { paginate } from '../plugins/paging.ts';
import { write } from '../plugins/writes.ts';
import {
  bookingAnswer,
  bookingChangeBody,
  bookingPage,
  bookingQuery,
  cancellationBody,
  newBookingBody,
  presentBooking,
} from '../schemas/booking.ts';
import { bookingEventPage, presentEvent } from '../schemas/event.ts';
import { idParameter } from '../schemas/fields.ts';
import { pageQuery } from '../schemas/page.ts';
import { notCancellableAnswer, priceChangedAnswer } from '../schemas/refusals.ts';
import { conditionalWriteHeaders, writeHeaders } from '../schemas/write-headers.ts';
import type { Booking } from '../services/bookings/reading.ts';
import type { Services } from '../services/services.ts';

const tags = ['Bookings'];
const params = z.object({ booking: idParameter('The booking’s id.') });
const present = (booking: Booking) => ({ data: presentBooking(booking) });

export const bookingRoutes: FastifyPluginAsyncZod<Pick<Services, 'bookings'>> = async (app, { bookings }) => {
  app.get(
    '/bookings',
    {
      schema: {
        operationId: 'listBookings',
        tags,
        summary: 'List bookings',
        description: 'Newest first: by `created_at`, then id.',
        querystring: bookingQuery,
        response: { 200: bookingPage },
      },
    },
    (request) => {
      const { query } = request;
      const filter = {
        statuses: query.status,
        sources: query.source,
        listingId: query.listing_id,
        guestId: query.guest_id,
        confirmationCode: query.confirmation_code,
        checkInFrom: query.check_in_from,
        checkInTo: query.check_in_to,
        updatedSince: query.updated_since,
      };
      return paginate(request, presentBooking, (page) =>
        bookings.listBookings(request.team.id, filter, page),
      );
    },
  );

  app.get(
    '/bookings/:booking',
    {
      config: { etag: true },
      schema: {
        operationId: 'getBooking',
        tags,
        summary: 'Read a booking',
        description: 'With its listing, guest and unit.',
        params,
        response: { 200: bookingAnswer },
      },
    },
    async ({ team, params }) =>
      present(found('booking', await bookings.findBooking(team.id, params.booking))),
  );

  app.get(
    '/bookings/:booking/events',
    {
      schema: {
        operationId: 'listBookingEvents',
        tags,
        summary: 'List a booking’s events',
        description: 'Oldest first.',
        params,
        querystring: pageQuery,
        response: { 200: bookingEventPage },
      },
    },
    async (request) => {
      const { team, params } = request;
      found('booking', await bookings.hasBooking(team.id, params.booking));
      return paginate(request, presentEvent, (page) => bookings.listEvents(team.id, params.booking, page));
    },
  );

  app.post(
    '/bookings',
    {
      schema: {
        operationId: 'createBooking',
        tags,
        summary: 'Make a booking',
        description:
          'Checks and prices the stay as a quote does, and takes its nights at once. Every rule that it fails is reported under `availability`, too many guests under `number_of_guests`, a coupon that does not apply under `coupon_code`. Send an `Idempotency-Key`, because an answer may get lost on its way.',
        headers: writeHeaders,
        body: newBookingBody,
        response: { 201: bookingAnswer, 409: priceChangedAnswer },
      },
    },
    (request, reply) =>
      write(request, reply.code(201), present, (call) => bookings.createBooking(call, request.body)),
  );

  app.put(
    '/bookings/:booking',
    {
      schema: {
        operationId: 'changeBooking',
        tags,
        summary: 'Change a booking',
        description:
          'Send only what changes: an absent key keeps its value, null clears it. New dates or another number of guests are checked and priced again, and the folio’s plan follows. A cancelled or completed booking is a 422 under `status`.',
        params,
        headers: conditionalWriteHeaders,
        body: bookingChangeBody,
        response: { 200: bookingAnswer, 409: priceChangedAnswer },
      },
    },
    (request, reply) =>
      write(request, reply, present, (call) =>
        bookings.changeBooking(call, request.params.booking, request.body),
      ),
  );

  app.post(
    '/bookings/:booking/confirm',
    {
      schema: {
        operationId: 'confirmBooking',
        tags,
        summary: 'Confirm a booking',
        description: 'From `pending` to `confirmed`. A booking in any other status is a 422 under `status`.',
        params,
        headers: writeHeaders,
        response: { 200: bookingAnswer },
      },
    },
    (request, reply) =>
      write(request, reply, present, (call) => bookings.confirmBooking(call, request.params.booking)),
  );

  app.post(
    '/bookings/:booking/cancel',
    {
      schema: {
        operationId: 'cancelBooking',
        tags,
        summary: 'Cancel a booking',
        description:
          'Frees the nights at once. Scheduled payments are cancelled, open invoices are voided, a held deposit is returned, and the coupon can be redeemed again. What is paid stays paid. The fee follows from the booking’s cancellation terms, unless the body gives another; a pending booking is cancelled without one. The body may be absent.',
        params,
        headers: writeHeaders,
        body: cancellationBody,
        response: { 200: bookingAnswer, 422: notCancellableAnswer },
      },
    },
    (request, reply) =>
      write(request, reply, present, (call) =>
        bookings.cancelBooking(call, request.params.booking, request.body),
      ),
  );
};
