/**
 * The answers to all errors. A `Refusal` of a service has an HTTP status, plugins and routes throw
 * `httpErrors`, and Fastify and Node.js throw errors of their own. An error of the database arrives as a
 * refusal: `db/errors.ts` classifies it, and `services/write.ts` turns a violated constraint into messages of
 * fields.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { httpErrors } from '@fastify/sensible';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { chooseNamedLanguage } from '../domain/languages/negotiate.ts';
import type { LanguageChoice } from '../domain/translations.ts';
import { presentReasons } from '../schemas/availability.ts';
import { presentPrice } from '../schemas/price.ts';
import {
  type AnyRefusal,
  Interrupted,
  isUnavailable,
  Overloaded,
  Refusal,
  toLoggableError,
} from '../services/errors.ts';
import { type FieldMessages, listErrorCodes, listExistingIds } from '../services/field-messages.ts';
import { newId } from '../services/new-id.ts';
import { identifyRequest, type OnRequestAnswered } from './request-log.ts';
import type { SecurityHeaders } from './security.ts';
import { NO_ROUTE_MESSAGE, unknownRoutes } from './unknown-routes.ts';
import { collectValidationMessages, InvalidRequestPart } from './validation.ts';
import { wordFieldMessagesIn, wordFirstMessage, wordNotCancellable } from './visitor-errors.ts';
import { isReadMethod } from './writes.ts';

type ErrorAnswer = { status: number; body: Record<string, unknown>; headers?: Record<string, string> };

const KIB = 1_024;
const MIB = 1_024 * KIB;
export const BODY_LIMIT_BYTES = MIB;
/** How long a client may read an error answer before its connection is closed. */
const SOCKET_DESTROY_DELAY_MS = 1_000;

const NOT_A_PICTURE_MESSAGE = 'The body must be a picture: image/jpeg, image/png, image/webp or image/avif.';

const FASTIFY_ERROR_MESSAGES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON in UTF-8, sent with Content-Type: application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
  FST_ERR_BAD_URL: 'The path is not a valid URL.',
};

/** The same whether a resource does not exist, belongs to another team, or has a malformed id. */
const buildNotFoundMessage = (resource: string): string => `There is no such ${resource}.`;
/** For a 503: the present requests already need all memory or time. */
const BUSY_MESSAGE = 'The service is busy for a moment. Please try again.';

/** Throws a 404 that names the kind of resource. */
export function requireFound<Value>(
  resource: string,
  value: Value,
): Exclude<Value, null | false | undefined> {
  if (value === null || value === false || value === undefined)
    throw httpErrors.notFound(buildNotFoundMessage(resource));
  return value as Exclude<Value, null | false | undefined>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a 404 says was not found, if the last path parameter does not say it. */
    resource?: string;
  }
}

/** For path parameters that are not called like their resource. */
const RESOURCE_BY_PATH_PARAMETER: Record<string, string> = {
  language: 'text of a message',
  mail: 'message',
  teamSlug: 'listing',
  listingSlug: 'listing',
  confirmation_code: 'booking',
  feed: 'calendar feed',
};

/** By default the last path parameter. */
function findResourceOfRoute({ routeOptions }: FastifyRequest): string {
  const { url = '', config } = routeOptions;
  const name = url.match(/:(\w+)(?!.*:)/)?.[1] ?? '';
  return config.resource ?? RESOURCE_BY_PATH_PARAMETER[name] ?? name;
}

/**
 * Without fields if the request's body is not an object. Only a token may learn which thing has a value
 * already.
 */
function buildInvalidBody(
  fields: FieldMessages,
  request: FastifyRequest,
  otherwise = 'The given data is invalid.',
) {
  const language = isReadMethod(request.method) ? 'en' : findVisitorLanguage(request);
  const errors = wordFieldMessagesIn(language, fields);
  const message = wordFirstMessage(language, Object.values(errors).flat());
  const existing = request.scope?.actor.type === 'token' ? listExistingIds(fields) : {};
  return {
    message: message ?? otherwise,
    errors,
    codes: listErrorCodes(fields),
    ...(Object.keys(existing).length > 0 ? { existing } : {}),
  };
}

/** That of a visitor's answer, else the team's first. */
const findLanguageChoice = ({ scope, languageChoice }: Partial<FastifyRequest>): LanguageChoice =>
  languageChoice ?? chooseNamedLanguage(scope?.terms.languages ?? [], null);

/** With a token, errors are in English. */
const findVisitorLanguage = ({ languageChoice }: Partial<FastifyRequest>) => languageChoice?.language ?? 'en';

type RefusalName = AnyRefusal['name'];
type BuildBody<Name extends RefusalName> = (
  refusal: Extract<AnyRefusal, { name: Name }>,
  request: FastifyRequest,
) => ErrorAnswer['body'];

const REFUSAL_BODIES: { [Name in RefusalName]: BuildBody<Name> } = {
  NotFound: (_refusal, request) => ({ message: buildNotFoundMessage(findResourceOfRoute(request)) }),
  NotPermitted: ({ permission, why }, { token }) => ({
    message: `This token may not do this: ${
      why === 'some_listings'
        ? 'it has only some of the team’s listings'
        : token?.role === null
          ? `it has no role, and so not the permission ${permission}`
          : `its role lacks the permission ${permission}`
    }.`,
    permission,
  }),
  Invalid({ messages, reasons }, request) {
    const presented = presentReasons(reasons, findLanguageChoice(request).language);
    return {
      ...buildInvalidBody(messages, request),
      ...(presented.length > 0 ? { reasons: presented } : {}),
    };
  },
  NotCancellable: (refusal, request) => ({
    success: false,
    message: wordNotCancellable(findVisitorLanguage(request), refusal),
    errors: {},
  }),
  PriceChanged: ({ message, price }, request) => ({
    message,
    code: 'price_changed',
    price: price && presentPrice(price, findLanguageChoice(request)),
  }),
  VersionChanged: () => ({ message: 'This has changed since you read it. Read it again, then decide.' }),
  Conflict: ({ message, reason }) => ({ message, code: reason }),
  WrongPassword: () => ({ message: 'The password is wrong.' }),
  WrongCode: () => ({ message: 'The code is wrong.' }),
  TooManyRequests: ({ message }) => ({ message }),
};

