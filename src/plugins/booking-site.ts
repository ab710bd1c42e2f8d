/** Finds the team of a booking site by `:teamSlug`, for the routes of the app that registers it. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { NotFound } from '../services/errors.ts';
import { createTeamScope, type ScopeDependencies } from '../services/team-scope.ts';
import type { AccountService, Site } from '../services/tokens/authenticate.ts';
import { NO_ROUTE_MESSAGE } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The booking site in the path, with its settings, set only for the routes of sites. */
    site: Site;
  }
  interface FastifyContextConfig {
    /** Whether this path exists only on sites that take bookings, and is unknown on others. */
    takesBookings?: boolean;
  }
}

/**
 * The limit of bodies on booking sites, where anybody may send a body. The longest texts of a booking fit
 * into this limit.
 */
const BODY_LIMIT_BYTES = 65_536;

export const bookingSite = fp<ScopeDependencies & { account: AccountService }>(async (app, services) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, limit: 'address' };
    route.bodyLimit = BODY_LIMIT_BYTES;
    route.schema = { ...route.schema, security: [] };
  });
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    // A request to a booking site is counted before the look-up, so that nobody can try out slugs without a
    // limit.
    const { timesCounted, takesBookings } = request.routeOptions.config;
    await app.limits.ofAddress(request, reply, timesCounted);
    const { teamSlug } = request.params as { teamSlug: string };
    const site = await services.account.findSite(teamSlug);
    if (takesBookings && (!site || site.siteBookings === 'off'))
      throw app.httpErrors.notFound(NO_ROUTE_MESSAGE);
    // An unknown site gets the same answer as a listing or booking that its site does not show.
    if (!site) throw new NotFound();
    request.site = site;
    request.ofTeam = site.id;
    request.scope = createTeamScope(services, { team: site, actor: { type: 'site', name: null } });
  });
});
