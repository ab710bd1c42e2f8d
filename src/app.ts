import sensible from '@fastify/sensible';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifySerializerCompiler,
  LogController,
} from 'fastify';
import type { ZodType } from 'zod';
import { admitRequests } from './http/admission.ts';
import { controlCaching } from './http/caching.ts';
import { openServer } from './http/connections.ts';
import { allowOrigins } from './http/cors.ts';
import { BODY_LIMIT_BYTES, earlyAnswers, registerErrorAnswers } from './http/errors.ts';
import { parseJsonBodies } from './http/json-body.ts';
import { declareLimit, type Limits, limitRequests, NO_LIMITS } from './http/limits.ts';
import { OPERATIONS } from './http/operations/table.ts';
import { collectOperations } from './http/reference/document.ts';
import { serveReference } from './http/reference/pages.ts';
import { registerOperations } from './http/registration.ts';
import { requestIdOf } from './http/request-id.ts';
import { type OnAnswered, reportRequests } from './http/request-log.ts';
import { bookingSiteRoutes } from './http/routes/booking-site.ts';
import { demoPhotoRoutes } from './http/routes/demo-photos.ts';
import { healthRoutes } from './http/routes/health.ts';
import { securityHeaders } from './http/security-headers.ts';
import type { Services } from './services/services.ts';
import { webPages } from './web/pages.ts';

export type AppOptions = {
  services: Services;
  logger?: FastifyBaseLogger;
  /** Where the service is reached from outside, for links; null: where each request says. */
  publicUrl?: string | null;
  trustProxy?: boolean | string;
  /** How long what is under way may take once the app closes. */
  finishWithinMs?: number;
  limits?: Limits;
  /** Whose pages may read the public endpoints' answers; null: anybody's. */
  corsOrigins?: readonly string[] | null;
  /** Told of every answer, to count them. */
  onAnswered?: OnAnswered;
  /** Writes what a route answers; in tests, what checks it against its schema as well. */
  writeAnswers?: FastifySerializerCompiler<ZodType>;
};

/** The whole HTTP service as a function of what it depends on: plugins, error answers, scopes and their prefixes. */
export function buildApp({
  services,
  logger,
  publicUrl = null,
  trustProxy = false,
  finishWithinMs = 6_000,
  limits = NO_LIMITS,
  corsOrigins = null,
  onAnswered = () => {},
  // As it was presented: presenters are typed by the schemas, and nothing else writes JSON as fast (bench/README.md).
  writeAnswers = () => JSON.stringify,
}: AppOptions): FastifyInstance {
  const security = securityHeaders({ publicUrl, trustProxy });
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    // Few requests have anything to log but their answer, so none is given a logger: who writes a line tells the id.
    childLoggerFactory: (log) => log,
    // One line of our own for every answer instead: fastify's would hold the URL.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: requestIdOf,
    serverFactory: openServer,
    // A request to a server that stops is refused by our own hook, in our own words.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100 },
    ...earlyAnswers(security, onAnswered),
  });
  app.decorate('publicUrl', publicUrl);
  app.setSerializerCompiler(writeAnswers);
  controlCaching(app);
  admitRequests(app, { security, finishWithinMs });
  app.register(sensible);
  collectOperations(app, publicUrl);
  parseJsonBodies(app);
  reportRequests(app, onAnswered);
  registerErrorAnswers(app);
  limitRequests(app, limits);

  app.register(
    (team, _options, done) => {
      registerOperations(team, services, 'team', OPERATIONS);
      done();
    },
    { prefix: '/v1' },
  );
  app.register(
    (site, _options, done) => {
      allowOrigins(site, corsOrigins);
      registerOperations(site, services, 'site', OPERATIONS);
      done();
    },
    { prefix: '/v1/public' },
  );
  app.register(healthRoutes, { health: services.health });
  app.register(demoPhotoRoutes);
  app.register((pages) => webPages(pages, services), { prefix: '/app' });
  app.register(bookingSiteRoutes, { account: services.account, listings: services.listings });
  app.register(async (reference) => {
    declareLimit(reference, 'none: the document and its page are made once and kept in memory');
    serveReference(reference);
  });
  return app;
}
