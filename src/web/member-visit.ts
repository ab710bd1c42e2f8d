import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { RequiredPermission } from '../domain/access/permissions.ts';
import { parseUuid } from '../domain/formats.ts';
import { type RouteNeeds, requireDeclaredPermission, requirePermission } from '../plugins/permissions.ts';
import { readClientAddress } from '../plugins/rate-limit.ts';
import { isReadMethod } from '../plugins/writes.ts';
import { noteRefusal } from '../services/access/audit.ts';
import { enterTeam, listTeamsOfPerson, type MemberTeam, type Person } from '../services/people/sessions.ts';
import { createTeamScope, type ScopeDependencies } from '../services/team-scope.ts';
import { redirectWithNotice } from './flash.ts';
import { mayKeepForm } from './kept-form.ts';
import { buildNotMemberError, requireForPage } from './page-error.ts';
import { readPathBelowRoot } from './visit.ts';

type TeamVisit = { team: MemberTeam; person: Person; hasOtherTeams: boolean };

declare module 'fastify' {
  interface FastifyRequest {
    /** A hook sets it before the page's own code runs. */
    teamVisit: TeamVisit;
  }
}

/**
 * The team is named only in the path, so that two browser windows can show two teams. If the visitor is not a
 * member, the answer is the same as for an unknown team.
 */
const TEAM_PATH = '/app/teams/:team';

export const requireMember = fp<ScopeDependencies>(async (app, services) => {
  app.decorateRequest('teamVisit');
  app.addHook('onRoute', (route) => {
    requireDeclaredPermission(route);
    for (const method of [route.method].flat())
      app.teamPageRoutes.add(method, route.url.slice(TEAM_PATH.length), route.config ?? {});
  });
  app.addHook('onRequest', async (request, reply) => {
    const { session } = request.visit;
    const { team: slug } = request.params as { team: string };
    if (!session) return sendToSignIn(request, reply);
    const { person, hasFactor } = session;
    const teams = await listTeamsOfPerson(services, person.id);
    const joined = teams.find((one) => one.slug === slug);
    if (!joined) throw buildNotMemberError();
    request.ofTeam = joined.id;
    const { config } = request.routeOptions;
    const team = await enterTeam(services, joined, config.permission ?? null);
    request.scope = createTeamScope(services, {
      team,
      actor: { type: 'member', name: person.name },
      caller: { id: team.memberId, ip: readClientAddress(request) },
      access: team.access,
      hasFactor,
    });
    request.teamVisit = { team, person, hasOtherTeams: teams.length > 1 };
    if (team.requireSecondFactor && !hasFactor) {
      noteRefusal(request.scope, 'second_factor');
      return leadToFactor(reply, team);
    }
    requirePermission(config, request.scope);
  });
});

/** Of a team that demands a second factor (docs/rules.md, 27.15). */
function leadToFactor(reply: FastifyReply, { name }: MemberTeam): FastifyReply {
  const lost = isReadMethod(reply.request.method) ? '' : 'What you have just sent is not saved. ';
  const text = `${lost}The pages of ${name} open only to members who sign in with a second factor. Add an authenticator app here.`;
  return redirectWithNotice(reply, `${reply.request.visit.root}/account`, text);
}

export const NOT_SAVED =
  'What you have just sent is not saved, because you were signed out. Sign in, and do it again.';

/**
 * A form that is sent after the session has ended saves nothing. A form of a team's pages is kept and
 * answered once it is read (`sign-in/keep-forms.ts`); for any other, the sign-in page says that it is not
 * saved. From a page, the visitor signs in first and then sees it.
 */
export async function sendToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { visit, server } = request;
  if (mayKeepForm(request)) {
    // An ended session was already counted.
    if (!visit.hasEnded) await server.limits.ofAddress(request, reply);
    visit.awaitsSignIn = true;
    return;
  }
  const signIn = `${request.visit.root}/sign-in`;
  if (!isReadMethod(request.method)) return redirectWithNotice(reply, signIn, NOT_SAVED);
  return reply.redirect(`${signIn}?next=${encodeURIComponent(readPathBelowRoot(request))}`, 303);
}

/** The options of a page that needs no others. */
export type Needs = { config: RouteNeeds };
export const needs = (permission: RequiredPermission): Needs => ({ config: { permission } });

/** Of a page about the whole team, which nobody may open who has only some of its listings. */
export const needsWholeTeam = (permission: RequiredPermission): Needs => ({
  config: { permission, ofWholeTeam: true },
});

export const teamPath = ({ visit, teamVisit }: FastifyRequest): string =>
  `${visit.root}/teams/${teamVisit.team.slug}`;

/** Throws a 404 if it is no UUID. */
export function readId(request: FastifyRequest, name: string): string {
  return requireForPage(parseUuid((request.params as Record<string, string>)[name] ?? ''));
}

/** For long notes, in which a character may take 12 bytes because of its encoding. */
export const LONG_FORM = { bodyLimit: 524_288 } as const;
