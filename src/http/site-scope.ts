import type { FastifyInstance } from 'fastify';
import type { AccountService, Team } from '../services/account.ts';
import { notFound } from './errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The team whose booking site is asked; set in the public routes, before anything else of them runs. */
    site: Team;
  }
}

/** Gives every route of this scope the team that `teamSlug` names, or answers 404. Whoever asks is counted first. */
export function requireSite(app: FastifyInstance, accounts: AccountService): void {
  app.addHook<{ Params: { teamSlug: string } }>('onRequest', async (request, reply) => {
    await app.limits.ofAddress(request, reply);
    const site = await accounts.findSite(request.params.teamSlug);
    if (!site) throw notFound('listing');
    request.site = site;
    request.ofTeam = site.id;
  });
}
