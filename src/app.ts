import sensible from '@fastify/sensible';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyPluginAsync,
  type FastifySerializerCompiler,
  LogController,
} from 'fastify';
import type { ZodType } from 'zod';
import type { OpenOption, ScopeName } from './option.ts';
import { auth } from './plugins/auth.ts';
import { bodyDeadlines } from './plugins/bodies/deadline.ts';
import { jsonBody } from './plugins/bodies/json-body.ts';
import { strictBodies } from './plugins/bodies/strict-handling.ts';
import { bookingSite } from './plugins/booking-site.ts';
import { compression } from './plugins/compression.ts';
import { allowOrigins } from './plugins/cors.ts';
import { BODY_LIMIT_BYTES, createAnswersBeforeRouting, errorAnswers } from './plugins/errors.ts';
import { caching, refuseMalformedConditions } from './plugins/etag.ts';
import { language } from './plugins/language.ts';
import { openapi } from './plugins/openapi/openapi.ts';
import { referenceRoutes } from './plugins/openapi/reference.ts';
import { NO_RATE_LIMITS, type RateLimits, rateLimit } from './plugins/rate-limit.ts';
import { hashKeyedRequests } from './plugins/request-hash.ts';
import { type OnRequestAnswered, readRequestId, requestLog } from './plugins/request-log.ts';
import { buildSecurityHeaders } from './plugins/security.ts';
import { admission } from './plugins/shares/admission.ts';
import { createHttpServer, findProxies, forwardedRequests } from './plugins/shares/connections.ts';
import { boundLargeBodies } from './plugins/shares/large-bodies.ts';
import { createProcessShares } from './plugins/shares/process-shares.ts';
import { shutdown } from './plugins/shutdown.ts';
import { cutSlowCallers } from './plugins/slow-callers.ts';
import { refuseUnknownParameters, validation } from './plugins/validation.ts';
import { accountRoutes } from './routes/account.ts';
import { auditRoutes } from './routes/audit.ts';
import { availabilityRoutes } from './routes/availability.ts';
import { blockRoutes } from './routes/blocks.ts';
import { bookingRoutes } from './routes/bookings.ts';
import { chargeRoutes } from './routes/charges.ts';
import { dayRoutes } from './routes/days.ts';
import { eventRoutes } from './routes/events.ts';
import { folioRoutes } from './routes/folio.ts';
import { guestRoutes } from './routes/guests.ts';
import { healthRoutes } from './routes/health.ts';
import { listingRoutes } from './routes/listings.ts';
import { memberRoutes } from './routes/members.ts';
import { photoRoutes } from './routes/photos.ts';
import { publicBookingRoutes } from './routes/public/bookings.ts';
import { publicListingRoutes } from './routes/public/listings.ts';
import { publicSearchRoutes } from './routes/public/search.ts';
import { publicTeamRoutes } from './routes/public/team.ts';
import { rateRoutes } from './routes/rates.ts';
import { reportRoutes } from './routes/reports.ts';
import { roleRoutes } from './routes/roles.ts';
import { searchRoutes } from './routes/search.ts';
import { teamRoutes } from './routes/team.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { unitRoutes } from './routes/units.ts';
import type { Services } from './services/services.ts';
import { joinAssets } from './web/assets.ts';
import { webPages } from './web/pages.ts';
import { startRoute } from './web/start/routes.ts';

type AppOptions = {
  services: Services;
  options: readonly OpenOption[];
  logger?: FastifyBaseLogger;
  /** For links in answers, or null to take the address from each request. */
  publicUrl?: string | null;
  trustProxy?: boolean | string;
  /** After the app begins to close. */
  finishWithinMs?: number;
  limits?: RateLimits;
  /** Whether visitors may create a team in the browser even if there is one already. */
  mayAlwaysBegin?: boolean;
  /** The page `/` links to it. Null if no demo is loaded. */
  demoTeam?: string | null;
  /**
   * Origins (such as `https://example.com`) whose pages may read answers of the public API, or null for all.
   */
  corsOrigins?: readonly string[] | null;
  onAnswered?: OnRequestAnswered;
  /** Tests use a serializer that also checks each answer against its schema. */
  writeAnswers?: FastifySerializerCompiler<ZodType>;
};

