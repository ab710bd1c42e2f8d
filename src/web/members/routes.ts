import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_NAME_LENGTH } from '../../domain/limits.ts';
import { parseUuid } from '../../domain/uuid.ts';
import { publicBaseUrl } from '../../plugins/paging.ts';
import { emailField, requiredText } from '../../schemas/fields.ts';
import { Conflict, NotFound } from '../../services/errors.ts';
import {
  createInvitation,
  findInvitation,
  listInvitations,
  withdrawInvitation,
} from '../../services/people/invitations.ts';
import { findMember, listMembers, removeMember } from '../../services/people/members.ts';
import type { Services } from '../../services/services.ts';
import { type Flash, setFlash, takeFlash } from '../flash.ts';
import { addError, emptyForm, type Form, readForm } from '../form.ts';
import { toRefusedForm } from '../open-form.ts';
import { noMember, noSuchPage } from '../page-error.ts';
import { buildMemberCall, teamPath } from '../team-scope.ts';
import { sendPage } from '../views/layout.ts';
import { leaveSession } from '../visit.ts';
import { type FreshLink, membersPage, removePage } from './page.ts';

const FIELDS = { name: requiredText(MAX_NAME_LENGTH), email: emailField };
const LABELS = { name: 'Name', email: 'Email' };

/** Members who remove themselves from their only team are signed out as well. */
function leaveTeam({ visit, teamVisit }: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (teamVisit.hasOtherTeams) return reply.redirect(visit.root, 303);
  leaveSession(reply);
  return reply.redirect(`${visit.root}/sign-in?out=left`, 303);
}

/** A team's members: listed, added by a link, removed */
export const memberRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { db, clock } = services;

  async function findFreshLink(request: FastifyRequest, flash: Flash | null): Promise<FreshLink | null> {
    if (flash?.what !== 'link') return null;
    const found = await findInvitation(services, flash.secret);
    return found && { url: `${publicBaseUrl(request)}/app/invitations/${flash.secret}`, email: found.email };
  }

  async function showList(reply: FastifyReply, form: Form, status: number, flash: Flash | null = null) {
    const { request } = reply;
    const { team, person } = request.teamVisit;
    const [listed, open, link] = await Promise.all([
      listMembers(db, team.id),
      listInvitations(services, team.id),
      findFreshLink(request, flash),
    ]);
    const view = {
      team,
      members: listed,
      invitations: open,
      ownId: person.id,
      now: clock(),
      form,
      link,
      notice: flash?.what === 'notice' ? flash.text : null,
    };
    return sendPage(reply, {
      title: 'Members',
      status,
      tab: 'members',
      body: membersPage(reply, view),
    });
  }

  /** The member that a path names. People of other teams have no page here. */
  async function memberIn(request: FastifyRequest) {
    const id = parseUuid((request.params as { person: string }).person);
    const member = id === null ? null : await findMember(db, request.teamVisit.team.id, id);
    if (!member) throw noSuchPage();
    return member;
  }

  app.get('/members', (request, reply) => showList(reply, emptyForm, 200, takeFlash(request, reply)));

  app.post('/members', async (request, reply) => {
    const read = readForm(request.body, FIELDS, LABELS);
    if (!read.ok) return showList(reply, read.form, 422);
    const call = buildMemberCall(request);
    const { person } = request.teamVisit;
    try {
      setFlash(reply, {
        what: 'link',
        secret: await createInvitation(services, call, read.values, person.id),
      });
      return reply.redirect(`${teamPath(request)}/members`, 303);
    } catch (error) {
      if (error instanceof NotFound) throw noMember();
      const isMember = error instanceof Conflict && error.reason === 'is_member';
      const form = isMember ? addError(read.form, 'email', error.message) : toRefusedForm(read.form, error);
      return showList(reply, form, 422);
    }
  });

  app.post('/members/links/:invitation/withdraw', async (request, reply) => {
    const id = parseUuid((request.params as { invitation: string }).invitation);
    if (id === null) throw noSuchPage();
    await withdrawInvitation(services, buildMemberCall(request), id);
    setFlash(reply, { what: 'notice', text: 'The link has been withdrawn.' });
    return reply.redirect(`${teamPath(request)}/members`, 303);
  });

  app.get('/members/:person/remove', async (request, reply) => {
    const member = await memberIn(request);
    const { team, person } = request.teamVisit;
    const body = removePage(reply, { team, member, isSelf: member.personId === person.id });
    return sendPage(reply, { title: `Remove ${member.name}`, tab: 'members', body });
  });

  app.post('/members/:person/remove', async (request, reply) => {
    const { team, person } = request.teamVisit;
    const member = await memberIn(request);
    const call = buildMemberCall(request);
    try {
      await removeMember(services, call, member.personId, person.id);
    } catch (error) {
      return showList(reply, toRefusedForm(emptyForm, error), 422);
    }
    const isSelf = member.personId === person.id;
    const who = isSelf ? 'You are' : `${member.name} is`;
    setFlash(reply, { what: 'notice', text: `${who} no longer a member of ${team.name}.` });
    if (isSelf) return leaveTeam(request, reply);
    return reply.redirect(`${teamPath(request)}/members`, 303);
  });
};
