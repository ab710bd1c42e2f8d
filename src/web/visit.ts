import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { readClientAddress } from '../plugins/rate-limit.ts';
import { readProtocol } from '../plugins/security.ts';
import { createSecret } from '../services/people/secret.ts';
import { findSession, type OpenedSession, type Person } from '../services/people/sessions.ts';
import type { Services } from '../services/services.ts';

type Visit = {
  /** The beginning of all paths of the pages: `/app`, after the path of the public URL if it has one. */
  root: string;
  /** Whether the browser uses HTTPS, to the service or to the proxy before it. */
  isSecure: boolean;
  /** The person who is signed in, if any. */
  person: Person | null;
  /** Whether the browser was signed in and its session has ended. */
  hasEnded: boolean;
  /**
   * The secret of the session, or of a browser without a session. Forms are signed with the session's secret.
   * The secret is null before the browser has seen its first form.
   */
  secret: string | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
  }
}

const DEVICE_DAYS = 180;
/** The form of the secrets that `createSecret` makes. */
const SECRET = /^[\w-]{43}$/;

type CookieName = 'session' | 'visitor' | 'device' | 'flash';

/**
 * With HTTPS, the prefix of a cookie's name binds the cookie to this host, so that no neighbouring host can
 * set it.
 */
const buildCookieName = (name: CookieName, { isSecure }: Pick<Visit, 'isSecure'>) =>
  `${isSecure ? '__Host-' : ''}innkeep-${name}`;

export const readCookie = (
  request: FastifyRequest,
  name: CookieName,
  visit: Pick<Visit, 'isSecure'> = request.visit,
) => request.cookies[buildCookieName(name, visit)] ?? null;

/**
 * A cookie that scripts cannot read and that requests from other sites do not send. The cookie's `maxAge` is
 * in seconds, and without one it lasts until the browser closes.
 */
export function writeCookie(reply: FastifyReply, name: CookieName, value: string, maxAge?: number): void {
  const { visit } = reply.request;
  reply.setCookie(buildCookieName(name, visit), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: visit.isSecure,
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

export const dropCookie = (reply: FastifyReply, name: CookieName): void => writeCookie(reply, name, '', 0);

/** The value of `Visit.root`, the path of the pages. */
export const findRoot = ({ publicUrl }: FastifyInstance): string =>
  `${publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')}/app`;

/** The path of a request below the pages' root, such as `/teams/inn/today`. */
export const readPathBelowRoot = ({ url }: FastifyRequest): string =>
  url.replace(/\?.*$/, '').replace(/^\/app/, '');

/** Sets the visit of every request for the pages: the signed-in person, and the address of the pages. */
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
    const session = secretIn('session');
    const person = session === null ? null : await findSession(services, session);
    // An unknown session counts against the visitor's address, like an invalid token.
    if (session !== null && person === null) await app.limits.ofAddress(request, reply);
    if (person !== null) {
      request.personId = person.id;
      await app.limits.ofPerson(request, reply);
    }
    request.visit = {
      root,
      isSecure,
      person,
      hasEnded: session !== null && person === null,
      secret: person ? session : secretIn('visitor'),
    };
  });
});

/**
 * The secret that signs this browser's forms. The secret for signing forms is created if the browser has
 * none.
 */
export function ensureSecret(reply: FastifyReply): string {
  const { visit } = reply.request;
  if (visit.secret === null) {
    visit.secret = createSecret();
    writeCookie(reply, 'visitor', visit.secret);
  }
  return visit.secret;
}

/**
 * Sets the cookies of a new session in the browser, in place of any other. Forms that were shown before
 * signing in are no longer valid.
 */
export function enterSession(reply: FastifyReply, { secret, device }: OpenedSession): void {
  writeCookie(reply, 'session', secret);
  writeCookie(reply, 'device', device, DEVICE_DAYS * 86_400);
  dropCookie(reply, 'visitor');
  reply.request.visit.secret = secret;
}

export function leaveSession(reply: FastifyReply): void {
  dropCookie(reply, 'session');
  dropCookie(reply, 'flash');
}

/** The facts about the browser that a password check needs. */
export const readOrigin = (request: FastifyRequest) => ({
  device: readCookie(request, 'device'),
  address: readClientAddress(request),
});
