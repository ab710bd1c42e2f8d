/**
 * Finds the team of a booking site by the `:teamSlug` in its path, for all routes of the Fastify app that
 * registers this plugin.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { NotFound } from '../services/errors.ts';
import { createTeamScope, type ScopeDependencies } from '../services/team-scope.ts';
import type { AccountService, Site } from '../services/tokens/authenticate.ts';
import { NO_ROUTE_MESSAGE } from './unknown-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The team's booking site that the path names, with its settings, set only for routes of booking sites.
     */
    site: Site;
  }
  interface FastifyContextConfig {
    /** Whether the path is a 404 for booking sites that do not take bookings. */
    takesBookings?: boolean;
  }
}

/**
 * The maximum size of a request's body on booking sites, where anybody may send one. The limit has room for a
 * booking with texts of maximum length.
 */
const BODY_LIMIT_BYTES = 65_536;

export const bookingSite = fp<ScopeDependencies & { account: AccountService }>(async (app, services) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, limit: 'address' };
    route.bodyLimit = BODY_LIMIT_BYTES;
    route.schema = { ...route.schema, security: [] };
  });
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    // Requests are counted by address before the team is looked up, so that nobody can guess slugs without a
    // limit.
    const { timesCounted, takesBookings } = request.routeOptions.config;
    await app.limits.ofAddress(request, reply, timesCounted);
    const { teamSlug } = request.params as { teamSlug: string };
    const site = await services.account.findSite(teamSlug);
    if (takesBookings && (!site || site.siteBookings === 'off'))
      throw app.httpErrors.notFound(NO_ROUTE_MESSAGE);
    // An unknown booking site gets the same 404 as an unknown listing or booking.
    if (!site) throw new NotFound();
    request.site = site;
    request.ofTeam = site.id;
    request.scope = createTeamScope(services, { team: site, actor: { type: 'site', name: null } });
  });
});
