import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { requiredText } from '../../schemas/fields/fields.ts';
import { Conflict } from '../../services/errors.ts';
import { completeSignIn, isSignInPending } from '../../services/people/factors/complete-sign-in.ts';
import type { Services } from '../../services/services.ts';
import type { TeamBeginning } from '../begin/routes.ts';
import { buildRequestLimitText } from '../errors.ts';
import { parseKeptForm } from '../kept-form.ts';
import { LONG_FORM } from '../member-visit.ts';
import { SIGN_IN_LIMIT, toRefusedPasswordForm } from '../passwords.ts';
import { dropCookie, endOwnSession, enterSession, readCookie, readOrigin } from '../visit.ts';
import { CODE, MAX_TYPED_CODE_LENGTH } from './form.ts';
import { readNext, showCodeForm, showKeptForm, showSignIn } from './show.ts';

const codeForm = z.object({ code: requiredText(MAX_TYPED_CODE_LENGTH) });

const ENDED = 'That took too long, or your password or second factor was changed meanwhile. Sign in again.';

/** The second step of signing in, for people with a second factor. */
export const signInCodeRoutes: FastifyPluginAsync<Services & TeamBeginning> = async (app, services) => {
  app.get('/sign-in/code', async (request, reply) => {
    const pending = readCookie(request, 'pending');
    if (pending === null || !(await isSignInPending(services, pending)))
      return reply.redirect(`${request.visit.root}/sign-in`, 303);
    const { next } = request.query as Record<string, unknown>;
    return showCodeForm(reply, 200, { next: readNext(next) });
  });

  function openForm(request: FastifyRequest) {
    const form = CODE.open(request.body);
    return { form, next: readNext(form.text('next')), kept: parseKeptForm(form.text('kept')) };
  }

  const errorHandler = (error: { statusCode?: number }, request: FastifyRequest, reply: FastifyReply) => {
    if (error.statusCode !== 429) throw error;
    const wait = buildRequestLimitText(Number(reply.getHeader('retry-after')));
    showCodeForm(reply, 429, { ...openForm(request), form: { values: {}, errors: { form: wait } } });
  };

  app.post('/sign-in/code', { ...LONG_FORM, config: SIGN_IN_LIMIT, errorHandler }, async (request, reply) => {
    const { form, next, kept } = openForm(request);
    const input = form.check(codeForm, CODE.read(form));
    if (!input) return showCodeForm(reply, 422, { form, next, kept });
    try {
      const pending = readCookie(request, 'pending') ?? '';
      const opened = await completeSignIn(services, { pending, ...input, ...readOrigin(request) });
      await endOwnSession(services, request);
      enterSession(reply, opened);
      dropCookie(reply, 'pending');
      if (kept !== null) return showKeptForm(reply, 200, kept);
      return reply.redirect(request.visit.root + next, 303);
    } catch (error) {
      if (error instanceof Conflict && error.reason === 'changed') {
        dropCookie(reply, 'pending');
        return showSignIn(reply, services, 422, { notice: ENDED, next, kept });
      }
      const refused = toRefusedPasswordForm(reply, form, error, '');
      return showCodeForm(reply, refused.status, { form: forgetCode(refused.form), next, kept });
    }
  });
};

/** A wrong code is not shown again, because the app shows another one soon. */
const forgetCode = ({ errors }: ReturnType<typeof toRefusedPasswordForm>['form']) => ({ values: {}, errors });
