import { isIP } from 'node:net';
import rateLimit, { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { tooManyRequests } from './errors.ts';

/** Requests a minute, counted by each process for itself; 0 is no limit (contract, section 12). */
export type Limits = { public: number; token: number; signIn: number };

export const NO_LIMITS: Limits = { public: 0, token: 0, signIn: 0 };

/** Counts a request and tells the caller what is left; throws a 429 beyond the limit. */
type Limiter = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module 'fastify' {
  interface FastifyInstance {
    limits: {
      /** For what needs no token, and for tokens that are none. */
      ofAddress: Limiter;
      /** For a token that has been found good. */
      ofToken: Limiter;
      ofSignIn: Limiter;
    };
  }
  interface FastifyContextConfig {
    /** A route that tries passwords: `{ config: { limit: 'sign-in' } }` is all it takes. */
    limit?: 'sign-in';
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
      ofSignIn: limiter(signIn, addressOf),
    });
  });
  app.addHook('onRoute', (route) => {
    if (route.config?.limit !== 'sign-in') return;
    const others = [route.onRequest ?? []].flat();
    route.onRequest = [(request, reply) => app.limits.ofSignIn(request, reply), ...others];
  });
}

/** Whom a request comes from: an address of IPv4, or a network of IPv6. What a proxy says may be no address at all. */
export function addressOf({ ip, socket }: FastifyRequest): string {
  return normalizeIP(isIP(ip) ? ip : (socket.remoteAddress ?? ''), IPV6_NETWORK_BITS);
}
