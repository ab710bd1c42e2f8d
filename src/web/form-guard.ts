import { Tokens } from '@fastify/csrf';
import formbody from '@fastify/formbody';
import type { FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { isReadMethod } from '../plugins/writes.ts';
import { PageError } from './page-error.ts';
import { ensureSecret } from './visit.ts';

export const FORM_TOKEN_FIELD = 'form_token';
/** For scripts that send no form, such as uploads of pictures. */
const FORM_TOKEN_HEADER = 'form-token';
const BODY_LIMIT_BYTES = 32_768;
const SALT_LENGTH = 16;

const tokens = new Tokens({ saltLength: SALT_LENGTH });

/**
 * Requests that pages of other sites make a browser send are refused before they are counted, so that they
 * cannot use up a visitor's rate limit. Other sites may only link to the team's pages.
 */
export const refuseForeignRequests = fp(async (app) => {
  app.addHook('onRequest', async (request) => {
    if (isReadMethod(request.method) ? !isOwnOrNavigation(request) : !isFromHere(request))
      throw foreignForm();
  });
});

/** A form must have been shown to the same browser in the same session, which ends with signing in or out. */
export const guardForms = fp(async (app) => {
  app.removeAllContentTypeParsers();
  // The routes have the limit too: otherwise a form without a declared length would count as a large body.
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= BODY_LIMIT_BYTES;
  });
  await app.register(formbody, { bodyLimit: BODY_LIMIT_BYTES });
  app.addHook('preValidation', async (request) => {
    if (!isReadMethod(request.method) && !hasOwnToken(request)) throw foreignForm();
  });
});

export function hasOwnToken(request: FastifyRequest): boolean {
  const token = readToken(request);
  const { secret } = request.visit;
  return secret !== null && typeof token === 'string' && tokens.verify(secret, token);
}

/**
 * Each token has a different text, because compressed answers could otherwise reveal it. It belongs to our
 * own session, which ends with signing out; @fastify/csrf-protection would add another.
 */
export const createFormToken = (reply: FastifyReply): string => tokens.create(ensureSecret(reply));

function readToken({ body, headers, routeOptions }: FastifyRequest): unknown {
  if (routeOptions.config.takesPicture) return headers[FORM_TOKEN_HEADER];
  return (body as Record<string, unknown> | undefined)?.[FORM_TOKEN_FIELD];
}

/**
 * "Navigation" is following a link. Older browsers do not say where a request comes from, and are allowed.
 */
function isOwnOrNavigation({ headers }: FastifyRequest): boolean {
  const { 'sec-fetch-site': site, 'sec-fetch-mode': mode, 'sec-fetch-dest': destination } = headers;
  const isForeign = site === 'cross-site' || site === 'same-site';
  return !isForeign || (mode === 'navigate' && destination === 'document');
}

/** If the browser does not say where a form comes from, only its token is checked. */
function isFromHere({ headers, host, server }: FastifyRequest): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin === undefined) return true;
  const origin = URL.parse(headers.origin);
  if (origin === null) return false;
  // Without the default port, as browsers write it in `Origin`.
  const requested = URL.parse(`${origin.protocol}//${host}`)?.host;
  const known = server.publicUrl === null ? null : new URL(server.publicUrl).host;
  return origin.host !== '' && (origin.host === requested || origin.host === known);
}

/** The browser must say so. */
export const isSurelyFromHere = (request: FastifyRequest): boolean =>
  (request.headers['sec-fetch-site'] !== undefined || request.headers.origin !== undefined) &&
  isFromHere(request);

const foreignForm = () =>
  new PageError(
    403,
    'That form is out of date',
    'You may have signed in or out since it was shown, or it came from another site. Nothing was changed: open the page again and send it once more.',
  );
