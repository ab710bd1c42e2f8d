import { isIP } from 'node:net';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from './errors.ts';

/** Requests per minute. Each process counts for itself. 0 means no limit (contract, section 12). */
export type Limits = { public: number; token: number; signIn: number; siteBookings?: number };

export const NO_LIMITS: Limits = { public: 0, token: 0, signIn: 0, siteBookings: 0 };

/**
 * How the requests of a route are counted, or why they are not. A route's own hooks count `address` and `sign-in`;
 * `token` and `person` are counted where the caller is identified.
 */
export type RouteLimit = 'address' | 'sign-in' | 'token' | 'person' | `none: ${string}`;

/** Counts a request and sets the headers with the remaining number. Throws a 429 beyond the limit. */
type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    limits: {
      /** For requests without a token, or with an invalid one. */
      ofAddress: Limiter;
      /** For a valid token. */
      ofToken: Limiter;
      /** For a person who is signed in to the pages. */
      ofPerson: Limiter;
      ofSignIn: Limiter;
      /** For new bookings from booking sites, in addition to `ofAddress`. */
      ofSiteBookings: Limiter;
    };
  }
  interface FastifyRequest {
    /** The id of the person who is signed in to the pages. Set by the scope that reads the session. */
    personId: string | null;
  }
  interface FastifyContextConfig {
    limit?: RouteLimit;
  }
}

const WINDOW_MS = 60_000;
/** How many callers each limit remembers. Beyond that, it forgets the one whose last request is oldest. */
const MAX_CALLERS = 20_000;
/** One customer usually has a whole IPv6 network. */
const IPV6_NETWORK_BITS = 64;

/** Gives the app its limits, and applies them to routes whose configuration names one. */
export function limitRequests(
  app: FastifyInstance,
  { public: ofPublic, token, signIn, siteBookings = 0 }: Limits,
): void {
  app.register(rateLimit, { global: false });
  app.decorateRequest('personId', null);
  void app.after(() => {
    const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string): Limiter => {
      if (max === 0) return async () => {};
      const options = { max, timeWindow: WINDOW_MS, cache: MAX_CALLERS, keyGenerator };
      const count = app.createRateLimit(options);
      return async (request, reply) => {
        const used = await count(request);
        if (used.isAllowed) return;
        const { remaining, ttlInSeconds, isExceeded } = used;
        reply.header('ratelimit-limit', max);
        reply.header('ratelimit-remaining', remaining);
        reply.header('ratelimit-reset', ttlInSeconds);
        if (!isExceeded) return;
        reply.header('retry-after', ttlInSeconds);
        throw tooManyRequests();
      };
    };
    app.decorate('limits', {
      ofAddress: limiter(ofPublic, addressOf),
      ofToken: limiter(token, ({ account }) => account.token.id),
      ofPerson: limiter(token, ({ personId }) => personId ?? ''),
      ofSignIn: limiter(signIn, addressOf),
      ofSiteBookings: limiter(siteBookings, addressOf),
    });
  });
  app.addHook('onRoute', (route) => {
    if (route.config?.limit === 'address') {
      const others = [route.onRequest ?? []].flat();
      route.onRequest = [(request, reply) => app.limits.ofAddress(request, reply), ...others];
    }
    // Counted after the scope's checks, because other sites can make a browser send forms.
    if (route.config?.limit === 'sign-in') {
      const others = [route.preHandler ?? []].flat();
      route.preHandler = [(request, reply) => app.limits.ofSignIn(request, reply), ...others];
    }
  });
}

/** Sets how a scope counts the requests of its routes, unless a route sets it itself. */
export function declareLimit(scope: FastifyInstance, limit: RouteLimit): void {
  scope.addHook('onRoute', (route) => {
    route.config = { limit, ...route.config };
  });
}

/** The source of a request: an IPv4 address or an IPv6 network. A proxy may send something that is not an address. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return normalizeIP(isIP(ip) ? ip : (socket.remoteAddress ?? ''), IPV6_NETWORK_BITS);
}
