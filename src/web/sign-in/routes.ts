import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MAX_EMAIL_LENGTH, MAX_PASSWORD_LENGTH } from '../../domain/limits.ts';
import { toAsciiDomain } from '../../domain/text/email.ts';
import { requiredText } from '../../schemas/fields/fields.ts';
import { listTeamsOfPerson, signIn } from '../../services/people/sessions.ts';
import type { Services } from '../../services/services.ts';
import { mayTeamBegin } from '../../services/team/begin.ts';
import type { TeamBeginning } from '../begin/routes.ts';
import { buildRequestLimitText } from '../errors.ts';
import { takeNotice } from '../flash.ts';
import { parseKeptForm } from '../kept-form.ts';
import { LONG_FORM } from '../member-visit.ts';
import { SIGN_IN_LIMIT, toRefusedPasswordForm } from '../passwords.ts';
import { sendPage } from '../views/layout.ts';
import { firstPagePath } from '../views/navigation.ts';
import { endOwnSession, enterOrAwaitCode, leaveSession, readOrigin } from '../visit.ts';
import { CREDENTIALS } from './form.ts';
import { chooseTeamPage } from './page.ts';
import { readNext, showCodeForm, showKeptForm, showSignIn } from './show.ts';

const credentials = z.object({
  // Any text is accepted, because every unknown email gets the same answer.
  email: requiredText(MAX_EMAIL_LENGTH).overwrite(toAsciiDomain),
  password: z.string().min(1).max(MAX_PASSWORD_LENGTH, 'is too long.'),
});

/** By the parameter `out` of the sign-in page. */
const SIGNED_OUT = new Map([
  ['1', 'You are signed out.'],
  ['left', 'You are no longer a member of the team. Because it was your only one, you are signed out.'],
]);
const ENDED =
  'You are no longer signed in: your session has ended, your password was changed, or you were removed from your only team.';

export const signInRoutes: FastifyPluginAsync<Services & TeamBeginning> = async (app, services) => {
  app.get('/', async (request, reply) => {
    const { root, session, hasEnded } = request.visit;
    if (!session) {
      const mayBegin = !hasEnded && (await mayTeamBegin(services));
      return reply.redirect(`${root}/${mayBegin ? 'begin' : 'sign-in'}`, 303);
    }
    const teams = await listTeamsOfPerson(services, session.person.id);
    const [only, ...others] = teams;
    if (only && others.length === 0) return reply.redirect(firstPagePath(request, only), 303);
    const body = chooseTeamPage(reply, teams);
    return sendPage(reply, { title: 'Choose a team', body });
  });

  app.get('/sign-in', async (request, reply) => {
    const { root, session, hasEnded } = request.visit;
    if (session) return reply.redirect(root, 303);
    const { next, out } = request.query as Record<string, unknown>;
    const why = hasEnded ? ENDED : typeof out === 'string' ? (SIGNED_OUT.get(out) ?? null) : null;
    const notice = takeNotice(reply)?.text ?? why;
    return showSignIn(reply, services, 200, { next: readNext(next), notice });
  });

  /** After too many attempts, the form is shown again with the typed values. */
  const errorHandler = async (
    error: { statusCode?: number },
    request: FastifyRequest,
    reply: FastifyReply,
  ) => {
    if (error.statusCode !== 429) throw error;
    const form = CREDENTIALS.open(request.body);
    const wait = buildRequestLimitText(Number(reply.getHeader('retry-after')));
    const refused = { values: { email: form.text('email') }, errors: { form: wait } };
    const kept = parseKeptForm(form.text('kept'));
    return showSignIn(reply, services, 429, { form: refused, next: readNext(form.text('next')), kept });
  };
  app.post('/sign-in', { ...LONG_FORM, config: SIGN_IN_LIMIT, errorHandler }, async (request, reply) => {
    const form = CREDENTIALS.open(request.body);
    const next = readNext(form.text('next'));
    const kept = parseKeptForm(form.text('kept'));
    const input = form.check(credentials, CREDENTIALS.read(form));
    if (!input) return showSignIn(reply, services, 422, { form, next, kept });
    try {
      const opened = await signIn(services, { ...input, ...readOrigin(request) });
      await endOwnSession(services, request);
      if (!enterOrAwaitCode(reply, opened)) return showCodeForm(reply, 200, { next, kept });
      if (kept !== null) return showKeptForm(reply, 200, kept);
      return reply.redirect(request.visit.root + next, 303);
    } catch (error) {
      const wrong = 'The email or password is wrong.';
      const { status, ...refused } = toRefusedPasswordForm(reply, form, error, wrong);
      return showSignIn(reply, services, status, { ...refused, next, kept });
    }
  });

  app.post('/sign-out', async (request, reply) => {
    await endOwnSession(services, request);
    leaveSession(reply);
    return reply.redirect(`${request.visit.root}/sign-in?out=1`, 303);
  });
};
