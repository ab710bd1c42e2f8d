import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { parseUuid } from '../domain/formats.ts';
import { isReadMethod } from '../plugins/writes.ts';
import { listTeamsOfPerson, type MemberTeam, type Person } from '../services/people/sessions.ts';
import { createTeamScope, type ScopeDependencies } from '../services/team-scope.ts';
import { redirectWithNotice } from './flash.ts';
import { noMember, requireForPage } from './page-error.ts';
import { readPathBelowRoot } from './visit.ts';

/** The person and the team of a request for a page. */
type TeamVisit = { team: MemberTeam; person: Person; hasOtherTeams: boolean };

declare module 'fastify' {
  interface FastifyRequest {
    /** The visit, set for the team's pages before any of their code runs. */
    teamVisit: TeamVisit;
  }
}

/**
 * Sets `teamVisit` from the path for every page of the team, if the signed-in person is a member of the team
 * now. Only a page's path names the team, so two windows can show two teams. A page of another people's team
 * answers like a page of an unknown team.
 */
export const requireMember = fp<ScopeDependencies>(async (app, services) => {
  app.decorateRequest('teamVisit');
  app.addHook('onRequest', async (request, reply) => {
    const { person } = request.visit;
    const { team: slug } = request.params as { team: string };
    if (!person) return sendToSignIn(request, reply);
    const teams = await listTeamsOfPerson(services, person.id);
    const team = teams.find((one) => one.slug === slug);
    if (!team) throw noMember();
    request.ofTeam = team.id;
    request.scope = createTeamScope(services, { team, actor: { type: 'member', name: person.name } });
    request.teamVisit = { team, person, hasOtherTeams: teams.length > 1 };
  });
});

const NOT_SAVED =
  'What you have just sent is not saved, because you were signed out. Sign in, and do it again.';

/**
 * A form that is sent after the session has ended does nothing, and the sign-in page says so. A page that was
 * opened without a session is shown after its visitor has signed in.
 */
export function sendToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const signIn = `${request.visit.root}/sign-in`;
  if (!isReadMethod(request.method)) return redirectWithNotice(reply, signIn, NOT_SAVED);
  return reply.redirect(`${signIn}?next=${encodeURIComponent(readPathBelowRoot(request))}`, 303);
}

/** The path of the team's pages. */
export const teamPath = ({ visit, teamVisit }: FastifyRequest): string =>
  `${visit.root}/teams/${teamVisit.team.slug}`;

/** The id in a parameter of the path, or the 404 of an unknown page if it is no UUID. */
export function readId(request: FastifyRequest, name: string): string {
  return requireForPage(parseUuid((request.params as Record<string, string>)[name] ?? ''));
}

/** The body limit of forms with notes, whose characters may take up to 12 bytes each. */
export const LONG_FORM = { bodyLimit: 524_288 } as const;
