import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Conflict } from '../../services/errors.ts';
import { acceptInvitation, findInvitation } from '../../services/people/invitations.ts';
import { listTeamsOfPerson } from '../../services/people/sessions.ts';
import type { Services } from '../../services/services.ts';
import { redirectWithNotice } from '../flash.ts';
import { addError, emptyForm, type Form } from '../form.ts';
import {
  currentPasswordField,
  findChoiceProblem,
  newPasswordField,
  SIGN_IN_LIMIT,
  toRefusedPasswordForm,
} from '../passwords.ts';
import { codePath } from '../sign-in/code-path.ts';
import { sendPage } from '../views/layout.ts';
import { firstPagePath } from '../views/navigation.ts';
import { endOwnSession, enterOrAwaitCode, readOrigin } from '../visit.ts';
import { JOINING } from './form.ts';
import { invitationGonePage, invitationPage } from './page.ts';

const currentPassword = z.object({ password: currentPasswordField });
const newPassword = z.object({ password: newPasswordField });

export const invitationRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const secretIn = (request: FastifyRequest) => (request.params as { secret: string }).secret;
  const showGone = (reply: FastifyReply) =>
    sendPage(reply, { title: 'This link no longer works', status: 404, body: invitationGonePage() });

  async function show(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const invitation = await findInvitation(services, secretIn(reply.request));
    if (!invitation) return showGone(reply);
    const body = invitationPage(reply, invitation, form);
    return sendPage(reply, { title: `Join ${invitation.team.name}`, status, body });
  }

  app.get('/invitations/:secret', { config: { limit: 'address' } }, (_request, reply) => show(reply));

  app.post('/invitations/:secret', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const secret = secretIn(request);
    const invitation = await findInvitation(services, secret);
    if (!invitation) return showGone(reply);
    const schema = invitation.nextStep === 'new_password' ? newPassword : currentPassword;
    const form = JOINING.open(request.body);
    const input = form.check(schema, JOINING.read(form));
    if (!input) return show(reply, form, 422);
    const { password } = input;
    const problem =
      invitation.nextStep === 'new_password' ? findChoiceProblem(password, invitation.email) : null;
    if (problem) return show(reply, addError(form, 'password', problem), 422);
    try {
      const joined = await acceptInvitation(services, { secret, password, ...readOrigin(request) });
      await endOwnSession(services, request);
      const teams = await listTeamsOfPerson(services, joined.personId);
      const team = teams.find(({ slug }) => slug === joined.teamSlug) ?? { slug: joined.teamSlug };
      const path = firstPagePath(request, team);
      const isIn = enterOrAwaitCode(reply, joined);
      return redirectWithNotice(
        reply,
        isIn ? path : codePath(request, path),
        `You are now a member of ${invitation.team.name}.`,
      );
    } catch (error) {
      if (error instanceof Conflict && error.reason === 'link_gone') return showGone(reply);
      const refused = toRefusedPasswordForm(reply, form, error, 'That is not your password.');
      return show(reply, refused.form, refused.status);
    }
  });
};
