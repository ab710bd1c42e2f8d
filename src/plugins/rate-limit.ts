import { isIP, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import ipaddr from 'ipaddr.js';

/**
 * Limits of requests per minute, counted by each process on its own. 0 means no limit
 * (docs/configuration.md).
 */
export type RateLimits = { public: number; token: number; signIn: number; siteBookings?: number };

export const NO_RATE_LIMITS: RateLimits = { public: 0, token: 0, signIn: 0, siteBookings: 0 };

/**
 * How requests of a route are counted against a rate limit, or the reason why they are not counted. Routes
 * with the limit `address`, `sign-in` or `forgotten-password` are counted by a hook, and other routes once
 * their caller is identified.
 */
type RouteRateLimit = 'address' | 'sign-in' | 'forgotten-password' | 'token' | 'person' | `none: ${string}`;

/**
 * Counts a request against a limit and sets the rate-limit headers. A heavy request counts several times.
 * Throws a 429 if the rate limit is exceeded.
 */
type Limiter = (request: FastifyRequest, reply: FastifyReply, times?: number) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    limits: {
      /** The limit for each internet address of requests without a valid token. */
      ofAddress: Limiter;
      ofToken: Limiter;
      ofPerson: Limiter;
      ofSignIn: Limiter;
      ofForgottenPasswords: Limiter;
      /** The limit of new bookings on booking sites for each internet address, in addition to `ofAddress`. */
      ofSiteBookings: Limiter;
    };
  }
  interface FastifyRequest {
    /** The id of the person who is signed in on the web pages, or null. */
    personId: string | null;
  }
  interface FastifyContextConfig {
    limit?: RouteRateLimit;
    /** How many requests a request to the route counts as, if its caller is identified: one by default. */
    timesCounted?: number;
  }
}

/** A search counts as several requests, because it takes as much work as many small ones. */
export const TIMES_SEARCH_COUNTS = 5;

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** How many links for a new password one address may ask for in an hour (docs/rules.md, 25.16). */
const FORGOTTEN_PASSWORDS_PER_HOUR = 20;
/**
 * How many callers are remembered for each rate limit. If a rate limit has more callers than it can remember,
 * it forgets the one whose last request is oldest.
 */
const MAX_REMEMBERED_CALLERS = 20_000;
/** IPv6 addresses are counted by network, because one customer usually has a whole network. */
const IPV6_NETWORK_BITS = 64;

type RateLimitWindow = { count: number; endsAt: number };

/**
 * Finds the present time window in which a caller's requests are counted. A window begins with the caller's
 * first request. Our rate limits replace @fastify/rate-limit, whose store counts each call as one request.
 * With @fastify/rate-limit, a search that counts as five requests would have to check the limit before it
 * counts, so searches at the same time would all pass. A custom store for @fastify/rate-limit would be as
 * long as our own code, and would tell a refused search that no requests remain, although smaller requests
 * still pass. rate-limiter-flexible was no choice either, because it remembers any number of callers.
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

/** Sets the headers that tell a caller the rate limit, and throws a 429 if `isExceeded`. */
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

/** The rate limits of routes that receive web forms. */
const LIMITERS_OF_FORMS: Record<string, 'ofSignIn' | 'ofForgottenPasswords'> = {
  'sign-in': 'ofSignIn',
  'forgotten-password': 'ofForgottenPasswords',
};

/** Adds the rate limits to the Fastify app, and applies them to routes whose configuration names one. */
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
        // A search that counts as more requests than the whole limit still passes if it is the first request
        // in the window.
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
      // Web forms are counted after the check against forged requests, because other sites can make a
      // visitor's browser send forms.
      const limiter = LIMITERS_OF_FORMS[route.config?.limit ?? ''];
      if (limiter) route.preHandler = [countOnce(app.limits[limiter]), ...[route.preHandler ?? []].flat()];
    });
  },
);

/** Sets the default way in which requests of an app's routes are counted. */
export function declareRateLimit(app: FastifyInstance, limit: RouteRateLimit): void {
  app.addHook('onRoute', (route) => {
    route.config = { limit, ...route.config };
  });
}

/** An address with a port behind it, as some proxies report it: `203.0.113.5:52100` or `[2001:db8::1]:52100`. */
const ADDRESS_WITH_PORT = /^(?:\[(?<v6>[\da-f:.]+)\]|(?<v4>[\d.]+))(?::\d+)?$/i;

/**
 * The client's address for rate limits: an IPv4 address, or the network of an IPv6 address. If a proxy
 * reports something that is no address, the address of the connection counts.
 */
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
