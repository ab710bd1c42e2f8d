import sensible from '@fastify/sensible';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { admitRequests } from './http/admission.ts';
import { answerClientError, BODY_LIMIT_BYTES, registerErrorAnswers, sendError } from './http/errors.ts';
import { parseJsonBodies } from './http/json-body.ts';
import { requestIdOf } from './http/request-id.ts';
import { logRequests } from './http/request-log.ts';
import { accountRoutes } from './http/routes/account.ts';
import { availabilityRoutes } from './http/routes/availability.ts';
import { blockRoutes } from './http/routes/blocks.ts';
import { bookingWriteRoutes } from './http/routes/booking-writes.ts';
import { bookingRoutes } from './http/routes/bookings.ts';
import { demoPhotoRoutes } from './http/routes/demo-photos.ts';
import { folioRoutes } from './http/routes/folio.ts';
import { guestRoutes } from './http/routes/guests.ts';
import { listingRoutes } from './http/routes/listings.ts';
import { publicRoutes } from './http/routes/public.ts';
import { requireSite } from './http/site-scope.ts';
import { requireAccount } from './http/team-scope.ts';
import { validatorCompiler } from './http/validation.ts';
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
};

/** The whole HTTP service as a function of what it depends on: plugins, error answers, scopes and their prefixes. */
export function buildApp({
  services,
  logger,
  publicUrl = null,
  trustProxy = false,
  finishWithinMs = 6_000,
}: AppOptions): FastifyInstance {
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    // One line of our own for every answer instead: fastify's would hold the URL.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: requestIdOf,
    requestTimeout: 15_000,
    // A missing Host header and a request to a server that stops are refused by our own hook, in our own words.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100 },
    frameworkErrors: sendError,
    clientErrorHandler: answerClientError,
  });
  app.decorate('publicUrl', publicUrl);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  admitRequests(app, { finishWithinMs });
  app.register(sensible);
  parseJsonBodies(app);
  logRequests(app);
  registerErrorAnswers(app);

  app.register(
    (team, _options, done) => {
      requireAccount(team, services.account);
      team.register(accountRoutes);
      team.register(listingRoutes, { listings: services.listings });
      team.register(availabilityRoutes, { availability: services.availability });
      team.register(bookingRoutes, { bookings: services.bookings });
      team.register(bookingWriteRoutes, { bookings: services.bookings });
      team.register(folioRoutes, { bookings: services.bookings });
      team.register(blockRoutes, { blocks: services.blocks });
      team.register(guestRoutes, { guests: services.guests });
      done();
    },
    { prefix: '/v1' },
  );
  app.register(
    (site, _options, done) => {
      requireSite(site, services.account);
      site.register(publicRoutes, { listings: services.listings, availability: services.availability });
      done();
    },
    { prefix: '/v1/public/:teamSlug' },
  );
  app.register(demoPhotoRoutes);
  app.register((pages) => webPages(pages, services), { prefix: '/app' });
  return app;
}
