import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ALL_PERMISSIONS, DEFAULT_ROLE, findLackedPermission } from '../../domain/access/permissions.ts';
import { publicBaseUrl } from '../../plugins/paging.ts';
import { listingsField, roleField } from '../../schemas/access.ts';
import { emailField } from '../../schemas/fields/emails.ts';
import { addressedNameField } from '../../schemas/fields/fields.ts';
import { listRoles } from '../../services/access/roles.ts';
import { Conflict, NotFound } from '../../services/errors.ts';
import { withSealedAnswer } from '../../services/keys/sealed-answers.ts';
import {
  createInvitation,
  findInvitation,
  listInvitations,
  withdrawInvitation,
} from '../../services/people/invitations.ts';
import { changeMember, findMember, listMembers, removeTeamMember } from '../../services/people/members.ts';
import { listPlaceNamesOfTeam } from '../../services/place-names.ts';
import type { Services } from '../../services/services.ts';
import { redirectWithNotice, takeFlash } from '../flash.ts';
import { addError, emptyForm, type Form } from '../form.ts';
import { needs, readId, teamPath } from '../member-visit.ts';
import { doOncePerForm } from '../once-per-form.ts';
import { buildNotMemberError, requireForPage } from '../page-error.ts';
import { readForm, toRefusedForm } from '../sent-form.ts';
import { sendPage } from '../views/layout.ts';
import { leaveSession } from '../visit.ts';
import { NEW_MEMBER } from './form.ts';
import { type FreshLink, membersPage, removePage, type TypedRole } from './page.ts';
import { addPlacesRoutes } from './places-routes.ts';

const newMember = z.object({
  name: addressedNameField,
  email: emailField,
  role: roleField,
  listings: listingsField,
});
const memberRole = z.object({ role: roleField });

export const memberRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const { clock, personMailer } = services;

  /** Shown only once. */
  async function findFreshLink(reply: FastifyReply): Promise<FreshLink | null> {
    const flash = takeFlash(reply);
    if (flash?.what !== 'link') return null;
    const found = await findInvitation(services, flash.secret);
    const url = `${publicBaseUrl(reply.request)}/app/invitations/${flash.secret}`;
    return found && { url, email: found.email };
  }

  async function showList(
    reply: FastifyReply,
    {
      form = emptyForm,
      status = 200,
      link = null,
      typedRole = null,
    }: { form?: Form; status?: number; link?: FreshLink | null; typedRole?: TypedRole | null },
  ) {
    const { scope, teamVisit } = reply.request;
    const { team, person } = teamVisit;
    const [members, invitations, roles, places] = await Promise.all([
      listMembers(scope),
      listInvitations(scope),
      listRoles(scope),
      listPlaceNamesOfTeam(scope),
    ]);
    const isSending = personMailer !== null;
    const view = {
      team,
      members,
      invitations,
      roles,
      places,
      ownId: person.id,
      now: clock(),
      form,
      link,
      typedRole,
      isSending,
    };
    return sendPage(reply, { title: 'Members', status, tab: 'team', body: membersPage(reply, view) });
  }

  /** A 404 if the person belongs to other teams only. */
  const memberIn = async (request: FastifyRequest) =>
    requireForPage(await findMember(request.scope, readId(request, 'person')));

  app.get('/members', needs('people:read'), async (_request, reply) =>
    showList(reply, { link: await findFreshLink(reply) }),
  );

  app.post('/members', needs('people:write'), async (request, reply) => {
    const form = NEW_MEMBER.open(request.body);
    const { access } = request.teamVisit.team;
    const typed = NEW_MEMBER.read(form);
    // A form without the field is one of an owner, for whom that role is preset.
    const isPreset = typed.role === '' && findLackedPermission(ALL_PERMISSIONS, access.permissions) === null;
    const input = form.check(newMember, isPreset ? { ...typed, role: DEFAULT_ROLE } : typed);
    if (!input) return showList(reply, { form, status: 422 });
    const { person } = request.teamVisit;
    try {
      return await doOncePerForm<string>(
        reply,
        (options) =>
          createInvitation(
            request.scope,
            services,
            { ...input, invitedBy: person.id },
            withSealedAnswer(request.scope, options),
          ),
        (secret) => ({ path: `${teamPath(request)}/members`, flash: { what: 'link', secret } }),
      );
    } catch (error) {
      if (error instanceof NotFound) throw buildNotMemberError();
      const isMember = error instanceof Conflict && error.reason === 'is_member';
      const refused = isMember ? addError(form, 'email', error.message) : form.refused(error);
      return showList(reply, { form: refused, status: 422 });
    }
  });

  app.post('/members/links/:invitation/withdraw', needs('people:write'), async (request, reply) => {
    await withdrawInvitation(request.scope, readId(request, 'invitation'));
    return redirectWithNotice(reply, `${teamPath(request)}/members`, 'The link has been withdrawn.');
  });

  app.post('/members/:person/role', needs('people:write'), async (request, reply) => {
    const { id, name, role: former } = await memberIn(request);
    const form = readForm(request.body, { role: 'Role' });
    const seen = form.text('seen');
    const input = form.check(memberRole, { role: form.text('role') });
    if (!input) return showList(reply, { form: { ...emptyForm, errors: form.errors }, status: 422 });
    try {
      await changeMember(request.scope, id, input, { isCurrent: (stored) => stored.role === seen });
    } catch (error) {
      const typedRole = { memberId: id, role: input.role };
      return showList(reply, { form: toRefusedForm(emptyForm, error), status: 422, typedRole });
    }
    const text = input.role === former ? 'Nothing has changed.' : `${name} has another role now.`;
    return redirectWithNotice(reply, `${teamPath(request)}/members`, text);
  });

  addPlacesRoutes(app);

  app.get('/members/:person/remove', needs('people:write'), async (request, reply) => {
    const member = await memberIn(request);
    const { team, person } = request.teamVisit;
    const body = removePage(reply, { team, member, isSelf: member.personId === person.id });
    return sendPage(reply, { title: `Remove ${member.name}`, tab: 'team', body });
  });

  app.post('/members/:person/remove', needs('people:write'), async (request, reply) => {
    const { team, person, hasOtherTeams } = request.teamVisit;
    const { root } = request.visit;
    const { personId, name } = await memberIn(request);
    try {
      await removeTeamMember(request.scope, personId, person.id);
    } catch (error) {
      return showList(reply, { form: toRefusedForm(emptyForm, error), status: 422 });
    }
    const left = `no longer a member of ${team.name}.`;
    if (personId !== person.id)
      return redirectWithNotice(reply, `${teamPath(request)}/members`, `${name} is ${left}`);
    if (hasOtherTeams) return redirectWithNotice(reply, root, `You are ${left}`);
    // There is nothing left to see.
    leaveSession(reply);
    return reply.redirect(`${root}/sign-in?out=left`, 303);
  });
};
