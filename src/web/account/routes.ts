import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseUuid } from '../../domain/formats.ts';
import { MEMBER_MAIL_KINDS, type MemberMailKind } from '../../domain/vocabulary.ts';
import { readClientAddress } from '../../plugins/rate-limit.ts';
import { nameField } from '../../schemas/fields/fields.ts';
import { readOwnFactors } from '../../services/people/factors/own-factors.ts';
import { changeMemberChoice, listMemberChoices } from '../../services/people/mail-choices.ts';
import { changePassword, renamePerson } from '../../services/people/own-account.ts';
import { endOtherSessions, endSession, listSessions } from '../../services/people/sessions.ts';
import type { Services } from '../../services/services.ts';
import { redirectWithNotice, takeFlash } from '../flash.ts';
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
import { computeFormVersion, readForm } from '../sent-form.ts';
import { sendPage } from '../views/layout.ts';
import { enterSession, readOrigin } from '../visit.ts';
import { factorRoutes, sessionOf } from './factor-routes.ts';
import { NEW_NAME, PASSWORDS } from './forms.ts';
import { accountPage } from './page.ts';

const newName = z.object({ name: nameField });
const passwords = z.object({ password: currentPasswordField, new_password: newPasswordField });

export const accountRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  app.addHook('onRequest', async (request, reply) => {
    if (!request.visit.session) return sendToSignIn(request, reply);
  });
  const personOf = (request: FastifyRequest) => sessionOf(request).person;
  const endingOf = (request: FastifyRequest) => ({
    ...sessionOf(request),
    address: readOrigin(request).address,
  });
  app.register(factorRoutes, { ...services, prefix: '' });

  async function show(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const own = sessionOf(reply.request);
    const [choices, sessions, factors] = await Promise.all([
      listMemberChoices(services, own.person),
      listSessions(services, own.person.id),
      readOwnFactors(services, own.person.id),
    ]);
    const view = { choices, own, sessions, factors, now: services.clock(), flash: takeFlash(reply), form };
    return sendPage(reply, { title: 'Your account', status, body: accountPage(reply, view) });
  }
  const showAgain = (reply: FastifyReply, notice: string) =>
    redirectWithNotice(reply, `${reply.request.visit.root}/account`, notice);

  app.get('/', (_request, reply) => show(reply));

  app.post('/name', async (request, reply) => {
    const form = NEW_NAME.open(request.body);
    const input = form.check(newName, NEW_NAME.read(form));
    if (!input) return show(reply, form, 422);
    await renamePerson(services, personOf(request), {
      name: input.name,
      address: readClientAddress(request),
    });
    return showAgain(reply, 'Your name has been changed.');
  });

  app.post('/messages', async (request, reply) => {
    const person = personOf(request);
    const form = readForm(request.body, {});
    const slug = form.text('team');
    const seen = form.text('seen');
    const kinds = form.list(`kinds-${slug}`);
    const choices = await listMemberChoices(services, person);
    const choice = requireForPage(choices.find((choice) => choice.slug === slug) ?? null);
    const { teamId, offered } = choice;
    const chosen = MEMBER_MAIL_KINDS.filter((kind) =>
      (offered.includes(kind) ? kinds : choice.kinds).includes(kind),
    );
    const member = { teamId, personId: person.id };
    const isCurrent = (stored: readonly MemberMailKind[]) => computeFormVersion(stored) === seen;
    try {
      requireForPage((await changeMemberChoice(services, member, chosen, { isCurrent })) || null);
    } catch (error) {
      return show(reply, form.refused(error), 422);
    }
    return showAgain(reply, 'Your choice of messages is saved.');
  });

  app.post('/sessions/:session/end', async (request, reply) => {
    const { session } = request.params as { session: string };
    await endSession(services, endingOf(request), requireForPage(parseUuid(session)));
    return showAgain(reply, 'That browser is signed out.');
  });

  app.post('/sessions/end-others', async (request, reply) => {
    await endOtherSessions(services, endingOf(request));
    return showAgain(reply, 'You are signed out everywhere else.');
  });

  app.post('/password', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const form = PASSWORDS.open(request.body);
    const input = form.check(passwords, PASSWORDS.read(form));
    if (!input) return show(reply, form, 422);
    const { password, new_password } = input;
    const person = personOf(request);
    const problem = findChoiceProblem(new_password, person.email);
    if (problem) return show(reply, addError(form, 'new_password', problem), 422);
    const { hasFactor } = sessionOf(request);
    const attempt = { password, newPassword: new_password, hasFactor, ...readOrigin(request) };
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
