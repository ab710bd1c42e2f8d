/** Finds the team of a booking site by `:teamSlug`, for the routes of the scope that registers it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { AccountService, Site } from '../services/tokens/authenticate.ts';
import { buildNoRouteError, buildNotFoundError } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The booking site in the path, with its settings. Set in the scopes of sites alone. */
    site: Site;
  }
}

/** Anybody may send a body. One with the longest texts of a booking is smaller. */
const BODY_LIMIT_BYTES = 65_536;

type BookingSiteOptions = {
  account: AccountService;
  /** Whether the routes exist only for sites that take bookings. To others they are unknown paths. */
  forBookings?: boolean;
};

export const bookingSite = fp<BookingSiteOptions>(async (scope, { account, forBookings = false }) => {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, limit: 'address' };
    route.bodyLimit = BODY_LIMIT_BYTES;
    route.schema = { ...route.schema, security: [] };
  });
  scope.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    // Counted before the look-up, so that nobody tries out slugs without a limit.
    await scope.limits.ofAddress(request, reply, request.routeOptions.config.timesCounted);
    const { teamSlug } = request.params as { teamSlug: string };
    const site = await account.findSite(teamSlug);
    if (forBookings && (!site || site.siteBookings === 'off')) throw buildNoRouteError();
    // An unknown site gets the same answer as a listing that its site does not show.
    if (!site) throw buildNotFoundError('listing');
    request.site = site;
    request.team = site;
    request.ofTeam = site.id;
  });
});
