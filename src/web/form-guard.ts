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
 * Refuses what pages of other sites make a browser ask for here, before anything is looked up, read or counted: nobody
 * else can use up what this browser may ask. They may link to a page, and no more.
 */
export function refuseForeignRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isReading(request) ? !isOwnOrLink(request) : !isFromHere(request)) throw foreignForm();
  });
}

/**
 * Lets forms through that this server has shown to this very browser in its present session, and nothing else: not
 * what was shown before signing in, out, or in again.
 */
export async function guardForms(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  app.addHook('preValidation', async (request) => {
    if (isReading(request)) return;
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

const isReading = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD';

/** Whether a browser asks for this site's own pages, or somebody follows a link to one. Older browsers do not say. */
function isOwnOrLink({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  const isForeign = site === 'cross-site' || site === 'same-site';
  return !isForeign || (mode === 'navigate' && destination === 'document');
}

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
