import cors from '@fastify/cors';
import fp from 'fastify-plugin';
import { NO_ROUTE_MESSAGE } from './errors.ts';
import { declareRateLimit } from './rate-limit.ts';
import { CROSS_ORIGIN_HEADERS } from './security.ts';

const EXPOSED_HEADERS = [
  'ETag',
  'Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'X-Request-Id',
];

/** The longest time for which any browser remembers the permission. */
const PREFLIGHT_MAX_AGE_SECONDS = 7_200;

/**
 * Lets pages of other sites read the answers of these routes: sites in `origins`, or all sites if it is null.
 * The CORS hook runs before the other hooks of the routes, so that pages can read refusals as well.
 */
export const allowOrigins = fp<{ origins: readonly string[] | null }>(async (app, { origins }) => {
  declareRateLimit(app, 'none: a browser’s preflight costs nothing');
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(CROSS_ORIGIN_HEADERS);
    // An OPTIONS that is not a browser's preflight is an unknown method.
    const { origin, 'access-control-request-method': method } = request.headers;
    const isPreflight = Boolean(origin && method);
    done(
      request.method === 'OPTIONS' && !isPreflight ? app.httpErrors.notFound(NO_ROUTE_MESSAGE) : undefined,
    );
  });
  app.register(cors, {
    origin: origins === null ? '*' : [...origins],
    // Without the option `allowedHeaders`, a preflight is allowed the headers that it names, `Booking-Key`
    // and `Prefer` among them.
    methods: ['GET', 'HEAD', 'POST'],
    exposedHeaders: EXPOSED_HEADERS,
    maxAge: PREFLIGHT_MAX_AGE_SECONDS,
  });
});
