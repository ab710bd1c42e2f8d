/** Shared by all operations, and not from zod schemas. */

import { PERMISSIONS } from '../../domain/access/permissions.ts';
import { ERROR_CODES } from '../../domain/vocabulary.ts';

export type ErrorStatus = 400 | 401 | 403 | 404 | 409 | 412 | 413 | 415 | 422 | 429 | 500 | 503;

type ErrorAnswerComponent = {
  name: string;
  message: string;
  description: string;
  /** `Message` by default. */
  schema?: 'Unauthenticated' | 'Forbidden' | 'Invalid' | 'KeyConflict';
  headers?: readonly string[];
};

export const RATE_LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

export const ERROR_ANSWERS: Record<ErrorStatus, ErrorAnswerComponent> & Record<string, ErrorAnswerComponent> =
  {
    400: {
      name: 'Malformed',
      message: 'The body is not valid JSON.',
      description:
        'The body is not valid JSON or is nested more than 100 levels deep, `If-Match` is not a list of entity tags, or the request is not valid HTTP.',
    },
    401: {
      name: 'Unauthenticated',
      message: 'Unauthenticated.',
      description: 'The token is missing, malformed, unknown or revoked.',
      schema: 'Unauthenticated',
      headers: ['WWW-Authenticate'],
    },
    403: {
      name: 'Forbidden',
      message: 'This token may not do this: its role lacks the permission money:read.',
      description:
        'The role of the token lacks a permission of `x-permission`. With a scope instead of a role: a write, or the reading of a secret, with a read-only token, in a team that enforces scopes.',
      schema: 'Forbidden',
    },
    404: {
      name: 'NotFound',
      message: 'There is no such listing.',
      description: 'The thing that the path names does not exist, or belongs to another team.',
    },
    409: {
      name: 'Conflict',
      message: 'This idempotency key was used for another request.',
      description:
        'The idempotency key was used for another request, or its answer is no longer stored. Where there is an `expected_total` or `expected_fee`: the price or fee is another one. `code` says which.',
      schema: 'KeyConflict',
    },
    412: {
      name: 'ChangedMeanwhile',
      message: 'This has changed since you read it. Read it again, then decide.',
      description: 'The resource no longer has the version that `If-Match` names: somebody has changed it.',
    },
    413: {
      name: 'TooLarge',
      message: 'The body is too large.',
      description: 'The body is too large: the limit is 1 MiB unless the operation says otherwise.',
    },
    415: {
      name: 'NotJson',
      message: 'The body must be JSON in UTF-8, sent with Content-Type: application/json.',
      description:
        'The body is not JSON (or, for an upload, not of a picture’s type), its `Content-Type` does not say so, or it has a `Content-Encoding`.',
    },
    422: {
      name: 'Invalid',
      message: 'The check out field must be a date after check in.',
      description:
        'Invalid parameters or fields, or rules or a state that refuse the request: all of them at once.',
      schema: 'Invalid',
    },
    429: {
      name: 'TooManyRequests',
      message: 'Too many requests. Please try again later.',
      description: 'Too many requests in a minute. Wait as many seconds as `Retry-After` says.',
      headers: ['Retry-After', ...RATE_LIMIT_HEADERS],
    },
    500: {
      name: 'ServerError',
      message: 'Server Error',
      description: 'An unexpected error. The log has the cause.',
    },
    503: {
      name: 'Unavailable',
      message: 'The service is busy for a moment. Please try again.',
      description:
        'The service is overloaded or shutting down, or its database cannot be reached. Try again soon.',
      headers: ['Retry-After'],
    },
  };

const textSchema = { type: 'string' };
const messageSchema = { type: 'string', description: 'An English sentence that says what is wrong.' };

