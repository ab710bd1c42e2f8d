import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MAX_CODE_LENGTH } from '../../domain/limits.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../../domain/vocabulary.ts';
import type { BookingService } from '../../services/bookings/service.ts';
import { notFound } from '../errors.ts';
import { idField, instantParameter, textField, wordListParameter } from '../fields.ts';
import { operation } from '../reference/operation.ts';
import { dateField } from '../stay-parameters.ts';
import { teamIdOf } from '../team-scope.ts';
import { bookingSchema, presentBooking } from '../wire/booking.ts';
import { eventSchema, presentEvent } from '../wire/event.ts';
import { pageParameters, pageRequestOf, pageSchema, presentPage } from '../wire/page.ts';
import { refuseInvalid } from '../writes.ts';

const listQuery = z.object({
  ...pageParameters,
  status: wordListParameter(BOOKING_STATUSES).optional().describe('Any of these, separated by commas.'),
  source: wordListParameter(BOOKING_SOURCES).optional().describe('Any of these, separated by commas.'),
  listing_id: idField.optional().describe('Of this listing alone.'),
  guest_id: idField.optional().describe('Of this guest alone.'),
  confirmation_code: textField({ min: 1, max: MAX_CODE_LENGTH }).optional(),
  check_in_from: dateField.optional().describe('Arriving on this day or later.'),
  check_in_to: dateField.optional().describe('Arriving on this day or earlier.'),
  updated_since: instantParameter
    .optional()
    .describe('Changed at this moment or later: ask with the newest `updated_at` that you have, to keep up.'),
});

const params = z.object({ booking: idField.describe('The booking’s id.') });
/** For routes that look for the booking before they judge the body. */
const looseParams = z.object({
  booking: z.string().meta({ format: 'uuid', description: 'The booking’s id.' }),
});

const listBookings = operation({
  id: 'listBookings',
  tag: 'Bookings',
  summary: 'List bookings',
  description: 'Newest first: by `created_at`, then id.',
});
const getBooking = operation({
  id: 'getBooking',
  tag: 'Bookings',
  summary: 'Read a booking',
  description: 'With its listing, guest and unit.',
});
const listBookingEvents = operation({
  id: 'listBookingEvents',
  tag: 'Bookings',
  summary: 'List what happened to a booking',
  description: 'Oldest first.',
});

/** Reads a team's bookings and what happened to them. */
export const bookingRoutes: FastifyPluginCallbackZod<{ bookings: BookingService }> = (
  app,
  { bookings },
  done,
) => {
  app.get(
    '/bookings',
    { schema: { ...listBookings, querystring: listQuery, response: { 200: pageSchema(bookingSchema) } } },
    async (request) => {
      const { query } = request;
      const page = pageRequestOf(query);
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
      const found = await bookings.listBookings(teamIdOf(request), filter, page);
      return presentPage(request, page, found, presentBooking);
    },
  );

  app.get(
    '/bookings/:booking',
    { schema: { ...getBooking, params, response: { 200: z.object({ data: bookingSchema }) } } },
    async (request) => {
      const booking = await bookings.findBooking(teamIdOf(request), request.params.booking);
      if (!booking) throw notFound('booking');
      return { data: presentBooking(booking) };
    },
  );

  app.get(
    '/bookings/:booking/events',
    {
      attachValidation: true,
      schema: {
        ...listBookingEvents,
        params: looseParams,
        querystring: z.object(pageParameters),
        response: { 200: pageSchema(eventSchema) },
      },
    },
    async (request) => {
      const { booking } = request.params;
      await refuseInvalid(request, 'booking', () => bookings.hasBooking(teamIdOf(request), booking));
      const page = pageRequestOf(request.query);
      const events = await bookings.listEvents(teamIdOf(request), booking, page);
      if (!events) throw notFound('booking');
      return presentPage(request, page, events, presentEvent);
    },
  );
  done();
};
