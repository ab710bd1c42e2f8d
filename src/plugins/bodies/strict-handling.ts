/**
 * Refuses unknown fields of a body: all of them with the header `Prefer: handling=strict`, else only if the
 * operation can write no field of the body (docs/rules.md, 3.6).
 */
import fp from 'fastify-plugin';
import { type ZodType, z } from 'zod';
import { MAX_REPORTED_PROBLEMS } from '../../domain/limits.ts';
import { type FieldMessage, type FieldMessages, hasMessages } from '../../services/field-messages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the request is refused, or null. */
    unknownFields: FieldMessages | null;
  }
}

/** Which fields a value may have. */
type JsonSchema = {
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  type?: unknown;
  /** Only answers have read-only fields, so they are unknown in a body. */
  readOnly?: boolean;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
};
type Definitions = Record<string, JsonSchema>;

/**
 * Before validation, which removes unknown fields. They are reported together with all other invalid fields.
 */
export const strictBodies = fp(async (app) => {
  app.decorateRequest('unknownFields', null);
  app.addHook('preValidation', (request, reply, done) => {
    const { body: schema, response } = request.routeOptions.schema ?? {};
    if (!schema) return done();
    const isStrict = isStrictHandlingPreferred(request.headers.prefer);
    if (isStrict) reply.header('preference-applied', 'handling=strict');
    const messages = isStrict
      ? listUnknownFields(schema as ZodType, request.body)
      : listFieldsOfUselessBody(schema as ZodType, request.body, response);
    if (hasMessages(messages)) request.unknownFields = messages;
    done();
  });
});

/** `Prefer` lists preferences with commas between them, which a quoted one may itself contain. */
const PREFERENCE_PATTERN = /(?:[^,"]|"(?:\\.|[^"\\])*(?:"|$))+/g;
const HANDLING_PATTERN = /^\s*handling\s*(?:=\s*"?([^\s";]*)"?\s*)?(?:;|$)/i;

/** Of a repeated preference the first counts (RFC 7240, 2). */
export function isStrictHandlingPreferred(prefer: string | string[] | undefined): boolean {
  const preferences = [prefer ?? []].flat().join(',').match(PREFERENCE_PATTERN) ?? [];
  const handling = preferences.map((one) => HANDLING_PATTERN.exec(one)).find((match) => match !== null);
  return handling?.[1]?.toLowerCase() === 'strict';
}

const jsonSchemas = new WeakMap<ZodType, JsonSchema & { $defs?: Definitions }>();

function findJsonSchema(schema: ZodType): JsonSchema & { $defs?: Definitions } {
  const known = jsonSchemas.get(schema);
  if (known) return known;
  const made = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  jsonSchemas.set(schema, made);
  return made;
}

function listUnknownFields(schema: ZodType, body: unknown): FieldMessages {
  const root = findJsonSchema(schema);
  const fields = walkUnknownFields([root], root.$defs ?? {}, body, '').take(MAX_REPORTED_PROBLEMS);
  return Object.fromEntries([...fields].map((field) => [field, [UNKNOWN]]));
}

/**
 * All fields of a body of which the operation can write none: a misspelt change must not seem to have been
 * made. A field that the answer shows is known, but cannot be set by this operation.
 */
function listFieldsOfUselessBody(schema: ZodType, body: unknown, response: unknown): FieldMessages {
  const sent = isObject(body) ? Object.keys(body) : [];
  const written = findFieldNames(schema);
  if (sent.length === 0 || written.size === 0 || sent.some((name) => written.has(name))) return {};
  const shown = listShownFields(response);
  return Object.fromEntries(
    sent
      .slice(0, MAX_REPORTED_PROBLEMS)
      .map((name): [string, FieldMessage[]] => [name, [shown.has(name) ? NOT_SET_HERE : UNKNOWN]]),
  );
}

const UNKNOWN: FieldMessage = { code: 'unknown', predicate: 'is unknown.' };
const NOT_SET_HERE: FieldMessage = { code: 'not_allowed', predicate: 'cannot be set here.' };

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldNames = new WeakMap<ZodType, Set<string>>();

function findFieldNames(schema: ZodType): Set<string> {
  const known = fieldNames.get(schema);
  if (known) return known;
  const root = findJsonSchema(schema);
  const properties = listOptions(root, root.$defs ?? {}).flatMap((option) =>
    Object.entries(option.properties ?? {}),
  );
  const names = new Set(properties.filter(([, { readOnly }]) => !readOnly).map(([name]) => name));
  fieldNames.set(schema, names);
  return names;
}

function listShownFields(response: unknown): Set<string> {
  const answers = Object.values((response ?? {}) as Record<string, unknown>);
  const shown = answers.flatMap((answer) => {
    const data = answer instanceof z.ZodObject ? answer.shape.data : null;
    return data instanceof z.ZodObject ? Object.keys(data.shape) : [];
  });
  return new Set(shown);
}

/**
 * Paths of fields that none of the alternative schemas has. A JSON Schema that names no fields takes any. The
 * walk goes no deeper than the schemas, whatever a body holds.
 */
function* walkUnknownFields(
  schemas: readonly JsonSchema[],
  definitions: Definitions,
  value: unknown,
  path: string,
): Generator<string> {
  if (schemas.length === 0 || typeof value !== 'object' || value === null) return;
  const options = schemas.flatMap((schema) => listOptions(schema, definitions));
  const pathOf = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`);
  if (Array.isArray(value)) {
    const items = options.flatMap((option) => option.items ?? []);
    for (const [index, item] of value.entries())
      yield* walkUnknownFields(items, definitions, item, pathOf(index));
    return;
  }
  const objects = options.filter(({ type }) => type === undefined || type === 'object');
  if (objects.length === 0 || objects.some(isFreeForm)) return;
  for (const [name, field] of Object.entries(value)) {
    const declared = objects.flatMap((schema) => findField(schema, name));
    if (declared.length === 0) yield pathOf(name);
    else yield* walkUnknownFields(declared, definitions, field, pathOf(name));
  }
}

/** A value must fit one of them. */
function listOptions(schema: JsonSchema, definitions: Definitions): JsonSchema[] {
  if (schema.$ref !== undefined) {
    const definition = definitions[schema.$ref.replace('#/$defs/', '')];
    return definition ? listOptions(definition, definitions) : [];
  }
  const options = schema.anyOf ?? schema.oneOf;
  return options ? options.flatMap((option) => listOptions(option, definitions)) : [schema];
}

/** The values of a map, such as translations by language, have one schema whatever their names. */
function findField({ properties = {}, additionalProperties }: JsonSchema, name: string): JsonSchema | [] {
  if (Object.hasOwn(properties, name)) return properties[name]?.readOnly ? [] : (properties[name] ?? []);
  return typeof additionalProperties === 'object' ? additionalProperties : [];
}

const isFreeForm = ({ properties, additionalProperties = false }: JsonSchema): boolean =>
  additionalProperties === true || (properties === undefined && additionalProperties === false);
