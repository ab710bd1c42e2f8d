import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { MemberTeam, Person, SessionService } from '../services/sessions.ts';
import type { Writer } from '../services/write.ts';
import { noMember } from './page-error.ts';
import type { TeamPlace } from './views/layout.ts';

/** Who looks at which team's pages. */
export type TeamVisit = { team: MemberTeam; person: Person; hasOtherTeams: boolean };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set in the team's pages, before anything else of them runs. */
    teamVisit: TeamVisit;
  }
}

/**
 * Gives every page of this scope the team that its path names, if the person who is signed in is a member of it now.
 * The team is in the path and nowhere else, so two windows may show two teams. A team of others is answered like one
 * that does not exist.
 */
export function requireMember(app: FastifyInstance, sessions: SessionService): void {
  app.decorateRequest('teamVisit');
  app.addHook('onRequest', async (request, reply) => {
    const { person } = request.visit;
    const { team: slug } = request.params as { team: string };
    if (!person) return sendToSignIn(request, reply);
    const teams = await sessions.listTeams(person.id);
    const team = teams.find((one) => one.slug === slug);
    if (!team) throw noMember();
    request.ofTeam = team.id;
    request.teamVisit = { team, person, hasOtherTeams: teams.length > 1 };
  });
}

/** A form that is sent after the session has ended does nothing. A page opens once its visitor has signed in. */
export function sendToSignIn(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? '';
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  const next = isReading ? `?next=${encodeURIComponent(path.replace(/^\/app/, ''))}` : '';
  return reply.redirect(`${request.visit.root}/sign-in${next}`, 303);
}

/** Who writes when a member uses the pages. */
export const writerOf = ({ teamVisit: { team, person } }: FastifyRequest): Writer => ({
  teamId: team.id,
  terms: team,
  actor: { type: 'member', name: person.name },
});

/** Which of the team's pages it is, for the top of the page. */
export const placeOf = (request: FastifyRequest, current: TeamPlace['current']): TeamPlace => {
  const { team, hasOtherTeams } = request.teamVisit;
  return { team, hasOtherTeams, current };
};

/** The path of one of the team's pages. */
export const pathOf = ({ visit, teamVisit }: FastifyRequest, page: TeamPlace['current']): string =>
  `${visit.root}/teams/${teamVisit.team.slug}/${page}`;
