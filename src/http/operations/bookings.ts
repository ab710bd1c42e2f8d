import { z } from 'zod';
import { MAX_CODE_LENGTH } from '../../domain/limits.ts';
import { BOOKING_SOURCES, BOOKING_STATUSES } from '../../domain/vocabulary.ts';
import { bookingSchema, presentBooking } from '../../schemas/booking.ts';
import { eventSchema, presentEvent } from '../../schemas/event.ts';
import {
  dateField,
  idField,
  idParameter,
  instantParameter,
  textField,
  wordListParameter,
} from '../../schemas/fields.ts';
import type { Booking } from '../../services/bookings/reading.ts';
import { resource } from '../operation.ts';
import { list, read } from '../reading.ts';

export const bookingAnswer = z.object({ data: bookingSchema });
export const presentOneBooking = (booking: Booking) => ({ data: presentBooking(booking) });

const params = { booking: idParameter('The booking’s id.') };

/** For operations that only need to know whether the booking exists. */
export const knownBooking = resource({
  name: 'booking',
  params,
  find: ({ services, teamId, params: { booking } }) => services.bookings.hasBooking(teamId, booking),
});

const listBookings = list({
  id: 'listBookings',
  tag: 'Bookings',
  summary: 'List bookings',
  description: 'Newest first: by `created_at`, then id.',
  asks: 'team',
  route: 'GET /v1/bookings',
  filters: {
    status: wordListParameter(BOOKING_STATUSES).optional().describe('Any of these, separated by commas.'),
    source: wordListParameter(BOOKING_SOURCES).optional().describe('Any of these, separated by commas.'),
    listing_id: idField.optional().describe('Only bookings of this listing.'),
    guest_id: idField.optional().describe('Only bookings of this guest.'),
    confirmation_code: textField({ min: 1, max: MAX_CODE_LENGTH }).optional(),
    check_in_from: dateField.optional().describe('Arriving on this day or later.'),
    check_in_to: dateField.optional().describe('Arriving on this day or earlier.'),
    updated_since: instantParameter
      .optional()
      .describe('Changed at this moment or later. To keep up, send the newest `updated_at` that you have.'),
  },
  item: bookingSchema,
  find: ({ services, teamId, query }, page) =>
    services.bookings.listBookings(
      teamId,
      {
        statuses: query.status,
        sources: query.source,
        listingId: query.listing_id,
        guestId: query.guest_id,
        confirmationCode: query.confirmation_code,
        checkInFrom: query.check_in_from,
        checkInTo: query.check_in_to,
        updatedSince: query.updated_since,
      },
      page,
    ),
  present: presentBooking,
});

const getBooking = read({
  id: 'getBooking',
  tag: 'Bookings',
  summary: 'Read a booking',
  description: 'With its listing, guest and unit.',
  asks: 'team',
  route: 'GET /v1/bookings/:booking',
  resource: resource({
    name: 'booking',
    params,
    find: ({ services, teamId, params: { booking } }) => services.bookings.findBooking(teamId, booking),
  }),
  success: bookingAnswer,
  isTagged: true,
  answer: ({ found }) => presentOneBooking(found),
});

const listBookingEvents = list({
  id: 'listBookingEvents',
  tag: 'Bookings',
  summary: 'List a booking’s events',
  description: 'Oldest first.',
  asks: 'team',
  route: 'GET /v1/bookings/:booking/events',
  resource: knownBooking,
  item: eventSchema,
  find: ({ services, teamId, params: { booking } }, page) =>
    services.bookings.listEvents(teamId, booking, page),
  present: presentEvent,
});

export const bookingOperations = [listBookings, getBooking, listBookingEvents];
