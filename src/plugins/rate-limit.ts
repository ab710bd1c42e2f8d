import { isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import ipaddr from 'ipaddr.js';

/** Requests per minute, counted by each process on its own. 0 means no limit (docs/configuration.md). */
export type RateLimits = { public: number; token: number; signIn: number; siteBookings?: number };

export const NO_RATE_LIMITS: RateLimits = { public: 0, token: 0, signIn: 0, siteBookings: 0 };

/**
 * How a route's requests are counted, or why they are not. A hook counts `address`, `sign-in` and
 * `forgotten-password`, others are counted once their caller is identified.
 */
type RouteRateLimit = 'address' | 'sign-in' | 'forgotten-password' | 'token' | 'person' | `none: ${string}`;

/** Sets the rate-limit headers. The request counts `times` times. Throws a 429 beyond the limit. */
type Limiter = (request: FastifyRequest, reply: FastifyReply, times?: number) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    limits: {
      /** For requests without a valid token. */
      ofAddress: Limiter;
      ofToken: Limiter;
      ofPerson: Limiter;
      ofSignIn: Limiter;
      ofForgottenPasswords: Limiter;
      /** New bookings of each address, in addition to `ofAddress`. */
      ofSiteBookings: Limiter;
    };
  }
  interface FastifyRequest {
    /** On the web pages. Null if nobody is signed in. */
    personId: string | null;
  }
  interface FastifyContextConfig {
    limit?: RouteRateLimit;
    /** If the caller is identified: one by default. */
    timesCounted?: number;
  }
}

/** A search takes as much work as many small requests. */
export const TIMES_SEARCH_COUNTS = 5;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** One address may ask for this many in an hour (docs/rules.md, 25.16). */
const FORGOTTEN_PASSWORDS_PER_HOUR = 20;
/** For each limit. Beyond it, the caller whose last request is oldest is forgotten. */
const MAX_REMEMBERED_CALLERS = 20_000;
/** One customer usually has a whole network. */
const IPV6_NETWORK_BITS = 64;

type RateLimitWindow = { count: number; endsAt: number };

/**
 * A window begins with the caller's first request. The store of @fastify/rate-limit counts each call as one
 * request: a search that counts as five would have to check the limit before it counts, so searches at the
 * same time would all pass. A custom store would be as long as our code, and would tell a refused search that
 * no requests remain, although smaller ones still pass. rate-limiter-flexible remembers any number of
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

/** Throws a 429 if `isExceeded`. */
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

const LIMITERS_OF_FORMS: Record<string, 'ofSignIn' | 'ofForgottenPasswords'> = {
  'sign-in': 'ofSignIn',
  'forgotten-password': 'ofForgottenPasswords',
};

/** Applies the limits to routes whose configuration names one. */
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
        // A search that counts as more than the whole limit still passes as the first request in the window.
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
      // Forms are counted after the check against forged requests, because other sites can make a visitor's
      // browser send them.
      const limiter = LIMITERS_OF_FORMS[route.config?.limit ?? ''];
      if (limiter) route.preHandler = [countOnce(app.limits[limiter]), ...[route.preHandler ?? []].flat()];
    });
  },
);

export function declareRateLimit(app: FastifyInstance, limit: RouteRateLimit): void {
  app.addHook('onRoute', (route) => {
    route.config = { limit, ...route.config };
  });
}

/** As some proxies report it: `203.0.113.5:52100` or `[2001:db8::1]:52100`. */
const ADDRESS_WITH_PORT = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<v4>[\d.]+))(?::\d+)?$/i;

/** If a proxy reports something that is no address, the address of the connection counts. */
export function readClientAddress({ ip, socket }: FastifyRequest): string {
  const { v4, v6 } = ADDRESS_WITH_PORT.exec(ip)?.groups ?? {};
  const reported = v4 ?? v6 ?? ip;
  return groupAddress(isIP(reported) ? reported : (socket.remoteAddress ?? ''));
}

/** An IPv4 address, or the network of an IPv6 address. */
export function groupAddress(text: string): string {
  if (!isIPv6(text)) return text;
  const address = ipaddr.process(text);
  return address.kind() === 'ipv4'
    ? address.toString()
    : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_NETWORK_BITS}`).toString();
}
