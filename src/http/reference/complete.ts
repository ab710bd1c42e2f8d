/** Adds to the document what follows from the declarations of its operations. */
import type { ZodObject } from 'zod';
import {
  type Declared,
  declaresCondition,
  hasTag as hasRouteTag,
  mayHaveCondition,
  errorStatusesOf as statusesOfErrors,
} from '../../plugins/openapi-answers.ts';
import type { Operation, OwnRefusal, SuccessStatus } from '../operation.ts';
import { type ErrorStatus, errorStatusesOf, hasTag, looksAtIfMatch, STATUS_OF } from '../statuses.ts';
import { ERROR_SCHEMAS, HEADERS, PARAMETERS, SHARED_ANSWERS } from './answers.ts';
import { tidyComponents } from './components.ts';
import { type Example, examplesOf, type Recorded, readExamples, valuesOf } from './examples.ts';

type Json = Record<string, unknown>;
type Content = { 'application/json': { schema?: Json; examples?: Record<string, Example> } };
type Answer = { description?: string; headers?: Json; content?: Content } | { $ref: string };
type Parameter = {
  in?: string;
  name?: string;
  schema?: { type?: unknown };
  $ref?: string;
  [key: string]: unknown;
};
type Described = {
  operationId: string;
  security?: Json[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer>;
};
export type OpenApiDocument = {
  paths: Record<string, Record<string, Described>>;
  components: { schemas: Json; responses?: Json; headers?: Json; parameters?: Json };
};

const SUCCESSES: Record<SuccessStatus, string> = {
  200: 'Success.',
  201: 'Created.',
  202: 'Accepted: the work is done in the background.',
  204: 'Deleted: the answer has no body.',
};
/** Refusals with a body of their own. */
const OWN_SCHEMAS: Record<OwnRefusal, keyof typeof ERROR_SCHEMAS> = {
  not_cancellable: 'NotCancellable',
  price_changed: 'PriceChanged',
};

const UNPROCESSABLE =
  'Invalid parameters or fields, or rules or a state that refuse the request: all of them at once.';

/** Sent with every answer of an operation that has a limit. */
const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const ref = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });
const headers = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]));

/** The document with every status, header and recorded example, without unused components. */
export function completeDocument(
  document: OpenApiDocument,
  {
    operations,
    routes,
  }: { operations: ReadonlyMap<string, Operation>; routes: ReadonlyMap<string, Declared> },
): OpenApiDocument {
  const recorded = readExamples();
  for (const described of Object.values(document.paths).flatMap(Object.values<Described>)) {
    const operation = operations.get(described.operationId);
    const route = routes.get(described.operationId);
    if (route) {
      completeRoute(described, route, recorded);
      continue;
    }
    if (!operation) throw new Error(`The operation ${described.operationId} is not declared.`);
    described.security = SECURITY[operation.asks];
    describeRequest(described, operation, recorded);
    described.responses = answersOf(described, operation, recorded);
  }
  document.components = {
    ...document.components,
    schemas: { ...ERROR_SCHEMAS, ...document.components.schemas },
    parameters: PARAMETERS,
    headers: HEADERS,
    responses: sharedAnswers(recorded),
  };
  return tidyComponents(document);
}

const SECURITY: Record<Operation['asks'], Json[]> = {
  team: [{ token: [] }],
  site: [],
  visitor: [],
  nobody: [],
};

