/**
 * If the caller sends the header `Prefer` with `handling=strict`, unknown fields of a body are refused
 * (docs/rules.md, 3.6).
 */
import fp from 'fastify-plugin';
import { type ZodType, z } from 'zod';
import { MAX_REPORTED_PROBLEMS } from '../../domain/limits.ts';
import { type FieldMessages, hasMessages } from '../../services/field-messages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * The error messages about unknown fields of the body, or null if there are none, or if the caller does
     * not ask for strict handling.
     */
    unknownFields: FieldMessages | null;
  }
}

/** The parts of a JSON Schema that say which fields a value may have. */
type JsonSchema = {
  $ref?: string;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  type?: unknown;
  /** Read-only fields, which only answers have, count as unknown fields in a body. */
  readOnly?: boolean;
  properties?: Record<string, JsonSchema>;
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
};
type Definitions = Record<string, JsonSchema>;

/**
 * Finds unknown fields before validation, which removes them from the body. Unknown fields are reported together
 * with all other invalid fields.
 */
export const strictBodies = fp(async (app) => {
  app.decorateRequest('unknownFields', null);
  app.addHook('preValidation', (request, reply, done) => {
    const { body: schema } = request.routeOptions.schema ?? {};
    if (schema && isStrictHandlingPreferred(request.headers.prefer)) {
      reply.header('preference-applied', 'handling=strict');
      const messages = listUnknownFields(schema as ZodType, request.body);
      if (hasMessages(messages)) request.unknownFields = messages;
    }
    done();
  });
});

/**
 * Matches one preference in a `Prefer` header, which lists several with commas between them. A quoted
 * preference may itself contain commas.
 */
const PREFERENCE_PATTERN = /(?:[^,"]|"(?:\\.|[^"\\])*(?:"|$))+/g;
const HANDLING_PATTERN = /^\s*handling\s*(?:=\s*"?([^\s";]*)"?\s*)?(?:;|$)/i;

/**
 * Whether a `Prefer` header asks for strict handling. If a `Prefer` header repeats a preference, the first
 * one counts (RFC 7240, 2).
 */
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
  return Object.fromEntries(
    [...fields].map((field) => [field, [{ code: 'unknown', predicate: 'is unknown.' }]]),
  );
}

/**
 * The paths of a body's fields that none of several alternative schemas has. If a JSON Schema names no
 * fields, an object may have any field. The walk goes no deeper than the schemas, whatever a body holds.
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
    const declared = objects.flatMap(({ properties = {} }) =>
      Object.hasOwn(properties, name) && !properties[name]?.readOnly ? (properties[name] ?? []) : [],
    );
    if (declared.length === 0) yield pathOf(name);
    else yield* walkUnknownFields(declared, definitions, field, pathOf(name));
  }
}

/** The alternatives of a union in a JSON Schema: a value must fit one of them. */
function listOptions(schema: JsonSchema, definitions: Definitions): JsonSchema[] {
  if (schema.$ref !== undefined) {
    const definition = definitions[schema.$ref.replace('#/$defs/', '')];
    return definition ? listOptions(definition, definitions) : [];
  }
  const options = schema.anyOf ?? schema.oneOf;
  return options ? options.flatMap((option) => listOptions(option, definitions)) : [schema];
}

const isFreeForm = ({ properties, additionalProperties = false }: JsonSchema): boolean =>
  properties === undefined || additionalProperties !== false;
