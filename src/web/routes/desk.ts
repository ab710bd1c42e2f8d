import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services/services.ts';
import { bookingCancelRoutes, bookingChangeRoutes } from './booking-change.ts';
import { bookingRoomRoutes } from './booking-room.ts';
import { bookingListRoute, bookingRoutes } from './bookings.ts';
import { calendarFeedRoutes } from './calendar-feeds.ts';
import { folioRoutes } from './folio.ts';
import { guestRoutes } from './guests.ts';
import { newBookingRoutes } from './new-booking.ts';
import { newPlaceRoutes } from './new-place.ts';
import { priceRoutes } from './prices.ts';
import { unitAddressRoutes } from './unit-addresses.ts';
import { webhookRoutes } from './webhooks.ts';

/** The pages of a team's daily work (contract, section 23), apart from Today and the calendar. */
export function deskRoutes(team: FastifyInstance, services: Services): void {
  bookingListRoute(team, services);
  const showBooking = bookingRoutes(team, services);
  newBookingRoutes(team, services);
  bookingChangeRoutes(team, services);
  bookingCancelRoutes(team, services);
  bookingRoomRoutes(team, services, showBooking);
  folioRoutes(team, services, showBooking);
  newPlaceRoutes(team, services);
  priceRoutes(team, services);
  guestRoutes(team, services);
  webhookRoutes(team, services);
  calendarFeedRoutes(team, services);
  unitAddressRoutes(team, services);
}