function buildRefusalAnswer(refusal: AnyRefusal, request: FastifyRequest): ErrorAnswer {
  const buildBody = REFUSAL_BODIES[refusal.name] as BuildBody<RefusalName>;
  const answer = { status: refusal.statusCode, body: buildBody(refusal, request) };
  return 'retryAfterSeconds' in refusal
    ? { ...answer, headers: { 'retry-after': String(refusal.retryAfterSeconds) } }
    : answer;
}

/** Also of requests without a route. */
export const errorAnswers = fp(async (app) => {
  app.setErrorHandler(sendErrorAnswer);
  app.register(unknownRoutes);
});

const sendErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendAnswer(reply, toErrorAnswer(error, request));

/** Logs unexpected errors. */
export function toErrorAnswer(error: unknown, request: FastifyRequest): ErrorAnswer {
  // The client left before its request was complete: nobody reads the answer, and it is not the server's
  // fault.
  if (error === request.raw.errored) return buildAnswer(400, 'The request is not complete.');
  const answer = buildErrorAnswer(error, request);
  if (error instanceof Overloaded)
    request.log.warn({ ...identifyRequest(request), reason: error.message }, 'request refused');
  else if (answer.status >= 500 && !(error instanceof httpErrors.HttpError))
    request.log.error({ ...identifyRequest(request), error: toLoggableError(error) }, 'request failed');
  return answer;
}

/** Fastify has not run any hook yet, so security headers and metrics are added here. */
export function createAnswersBeforeRouting(security: SecurityHeaders, onAnswered: OnRequestAnswered) {
  const reportAnswer = (method: string, status: number, seconds: number) =>
    onAnswered({ method, route: null, status, seconds });
  return {
    /** The URL is malformed, or a path parameter is too long. */
    frameworkErrors(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
      reply.headers({ ...security.of(request), 'x-request-id': request.id });
      sendErrorAnswer(error, request, reply);
      reportAnswer(request.method, reply.statusCode, reply.elapsedTime / 1_000);
    },

    /** The request is not valid HTTP, or its headers are too large: there is no response object. */
    clientErrorHandler(error: Error & { code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || !socket.writable) {
        socket.destroy();
        return;
      }
      const answer = buildClientErrorAnswer(error.code);
      answerOnSocket(socket, answer, security);
      reportAnswer('', answer.status, 0);
    },
  };
}

/** For a request without a response object. Ends the connection. */
export function answerOnSocket(
  socket: Socket,
  { status, body }: ErrorAnswer,
  security: SecurityHeaders,
): void {
  const payload = JSON.stringify(body);
  const headers = {
    ...security.always,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(payload),
    'x-request-id': newId(),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${payload}`);
  // At once, the client could lose the answer, and it may never close the socket itself.
  setTimeout(() => socket.destroy(), SOCKET_DESTROY_DELAY_MS).unref();
}

function buildClientErrorAnswer(code: string | undefined): ErrorAnswer {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return buildAnswer(408, 'The request took too long to arrive.');
  if (code === 'HPE_HEADER_OVERFLOW') return buildAnswer(431, 'The request’s headers are too large.');
  return buildAnswer(400, 'This is not valid HTTP.');
}

function buildErrorAnswer(error: unknown, request: FastifyRequest): ErrorAnswer {
  if (error instanceof Refusal) return buildRefusalAnswer(error as AnyRefusal, request);
  if (error instanceof InvalidRequestPart)
    return error.validationContext === 'params'
      ? buildAnswer(404, buildNotFoundMessage(findResourceOfRoute(request)))
      : {
          status: 422,
          body: buildInvalidBody(
            collectValidationMessages(error, request),
            request,
            'The body must be an object.',
          ),
        };
  if (error instanceof httpErrors.HttpError) return buildAnswer(error.statusCode, error.message);
  if (error instanceof Interrupted) return buildAnswer(503, error.message);
  if (isUnavailable(error)) return buildAnswer(503, BUSY_MESSAGE);
  const { code, statusCode = 500, message } = error as FastifyError;
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return buildAnswer(404, NO_ROUTE_MESSAGE);
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && request.routeOptions.config.takesPicture)
    return buildAnswer(415, NOT_A_PICTURE_MESSAGE);
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return buildAnswer(413, `The body is larger than ${formatBytes(request.routeOptions.bodyLimit)}.`);
  if (statusCode >= 400 && statusCode < 500)
    return buildAnswer(statusCode, FASTIFY_ERROR_MESSAGES[code] ?? message);
  return buildAnswer(500, 'Server Error');
}

function sendAnswer(reply: FastifyReply, { status, body, headers = {} }: ErrorAnswer): FastifyReply {
  // Error bodies bypass the route's response schema, which describes other answers.
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers })
    .serializer(JSON.stringify)
    .send(body);
}

const formatBytes = (bytes: number) => (bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`);

export function buildAnswer(status: number, message: string): ErrorAnswer {
  if (status === 401)
    return {
      status,
      body: { success: false, message, errors: {} },
      headers: { 'www-authenticate': 'Bearer' },
    };
  return { status, body: { message }, ...(status === 503 ? { headers: { 'retry-after': '1' } } : {}) };
}
