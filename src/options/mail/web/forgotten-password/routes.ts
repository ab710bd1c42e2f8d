import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseUuid } from '../../../../domain/formats.ts';
import { MAX_EMAIL_LENGTH } from '../../../../domain/limits.ts';
import { toAsciiDomain } from '../../../../domain/text/email.ts';
import { requiredText } from '../../../../schemas/fields/fields.ts';
import { buildRequestLimitText } from '../../../../web/errors.ts';
import { redirectWithNotice } from '../../../../web/flash.ts';
import { addError, emptyForm, type Form } from '../../../../web/form.ts';
import {
  findChoiceProblem,
  newPasswordField,
  SIGN_IN_LIMIT,
  toRefusedPasswordForm,
} from '../../../../web/passwords.ts';
import { sendPage } from '../../../../web/views/layout.ts';
import { readOrigin } from '../../../../web/visit.ts';
import {
  chooseForgottenPassword,
  findPersonOfResetLink,
  type ResetLink,
  requestPasswordReset,
} from '../../services/people/forgotten-password.ts';
import type { MailServices } from '../../services/services.ts';
import { FORGOTTEN, NEW_PASSWORD } from './form.ts';
import {
  forgottenPasswordPage,
  linkSentPage,
  newPasswordPage,
  nobodySendsPage,
  resetLinkGonePage,
} from './page.ts';

// Any text is accepted, because every text gets the same answer.
const forgottenForm = z.object({ email: requiredText(MAX_EMAIL_LENGTH).overwrite(toAsciiDomain) });
const newPasswordForm = z.object({ password: newPasswordField });
const TITLE = 'Forgot your password?';
const LINK = '/new-password/:account/:mail/:secret';

export const forgottenPasswordRoutes: FastifyPluginAsync<MailServices> = async (app, services) => {
  const { isSending } = services.mail;

  const showForm = (reply: FastifyReply, form: Form = emptyForm, status = 200) =>
    sendPage(reply, {
      title: TITLE,
      status,
      body: isSending ? forgottenPasswordPage(reply, form) : nobodySendsPage(reply),
    });

  app.get('/forgot-password', { config: { limit: 'address' } }, (_request, reply) => showForm(reply));

  /** After too many requests, the form is shown again with the typed values. */
  const errorHandler = (error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    if (error.statusCode !== 429) throw error;
    const form = FORGOTTEN.open(request.body);
    const wait = buildRequestLimitText(Number(reply.getHeader('retry-after')));
    showForm(reply, { values: { email: form.text('email') }, errors: { form: wait } }, 429);
  };
  app.post(
    '/forgot-password',
    { config: { limit: 'forgotten-password' }, errorHandler },
    async (request, reply) => {
      if (!isSending) return showForm(reply);
      const form = FORGOTTEN.open(request.body);
      const input = form.check(forgottenForm, FORGOTTEN.read(form));
      if (!input) return showForm(reply, form, 422);
      await requestPasswordReset(services, input.email);
      return sendPage(reply, { title: 'Look at your email', body: linkSentPage(reply) });
    },
  );

  const showGone = (reply: FastifyReply) =>
    sendPage(reply, { title: 'This link no longer works', status: 404, body: resetLinkGonePage(reply) });

  async function showChoice(reply: FastifyReply, link: ResetLink, form: Form = emptyForm, status = 200) {
    const person = await findPersonOfResetLink(services, link);
    if (!person) return showGone(reply);
    const body = newPasswordPage(reply, person, form);
    return sendPage(reply, { title: 'Choose a new password', status, body });
  }

  app.get(LINK, { config: { limit: 'address' } }, (request, reply) => showChoice(reply, readLink(request)));

  app.post(LINK, { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const link = readLink(request);
    const person = await findPersonOfResetLink(services, link);
    if (!person) return showGone(reply);
    const form = NEW_PASSWORD.open(request.body);
    const input = form.check(newPasswordForm, NEW_PASSWORD.read(form));
    if (!input) return showChoice(reply, link, form, 422);
    const problem = findChoiceProblem(input.password, person.email);
    if (problem) return showChoice(reply, link, addError(form, 'password', problem), 422);
    try {
      const { address } = readOrigin(request);
      const choice = { password: input.password, address };
      if (!(await chooseForgottenPassword(services, link, choice))) return showGone(reply);
    } catch (error) {
      const refused = toRefusedPasswordForm(reply, form, error, '');
      return showChoice(reply, link, refused.form, refused.status);
    }
    const text =
      'Your password has been changed, and you are signed out everywhere. Sign in with the new one.';
    return redirectWithNotice(reply, `${request.visit.root}/sign-in`, text);
  });
};

/** In place of a malformed id. No message has it. */
const NO_MAIL = '00000000-0000-0000-0000-000000000000';
/** The keyed hash under which an account's messages are stored. */
const HASH_PATTERN = /^[\w-]+$/;

function readLink({ params }: FastifyRequest): ResetLink {
  const { account, mail, secret } = params as Record<'account' | 'mail' | 'secret', string>;
  return { account: HASH_PATTERN.test(account) ? account : '', id: parseUuid(mail) ?? NO_MAIL, secret };
}
