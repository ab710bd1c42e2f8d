import type { FastifyInstance } from 'fastify';
import { baseOf } from '../plugins/paging.ts';
import { declareLimit } from '../plugins/rate-limit.ts';
import type { Services } from '../services/services.ts';
import { serveAssets } from './assets.ts';
import { registerErrorPages } from './errors.ts';
import { guardForms, refuseForeignRequests } from './form-guard.ts';
import { setPageHeaders } from './headers.ts';
import { accountRoutes } from './routes/account.ts';
import { blockRoutes } from './routes/blocks.ts';
import { calendarRoutes } from './routes/calendar.ts';
import { deskRoutes } from './routes/desk.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { memberRoutes } from './routes/members.ts';
import { signInRoutes } from './routes/sign-in.ts';
import { todayRoutes } from './routes/today.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { placeOf, requireMember } from './team-scope.ts';
import { sendPage } from './views/layout.ts';
import { usagePage } from './views/usage.ts';
import { receiveVisits } from './visit.ts';

/**
 * The team's web pages (contract, section 10), rendered here and usable without scripts. They are not part of the API.
 */
export async function webPages(app: FastifyInstance, services: Services): Promise<void> {
  setPageHeaders(app);
  serveAssets(app);
  await app.register(async (pages) => {
    declareLimit(pages, 'person');
    refuseForeignRequests(pages);
    await receiveVisits(pages, services.sessions);
    await guardForms(pages);
    registerErrorPages(pages);
    signInRoutes(pages, services);
    invitationRoutes(pages, services);
    await pages.register((account) => accountRoutes(account, services), { prefix: '/account' });
    await pages.register((team) => teamPages(team, services), { prefix: '/teams/:team' });
  });
}

async function teamPages(team: FastifyInstance, services: Services): Promise<void> {
  requireMember(team, services.sessions);
  team.get('/', (request, reply) =>
    reply.redirect(`${request.visit.root}/teams/${request.teamVisit.team.slug}/today`, 303),
  );
  todayRoutes(team, services);
  calendarRoutes(team, services);
  blockRoutes(team, services);
  tokenRoutes(team, services);
  memberRoutes(team, services);
  deskRoutes(team, services);
  team.get('/usage', (request, reply) =>
    sendPage(reply, {
      title: 'Using a token',
      team: placeOf(request, 'usage'),
      body: usagePage(baseOf(request), request.teamVisit.team.slug),
    }),
  );
}
