/** Validates requests by the zod schemas of their routes, and words the error messages. */
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

/**
 * The parts of a request in the order in which Fastify validates them. Fastify stops validating a request at
 * the first part that fails.
 */
const REQUEST_PARTS: readonly RequestPart[] = ['params', 'body', 'querystring', 'headers'];

declare module 'fastify' {
  interface FastifyRequest {
    /** The reason why the service must not call the URL in the request's body, found by `checkUrlOfBody`. */
    urlMessages: FieldMessages;
  }
}

/**
 * An error about a part of a request (path, body, query or headers) that does not fit its schema. Fastify
 * adds `validationContext`, which names the invalid part of the request.
 */
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
 * Validates the fields of a web form by the schema of an API body. If the form has no fields at all, `errors`
 * is empty.
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

/**
 * Collects the error messages about all parts of a request, because Fastify itself stops at the first invalid
 * part.
 */
export function collectValidationMessages(error: InvalidRequestPart, request: FastifyRequest): FieldMessages {
  const others = REQUEST_PARTS.slice(REQUEST_PARTS.indexOf(error.validationContext) + 1);
  const messages = others.map((part) => {
    const sent = part === 'querystring' ? request.query : request[part];
    const result = request.getValidationFunction(part)?.(sent) as { error?: InvalidRequestPart } | undefined;
    return result?.error?.messages ?? {};
  });
  return mergeMessages(error.messages, request.unknownFields ?? {}, request.urlMessages, ...messages);
}

/**
 * Validates the requests of every route by the route's schemas. A missing request body is validated as an
 * empty object.
 */
export const validation = fp(async (app) => {
  app.setValidatorCompiler(validatorCompiler);
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.routeOptions.schema?.body) request.body ??= {};
    request.urlMessages = {};
    done();
  });
  // Reports wrong fields that the schemas cannot find: unknown fields, and a URL that the service must not
  // call. If the request has an idempotency key, a forbidden URL is refused later, by the write itself: a
  // repeated request must get its stored answer even if name servers answer differently now.
  app.addHook('preHandler', ({ unknownFields, urlMessages, headers }, _reply, done) => {
    const mayBeAnswered = unknownFields === null && headers[IDEMPOTENCY_KEY_HEADER] !== undefined;
    const messages = mergeMessages(unknownFields ?? {}, mayBeAnswered ? {} : urlMessages);
    done(hasMessages(messages) ? new Invalid(messages) : undefined);
  });
});

const NO_QUERY_SCHEMA = z.strictObject({});
const NO_BODY_SCHEMA = z.object({});

/**
 * Makes every route of an app validate its query and body, even if the route declares no schema for them.
 * Unknown query parameters are refused, because a misspelt filter would otherwise match everything. Unknown
 * fields of a body are ignored, unless the caller asks for strict handling.
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
 * Groups the messages about validation issues by field. Issues about a whole body or query name no field and
 * are left out.
 */
function buildIssueMessages(issues: readonly ZodIssue[], part: RequestPart): FieldMessages {
  const messages = issues.slice(0, MAX_REPORTED_PROBLEMS).flatMap((issue): [string, FieldMessage][] => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((name) => [name, { code: 'unknown', predicate: 'is not a known parameter.' }]);
    const field = issue.path.join('.');
    if (field === '') return [];
    // Messages about headers are already whole sentences, and do not begin with a field's name.
    if (part === 'headers')
      return [[field.replaceAll('-', '_'), { code: findIssueCode(issue), sentence: issue.message }]];
    return [[field, { code: findIssueCode(issue), predicate: buildIssuePredicate(issue, part) }]];
  });
  const byField = Map.groupBy(messages, ([field]) => field);
  return Object.fromEntries([...byField].map(([field, all]) => [field, all.map(([, message]) => message)]));
}

const isMissing = ({ input }: ZodIssue): boolean => input === undefined || input === null;

type IssueCode = Exclude<ErrorCode, 'taken'>;

/** The error code for each kind of issue that zod finds itself. */
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

/** The values of which zod counts the length, such as texts. It compares all others, such as numbers. */
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

/** The part of an error message after the field's name, for example "is required." */
function buildIssuePredicate(issue: ZodIssue, part: RequestPart): MessageText {
  if (isMissing(issue)) return 'is required.';
  // If a query repeats a parameter, its value arrives as a list.
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
 * Words zod's issues as the ends of error messages, after the field's name. An error message in the zod
 * schema itself is used if there is one, and must also continue the field's name.
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
