/** Checks values against the served document, more strictly than a client should: unknown fields are refused. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { Json } from '../../helpers/bookings.ts';

const ROOT = 'reference';

export function createChecker(document: Json) {
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, validateFormats: true });
  formats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: ROOT, components: { schemas: closed(document.components.schemas) } });
  // Compiling a schema takes a thousand times as long as using it.
  const compiled = new Map<Json, ValidateFunction>();
  return (schema: Json, value: unknown): string[] => {
    const validate = compiled.get(schema) ?? ajv.compile(referringTo(closed(schema)));
    compiled.set(schema, validate);
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
  };
}

const referringTo = (schema: Json): Json =>
  JSON.parse(JSON.stringify(schema), (key, value) => (key === '$ref' ? `${ROOT}${value}` : value));

/** The schema, with unknown fields refused in every object. */
function closed(schema: Json): Json {
  if (typeof schema !== 'object' || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(closed);
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  if (copy.type === 'object' && copy.properties && copy.additionalProperties === undefined)
    copy.additionalProperties = false;
  return copy;
}
