/** Adds to the document what follows from the kind of an operation, and so is written beside no route. */
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
type Operation = {
  operationId: string;
  security?: Json[];
  parameters?: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, Answer>;
};
export type OpenApiDocument = {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Json; responses?: Json; headers?: Json; parameters?: Json };
};

/** What decides what an operation may be asked and answer. */
type Kind = {
  operation: Operation;
  isPublic: boolean;
  isWrite: boolean;
  isDeletion: boolean;
  hasResource: boolean;
};

const PUBLIC_PATHS = '/v1/public/';
/** Its body may be absent, and its refusal has a form of its own. */
const CANCELLATION = 'cancelBooking';
const SUCCESSES: Record<string, string> = {
  200: 'Success.',
  201: 'Made.',
  204: 'Gone: the answer has no body.',
};

/** Told with every answer while there is a limit, a refusal or not. */
const LIMIT_HEADERS = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];

const ref = (section: string, name: string) => ({ $ref: `#/components/${section}/${name}` });
const headers = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, ref('headers', name)]));

/** The document with every status, header and recorded example, and no component that nothing refers to. */
export function completeDocument(document: OpenApiDocument): OpenApiDocument {
  const recorded = readExamples();
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const isPublic = path.startsWith(PUBLIC_PATHS);
      const kind = {
        operation,
        isPublic,
        isWrite: method !== 'get',
        isDeletion: method === 'delete',
        hasResource: path.includes('{'),
      };
      operation.security = isPublic ? [] : [{ token: [] }];
      describeRequest(kind, recorded);
      describeAnswers(kind, recorded);
    }
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

function describeRequest({ operation, isPublic, isWrite }: Kind, recorded: readonly Recorded[]): void {
  const values = valuesOf(recorded, operation.operationId);
  for (const parameter of operation.parameters ?? []) {
    if (parameter.schema?.type === 'array') Object.assign(parameter, { style: 'form', explode: false });
    const sent = values[parameter.name ?? ''];
    if (sent !== undefined) parameter.example = asTyped(sent, parameter.schema?.type);
  }
  const common = [
    ...(isWrite ? [ref('parameters', 'IdempotencyKey')] : []),
    ...(isPublic ? [ref('parameters', 'IfNoneMatch')] : []),
  ];
  const own = operation.parameters ?? [];
  const inOrder = [
    ...own.filter((one) => one.in === 'path'),
    ...own.filter((one) => one.in !== 'path'),
    ...common,
  ];
  if (inOrder.length > 0) operation.parameters = inOrder;
  if (!operation.requestBody) return;
  const { content } = operation.requestBody;
  content['application/json'].examples = examplesOf(recorded, operation.operationId, 'body');
  operation.requestBody.required = operation.operationId !== CANCELLATION;
}

/** What was sent in a path or query, as the value that it stands for. */
function asTyped(sent: string, type: unknown): unknown {
  if (type === 'integer') return Number(sent);
  return type === 'array' ? sent.split(',') : sent;
}

function describeAnswers(kind: Kind, recorded: readonly Recorded[]): void {
  const { operation, isPublic, isWrite, isDeletion, hasResource } = kind;
  const answers = operation.responses;
  if (isDeletion) {
    delete answers['200'];
    answers['204'] = {};
  }
  for (const [status, answer] of Object.entries(answers)) {
    const own = [
      'X-Request-Id',
      ...(isWrite ? ['Idempotent-Replay'] : []),
      ...(isPublic ? ['ETag', 'Cache-Control'] : []),
      ...LIMIT_HEADERS,
    ];
    Object.assign(answer, { description: SUCCESSES[status], headers: headers(own) });
  }
  if (isPublic) {
    const same = ['X-Request-Id', 'ETag', 'Cache-Control', ...LIMIT_HEADERS];
    answers['304'] = { description: 'What you have is still right.', headers: headers(same) };
  }
  const shared = [
    ...(isPublic ? [] : [401]),
    ...(isWrite ? [400, 403, 409, 413, 415] : []),
    ...(hasResource ? [404] : []),
    ...[429, 500, 503],
  ];
  for (const status of shared) answers[status] = ref('responses', SHARED_ANSWERS[status]?.name ?? '');
  if (isWrite || operation.parameters?.some((parameter) => parameter.in === 'query')) {
    answers['422'] = unprocessable(operation);
  }
  for (const [status, answer] of Object.entries(answers)) {
    const media = 'content' in answer ? answer.content?.['application/json'] : undefined;
    if (media) media.examples = examplesOf(recorded, operation.operationId, 'answer', Number(status));
  }
}

function unprocessable({ operationId }: Operation): Answer {
  const invalid = ref('schemas', 'Invalid');
  const schema =
    operationId === CANCELLATION ? { anyOf: [invalid, ref('schemas', 'NotCancellable')] } : invalid;
  return {
    description:
      'Parameters or fields that are invalid, or a rule or state that refuses: all of them at once.',
    headers: headers(['X-Request-Id']),
    content: { 'application/json': { schema } },
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
            examples: examplesOf(recorded, null, 'answer', Number(status)),
          },
        },
      },
    ]),
  );
}
