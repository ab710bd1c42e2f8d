/** Finds the team of a booking site by the `:teamSlug` in its path. */

import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { FULL_ACCESS } from '../services/access/access.ts';
import { NotFound } from '../services/errors.ts';
import { createTeamScope, type ScopeDependencies } from '../services/team-scope.ts';
import type { AccountService, Site } from '../services/tokens/authenticate.ts';
import { NO_ROUTE_MESSAGE } from './unknown-routes.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set only for routes of booking sites. */
    site: Site;
  }
  interface FastifyContextConfig {
    /** A 404 for booking sites that do not take bookings. */
    takesBookings?: boolean;
  }
}

/** Anybody may send a body. There is room for a booking with texts of maximum length. */
const BODY_LIMIT_BYTES = 65_536;

export const bookingSite = fp<ScopeDependencies & { account: AccountService }>(async (app, services) => {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, limit: 'address' };
    route.bodyLimit = BODY_LIMIT_BYTES;
    route.schema = { ...route.schema, security: [] };
  });
  app.addHook('onRequest', async (request: FastifyRequest, reply: FastifyReply) => {
    // Counted before the team is looked up, so that nobody can guess slugs without a limit.
    const { timesCounted, takesBookings } = request.routeOptions.config;
    await app.limits.ofAddress(request, reply, timesCounted);
    const { teamSlug } = request.params as { teamSlug: string };
    const site = await services.account.findSite(teamSlug);
    if (takesBookings && (!site || site.siteBookings === 'off'))
      throw app.httpErrors.notFound(NO_ROUTE_MESSAGE);
    // The same 404 as for an unknown listing or booking.
    if (!site) throw new NotFound();
    request.site = site;
    request.ofTeam = site.id;
    request.scope = createTeamScope(services, {
      team: site,
      actor: { type: 'site', name: null },
      access: FULL_ACCESS,
    });
  });
});
