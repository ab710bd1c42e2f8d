import { isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import ipaddr from 'ipaddr.js';

/**
 * A limit of requests per minute, which each process counts for itself, where 0 means no limit
 * (docs/configuration.md).
 */
export type RateLimits = { public: number; token: number; signIn: number; siteBookings?: number };

export const NO_RATE_LIMITS: RateLimits = { public: 0, token: 0, signIn: 0, siteBookings: 0 };

/**
 * How the requests of a route are counted, or why they are not. A route that names `address`, `sign-in` or
 * `forgotten-password` itself gets a hook that counts its requests, and all other routes are counted where
 * their scope identifies the caller.
 */
type RouteRateLimit = 'address' | 'sign-in' | 'forgotten-password' | 'token' | 'person' | `none: ${string}`;

/**
 * Counts a request, once or several times, and sets the headers with the remaining number. Counting a request
 * throws a 429 beyond the limit.
 */
type Limiter = (request: FastifyRequest, reply: FastifyReply, times?: number) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    limits: {
      /** The limit of requests without a token, or with an invalid one, by address. */
      ofAddress: Limiter;
      ofToken: Limiter;
      ofPerson: Limiter;
      ofSignIn: Limiter;
      ofForgottenPasswords: Limiter;
      /** The limit of new bookings from booking sites, in addition to `ofAddress`. */
      ofSiteBookings: Limiter;
    };
  }
  interface FastifyRequest {
    /** The id of the person who is signed in to the pages, set by the scope of the pages. */
    personId: string | null;
  }
  interface FastifyContextConfig {
    limit?: RouteRateLimit;
    /** How often a request of an identified caller counts, by default once. */
    timesCounted?: number;
  }
}

/** A search takes as much work as many small requests. */
export const TIMES_SEARCH_COUNTS = 5;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How many links for a new password one address may ask for in an hour (docs/rules.md, 25.16). */
const FORGOTTEN_PASSWORDS_PER_HOUR = 20;
/**
 * How many callers each limit remembers. A limit that remembers too many callers forgets the one whose last
 * request is oldest.
 */
const MAX_REMEMBERED_CALLERS = 20_000;
/** Addresses are counted by IPv6 network, because a customer usually has a whole one. */
const IPV6_NETWORK_BITS = 64;

type RateLimitWindow = { count: number; endsAt: number };

/**
 * The present window of each caller, which begins with the caller's first request. Rate limits are our own,
 * although @fastify/rate-limit was tried. The store of @fastify/rate-limit counts each call once, so a search
 * has to look before it takes five, and searches that arrive together all pass. With a store that takes five
 * at once, which is as long as this file, that hook tells a refused search that nothing is left,
 * although small requests still pass. rate-limiter-flexible, which counts points, remembers any number of
 * callers.
 */
function createRateLimitWindowFinder(windowMs: number): (caller: string) => RateLimitWindow {
  const windows = new Map<string, RateLimitWindow>();
  return (caller) => {
    const now = Date.now();
    const known = windows.get(caller);
    const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
    windows.delete(caller);
    windows.set(caller, window);
    const [[oldest] = ['']] = windows;
    if (windows.size > MAX_REMEMBERED_CALLERS) windows.delete(oldest);
    return window;
  };
}

/** Sets the headers that tell a caller its limit, and throws a 429 if `isExceeded`. */
function setRateLimitHeaders(
  reply: FastifyReply,
  max: number,
  { count, endsAt }: RateLimitWindow,
  isExceeded: boolean,
): void {
  const seconds = Math.max(0, Math.ceil((endsAt - Date.now()) / 1_000));
  reply.header('ratelimit-limit', max);
  reply.header('ratelimit-remaining', Math.max(0, max - count));
  reply.header('ratelimit-reset', seconds);
  if (!isExceeded) return;
  reply.header('retry-after', seconds);
  throw reply.server.httpErrors.tooManyRequests('Too many requests. Please try again later.');
}

/** The limits of routes that take forms. */
const LIMITERS_OF_FORMS: Record<string, 'ofSignIn' | 'ofForgottenPasswords'> = {
  'sign-in': 'ofSignIn',
  'forgotten-password': 'ofForgottenPasswords',
};

/** Gives the app its limits, and applies them to routes whose configuration names one. */
export const rateLimit = fp<RateLimits>(
  async (app, { public: ofPublic, token, signIn, siteBookings = 0 }) => {
    app.decorateRequest('personId', null);
    const createLimiter = (
      max: number,
      callerOf: (request: FastifyRequest) => string,
      windowMs = MINUTE_MS,
    ): Limiter => {
      if (max === 0) return async () => {};
      const findWindow = createRateLimitWindowFinder(windowMs);
      return async (request, reply, times = 1) => {
        const window = findWindow(callerOf(request));
        // A search that counts more than the whole limit passes if nothing else was counted in this window.
        const isExceeded = window.count > 0 && window.count + times > max;
        if (!isExceeded) window.count += times;
        setRateLimitHeaders(reply, max, window, isExceeded);
      };
    };
    app.decorate('limits', {
      ofAddress: createLimiter(ofPublic, readClientAddress),
      ofToken: createLimiter(token, ({ token }) => token.id),
      ofPerson: createLimiter(token, ({ personId }) => personId ?? ''),
      ofSignIn: createLimiter(signIn, readClientAddress),
      ofForgottenPasswords: createLimiter(FORGOTTEN_PASSWORDS_PER_HOUR, readClientAddress, HOUR_MS),
      ofSiteBookings: createLimiter(siteBookings, readClientAddress),
    });
    const countOnce = (limiter: Limiter) => (request: FastifyRequest, reply: FastifyReply) =>
      limiter(request, reply);
    app.addHook('onRoute', (route) => {
      if (route.config?.limit === 'address')
        route.onRequest = [countOnce(app.limits.ofAddress), ...[route.onRequest ?? []].flat()];
      // Forms are counted after the other checks, because other sites can make a browser send forms.
      const limiter = LIMITERS_OF_FORMS[route.config?.limit ?? ''];
      if (limiter) route.preHandler = [countOnce(app.limits[limiter]), ...[route.preHandler ?? []].flat()];
    });
  },
);

/** Sets how the requests of an app's routes are counted, unless a route sets it itself. */
export function declareRateLimit(app: FastifyInstance, limit: RouteRateLimit): void {
  app.addHook('onRoute', (route) => {
    route.config = { limit, ...route.config };
  });
}

/**
 * The source that a request counts for: an IPv4 address or an IPv6 network. A proxy may name a source that is
 * not an address.
 */
export function readClientAddress({ ip, socket }: FastifyRequest): string {
  const text = isIP(ip) ? ip : (socket.remoteAddress ?? '');
  if (!isIPv6(text)) return text;
  const address = ipaddr.process(text);
  return address.kind() === 'ipv4'
    ? address.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_NETWORK_BITS}`).toString();
}
