/** The writes of the reference, and all objects in their bodies. */
import type { Json } from '../helpers/bookings.ts';
import { FIXED_PARAMETERS } from '../registers/all.ts';

/** An id that nothing has. */
const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
/** What a path must name for its route to be found. Any other parameter is an id that nothing has. */
const IN_PATH: Record<string, string> = { code: 'some-code', ...FIXED_PARAMETERS };

/** The target of a reference within the document, and any other value as it is. */
const resolve = (document: Json, value: Json): Json =>
  value?.$ref
    ? value.$ref
        .slice(2)
        .split('/')
        .reduce((found: Json, key: string) => found[key], document)
    : value;

type ObjectInBody = {
  path: string[];
  /** The names of its fields. */
  fields: string[];
  /** A body that has a value in place of the object. */
  bodyWith: (value: Json) => Json;
};

/** Every object in a body's schema: how a body reaches it with a value, and its path. */
function listObjects(document: Json, schema: Json, path: string[] = []): ObjectInBody[] {
  const target = resolve(document, schema);
  const either = target.anyOf ?? target.oneOf;
  if (either) return either.flatMap((one: Json) => listObjects(document, one, path));
  if (target.type === 'array')
    return listObjects(document, target.items, [...path, '0']).map((one) => ({
      ...one,
      bodyWith: (value) => [one.bodyWith(value)],
    }));
  if (!target.properties) return [];
  const nested = Object.entries<Json>(target.properties).flatMap(([name, field]) =>
    listObjects(document, field, [...path, name]).map((one) => ({
      ...one,
      bodyWith: (value: Json) => ({ [name]: one.bodyWith(value) }),
    })),
  );
  return [{ path, fields: Object.keys(target.properties), bodyWith: (value) => value }, ...nested];
}

/**
 * The writes of an OpenAPI document, save those of pictures. The site in their paths is that of a given team. A write
 * that takes no body has no example and no objects.
 */
export const listWrites = (document: Json, teamSlug: string) =>
  Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).flatMap(([method, { operationId, requestBody }]) => {
      const content = requestBody?.content['application/json'];
      if (method === 'get' || (requestBody && !content)) return [];
      const url = path
        .slice('/v1'.length)
        .replace('{teamSlug}', teamSlug)
        .replaceAll(/\{(\w+)\}/g, (_text, name) => IN_PATH[name] ?? NOBODY);
      return [
        {
          operationId: operationId as string,
          method: method.toUpperCase() as 'POST' | 'PUT' | 'DELETE',
          url,
          example: content?.example as object | undefined,
          objects: content ? listObjects(document, content.schema) : [],
        },
      ];
    }),
  );
