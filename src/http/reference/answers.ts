/** The answers that operations share (contract, section 3). */
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
  /** The operation whose recorded answers are the examples. If missing, any operation's. */
  examplesOf?: string;
};

export const SHARED_ANSWERS: Record<ErrorStatus, SharedAnswer> = {
  400: {
    name: 'Malformed',
    description: 'The body is not valid JSON, or the request is not valid HTTP.',
    schema: 'Message',
  },
  401: {
    name: 'Unauthenticated',
    description: 'The token is missing, malformed, unknown or revoked.',
    schema: 'Unauthenticated',
    headers: ['WWW-Authenticate'],
  },
  403: {
    name: 'Forbidden',
    description: 'A write with a read-only token, in a team that enforces scopes.',
    schema: 'Message',
  },
  404: {
    name: 'NotFound',
    description: 'The thing that the path names does not exist, or belongs to another team.',
    schema: 'Message',
  },
  409: {
    name: 'KeyReused',
    description: 'The idempotency key was already used for another request.',
    schema: 'Message',
    examplesOf: 'createGuest',
  },
  412: {
    name: 'ChangedMeanwhile',
    description:
      'The resource no longer has the version that `If-Match` names: somebody has changed it. Or it has no `ETag`, so that this cannot be checked.',
    schema: 'Message',
  },
  413: {
    name: 'TooLarge',
    description: 'The body is too large: the limit is 1 MiB unless the operation says otherwise.',
    schema: 'Message',
  },
  415: {
    name: 'NotJson',
    description: 'The body is not JSON, or its `Content-Type` does not say so.',
    schema: 'Message',
  },
  /** For an operation without fields that could be invalid. */
  422: {
    name: 'UnknownParameter',
    description: 'A query parameter that the operation does not have.',
    schema: 'Invalid',
    examplesOf: 'getAccount',
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many requests in a minute. Wait as many seconds as `Retry-After` says.',
    schema: 'Message',
    headers: ['Retry-After', 'RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'],
  },
  500: {
    name: 'ServerError',
    description: 'An unexpected error. The log has the cause.',
    schema: 'Message',
  },
  503: {
    name: 'Unavailable',
    description:
      'The service is overloaded or shutting down, or its database cannot be reached. Try again soon.',
    schema: 'Message',
    headers: ['Retry-After'],
  },
};

const text = { type: 'string' };
const messages = {
  type: 'object',
  description: 'Every wrong field, such as `check_in` or `guest.email`, with its messages.',
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
      'Everything that is wrong, at once. `message` is the first message and says how many more there are.',
    properties: { message: text, errors: messages },
  },
  NotCancellable: refusal,
  PriceChanged: {
    type: 'object',
    required: ['message', 'price'],
    description: 'The price is not the `expected_total`.',
    properties: {
      message: text,
      price: {
        anyOf: [{ $ref: '#/components/schemas/Price' }, { type: 'null' }],
        description: 'The present price. Null if the change needs no new price.',
      },
    },
  },
};

const seconds = { type: 'integer', minimum: 0 };

/** The headers of answers. */
export const HEADERS = {
  'X-Request-Id': {
    description:
      'The id of the request in the log: the one that it sent, if that is 1 to 128 of `A-Za-z0-9._-`, else a new one.',
    schema: text,
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: text },
  'Retry-After': { description: 'How many seconds to wait before trying again.', schema: seconds },
  'RateLimit-Limit': { description: 'How many requests are allowed per minute.', schema: seconds },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: seconds },
  'RateLimit-Reset': { description: 'How many seconds until counting starts again.', schema: seconds },
  ETag: {
    description:
      'Identifies exactly this answer. Send it back in `If-None-Match`, or in the `If-Match` of a write.',
    schema: text,
  },
  'Cache-Control': { description: 'Who may keep the answer, and for how long.', schema: text },
  'Idempotent-Replay': {
    description: '`true` if the same answer was given before under the same key. Absent otherwise.',
    schema: { type: 'string', const: 'true' },
  },
};

/** The headers of requests. */
export const PARAMETERS = {
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description:
      'The `ETag` of the version that you have read. If it has changed since, or has no `ETag`, nothing is written and the answer is a 412.',
    schema: text,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct.',
    schema: text,
  },
};
