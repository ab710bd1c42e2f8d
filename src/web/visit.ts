import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { readClientAddress } from '../plugins/rate-limit.ts';
import { readProtocol } from '../plugins/security.ts';
import { createSecret } from '../services/people/secret.ts';
import { findSession, type OpenedSession, type Person } from '../services/people/sessions.ts';
import type { Services } from '../services/services.ts';

type Visit = {
  /** The path below which all team pages are: the public address's own path, if it has one, and `/app`. */
  root: string;
  /** Whether the browser uses HTTPS, to the service itself or to the proxy in front of it. */
  isSecure: boolean;
  /** The person who is signed in, or null. */
  person: Person | null;
  /** Whether the browser was signed in before and its session has ended. */
  hasEnded: boolean;
  /**
   * A secret of the session, or of the browser if nobody is signed in, with which forms are signed. The
   * secret for signing forms is null as long as the browser has not been shown a form.
   */
  secret: string | null;
  /** Whether a form was sent without a session, and is kept until its sender has signed in. */
  awaitsSignIn?: boolean;
};

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
  }
}

const DEVICE_DAYS = 180;
/** Matches the secrets that `createSecret` makes. */
const SECRET = /^[\w-]{43}$/;

type CookieName = 'session' | 'visitor' | 'device' | 'flash';

/**
 * If the browser uses HTTPS, the prefix `__Host-` binds a cookie to this host, so that no other host of the
 * domain can set it. A service below a path of the host has the prefix `__Secure-` instead, because a browser
 * refuses a cookie with `__Host-` whose path a proxy has narrowed (docs/operations.md, nginx).
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
 * Sets a cookie that scripts cannot read and that requests from other sites do not carry. The lifetime of the
 * cookie, `maxAge`, is in seconds. A cookie without `maxAge` lasts until the browser closes.
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

/** The path below which all team pages are. */
export const findRoot = ({ publicUrl }: FastifyInstance): string =>
  `${publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')}/app`;

/** The path of a request without the `/app` at its beginning, as in `/teams/inn/today`. */
export const readPathBelowRoot = ({ url }: FastifyRequest): string =>
  url.replace(/\?.*$/, '').replace(/^\/app/, '');

/** Finds out for every request for a page who is signed in, and whether the browser uses HTTPS. */
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
    // A request with an unknown session counts against the rate limit of its internet address, like one with
    // a wrong token.
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

/** The secret that signs the forms of this browser, created if the browser has none. */
export function ensureSecret(reply: FastifyReply): string {
  const { visit } = reply.request;
  if (visit.secret === null) {
    visit.secret = createSecret();
    writeCookie(reply, 'visitor', visit.secret);
  }
  return visit.secret;
}

/**
 * Sets the cookies of a new session, which replaces any earlier session in the browser. Forms that were shown
 * before signing in become invalid.
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

/** The facts about the browser that decide how often it may try a password. */
export const readOrigin = (request: FastifyRequest) => ({
  device: readCookie(request, 'device'),
  address: readClientAddress(request),
});
