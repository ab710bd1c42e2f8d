/**
 * Adds examples to the OpenAPI document where tools look for them: at bodies, answers and parameters. The example
 * of a request's body comes from the body's schema. The example of an answer is built from its schema, so that it
 * has every field.
 */
import { ERROR_ANSWERS } from './components.ts';
import { FIELD_EXAMPLES, PARAMETER_EXAMPLES, PICTURE_EXAMPLES } from './example-values.ts';
import { SERVER } from './served.ts';

type Schema = {
  $ref?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  examples?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
};
type Schemas = Record<string, Schema>;
type Content = Record<string, { schema?: Schema; example?: unknown }>;
type Parameter = { in?: string; name?: string; example?: unknown };
type Operation = {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<string, { content?: Content }>;
};
type Paths = Record<string, Record<string, Operation>>;
type Document = {
  paths: Paths;
  webhooks: Paths;
  components: { schemas: Schemas; responses: Record<string, { content: Content }> };
};

/** Adds an example to each body, answer and parameter of the document. */
export function addExamples({ paths, webhooks, components: { schemas, responses } }: Document): void {
  for (const [path, operations] of [paths, webhooks].flatMap(Object.entries<Record<string, Operation>>)) {
    for (const operation of Object.values(operations)) addOperationExamples(operation, path, schemas);
  }
  for (const { name, message } of Object.values(ERROR_ANSWERS))
    addContentExample(responses[name]?.content, (schema) => ({
      ...(buildExample(schema, { schemas, name }) as object),
      message,
    }));
}

/**
 * A picture's body is bytes, which JSON cannot hold, so its example is in base64. It is no `externalValue`:
 * openapi-typescript follows those like references, and stops at a `data:` address.
 */
export const describePictureBody = () => ({
  required: true,
  content: Object.fromEntries(
    Object.entries(PICTURE_EXAMPLES).map(([type, example]) => [
      type,
      { schema: { description: 'The bytes of the picture. The example is one pixel, in base64.' }, example },
    ]),
  ),
});

function addOperationExamples(operation: Operation, path: string, schemas: Schemas): void {
  const { operationId, parameters = [], requestBody, responses } = operation;
  for (const parameter of parameters) addParameterExample(operationId, parameter);
  const describeValue = (name: string) => String(findParameterExample(operationId, name) ?? `{${name}}`);
  const address = SERVER + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => describeValue(name));
  for (const part of [requestBody, ...Object.values(responses)])
    addContentExample(part?.content, (schema) =>
      buildExample(schema, { schemas, name: operationId, address }),
    );
}

const findParameterExample = (operationId: string, name: string): unknown =>
  PARAMETER_EXAMPLES[`${operationId} ${name}`] ?? PARAMETER_EXAMPLES[name];

function addParameterExample(operationId: string, parameter: Parameter): void {
  if (parameter.in !== 'path' && parameter.in !== 'query') return;
  const example = findParameterExample(operationId, parameter.name ?? '');
  if (example !== undefined) parameter.example = example;
}

function addContentExample(content: Content | undefined, build: (schema: Schema) => unknown): void {
  const json = content?.['application/json'];
  if (json?.schema) json.example = build(json.schema);
}

/**
 * Where a schema is in the document: its component or operation, and the names of the fields that lead to it. `address`
 * is the operation's address, for examples of links.
 */
type Place = { schemas: Schemas; name: string; fields?: readonly string[]; address?: string };

function buildExample(schema: Schema, place: Place): unknown {
  const known = [findFieldExample(schema, place), schema.const, schema.examples?.[0], schema.enum?.[0]];
  const example = known.find((value) => value !== undefined);
  if (example !== undefined) return example;

  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return buildExample(place.schemas[name] ?? {}, { ...place, name, fields: [] });
  }
  // A field that may be null needs no example of its own.
  if (fits(schema, null) && isPlain(schema)) return null;
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((part) => buildExample(part, place)));
  const [variant] = (schema.anyOf ?? schema.oneOf ?? []).filter(({ type }) => type !== 'null');
  if (variant) return buildExample(variant, place);

  const [type] = listTypes(schema);
  if (type === 'object') return buildObject(schema.properties ?? {}, place);
  if (type === 'array') return [buildExample(schema.items ?? {}, place)];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return false;
  throw new Error(`Nothing in example-values.ts fits ${[place.name, ...(place.fields ?? [])].join(' ')}.`);
}

const buildObject = (properties: Record<string, Schema>, place: Place): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(properties).map(([field, schema]) => [
      field,
      buildExample(schema, { ...place, fields: [...(place.fields ?? []), field] }),
    ]),
  );

/**
 * Finds the example of a field, by its path in its component or by its name alone, if the example fits the
 * schema.
 */
function findFieldExample(schema: Schema, { name, fields = [], address = '' }: Place): unknown {
  const field = fields.at(-1);
  if (field === undefined) return undefined;
  const keys = [`${name} ${fields.join('.')}`, `${name} ${field}`, field];
  const value = keys.map((key) => FIELD_EXAMPLES[key]).find((one) => one !== undefined && fits(schema, one));
  return typeof value === 'string' ? value.replace('{address}', address) : value;
}

const PLAIN_TYPES = ['string', 'integer', 'number', 'boolean', 'null'];

/** Whether all variants of a schema are plain values: texts, numbers, booleans or null. */
const isPlain = (schema: Schema): boolean =>
  (schema.anyOf ?? schema.oneOf ?? [schema]).every((variant) => {
    const types = listTypes(variant);
    return types.length > 0 && types.every((type) => PLAIN_TYPES.includes(type));
  });

const listTypes = ({ type = [] }: Schema): string[] => [type].flat();

function fits(schema: Schema, value: unknown): boolean {
  const variants = schema.anyOf ?? schema.oneOf;
  if (variants) return variants.some((variant) => fits(variant, value));
  if (schema.const !== undefined || schema.enum)
    return [schema.const, ...(schema.enum ?? [])].includes(value);
  return listTypes(schema).some((type) => isOfType[type]?.(value, schema));
}

const isOfType: Record<string, (value: unknown, schema: Schema) => boolean> = {
  string: (value) => typeof value === 'string',
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
  array: (value, { items = {} }) => Array.isArray(value) && value.every((item) => fits(items, item)),
};
