/**
 * The answer to every error: those thrown with `httpErrors`, those of services, and those of Fastify and Node.js. An
 * error of the database gets here as one of the services': `db/errors.ts` recognises it, and `services/write.ts` turns
 * a violated constraint into the messages of fields.
 */
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { httpErrors } from '@fastify/sensible';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { presentReasons } from '../schemas/availability.ts';
import { presentPrice } from '../schemas/price.ts';
import {
  Conflict,
  Invalid,
  isUnavailable,
  NotCancellable,
  NotFound,
  PriceChanged,
  TooManyRequests,
  toLoggableError,
  VersionChanged,
} from '../services/errors.ts';
import type { FieldMessages } from '../services/field-messages.ts';
import { newId } from '../services/new-id.ts';
import type { OnRequestAnswered } from './request-log.ts';
import type { SecurityHeaders } from './security.ts';
import { collectValidationMessages, InvalidRequestPart } from './validation.ts';

export type ErrorAnswer = { status: number; body: Record<string, unknown>; headers?: Record<string, string> };

/** An error whose answer has more than a status and a message. */
type ErrorWithAnswer = Error & { answer: ErrorAnswer };

const KIB = 1_024;
const MIB = 1_024 * KIB;
export const BODY_LIMIT_BYTES = MIB;
/** How long the client has to read why its connection ends. */
const SOCKET_DESTROY_DELAY_MS = 1_000;

/** Fastify's own refusals, in our words. */
const FASTIFY_ERROR_MESSAGES: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'The body must be JSON in UTF-8, sent with Content-Type: application/json.',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not valid JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
  FST_ERR_BAD_URL: 'The path is not a valid URL.',
};

/** No, malformed, unknown or revoked token: 401, the same for all of them. */
export const buildUnauthenticatedError = () =>
  toErrorWithAnswer({
    status: 401,
    body: { success: false, message: 'Unauthenticated.', errors: {} },
    headers: { 'www-authenticate': 'Bearer' },
  });

/** A resource that does not exist, belongs to another team, or has a malformed id: 404, the same for all of them. */
export const buildNotFoundError = (resource: string) =>
  toErrorWithAnswer(buildMessageAnswer(404, `There is no such ${resource}.`));

/** The value that a path names. A missing one is a 404. */
export function requireFound<Value>(
  resource: string,
  value: Value,
): Exclude<Value, null | false | undefined> {
  if (value === null || value === false || value === undefined) throw buildNotFoundError(resource);
  return value as Exclude<Value, null | false | undefined>;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The word for what the path of this route names, if it is not that of its last parameter. */
    resource?: string;
  }
}

/** Names in paths that are not the word for what they name. */
const RESOURCE_BY_PATH_PARAMETER: Record<string, string> = {
  teamSlug: 'listing',
  listingSlug: 'listing',
  confirmation_code: 'booking',
  feed: 'calendar feed',
};

/** The word for what the path of a route names: its last parameter, if the route does not say another. */
function findResourceOfRoute({ routeOptions }: FastifyRequest): string {
  const { url = '', config } = routeOptions;
  const name = url.match(/:(\w+)(?!.*:)/)?.[1] ?? '';
  return config.resource ?? RESOURCE_BY_PATH_PARAMETER[name] ?? name;
}

export const NO_ROUTE_ANSWER = buildMessageAnswer(404, 'There is nothing at this path and method.');

/** For a route's hook that answers for paths that do not exist. */
export const buildNoRouteError = () => toErrorWithAnswer(NO_ROUTE_ANSWER);

/** The server is stopping and only finishes what it has begun. */
export const buildShuttingDownError = () =>
  toErrorWithAnswer(buildTryAgainAnswer(503, 'The service is shutting down.'));

const BUSY_ANSWER = buildTryAgainAnswer(503, 'The service is busy for a moment. Please try again.');

/** The requests under way need more memory or time than there is. */
export const buildBusyError = () => toErrorWithAnswer(BUSY_ANSWER);

/** Invalid parameters or fields: 422 with all of them. If the body is not an object, no field is named. */
function buildInvalidAnswer(errors: FieldMessages, otherwise = 'The given data is invalid.'): ErrorAnswer {
  const messages = Object.values(errors).flat();
  const more = messages.length - 1;
  const rest = more > 0 ? ` (and ${more} more error${more === 1 ? '' : 's'})` : '';
  return { status: 422, body: { message: (messages[0] ?? otherwise) + rest, errors } };
}

/** Answers every error of the app, and every unknown path. */
export const errorAnswers = fp(async (app) => {
  app.setErrorHandler(sendErrorAnswer);
  // An app of its own with only this route: its hook answers before a byte of the body is read.
  app.register((nowhere, _options, done) => {
    nowhere.addHook('onRequest', (_request, _reply, refuse) => refuse(buildNoRouteError()));
    nowhere.setNotFoundHandler((_request, reply) => sendAnswer(reply, NO_ROUTE_ANSWER));
    done();
  });
});

