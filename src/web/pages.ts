import type { FastifyInstance } from 'fastify';
import { declareLimit } from '../plugins/rate-limit.ts';
import type { Services } from '../services/services.ts';
import { accountRoutes } from './account/routes.ts';
import { serveAssets } from './assets.ts';
import { bookingCancelRoutes, bookingChangeRoutes } from './bookings/change-routes.ts';
import { folioRoutes } from './bookings/folio-routes.ts';
import { newBookingRoutes } from './bookings/new-routes.ts';
import { bookingRoomRoutes } from './bookings/room-routes.ts';
import { bookingListRoute, bookingRoutes } from './bookings/routes.ts';
import { unitAddressRoutes } from './calendar/address-routes.ts';
import { blockRoutes } from './calendar/nights-routes.ts';
import { calendarRoutes } from './calendar/routes.ts';
import { calendarFeedRoutes } from './calendar-feeds/routes.ts';
import { registerErrorPages } from './errors.ts';
import { guardForms, refuseForeignRequests } from './form-guard.ts';
import { guestRoutes } from './guests/routes.ts';
import { setPageHeaders } from './headers.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { memberRoutes } from './members/routes.ts';
import { newPlaceRoutes } from './prices/new-place-routes.ts';
import { priceRoutes } from './prices/routes.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { requireMember } from './team-scope.ts';
import { todayRoutes } from './today/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { usageRoute } from './usage/routes.ts';
import { receiveVisits } from './visit.ts';
import { webhookRoutes } from './webhooks/routes.ts';

/**
 * The team's web pages, rendered here and usable without scripts. They are not part of the API.
 */
export async function webPages(app: FastifyInstance, services: Services): Promise<void> {
  setPageHeaders(app);
  serveAssets(app);
  await app.register(async (pages) => {
    declareLimit(pages, 'person');
    refuseForeignRequests(pages);
    await receiveVisits(pages, services);
    await guardForms(pages);
    registerErrorPages(pages);
    signInRoutes(pages, services);
    invitationRoutes(pages, services);
    await pages.register((account) => accountRoutes(account, services), { prefix: '/account' });
    await pages.register((team) => teamPages(team, services), { prefix: '/teams/:team' });
  });
}

async function teamPages(team: FastifyInstance, services: Services): Promise<void> {
  requireMember(team, services.db);
  team.get('/', (request, reply) =>
    reply.redirect(`${request.visit.root}/teams/${request.teamVisit.team.slug}/today`, 303),
  );
  todayRoutes(team, services);
  calendarRoutes(team, services);
  blockRoutes(team, services);
  tokenRoutes(team, services);
  memberRoutes(team, services);
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
  usageRoute(team);
}
