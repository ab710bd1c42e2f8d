import type { TestApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';

/** Where the document is asked for. */
export const HOST = { host: 'innkeep.test' };

export async function openDocument(world: TestApp) {
  const document = (await world.get('/openapi.json', null, HOST)).json();
  /** By method and path. */
  const operations = Object.fromEntries(
    Object.entries<Json>(document.paths).flatMap(([where, methods]) =>
      Object.entries<Json>(methods).map(([method, operation]) => [
        `${method.toUpperCase()} ${where}`,
        operation,
      ]),
    ),
  );

  /** The target of a reference within the document, and any other value as it is. */
  function resolved(value: Json): Json {
    if (!value?.$ref) return value;
    const keys: string[] = value.$ref.slice(2).split('/');
    return keys.reduce((found: Json, key) => found[key], document);
  }
  return { document, operations, resolved };
}