const sendErrorAnswer = (error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  sendAnswer(reply, toErrorAnswer(error, request));

/** The answer to an error. Unexpected errors are logged. */
export function toErrorAnswer(error: unknown, request: FastifyRequest): ErrorAnswer {
  // The client left before its request was complete. Nobody reads the answer, and it is not the server's fault.
  if (error === request.raw.errored) return buildMessageAnswer(400, 'The request is not complete.');
  const answer = buildErrorAnswer(error, request);
  if (answer.status >= 500 && !hasAnswer(error))
    request.log.error({ reqId: request.id, error: toLoggableError(error) }, 'request failed');
  return answer;
}

/** Answers to requests that never reach the app's hooks, which would add headers and count the answers. */
export function createAnswersBeforeRouting(security: SecurityHeaders, onAnswered: OnRequestAnswered) {
  const reportAnswer = (method: string, status: number, seconds: number) =>
    onAnswered({ method, route: null, status, seconds });
  return {
    /** Before routing: the path is not a URL, or a part of it is too long. */
    frameworkErrors(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
      reply.headers({ ...security.of(request), 'x-request-id': request.id });
      sendErrorAnswer(error, request, reply);
      reportAnswer(request.method, reply.statusCode, reply.elapsedTime / 1_000);
    },

    /** Bytes that are not HTTP, or headers that are too large: answered on the bare socket. */
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

/** Sends an answer on a bare socket, without a response object, and ends the connection. */
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
  // Not at once, because the client could lose the answer. But the client may also never close its own end.
  setTimeout(() => socket.destroy(), SOCKET_DESTROY_DELAY_MS).unref();
}

function buildClientErrorAnswer(code: string | undefined): ErrorAnswer {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return buildMessageAnswer(408, 'The request took too long to arrive.');
  if (code === 'HPE_HEADER_OVERFLOW') return buildMessageAnswer(431, 'The request’s headers are too large.');
  return buildMessageAnswer(400, 'This is not valid HTTP.');
}

function buildErrorAnswer(error: unknown, request: FastifyRequest): ErrorAnswer {
  if (hasAnswer(error)) return error.answer;
  if (error instanceof InvalidRequestPart)
    return error.validationContext === 'params'
      ? buildNotFoundError(findResourceOfRoute(request)).answer
      : buildInvalidAnswer(collectValidationMessages(error, request), 'The body must be an object.');
  const refusal = buildRefusalAnswer(error, request);
  if (refusal) return refusal;
  if (isUnavailable(error)) return BUSY_ANSWER;
  const { code, statusCode = 500, message: text } = error as FastifyError;
  if (code === 'FST_ERR_MAX_PARAM_LENGTH') return NO_ROUTE_ANSWER;
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return buildMessageAnswer(413, `The body is larger than ${formatBytes(request.routeOptions.bodyLimit)}.`);
  if (statusCode >= 400 && statusCode < 500)
    return buildMessageAnswer(statusCode, FASTIFY_ERROR_MESSAGES[code] ?? text);
  return buildMessageAnswer(500, 'Server Error');
}

/** The answer to what a service refuses, null for any other error. */
function buildRefusalAnswer(error: unknown, request: FastifyRequest): ErrorAnswer | null {
  if (error instanceof NotFound) return buildNotFoundError(findResourceOfRoute(request)).answer;
  if (error instanceof Invalid) {
    const answer = buildInvalidAnswer(error.messages);
    const reasons = presentReasons(error.reasons);
    return reasons.length > 0 ? { ...answer, body: { ...answer.body, reasons } } : answer;
  }
  if (error instanceof NotCancellable)
    return { status: 422, body: { success: false, message: error.message, errors: {} } };
  if (error instanceof PriceChanged) {
    const price = error.price && presentPrice(error.price);
    return { status: 409, body: { message: error.message, code: 'price_changed', price } };
  }
  if (error instanceof VersionChanged)
    return buildMessageAnswer(412, 'This has changed since you read it. Read it again, then decide.');
  if (error instanceof Conflict) return { status: 409, body: { message: error.message, code: error.reason } };
  if (error instanceof TooManyRequests)
    return buildTryAgainAnswer(429, error.message, error.retryAfterSeconds);
  return null;
}

function sendAnswer(reply: FastifyReply, { status, body, headers = {} }: ErrorAnswer): FastifyReply {
  // An error's body has no response schema to be checked against, so it is written as it is.
  return reply
    .code(status)
    .headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers })
    .serializer(JSON.stringify)
    .send(body);
}

function toErrorWithAnswer(answer: ErrorAnswer): ErrorWithAnswer {
  const error: Error = httpErrors.createError(answer.status, String(answer.body.message));
  return Object.assign(error, { answer });
}

const formatBytes = (bytes: number) => (bytes < MIB ? `${bytes / KIB} KiB` : `${bytes / MIB} MiB`);

const hasAnswer = (error: unknown): error is ErrorWithAnswer => error instanceof Error && 'answer' in error;

function buildMessageAnswer(status: number, text: string): ErrorAnswer {
  return { status, body: { message: text } };
}

function buildTryAgainAnswer(status: 429 | 503, text: string, seconds = 1): ErrorAnswer {
  return { ...buildMessageAnswer(status, text), headers: { 'retry-after': String(seconds) } };
}
