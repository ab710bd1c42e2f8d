import type { FastifyPluginAsync } from 'fastify';
import { declareRateLimit } from '../plugins/rate-limit.ts';
import type { Services } from '../services/services.ts';
import { accountRoutes } from './account/routes.ts';
import { assetRoutes } from './assets.ts';
import { beginRoutes, type TeamBeginning } from './begin/routes.ts';
import { errorPages } from './errors.ts';
import { formAddresses } from './form-addresses.ts';
import { guardForms, refuseForeignRequests } from './form-guard.ts';
import { pageHeaders } from './headers.ts';
import { invitationRoutes } from './invitations/routes.ts';
import { logRoutes } from './log/routes.ts';
import { needs, requireMember } from './member-visit.ts';
import { rolePageRoutes } from './members/role-routes.ts';
import { memberRoutes } from './members/routes.ts';
import { createPageRoutes } from './page-routes.ts';
import { signInCodeRoutes } from './sign-in/code-routes.ts';
import { keepForms } from './sign-in/keep-forms.ts';
import { signInRoutes } from './sign-in/routes.ts';
import { tokenRoutes } from './tokens/routes.ts';
import { usageRoute } from './usage/routes.ts';
import { firstPagePath, joinNavigation, type NavigationEntry } from './views/navigation.ts';
import type { LinesToDecide } from './views/to-decide.ts';
import { visits } from './visit.ts';

type Pages = { services: Services } & TeamBeginning & {
    navigation: readonly NavigationEntry[];
    toDecide: readonly LinesToDecide[];
    /** Pages of options, in a team and without one. */
    teamPages: FastifyPluginAsync<Services>;
    openPages: FastifyPluginAsync<Services>;
  };

/** The others are pages of options. */
const OWN_ENTRIES: readonly NavigationEntry[] = [
  { group: 'business', position: 50, tab: 'team', name: 'Members', path: 'members' },
  { group: 'business', position: 60, tab: 'log', name: 'Log' },
  { group: 'developers', position: 10, tab: 'tokens', name: 'Tokens' },
  { group: 'developers', position: 30, tab: 'usage', name: 'Using a token' },
];

/** Rendered on the server. They work without JavaScript. */
export const webPages: FastifyPluginAsync<Pages> = async (
  app,
  { services, mayAlwaysBegin, navigation, toDecide, teamPages: optionTeamPages, openPages },
) => {
  app.decorate('teamPageRoutes', createPageRoutes());
  app.decorate('navigation', joinNavigation(OWN_ENTRIES, navigation));
  app.decorate('toDecide', toDecide);
  app.register(pageHeaders);
  app.register(assetRoutes);
  app.register(async (pages) => {
    declareRateLimit(pages, 'person');
    pages.register(refuseForeignRequests);
    pages.register(visits, services);
    pages.register(keepForms, { ...services, mayAlwaysBegin });
    pages.register(guardForms);
    pages.register(errorPages);
    pages.register(formAddresses);
    pages.register(beginRoutes, { ...services, mayAlwaysBegin });
    pages.register(signInRoutes, { ...services, mayAlwaysBegin });
    pages.register(signInCodeRoutes, { ...services, mayAlwaysBegin });
    pages.register(invitationRoutes, services);
    pages.register(accountRoutes, { ...services, prefix: '/account' });
    pages.register(openPages, services);
    pages.register(teamPages, { services, optionTeamPages, prefix: '/teams/:team' });
  });
};

type TeamPages = { services: Services; optionTeamPages: FastifyPluginAsync<Services> };

const teamPages: FastifyPluginAsync<TeamPages> = async (app, { services, optionTeamPages }) => {
  await app.register(requireMember, services);
  app.get('/', needs(null), (request, reply) =>
    reply.redirect(firstPagePath(request, request.teamVisit.team), 303),
  );
  app.register(tokenRoutes, services);
  app.register(memberRoutes, services);
  app.register(rolePageRoutes);
  app.register(logRoutes);
  app.register(usageRoute);
  app.register(optionTeamPages, services);
};
