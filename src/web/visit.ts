import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { describeBrowser } from '../domain/text/browser.ts';
import { readClientAddress } from '../plugins/rate-limit.ts';
import { readProtocol } from '../plugins/security.ts';
import { PENDING_MINUTES } from '../services/people/factors/pending-sign-in.ts';
import { createSecret } from '../services/people/secret.ts';
import {
  findSession,
  type OpenedSession,
  type Session,
  type SignedIn,
  signOut,
} from '../services/people/sessions.ts';
import type { Services } from '../services/services.ts';

type Visit = {
  /** The path of all team pages: the public address's own path, if it has one, and `/app`. */
  root: string;
  /** To the service itself, or to the proxy in front of it. */
  isSecure: boolean;
  /** Null if nobody is signed in. */
  session: Session | null;
  /** The browser was signed in before. */
  hasEnded: boolean;
  /**
   * It signs forms: the session's, or the browser's if nobody is signed in. Null until the browser is shown a
   * form.
   */
  secret: string | null;
  /** A form was sent without a session, and is kept until its sender has signed in. */
  awaitsSignIn?: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
  }
}

const DEVICE_DAYS = 180;
const SECRET = /^[\w-]{43}$/;

type CookieName = 'session' | 'visitor' | 'device' | 'flash' | 'pending';

/**
 * With HTTPS, `__Host-` binds a cookie to this host, so that no other host of the domain can set it. A
 * service below a path has `__Secure-` instead, because a browser refuses a cookie with `__Host-` whose path
 * a proxy has narrowed (docs/operations.md, nginx).
 */
function buildCookieName(
  { publicUrl }: FastifyInstance,
  name: CookieName,
  { isSecure }: Pick<Visit, 'isSecure'>,
): string {
  const isBelowPath = publicUrl !== null && new URL(publicUrl).pathname !== '/';
  const prefix = isBelowPath ? '__Secure-' : '__Host-';
  return `${isSecure ? prefix : ''}innkeep-${name}`;
}

export const readCookie = (
  request: FastifyRequest,
  name: CookieName,
  visit: Pick<Visit, 'isSecure'> = request.visit,
) => request.cookies[buildCookieName(request.server, name, visit)] ?? null;

/**
 * Scripts cannot read the cookie, and requests from other sites do not carry it. `maxAge` is in seconds;
 * without it, the cookie lasts until the browser closes.
 */
export function writeCookie(reply: FastifyReply, name: CookieName, value: string, maxAge?: number): void {
  const { visit } = reply.request;
  reply.setCookie(buildCookieName(reply.server, name, visit), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: visit.isSecure,
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

export const dropCookie = (reply: FastifyReply, name: CookieName): void => writeCookie(reply, name, '', 0);

export const findRoot = ({ publicUrl }: FastifyInstance): string =>
  `${publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')}/app`;

/** Without `/app`, as in `/teams/inn/today`. */
export const readPathBelowRoot = ({ url }: FastifyRequest): string =>
  url.replace(/\?.*$/, '').replace(/^\/app/, '');

export const visits = fp<Services>(async (app, services) => {
  await app.register(cookie);
  app.decorateRequest('visit');
  const root = findRoot(app);
  const isAlwaysSecure = app.publicUrl?.startsWith('https:') ?? false;
  app.addHook('onRequest', async (request, reply) => {
    const isSecure = isAlwaysSecure || readProtocol(request) === 'https';
    const secretIn = (name: CookieName) => {
      const value = readCookie(request, name, { isSecure });
      return value !== null && SECRET.test(value) ? value : null;
    };
    const secret = secretIn('session');
    const session = secret === null ? null : await findSession(services, secret);
    // An unknown session counts against the rate limit of its internet address, like a wrong token.
    if (secret !== null && session === null) await app.limits.ofAddress(request, reply);
    if (session !== null) {
      request.personId = session.person.id;
      await app.limits.ofPerson(request, reply);
    }
    request.visit = {
      root,
      isSecure,
      session,
      hasEnded: secret !== null && session === null,
      secret: session ? secret : secretIn('visitor'),
    };
  });
});

export function ensureSecret(reply: FastifyReply): string {
  const { visit } = reply.request;
  if (visit.secret === null) {
    visit.secret = createSecret();
    writeCookie(reply, 'visitor', visit.secret);
  }
  return visit.secret;
}

/**
 * A new session replaces any earlier one of the browser. Forms that were shown before signing in become
 * invalid.
 */
export function enterSession(reply: FastifyReply, { secret, device }: OpenedSession): void {
  writeCookie(reply, 'session', secret);
  writeCookie(reply, 'device', device, DEVICE_DAYS * 86_400);
  dropCookie(reply, 'visitor');
  reply.request.visit.secret = secret;
}

/** Returns false if the person has yet to send a code, for which the page `/sign-in/code` asks. */
export function enterOrAwaitCode(reply: FastifyReply, signedIn: SignedIn): boolean {
  if (!('pending' in signedIn)) {
    enterSession(reply, signedIn);
    return true;
  }
  writeCookie(reply, 'pending', signedIn.pending, PENDING_MINUTES * 60);
  return false;
}

export function leaveSession(reply: FastifyReply): void {
  dropCookie(reply, 'session');
  dropCookie(reply, 'flash');
}

/** Device and address decide how often the browser may try a password. */
export const readOrigin = (request: FastifyRequest) => ({
  device: readCookie(request, 'device'),
  address: readClientAddress(request),
  browser: describeBrowser(request.headers['user-agent'] ?? ''),
});

/** Of the person who is signed in with the browser. */
export async function endOwnSession(services: Services, request: FastifyRequest): Promise<void> {
  const { session } = request.visit;
  const secret = readCookie(request, 'session');
  if (session === null || secret === null) return;
  await signOut(services, { secret, person: session.person, address: readClientAddress(request) });
}
