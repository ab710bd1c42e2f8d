import { Tokens } from '@fastify/csrf';
import formbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isReadMethod } from '../plugins/writes.ts';
import { PageError } from './page-error.ts';
import { ensureSecret } from './visit.ts';

/** The name of the hidden form field with the token that protects against forged requests (CSRF). */
export const FORM_TOKEN_FIELD = 'form_token';
/**
 * The name of the header with the token against forged requests, for requests of scripts that send no form,
 * such as uploads of pictures.
 */
const FORM_TOKEN_HEADER = 'form-token';
const BODY_LIMIT_BYTES = 32_768;
const SALT_LENGTH = 16;

const tokens = new Tokens({ saltLength: SALT_LENGTH });

/**
 * Refuses requests that pages of other sites make a browser send, before they are counted, so that other
 * sites cannot use up a visitor's rate limit. Other sites may only link to the team's pages.
 */
export const refuseForeignRequests = fp(async (app) => {
  app.addHook('onRequest', async (request) => {
    if (isReadMethod(request.method) ? !isOwnOrNavigation(request) : !isFromHere(request))
      throw foreignForm();
  });
});

/**
 * Accepts a form only if this server has shown it to the same browser in the same session, which ends with
 * signing in or out.
 */
export const guardForms = fp(async (app) => {
  app.removeAllContentTypeParsers();
  // The routes have the limit too, so that a form without a declared length does not count as a large body.
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= BODY_LIMIT_BYTES;
  });
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  app.addHook('preValidation', async (request) => {
    if (!isReadMethod(request.method) && !hasOwnToken(request)) throw foreignForm();
  });
});

/** Whether a form has a token that was made for this browser in its present session. */
export function hasOwnToken(request: FastifyRequest): boolean {
  const token = readToken(request);
  const { secret } = request.visit;
  return secret !== null && typeof token === 'string' && tokens.verify(secret, token);
}

/**
 * Creates the token against forged requests (CSRF) that every form must contain. The text of a form's token
 * is different each time, because compressed answers could otherwise reveal it. A form's token belongs to our
 * own session, which ends when the visitor signs out, while @fastify/csrf-protection would add another
 * session.
 */
export const createFormToken = (reply: FastifyReply): string => tokens.create(ensureSecret(reply));

function readToken({ body, headers, routeOptions }: FastifyRequest): unknown {
  if (routeOptions.config.takesPicture) return headers[FORM_TOKEN_HEADER];
  return (body as Record<string, unknown> | undefined)?.[FORM_TOKEN_FIELD];
}

/**
 * Whether a request to read comes from this site's own pages, or from following a link. Older browsers do not
 * say where a request comes from, and are allowed.
 */
function isOwnOrNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  const isForeign = site === 'cross-site' || site === 'same-site';
  return !isForeign || (mode === 'navigate' && destination === 'document');
}

/**
 * Whether a form was sent from this site's own pages, according to the browser's headers. If the browser does
 * not say where a form comes from, only the form's token is checked.
 */
function isFromHere({ headers, host, server }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin === undefined) return true;
  const origin = URL.parse(headers.origin);
  if (origin === null) return false;
  // The host that was requested, without the port if it is the default one, as browsers write it in the
  // header `Origin`.
  const requested = URL.parse(`${origin.protocol}//${host}`)?.host;
  const known = server.publicUrl === null ? null : new URL(server.publicUrl).host;
  return origin.host !== '' && (origin.host === requested || origin.host === known);
}

/** Whether the browser says that a form was sent from this site's own pages. */
export const isSurelyFromHere = (request: FastifyRequest): boolean =>
  (request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined) &&
  isFromHere(request);

const foreignForm = () =>
  new PageError(
    403,
    'That form is out of date',
    'You may have signed in or out since it was shown, or it came from another site. Nothing was changed: open the page again and send it once more.',
  );
