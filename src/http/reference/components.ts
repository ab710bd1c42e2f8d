import type { OpenApiDocument } from './complete.ts';

const SCHEMA = '#/components/schemas/';
const INPUT = 'Input';

/**
 * Every named schema is in the document twice, once for reading and once for writing. Unused ones are removed, and a
 * schema that is only written loses the suffix that distinguished the two.
 */
export function tidyComponents(document: OpenApiDocument): OpenApiDocument {
  const used = reachable(document);
  const newName = (name: string) => {
    const plain = name.endsWith(INPUT) ? name.slice(0, -INPUT.length) : name;
    return used.has(plain) ? name : plain;
  };
  const schemas = Object.entries(document.components.schemas)
    .filter(([name]) => used.has(name))
    .map(([name, schema]) => [newName(name), schema] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const tidy = { ...document, components: { ...document.components, schemas: Object.fromEntries(schemas) } };
  return JSON.parse(JSON.stringify(tidy), (key, value) =>
    key === '$ref' && String(value).startsWith(SCHEMA)
      ? SCHEMA + newName(String(value).slice(SCHEMA.length))
      : value,
  );
}

/** The names of the schemas that the paths refer to, directly or through other schemas. */
function reachable({ paths, components }: OpenApiDocument): Set<string> {
  const found = new Set<string>();
  const rest: unknown[] = [paths, components.responses];
  while (rest.length > 0) {
    for (const [, name = ''] of JSON.stringify(rest.pop()).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.add(name);
      rest.push(components.schemas[name]);
    }
  }
  return found;
}