function describeRequest(described: Described, operation: Operation, recorded: readonly Recorded[]): void {
  const { id, effect, body, isPreview } = operation;
  const values = valuesOf(recorded, id);
  const own = described.parameters ?? [];
  for (const parameter of own) {
    if (parameter.schema?.type === 'array') Object.assign(parameter, { style: 'form', explode: false });
    const sent = values[parameter.name ?? ''];
    if (sent !== undefined) parameter.example = asTyped(sent, parameter.schema?.type);
  }
  const inOrder = [
    ...own.filter((one) => one.in === 'path'),
    ...own.filter((one) => one.in !== 'path'),
    ...(effect === 'write' && !isPreview ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(looksAtIfMatch(operation) ? [ref('parameters', 'IfMatch')] : []),
    ...(hasTag(operation) ? [ref('parameters', 'IfNoneMatch')] : []),
  ];
  if (inOrder.length > 0) described.parameters = inOrder;
  if (!described.requestBody || !body) return;
  described.requestBody.content['application/json'].examples = examplesOf(recorded, id, 'body');
  described.requestBody.required = !body.isOptional;
}

/** Adds the parameters' form, the answers that routes share, their headers and the recorded examples to a route. */
function completeRoute(described: Described, route: Declared, recorded: readonly Recorded[]): void {
  const id = described.operationId;
  const values = valuesOf(recorded, id);
  for (const parameter of described.parameters ?? []) {
    if (parameter.schema?.type === 'array') Object.assign(parameter, { style: 'form', explode: false });
    if (parameter.in === 'header') parameter.name = headerName(parameter.name ?? '');
    const sent = values[parameter.name ?? ''];
    if (sent !== undefined) parameter.example = asTyped(sent, parameter.schema?.type);
  }
  const conditions = [
    ...(mayHaveCondition(route) && !declaresCondition(route) ? ['IfMatch'] : []),
    ...(hasRouteTag(route) ? ['IfNoneMatch'] : []),
  ].map((name) => ref('parameters', name));
  if (conditions.length > 0) described.parameters = [...(described.parameters ?? []), ...conditions];
  if (described.requestBody) {
    // A body without fields is left out: any object is accepted.
    const { shape = { any: true } } = (route.schema?.body ?? {}) as Partial<ZodObject>;
    if (Object.keys(shape).length === 0) delete described.requestBody;
    else described.requestBody.content['application/json'].examples = examplesOf(recorded, id, 'body');
  }
  const kept = hasRouteTag(route)
    ? ['ETag', ...(route.config?.keeping === undefined ? [] : ['Cache-Control'])]
    : [];
  const isKeyed = (described.parameters ?? []).some(({ name }) => name === 'Idempotency-Key');
  const withHeaders = (...names: string[]) => headers(['X-Request-Id', ...names, ...kept, ...LIMIT_HEADERS]);
  const answers: Record<string, Answer> = {};
  for (const [status, answer] of Object.entries(described.responses)) {
    const isSuccess = Number(status) < 300;
    answers[status] = {
      ...('$ref' in answer ? {} : answer),
      description: isSuccess
        ? SUCCESSES[Number(status) as SuccessStatus]
        : SHARED_ANSWERS[Number(status) as ErrorStatus].description,
      headers: isSuccess ? withHeaders(...(isKeyed ? ['Idempotent-Replay'] : [])) : headers(['X-Request-Id']),
    };
    if (status === '204') delete (answers[status] as { content?: Content }).content;
  }
  if (hasRouteTag(route))
    answers[304] = { description: 'The answer that you have kept is still current.', headers: withHeaders() };
  const hasFields =
    described.requestBody !== undefined || (described.parameters ?? []).some((one) => one.in === 'query');
  for (const status of statusesOfErrors(route)) {
    const own = answers[status];
    if (own && !('$ref' in own)) {
      // The route's own form of this refusal, beside the shared one.
      const schema = own.content?.['application/json'].schema ?? {};
      const both = { anyOf: [ref('schemas', SHARED_ANSWERS[status].schema), schema] };
      answers[status] = {
        ...own,
        description: status === 422 ? UNPROCESSABLE : (own.description ?? ''),
        content: { 'application/json': { schema: both } },
      };
    } else
      answers[status] =
        status === 422 && hasFields ? refusalOf(status, []) : ref('responses', SHARED_ANSWERS[status].name);
  }
  for (const [status, answer] of Object.entries(answers)) {
    const media = 'content' in answer ? answer.content?.['application/json'] : undefined;
    if (media) media.examples = examplesOf(recorded, id, 'answer', Number(status));
  }
  described.responses = answers;
}

/** A header's name as it is usually written: `Idempotency-Key`. */
const headerName = (name: string): string => name.replaceAll(/(^|-)[a-z]/g, (start) => start.toUpperCase());

/** A value from a path or query, in its declared type. */
function asTyped(sent: string, type: unknown): unknown {
  if (type === 'integer') return Number(sent);
  return type === 'array' ? sent.split(',') : sent;
}

function answersOf({ responses }: Described, operation: Operation, recorded: readonly Recorded[]) {
  const { id, effect, query, keeping, refuses, success, isPreview } = operation;
  const kept = hasTag(operation) ? ['ETag', ...(keeping === null ? [] : ['Cache-Control'])] : [];
  const replayed = effect === 'write' && !isPreview ? ['Idempotent-Replay'] : [];
  const withHeaders = (...names: string[]) => headers(['X-Request-Id', ...names, ...kept, ...LIMIT_HEADERS]);
  const hasFields = query !== null || effect === 'write';
  const answers: Record<string, Answer> = {
    [success.status]: {
      ...(success.schema ? responses[success.status] : {}),
      description: SUCCESSES[success.status],
      headers: withHeaders(...replayed),
    },
    ...(hasTag(operation)
      ? { 304: { description: 'The answer that you have kept is still current.', headers: withHeaders() } }
      : {}),
  };
  for (const status of errorStatusesOf(operation)) {
    const ofOwn = refuses.filter((refusal) => STATUS_OF[refusal] === status);
    const isShared = ofOwn.length === 0 && !(status === 422 && hasFields);
    answers[status] = isShared ? ref('responses', SHARED_ANSWERS[status].name) : refusalOf(status, ofOwn);
  }
  for (const [status, answer] of Object.entries(answers)) {
    const media = 'content' in answer ? answer.content?.['application/json'] : undefined;
    if (media) media.examples = examplesOf(recorded, id, 'answer', Number(status));
  }
  return answers;
}

/** The answer with a status that an operation gives for reasons of its own. */
function refusalOf(status: ErrorStatus, refusals: readonly OwnRefusal[]): Answer {
  const { description, schema } = SHARED_ANSWERS[status];
  const names = [schema, ...refusals.map((refusal) => OWN_SCHEMAS[refusal])];
  const [first = {}, ...others] = names.map((name) => ref('schemas', name));
  return {
    description: status === 422 ? UNPROCESSABLE : description,
    headers: headers(['X-Request-Id']),
    content: { 'application/json': { schema: others.length > 0 ? { anyOf: [first, ...others] } : first } },
  };
}

function sharedAnswers(recorded: readonly Recorded[]): Json {
  return Object.fromEntries(
    Object.entries(SHARED_ANSWERS).map(([status, answer]) => [
      answer.name,
      {
        description: answer.description,
        headers: headers(['X-Request-Id', ...(answer.headers ?? [])]),
        content: {
          'application/json': {
            schema: ref('schemas', answer.schema),
            examples: examplesOf(recorded, answer.examplesOf ?? null, 'answer', Number(status)),
          },
        },
      },
    ]),
  );
}
