import { isIP } from 'node:net';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from './errors.ts';

/** Requests a minute, counted by each process for itself; 0 is no limit (contract, section 12). */
export type Limits = { public: number; token: number; signIn: number };

export const NO_LIMITS: Limits = { public: 0, token: 0, signIn: 0 };

/**
 * How the requests of a route are counted, or why they are not. `address` and `sign-in` are counted by hooks that a
 * route is given for them, `token` and `person` where it is found out who asks.
 */
export type RouteLimit = 'address' | 'sign-in' | 'token' | 'person' | `none: ${string}`;

/** Counts a request and tells the caller what is left; throws a 429 beyond the limit. */
type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    limits: {
      /** For what needs no token, and for tokens that are none. */
      ofAddress: Limiter;
      /** For a token that has been found good. */
      ofToken: Limiter;
      /** For a person who is signed in to the pages. */
      ofPerson: Limiter;
      ofSignIn: Limiter;
    };
  }
  interface FastifyRequest {
    /** Who is signed in to the pages, by id; set by the scope that finds it out. */
    personId: string | null;
  }
  interface FastifyContextConfig {
    limit?: RouteLimit;
  }
}

const WINDOW_MS = 60_000;
/** How many callers are remembered for each limit; past that the one who has asked least recently is forgotten. */
const MAX_CALLERS = 20_000;
/** Whoever has one address of IPv6 has all of its network. */
const IPV6_NETWORK_BITS = 64;

/** Gives the app its limits, and those of its routes that ask for one by their configuration. */
export function limitRequests(app: FastifyInstance, { public: ofPublic, token, signIn }: Limits): void {
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
    });
  });
  app.addHook('onRoute', (route) => {
    if (route.config?.limit === 'address') {
      const others = [route.onRequest ?? []].flat();
      route.onRequest = [(request, reply) => app.limits.ofAddress(request, reply), ...others];
    }
    // Only what the scope has let through is an attempt: other sites can make a browser send it forms.
    if (route.config?.limit === 'sign-in') {
      const others = [route.preHandler ?? []].flat();
      route.preHandler = [(request, reply) => app.limits.ofSignIn(request, reply), ...others];
    }
  });
}

/** Says how a scope counts the requests of its routes, save of those that say it themselves. */
export function declareLimit(scope: FastifyInstance, limit: RouteLimit): void {
  scope.addHook('onRoute', (route) => {
    route.config = { limit, ...route.config };
  });
}

/** Whom a request comes from: an address of IPv4, or a network of IPv6. What a proxy says may be no address at all. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return normalizeIP(isIP(ip) ? ip : (socket.remoteAddress ?? ''), IPV6_NETWORK_BITS);
}
