import cors from '@fastify/cors';
import fp from 'fastify-plugin';
import { declareRateLimit } from './rate-limit.ts';
import { CROSS_ORIGIN_HEADERS } from './security.ts';

const EXPOSED_HEADERS = [
  'Content-Language',
  'ETag',
  'Location',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
];

/** No browser remembers the answer to a preflight longer. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/**
 * `origins` is null for all sites. The headers are set before all other hooks, so that pages on other sites
 * can read error answers, too.
 */
export const allowOrigins = fp<{ origins: readonly string[] | null }>(async (app, { origins }) => {
  declareRateLimit(app, 'none: a browser’s preflight costs nothing');
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(CROSS_ORIGIN_HEADERS);
    // Not a browser's preflight: an unknown method.
    const { origin, 'access-control-request-method': method } = request.headers;
    const isPreflight = Boolean(origin && method);
    done(request.method === 'OPTIONS' && !isPreflight ? app.refuseUnknownRoute(request, reply) : undefined);
  });
  app.register(cors, {
    origin: origins === null ? '*' : [...origins],
    // Without `allowedHeaders`, a preflight allows every header that it asks for, such as `Booking-Key` and
    // `Prefer`.
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
});
