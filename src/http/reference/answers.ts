/** The answers that operations share, as the reference describes them (contract, section 3). */
import type { ErrorStatus } from '../statuses.ts';

type Header =
  | 'X-Request-Id'
  | 'WWW-Authenticate'
  | 'Retry-After'
  | `RateLimit-${'Limit' | 'Remaining' | 'Reset'}`;
type SharedAnswer = {
  name: string;
  description: string;
  schema: 'Message' | 'Unauthenticated' | 'Invalid';
  headers?: readonly Header[];
  /** The operation whose recorded answers are the examples; any if it is not named. */
  examplesOf?: string;
};

export const SHARED_ANSWERS: Record<ErrorStatus, SharedAnswer> = {
  400: {
    name: 'Malformed',
    description: 'The body is not valid JSON, or the request no valid HTTP.',
    schema: 'Message',
  },
  401: {
    name: 'Unauthenticated',
    description: 'No token, or one that is malformed, unknown or revoked.',
    schema: 'Unauthenticated',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'A write with a read-only token, where the team has switched enforcement on.',
    schema: 'Message',
  },
  404: {
    name: 'NotFound',
    description: 'What the path names is not there, or is another team’s: the answer is the same.',
    schema: 'Message',
  },
  409: {
    name: 'KeyReused',
    description: 'The idempotency key was used for another request.',
    schema: 'Message',
  },
  413: { name: 'TooLarge', description: 'The body is larger than 1 MiB.', schema: 'Message' },
  415: {
    name: 'NotJson',
    description: 'The body is not JSON, or does not say that it is.',
    schema: 'Message',
  },
  /** Of an operation that has no fields to be invalid. */
  422: {
    name: 'UnknownParameter',
    description: 'A query parameter that the operation does not have.',
    schema: 'Invalid',
    examplesOf: 'getAccount',
  },
  429: {
    name: 'TooManyRequests',
    description: 'More requests in a minute than are let. Ask again when `Retry-After` says so.',
    schema: 'Message',
    headers: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  },
  500: {
    name: 'ServerError',
    description: 'Something unexpected; the log has the cause.',
    schema: 'Message',
  },
  503: {
    name: 'Unavailable',
    description: 'The service is overloaded or shutting down, or its database is away. Ask again soon.',
    schema: 'Message',
    headers: ['Retry-After'],
  },
};

const text = { type: 'string' };
const messages = {
  type: 'object',
  description: 'Every field that is to blame, as `check_in` or `guest.email`, with its messages.',
  additionalProperties: { type: 'array', items: text },
};
const noErrors = { type: 'object', additionalProperties: false, description: 'Always empty.' };
const refusal = {
  type: 'object',
  required: ['success', 'message', 'errors'],
  properties: { success: { type: 'boolean', const: false }, message: text, errors: noErrors },
};

export const ERROR_SCHEMAS = {
  Message: { type: 'object', required: ['message'], properties: { message: text } },
  Unauthenticated: refusal,
  Invalid: {
    type: 'object',
    required: ['message', 'errors'],
    description:
      'All that is wrong, at once. `message` is the first of the messages, and says how many more there are.',
    properties: { message: text, errors: messages },
  },
  NotCancellable: refusal,
};

const seconds = { type: 'integer', minimum: 0 };

/** The headers of answers. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      'The request’s own where it sent one of 1 to 128 of `A-Za-z0-9._-`, else a new one; it stands in the log.',
    schema: text,
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: text },
  'Retry-After': { description: 'After how many seconds to ask again.', schema: seconds },
  'RateLimit-Limit': { description: 'How many requests are let in the window.', schema: seconds },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: seconds },
  'RateLimit-Reset': { description: 'In how many seconds the window ends.', schema: seconds },
  ETag: { description: 'Names exactly this answer; send it back in `If-None-Match`.', schema: text },
  'Cache-Control': { description: 'How long, and by whom, the answer may be kept.', schema: text },
  'Idempotent-Replay': {
    description: 'There, and `true`, where the answer is one that was given before under the same key.',
    schema: { type: 'string', const: 'true' },
  },
};

/** The headers of requests. */
export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      '1 to 255 visible ASCII characters. The same request under the same key has its effect once, and gets the same answer for 24 hours.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an answer that you still have: a 304 without a body says that it is still right.',
    schema: text,
  },
};