const errorSchemas = {
  Message: {
    type: 'object',
    description: 'Why the request was refused or has failed.',
    required: ['message'],
    properties: { message: messageSchema },
  },
  Unauthenticated: {
    type: 'object',
    description: 'The token is missing or does not count.',
    required: ['success', 'message', 'errors'],
    properties: {
      success: { type: 'boolean', const: false, description: 'Always false.' },
      message: messageSchema,
      errors: { type: 'object', additionalProperties: false, description: 'Always empty.' },
    },
  },
  Forbidden: {
    type: 'object',
    description: 'The token may not do this.',
    required: ['message'],
    properties: {
      message: messageSchema,
      permission: {
        type: 'string',
        enum: PERMISSIONS,
        description:
          'What the token’s role lacks: the first that is missing. Absent for a token with a scope.',
      },
    },
  },
  KeyConflict: {
    type: 'object',
    description: 'The idempotency key cannot be used for this request.',
    required: ['message', 'code'],
    properties: {
      message: messageSchema,
      code: {
        type: 'string',
        enum: ['key_reused', 'key_without_answer'],
        description:
          '`key_reused`: the idempotency key was used for another request. `key_without_answer`: it was used for this one, whose answer is no longer stored.',
      },
    },
  },
  Invalid: {
    type: 'object',
    required: ['message', 'errors', 'codes'],
    description:
      'Everything that is wrong, at once. `message` is the first message and says how many more there are.',
    properties: {
      message: messageSchema,
      errors: {
        type: 'object',
        description: 'Every wrong field, such as `check_in` or `guest.email`, with its messages.',
        additionalProperties: { type: 'array', items: textSchema },
        examples: [{ check_out: ['The check out field must be a date after check in.'] }],
      },
      codes: {
        type: 'object',
        description:
          'The same fields, and for each message in its order one word for programs. `rule`: a rule of the place, the coupon or the payment, or taken nights. `state`: the state of the thing forbids it. `limit`: there are as many as there can be.',
        additionalProperties: { type: 'array', items: { type: 'string', enum: ERROR_CODES } },
        examples: [{ check_out: ['contradicts'] }],
      },
      existing: {
        type: 'object',
        description:
          'Only with a token, and only if a value is `taken` by a thing with an id: that id, under the field.',
        additionalProperties: { type: 'string', format: 'uuid' },
        examples: [{ email: '01970000-0000-7000-8000-000000000031' }],
      },
      reasons: {
        type: 'array',
        items: { $ref: '#/components/schemas/Reason' },
        description:
          'Only if a booking or a change is refused because its stay cannot be had: every rule that it fails, as a quote gives them. A change answers only for what it changes.',
      },
    },
  },
};

const secondsSchema = { type: 'integer', minimum: 0 };

const headerComponents = {
  'X-Request-Id': {
    description:
      'The id of the request in the log: the one that it sent, if that is 1 to 128 of `A-Za-z0-9._-`, else a new one.',
    schema: textSchema,
  },
  'WWW-Authenticate': { description: 'Always `Bearer`.', schema: textSchema },
  'Retry-After': { description: 'How many seconds to wait before trying again.', schema: secondsSchema },
  'RateLimit-Limit': { description: 'How many requests are allowed per minute.', schema: secondsSchema },
  'RateLimit-Remaining': { description: 'How many of them are left.', schema: secondsSchema },
  'RateLimit-Reset': { description: 'How many seconds until counting starts again.', schema: secondsSchema },
  ETag: {
    description:
      'Identifies exactly this answer. Send it back in `If-None-Match`, or in the `If-Match` of a write.',
    schema: textSchema,
  },
  Location: {
    description:
      'The path of what was made. Absent if several things were made at once. Money is recorded in a folio, so it is the path of the folio.',
    schema: textSchema,
  },
  'Content-Language': {
    description: 'The language that was chosen for the answer of a public endpoint. Absent otherwise.',
    schema: textSchema,
  },
  'Cache-Control': { description: 'Who may keep the answer, and for how long.', schema: textSchema },
  'Preference-Applied': {
    description: '`handling=strict` if `Prefer` asked for it. Absent otherwise.',
    schema: { type: 'string', const: 'handling=strict' },
  },
  'Idempotent-Replay': {
    description: '`true` if the same answer was given before under the same key. Absent otherwise.',
    schema: { type: 'string', const: 'true' },
  },
};

/** Listed because of other options of a route. */
const parameterComponents = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict` refuses unknown fields of the body, nested ones too: each is a 422 under its path. Without it, they are ignored.',
    schema: textSchema,
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The `ETag` of an answer that you have kept. A 304 without a body means that it is still correct.',
    schema: textSchema,
  },
  Language: {
    name: 'language',
    in: 'query',
    description:
      'The language of the answer, such as `de`. One that the team does not offer counts as absent. Without it, `Accept-Language` decides.',
    schema: textSchema,
    example: 'de',
  },
  AcceptLanguage: {
    name: 'Accept-Language',
    in: 'header',
    description:
      'The languages that the reader prefers, such as `de-AT, fr;q=0.5`. If the team offers none of them, the answer is in its first.',
    schema: textSchema,
  },
};

export const buildComponentReference = (section: string, name: string) => ({
  $ref: `#/components/${section}/${name}`,
});

export const buildHeaderReferences = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, buildComponentReference('headers', name)]));

const responseComponents = Object.fromEntries(
  Object.values(ERROR_ANSWERS).map(({ name, description, schema = 'Message', headers: own = [] }) => [
    name,
    {
      description,
      headers: buildHeaderReferences(['X-Request-Id', 'Content-Language', ...own]),
      content: { 'application/json': { schema: buildComponentReference('schemas', schema) } },
    },
  ]),
);

export const sharedComponents: object = {
  schemas: errorSchemas,
  headers: headerComponents,
  parameters: parameterComponents,
  responses: responseComponents,
};
