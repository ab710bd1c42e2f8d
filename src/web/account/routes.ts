import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MEMBER_MAIL_KINDS } from '../../domain/vocabulary.ts';
import { nameField } from '../../schemas/fields/fields.ts';
import { changeMemberChoice, listMemberChoices } from '../../services/people/mail-choices.ts';
import { changePassword, renamePerson } from '../../services/people/own-account.ts';
import type { Person } from '../../services/people/sessions.ts';
import type { Services } from '../../services/services.ts';
import { redirectWithNotice } from '../flash.ts';
import { addError, emptyForm, type Form } from '../form.ts';
import { sendToSignIn } from '../member-visit.ts';
import { requireForPage } from '../page-error.ts';
import {
  currentPasswordField,
  findChoiceProblem,
  newPasswordField,
  SIGN_IN_LIMIT,
  toRefusedPasswordForm,
} from '../passwords.ts';
import { readForm } from '../sent-form.ts';
import { sendPage } from '../views/layout.ts';
import { enterSession, readOrigin } from '../visit.ts';
import { NEW_NAME, PASSWORDS } from './forms.ts';
import { accountPage } from './page.ts';

const newName = z.object({ name: nameField });
const passwords = z.object({ password: currentPasswordField, new_password: newPasswordField });

export const accountRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.visit.person) return sendToSignIn(request, reply);
  });
  const personOf = ({ visit }: FastifyRequest) => visit.person as Person;

  async function show(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const person = personOf(reply.request);
    const choices = await listMemberChoices(services, person);
    return sendPage(reply, {
      title: 'Your account',
      status,
      body: accountPage(reply, { person, choices, form }),
    });
  }
  const showAgain = (reply: FastifyReply, notice: string) =>
    redirectWithNotice(reply, `${reply.request.visit.root}/account`, notice);

  app.get('/', (_request, reply) => show(reply));

  app.post('/name', async (request, reply) => {
    const form = NEW_NAME.open(request.body);
    const input = form.check(newName, NEW_NAME.read(form));
    if (!input) return show(reply, form, 422);
    await renamePerson(services, personOf(request).id, input.name);
    return showAgain(reply, 'Your name has been changed.');
  });

  app.post('/messages', async (request, reply) => {
    const person = personOf(request);
    const form = readForm(request.body, {});
    const slug = form.text('team');
    const kinds = form.list(`kinds-${slug}`);
    const choices = await listMemberChoices(services, person);
    const { teamId } = requireForPage(choices.find((choice) => choice.slug === slug) ?? null);
    const chosen = MEMBER_MAIL_KINDS.filter((kind) => kinds.includes(kind));
    requireForPage((await changeMemberChoice(services, { teamId, personId: person.id }, chosen)) || null);
    return showAgain(reply, 'Your choice of messages is saved.');
  });

  app.post('/password', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const form = PASSWORDS.open(request.body);
    const input = form.check(passwords, PASSWORDS.read(form));
    if (!input) return show(reply, form, 422);
    const { password, new_password } = input;
    const person = personOf(request);
    const problem = findChoiceProblem(new_password, person.email);
    if (problem) return show(reply, addError(form, 'new_password', problem), 422);
    const attempt = { password, newPassword: new_password, ...readOrigin(request) };
    try {
      enterSession(reply, await changePassword(services, person, attempt));
      return showAgain(reply, 'Your password has been changed, and you are signed out everywhere else.');
    } catch (error) {
      const wrong = 'That is not your present password.';
      const refused = toRefusedPasswordForm(reply, form, error, wrong);
      return show(reply, refused.form, refused.status);
    }
  });
};
