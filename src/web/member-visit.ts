import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { parseUuid } from '../domain/formats.ts';
import { isReadMethod } from '../plugins/writes.ts';
import { listTeamsOfPerson, type MemberTeam, type Person } from '../services/people/sessions.ts';
import { createTeamScope, type ScopeDependencies } from '../services/team-scope.ts';
import { redirectWithNotice } from './flash.ts';
import { mayKeepForm } from './kept-form.ts';
import { buildNotMemberError, requireForPage } from './page-error.ts';
import { readPathBelowRoot } from './visit.ts';

/** The signed-in person and the team that a request for a page is about. */
type TeamVisit = { team: MemberTeam; person: Person; hasOtherTeams: boolean };

declare module 'fastify' {
  interface FastifyRequest {
    /** The team and person of a page, set by a hook before the page's own code runs. */
    teamVisit: TeamVisit;
  }
}

/**
 * Sets `teamVisit` for every page of a team, or refuses somebody who is not a member of the team now. The
 * team is named only in the path of a page, so that two browser windows can show two teams. If the visitor is
 * not a member of the team, the answer is the same as for an unknown team.
 */
export const requireMember = fp<ScopeDependencies>(async (app, services) => {
  app.decorateRequest('teamVisit');
  app.addHook('onRequest', async (request, reply) => {
    const { person } = request.visit;
    const { team: slug } = request.params as { team: string };
    if (!person) return sendToSignIn(request, reply);
    const teams = await listTeamsOfPerson(services, person.id);
    const team = teams.find((one) => one.slug === slug);
    if (!team) throw buildNotMemberError();
    request.ofTeam = team.id;
    request.scope = createTeamScope(services, { team, actor: { type: 'member', name: person.name } });
    request.teamVisit = { team, person, hasOtherTeams: teams.length > 1 };
  });
});

export const NOT_SAVED =
  'What you have just sent is not saved, because you were signed out. Sign in, and do it again.';

/**
 * If a form is sent after the session has ended, nothing is saved. A form of a team's pages is kept and answered once it
 * is read (`sign-in/keep-forms.ts`); of any other form, the sign-in page says that it is not saved. If a page is opened
 * without a session, the visitor signs in first and then sees the page.
 */
export async function sendToSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const { visit, server } = request;
  if (mayKeepForm(request)) {
    // A session that has ended was already counted.
    if (!visit.hasEnded) await server.limits.ofAddress(request, reply);
    visit.awaitsSignIn = true;
    return;
  }
  const signIn = `${request.visit.root}/sign-in`;
  if (!isReadMethod(request.method)) return redirectWithNotice(reply, signIn, NOT_SAVED);
  return reply.redirect(`${signIn}?next=${encodeURIComponent(readPathBelowRoot(request))}`, 303);
}

/** The first part of the paths of the team's pages. */
export const teamPath = ({ visit, teamVisit }: FastifyRequest): string =>
  `${visit.root}/teams/${teamVisit.team.slug}`;

/** Reads an id from the path, or throws a 404 if it is no UUID. */
export function readId(request: FastifyRequest, name: string): string {
  return requireForPage(parseUuid((request.params as Record<string, string>)[name] ?? ''));
}

/**
 * The maximum body of forms with long notes, in which a character may take 12 bytes because of its encoding.
 */
export const LONG_FORM = { bodyLimit: 524_288 } as const;
