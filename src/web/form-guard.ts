import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import formbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PageError } from './page-error.ts';
import { secretFor } from './visit.ts';

/** The name of the field that every form carries. */
export const FORM_TOKEN_FIELD = 'form_token';
const BODY_LIMIT_BYTES = 32_768;
const SALT_BYTES = 12;

/**
 * Lets forms through that this server has shown to this very browser in its present session, and nothing else: not
 * what other sites send, not what was shown before signing in, out, or in again.
 */
export async function guardForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  app.addHook('preValidation', async (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return;
    if (!isFromHere(request)) throw foreignForm();
    const token = (request.body as Record<string, unknown> | undefined)?.[FORM_TOKEN_FIELD];
    const { secret } = request.visit;
    if (secret === null || typeof token !== 'string' || !isFormToken(token, secret)) throw foreignForm();
  });
}

/** What a form must carry to be let through; another text each time, as answers may be compressed on their way. */
export function formTokenFor(reply: FastifyReply): string {
  const salt = randomBytes(SALT_BYTES).toString('base64url');
  return `${salt}.${signatureOf(salt, secretFor(reply))}`;
}

function isFormToken(token: string, secret: string): boolean {
  const [salt = '', signature = ''] = token.split('.');
  const expected = Buffer.from(signatureOf(salt, secret));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const signatureOf = (salt: string, secret: string) =>
  createHmac('sha256', secret).update(`form ${salt}`).digest('base64url');

/** What browsers say of where a form was sent from; one that says nothing is left to the form's token. */
function isFromHere({ headers, host, server }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin === undefined) return true;
  const origin = URL.parse(headers.origin);
  if (origin === null) return false;
  // A Host header may name the port that goes without saying.
  const asked = URL.parse(`${origin.protocol}//${host}`)?.host;
  const known = server.publicUrl === null ? null : new URL(server.publicUrl).host;
  return origin.host !== '' && (origin.host === asked || origin.host === known);
}

const foreignForm = () =>
  new PageError(
    403,
    'That form is out of date',
    'You may have signed in or out since it was shown, or it came from another site. Nothing was changed: open the page again and send it once more.',
  );
