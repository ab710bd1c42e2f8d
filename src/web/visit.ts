import cookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { addressOf } from '../http/limits.ts';
import { protocolOf } from '../http/protocol.ts';
import { newSecret } from '../services/secret.ts';
import type { OpenedSession, Person, SessionService } from '../services/sessions.ts';

export type Visit = {
  /** What stands before every path of the pages: `/app`, behind the path of a public URL where it has one. */
  root: string;
  /** Whether the browser speaks HTTPS, be it to us or to the proxy before us. */
  isSecure: boolean;
  /** Who is signed in. */
  person: Person | null;
  /** Whether the browser was signed in, and its session has ended since. */
  hasEnded: boolean;
  /** The secret of the session, or of a browser that is in none; what forms are signed with. Null before a form was shown. */
  secret: string | null;
};

declare module 'fastify' {
  interface FastifyRequest {
    visit: Visit;
  }
}

const DEVICE_DAYS = 180;
/** In the form of `newSecret`. */
const SECRET = /^[\w-]{43}$/;

type CookieName = 'session' | 'visitor' | 'device' | 'flash';

/** Behind HTTPS the name binds a cookie to this very host, so that no neighbouring one can set it. */
const nameOf = (name: CookieName, { isSecure }: Pick<Visit, 'isSecure'>) =>
  `${isSecure ? '__Host-' : ''}innkeep-${name}`;

export const readCookie = (
  request: FastifyRequest,
  name: CookieName,
  visit: Pick<Visit, 'isSecure'> = request.visit,
) => request.cookies[nameOf(name, visit)] ?? null;

/** A cookie that no script reads and that other sites' requests do not bring; `maxAge` in seconds, else until the browser closes. */
export function writeCookie(reply: FastifyReply, name: CookieName, value: string, maxAge?: number): void {
  const { visit } = reply.request;
  reply.setCookie(nameOf(name, visit), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: visit.isSecure,
    ...(maxAge === undefined ? {} : { maxAge }),
  });
}

export const dropCookie = (reply: FastifyReply, name: CookieName): void => writeCookie(reply, name, '', 0);

/** Where the pages are: behind the path of the public URL, where it has one. */
export const rootOf = ({ publicUrl }: FastifyInstance): string =>
  `${publicUrl === null ? '' : new URL(publicUrl).pathname.replace(/\/$/, '')}/app`;

/** Gives every request of this scope its visit: who is signed in, and where the pages are. */
export async function receiveVisits(app: FastifyInstance, sessions: SessionService): Promise<void> {
  await app.register(cookie);
  app.decorateRequest('visit');
  const root = rootOf(app);
  const isAlwaysSecure = app.publicUrl?.startsWith('https:') ?? false;
  app.addHook('onRequest', async (request, reply) => {
    const isSecure = isAlwaysSecure || protocolOf(request) === 'https';
    const secretIn = (name: CookieName) => {
      const value = readCookie(request, name, { isSecure });
      return value !== null && SECRET.test(value) ? value : null;
    };
    const session = secretIn('session');
    const person = session === null ? null : await sessions.findSession(session);
    // Each look at a session that does not exist counts against the address, as each bad token does.
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
}

/** The secret that this browser's forms are signed with; one that has none is given one. */
export function secretFor(reply: FastifyReply): string {
  const { visit } = reply.request;
  if (visit.secret === null) {
    visit.secret = newSecret();
    writeCookie(reply, 'visitor', visit.secret);
  }
  return visit.secret;
}

/** The browser is in this session from now on, and in no other; forms that it was shown before count no more. */
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

/** What a check of a password must know of the browser. */
export const originOf = (request: FastifyRequest) => ({
  device: readCookie(request, 'device'),
  address: addressOf(request),
});