export function buildApp({
  services,
  options,
  logger,
  publicUrl = null,
  trustProxy = false,
  finishWithinMs = 6_000,
  limits = NO_RATE_LIMITS,
  mayAlwaysBegin = false,
  demoTeam = null,
  corsOrigins = null,
  onAnswered = () => {},
  // Answers are not validated, because their types follow from the schemas, and `JSON.stringify` is the
  // fastest way to write JSON: a calendar of a year took 43 µs, 67 by fast-json-stringify and 115 by zod.
  writeAnswers = () => JSON.stringify,
}: AppOptions): FastifyInstance {
  const security = buildSecurityHeaders(publicUrl, trustProxy);
  const shares = createProcessShares(services.wholeListsAtOnce);
  const isProxy = findProxies(trustProxy);
  /** What all options register in the scope. */
  const scopeOf =
    (name: ScopeName): FastifyPluginAsync<Services> =>
    async (scope) => {
      for (const { scopes } of options) if (scopes?.[name]) scope.register(scopes[name], services);
    };
  const app = fastify({
    ...(logger ? { loggerInstance: logger } : {}),
    // No loggers for requests, because few log anything but their answer. Others add the request's id.
    childLoggerFactory: (log) => log,
    // Fastify's own log lines contain the URL. `requestLog` writes one line for each answer.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy,
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: readRequestId,
    serverFactory: (handler) => createHttpServer(handler, shares.connections, isProxy),
    // Our own hook refuses requests while the server stops.
    return503OnClosing: false,
    routerOptions: { maxParamLength: 100 },
    ...createAnswersBeforeRouting(security, onAnswered),
  });
  app.decorate('publicUrl', publicUrl);
  app.decorate('shares', shares);
  app.decorate('assets', joinAssets(options.flatMap(({ pageFiles }) => pageFiles ?? [])));
  app.setSerializerCompiler(writeAnswers);
  app.register(sensible);
  app.register(caching);
  app.register(compression);
  app.register(admission);
  app.register(cutSlowCallers);
  app.register(bodyDeadlines);
  app.register(boundLargeBodies);
  app.register(shutdown, { security, finishWithinMs, isDraining: services.health.isDraining });
  app.register(openapi, {
    tags: options.flatMap(({ reference }) => reference?.tags ?? []),
    webhooks: Object.assign({}, ...options.map(({ reference }) => reference?.webhooks)),
  });
  app.register(jsonBody);
  app.register(hashKeyedRequests);
  app.register(refuseMalformedConditions);
  app.register(strictBodies);
  app.register(validation);
  app.register(requestLog, { onAnswered });
  app.register(errorAnswers);
  app.register(rateLimit, limits);
  app.register(forwardedRequests, { requests: shares.forwardedRequests, isProxy, trustProxy });

  app.register(apiRoutes, { prefix: '/v1', services, optionRoutes: scopeOf('team') });
  app.register(publicRoutes, { prefix: '/v1/public', services, corsOrigins, optionRoutes: scopeOf('site') });
  app.register(healthRoutes, { health: services.health });
  app.register(webPages, {
    services,
    mayAlwaysBegin,
    navigation: options.flatMap(({ navigation = [] }) => navigation),
    toDecide: options.flatMap(({ toDecide = [] }) => toDecide),
    teamPages: scopeOf('teamPages'),
    openPages: scopeOf('openPages'),
    prefix: '/app',
  });
  app.register(startRoute, { services, demoTeam });
  app.register(referenceRoutes, services);
  app.register(scopeOf('root'), services);
  return app;
}

type ApiOptions = { services: Services; optionRoutes: FastifyPluginAsync<Services> };

/** With a team's token. */
const apiRoutes: FastifyPluginAsync<ApiOptions> = async (team, { services, optionRoutes }) => {
  team.register(auth, services);
  team.register(refuseUnknownParameters);
  team.register(accountRoutes, services);
  team.register(teamRoutes);
  team.register(roleRoutes);
  team.register(memberRoutes);
  team.register(auditRoutes);
  team.register(tokenRoutes, services);
  team.register(listingRoutes);
  team.register(unitRoutes);
  team.register(photoRoutes);
  team.register(availabilityRoutes);
  team.register(searchRoutes);
  team.register(bookingRoutes);
  team.register(folioRoutes);
  team.register(blockRoutes);
  team.register(rateRoutes);
  team.register(dayRoutes);
  team.register(reportRoutes);
  team.register(chargeRoutes);
  team.register(guestRoutes, services);
  team.register(eventRoutes);
  team.register(optionRoutes, services);
};

type PublicRoutesOptions = ApiOptions & { corsOrigins: readonly string[] | null };

/** Without a token: everybody can read booking sites, and book there. */
const publicRoutes: FastifyPluginAsync<PublicRoutesOptions> = async (
  app,
  { services, corsOrigins, optionRoutes },
) => {
  app.register(allowOrigins, { origins: corsOrigins });
  app.register(async (site) => {
    site.register(bookingSite, services);
    site.register(language);
    site.register(publicTeamRoutes);
    site.register(publicListingRoutes);
    site.register(publicSearchRoutes);
    site.register(publicBookingRoutes);
    site.register(optionRoutes, services);
  });
};
