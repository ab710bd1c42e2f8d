import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { parseUuid } from '../../domain/formats.ts';
import { MAX_PASSWORD_LENGTH } from '../../domain/limits.ts';
import { nameField, requiredText } from '../../schemas/fields/fields.ts';
import { Invalid } from '../../services/errors.ts';
import {
  addFactor,
  createOwnFactorSetup,
  type Proof,
  readOwnFactors,
  removeFactor,
  renewRecoveryCodes,
} from '../../services/people/factors/own-factors.ts';
import { buildTotpAddress } from '../../services/people/factors/totp.ts';
import type { Session } from '../../services/people/sessions.ts';
import type { Services } from '../../services/services.ts';
import { redirectWithNotice, setFlash } from '../flash.ts';
import { emptyForm, type Form } from '../form.ts';
import { requireForPage } from '../page-error.ts';
import { SIGN_IN_LIMIT, toRefusedPasswordForm } from '../passwords.ts';
import type { SentForm } from '../sent-form.ts';
import { MAX_TYPED_CODE_LENGTH } from '../sign-in/form.ts';
import { sendPage } from '../views/layout.ts';
import { readOrigin } from '../visit.ts';
import { newFactorPage, newRecoveryCodesPage, removeFactorPage } from './factor-pages.ts';
import { NEW_FACTOR, SAME_PERSON } from './forms.ts';

const proof = z
  .object({
    password: z.string().max(MAX_PASSWORD_LENGTH, 'is too long.').nullable(),
    code: requiredText(MAX_TYPED_CODE_LENGTH).nullable(),
  })
  .refine(({ password, code }) => password !== null || code !== null, {
    path: ['password'],
    message: 'is required, or a code.',
  });
const newFactor = z.intersection(
  z.object({ name: nameField, first_code: requiredText(MAX_TYPED_CODE_LENGTH) }),
  proof,
);
const WRONG = 'That is not your password.';

/** Only people with a session can call the routes of their account. */
export const sessionOf = ({ visit }: FastifyRequest) => visit.session as Session;

/** Within the routes of one's account. */
export const factorRoutes: FastifyPluginAsync<Services> = async (app, services) => {
  const ownerOf = (request: FastifyRequest) => {
    const { id, person } = sessionOf(request);
    return { personId: person.id, sessionId: id };
  };
  const readProof = (request: FastifyRequest, sent: Pick<Proof, 'password' | 'code'>): Proof => {
    const { device, address } = readOrigin(request);
    return { password: sent.password, code: sent.code, device, address };
  };
  const refuse = (reply: FastifyReply, form: SentForm, error: unknown) =>
    error instanceof Invalid
      ? { form: form.refused(error), status: 422 }
      : toRefusedPasswordForm(reply, form, error, WRONG);
  const accountPath = ({ visit }: FastifyRequest) => `${visit.root}/account`;

  async function showNew(reply: FastifyReply, sealed: string | null, form: Form = emptyForm, status = 200) {
    const { person } = sessionOf(reply.request);
    const setup = createOwnFactorSetup(services, person.id, sealed);
    const { factors } = await readOwnFactors(services, person.id);
    const view = { ...setup, address: buildTotpAddress(setup.secret, person.email) };
    const body = newFactorPage(reply, { ...view, hasFactors: factors.length > 0, form });
    return sendPage(reply, { title: 'Add an authenticator app', status, body });
  }

  app.get('/factors/new', (_request, reply) => showNew(reply, null));

  app.post('/factors', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const form = NEW_FACTOR.open(request.body);
    const sealed = form.text('sealed');
    const input = form.check(newFactor, NEW_FACTOR.read(form));
    if (!input) return showNew(reply, sealed, form, 422);
    const { name, first_code: firstCode } = input;
    try {
      const added = { sealed, name, firstCode };
      const codes = await addFactor(services, ownerOf(request), added, readProof(request, input));
      if (codes === null) return redirectWithNotice(reply, accountPath(request), 'The app has been added.');
      setFlash(reply, { what: 'recovery_codes', codes });
      return reply.redirect(accountPath(request), 303);
    } catch (error) {
      const refused = refuse(reply, form, error);
      return showNew(reply, sealed, refused.form, refused.status);
    }
  });

  async function showRemoval(reply: FastifyReply, form: Form = emptyForm, status = 200) {
    const { factors } = await readOwnFactors(services, sessionOf(reply.request).person.id);
    const factor = requireForPage(factors.find(({ id }) => id === factorIdIn(reply.request)) ?? null);
    const body = removeFactorPage(reply, { factor, isLast: factors.length === 1, form });
    return sendPage(reply, { title: `Remove ${factor.name}`, status, body });
  }

  app.get('/factors/:factor/remove', (_request, reply) => showRemoval(reply));

  app.post('/factors/:factor/remove', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const form = SAME_PERSON.open(request.body);
    const input = form.check(proof, SAME_PERSON.read(form));
    if (!input) return showRemoval(reply, form, 422);
    try {
      await removeFactor(services, ownerOf(request), factorIdIn(request), readProof(request, input));
      return redirectWithNotice(reply, accountPath(request), 'The app has been removed.');
    } catch (error) {
      const refused = refuse(reply, form, error);
      return showRemoval(reply, refused.form, refused.status);
    }
  });

  const showRenewal = (reply: FastifyReply, form: Form = emptyForm, status = 200) =>
    sendPage(reply, { title: 'New recovery codes', status, body: newRecoveryCodesPage(reply, form) });

  app.get('/recovery-codes', (_request, reply) => showRenewal(reply));

  app.post('/recovery-codes', { config: SIGN_IN_LIMIT }, async (request, reply) => {
    const form = SAME_PERSON.open(request.body);
    const input = form.check(proof, SAME_PERSON.read(form));
    if (!input) return showRenewal(reply, form, 422);
    try {
      const { personId } = ownerOf(request);
      const codes = await renewRecoveryCodes(services, personId, readProof(request, input));
      setFlash(reply, { what: 'recovery_codes', codes });
      return reply.redirect(accountPath(request), 303);
    } catch (error) {
      const refused = refuse(reply, form, error);
      return showRenewal(reply, refused.form, refused.status);
    }
  });
};

const factorIdIn = ({ params }: FastifyRequest): string =>
  requireForPage(parseUuid((params as { factor: string }).factor));
