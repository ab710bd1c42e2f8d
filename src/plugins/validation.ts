/** Validates the parts of requests by the zod schemas of their routes, and words the errors. */
import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import fp from 'fastify-plugin';
import { type ZodType, z } from 'zod';
import { MAX_REPORTED_PROBLEMS } from '../domain/limits.ts';
import { endWithStop, type MessageText } from '../domain/message-text.ts';
import { Invalid } from '../services/errors.ts';
import {
  type FieldMessage,
  type FieldMessages,
  hasMessages,
  mergeMessages,
} from '../services/field-messages.ts';
import { IDEMPOTENCY_KEY_HEADER } from './request-hash.ts';
import { isReadMethod } from './writes.ts';

type RequestPart = 'params' | 'body' | 'querystring' | 'headers';
type ZodIssue = z.core.$ZodIssue;

/**
 * The parts of a request in the order in which Fastify validates them. Fastify stops validating at the first
 * part that fails.
 */
const REQUEST_PARTS: readonly RequestPart[] = ['params', 'body', 'querystring', 'headers'];

declare module 'fastify' {
  interface FastifyRequest {
    /** The reason why the service may not call the address in the body (`checkUrlOfBody`). */
    urlMessages: FieldMessages;
  }
}

/** A part of a request that does not fit its schema. Fastify adds which part of the request is invalid. */
export class InvalidRequestPart extends Error {
  readonly messages: FieldMessages;
  declare readonly validationContext: RequestPart;

  constructor(messages: FieldMessages) {
    super('A part of the request does not fit its schema.');
    this.messages = messages;
  }
}

const PARSE_OPTIONS = { reportInput: true, error: buildZodErrorPredicate };

const validatorCompiler: FastifySchemaCompiler<ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const result = schema.safeParse(data, PARSE_OPTIONS);
    return result.success
      ? { value: result.data }
      : { error: new InvalidRequestPart(buildIssueMessages(result.error.issues, httpPart as RequestPart)) };
  };

/**
 * Reads the fields of a form by the schema of a body, where `errors` is empty if the data has no fields at
 * all.
 */
export function parseFormFields<Schema extends ZodType>(
  schema: Schema,
  data: unknown,
): { ok: true; value: z.output<Schema> } | { ok: false; errors: FieldMessages } {
  const result = schema.safeParse(data, PARSE_OPTIONS);
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, errors: buildIssueMessages(result.error.issues, 'body') };
}

/** The messages about all parts of a request, although Fastify stops at the first one that is invalid. */
export function collectValidationMessages(error: InvalidRequestPart, request: FastifyRequest): FieldMessages {
  const others = REQUEST_PARTS.slice(REQUEST_PARTS.indexOf(error.validationContext) + 1);
  const messages = others.map((part) => {
    const sent = part === 'querystring' ? request.query : request[part];
    const result = request.getValidationFunction(part)?.(sent) as { error?: InvalidRequestPart } | undefined;
    return result?.error?.messages ?? {};
  });
  return mergeMessages(error.messages, request.unknownFields ?? {}, request.urlMessages, ...messages);
}

/** Validates every route by its schemas. Validation counts a missing body as an empty object. */
export const validation = fp(async (app) => {
  app.setValidatorCompiler(validatorCompiler);
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.schema?.body) request.body ??= {};
    request.urlMessages = {};
    done();
  });
  // Fields may be wrong although all parts of the request fit their schemas. Under an idempotency key, the
  // write itself refuses an address that must not be called, unless it already has a stored answer, because
  // name servers may say something else by now.
  app.addHook('preHandler', ({ unknownFields, urlMessages, headers }, _reply, done) => {
    const mayBeAnswered = unknownFields === null && headers[IDEMPOTENCY_KEY_HEADER] !== undefined;
    const messages = mergeMessages(unknownFields ?? {}, mayBeAnswered ? {} : urlMessages);
    done(hasMessages(messages) ? new Invalid(messages) : undefined);
  });
});

const NO_QUERY_SCHEMA = z.strictObject({});
const NO_BODY_SCHEMA = z.object({});

/**
 * Makes every route of an app validate its query and body, also one that declares none. An unknown parameter
 * of a query is refused, because a misspelt filter would match everything. Unknown fields of a body are
 * ignored by validation.
 */
export const refuseUnknownParameters = fp(async (app) => {
  app.addHook('onRoute', (route) => {
    const declared = route.schema?.querystring ?? NO_QUERY_SCHEMA;
    const querystring = declared instanceof z.ZodObject ? declared.strict() : declared;
    route.schema = {
      ...(isReadMethod(route.method) ? {} : { body: NO_BODY_SCHEMA }),
      ...route.schema,
      querystring,
    };
  });
});

/**
 * The error messages of a schema's issues, by field. An error message about the whole body or query has no
 * field.
 */
function buildIssueMessages(issues: readonly ZodIssue[], part: RequestPart): FieldMessages {
  const messages = issues.slice(0, MAX_REPORTED_PROBLEMS).flatMap((issue): [string, FieldMessage][] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((name) => [name, { predicate: 'is not a known parameter.' }]);
    const field = issue.path.join('.');
    if (field === '') return [];
    // The message about the `Idempotency-Key` header is a whole sentence.
    if (part === 'headers') return [[field.replaceAll('-', '_'), issue.message]];
    return [[field, { predicate: buildIssuePredicate(issue, part) }]];
  });
  const byField = Map.groupBy(messages, ([field]) => field);
  return Object.fromEntries([...byField].map(([field, all]) => [field, all.map(([, message]) => message)]));
}

/** The end of the error message that says what a field must be. */
function buildIssuePredicate(issue: ZodIssue, part: RequestPart): MessageText {
  if (issue.input === undefined || issue.input === null) return 'is required.';
  // A parameter that is repeated in a query arrives as a list.
  const isOfOtherKind = issue.code === 'invalid_type' || issue.code === 'invalid_value';
  if (part === 'querystring' && Array.isArray(issue.input) && isOfOtherKind) return 'must be given once.';
  const predicate =
    issue.code === 'custom' ? (issue.params?.predicate as MessageText | undefined) : undefined;
  return endWithStop(predicate ?? issue.message);
}

const JSON_TYPE_NAMES: Record<string, string> = {
  int: 'an integer',
  number: 'an integer',
  string: 'a text',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
};

/**
 * Turns zod's issues into error messages. A schema's own error message is used before zod's, and is the end
 * of a sentence as well.
 */
function buildZodErrorPredicate(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${JSON_TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`;
    case 'too_small':
      return issue.origin === 'string'
        ? `must have at least ${issue.minimum} characters`
        : `must be at least ${issue.minimum}`;
    case 'too_big':
      return issue.origin === 'string'
        ? `must not have more than ${issue.maximum} characters`
        : `must not be greater than ${issue.maximum}`;
    default:
      return 'is invalid';
  }
}
