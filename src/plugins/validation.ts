import type { FastifyRequest, FastifySchemaCompiler } from 'fastify';
import fp from 'fastify-plugin';
import { type ZodType, z } from 'zod';
import { MAX_REPORTED_PROBLEMS } from '../domain/limits.ts';
import { endWithStop, type MessageText } from '../domain/text/message-text.ts';
import type { ErrorCode } from '../domain/vocabulary.ts';
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

/** In Fastify's order. It stops at the first part that fails. */
const REQUEST_PARTS: readonly RequestPart[] = ['params', 'body', 'querystring', 'headers'];

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the service must not call the URL in the body, found by `checkUrlOfBody`. */
    urlMessages: FieldMessages;
  }
}

/** Fastify adds `validationContext`, the part that is invalid. */
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

/** By the schema of an API body. `errors` is empty if the form has no fields at all. */
export function parseFormFields<Schema extends ZodType>(
  schema: Schema,
  data: unknown,
): { ok: true; value: z.output<Schema> } | { ok: false; errors: FieldMessages } {
  const result = schema.safeParse(data, PARSE_OPTIONS);
  return result.success
    ? { ok: true, value: result.data }
    : { ok: false, errors: buildIssueMessages(result.error.issues, 'body') };
}

/** Fastify itself stops at the first invalid part. */
export function collectValidationMessages(error: InvalidRequestPart, request: FastifyRequest): FieldMessages {
  const others = REQUEST_PARTS.slice(REQUEST_PARTS.indexOf(error.validationContext) + 1);
  const messages = others.map((part) => {
    const sent = part === 'querystring' ? request.query : request[part];
    const result = request.getValidationFunction(part)?.(sent) as { error?: InvalidRequestPart } | undefined;
    return result?.error?.messages ?? {};
  });
  return mergeMessages(error.messages, request.unknownFields ?? {}, request.urlMessages, ...messages);
}

/** A missing body is validated as an empty object. */
export const validation = fp(async (app) => {
  app.setValidatorCompiler(validatorCompiler);
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.schema?.body) request.body ??= {};
    request.urlMessages = {};
    done();
  });
  // What the schemas cannot find: unknown fields, and a URL that the service must not call. With an
  // idempotency key, the write itself refuses the URL later: a repeated request must get its stored answer
  // even if name servers answer differently now.
  app.addHook('preHandler', ({ unknownFields, urlMessages, headers }, _reply, done) => {
    const mayBeAnswered = unknownFields === null && headers[IDEMPOTENCY_KEY_HEADER] !== undefined;
    const messages = mergeMessages(unknownFields ?? {}, mayBeAnswered ? {} : urlMessages);
    done(hasMessages(messages) ? new Invalid(messages) : undefined);
  });
});

const NO_QUERY_SCHEMA = z.strictObject({});
const NO_BODY_SCHEMA = z.object({});

/**
 * Also routes that declare no schema for query and body. Unknown query parameters are refused, because a
 * misspelt filter would otherwise match everything. Unknown fields of a body are ignored, unless the caller
 * asks for strict handling.
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

/** Issues about a whole body or query name no field and are left out. */
function buildIssueMessages(issues: readonly ZodIssue[], part: RequestPart): FieldMessages {
  const messages = issues.slice(0, MAX_REPORTED_PROBLEMS).flatMap((issue): [string, FieldMessage][] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((name) => [name, { code: 'unknown', predicate: 'is not a known parameter.' }]);
    const field = issue.path.join('.');
    if (field === '') return [];
    // Messages about headers are whole sentences.
    if (part === 'headers')
      return [[field.replaceAll('-', '_'), { code: findIssueCode(issue), sentence: issue.message }]];
    return [[field, { code: findIssueCode(issue), predicate: buildIssuePredicate(issue, part) }]];
  });
  const byField = Map.groupBy(messages, ([field]) => field);
  return Object.fromEntries([...byField].map(([field, all]) => [field, all.map(([, message]) => message)]));
}

const isMissing = ({ input }: ZodIssue): boolean => input === undefined || input === null;

type IssueCode = Exclude<ErrorCode, 'taken'>;

const CODE_BY_ISSUE = {
  invalid_type: 'invalid',
  invalid_format: 'invalid',
  invalid_value: 'invalid',
  invalid_union: 'invalid',
  invalid_key: 'invalid',
  invalid_element: 'invalid',
  not_multiple_of: 'invalid',
  unrecognized_keys: 'unknown',
} satisfies Record<Exclude<ZodIssue['code'], 'too_small' | 'too_big' | 'custom'>, IssueCode>;

/** Of these, zod counts the length. */
const COUNTED_ORIGINS = new Set(['string', 'array']);

function findIssueCode(issue: ZodIssue): IssueCode {
  if (isMissing(issue)) return 'required';
  switch (issue.code) {
    case 'custom':
      return issue.params?.code ?? 'invalid';
    case 'too_small':
      return COUNTED_ORIGINS.has(issue.origin) ? 'too_short' : 'too_small';
    case 'too_big':
      return COUNTED_ORIGINS.has(issue.origin) ? 'too_long' : 'too_large';
    default:
      return CODE_BY_ISSUE[issue.code];
  }
}

/** For example "is required." */
function buildIssuePredicate(issue: ZodIssue, part: RequestPart): MessageText {
  if (isMissing(issue)) return 'is required.';
  // A repeated parameter of a query arrives as a list.
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

/** Continues the field's name. A message in the zod schema itself is used if there is one. */
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
