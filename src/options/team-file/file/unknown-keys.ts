import { z } from 'zod';
import { toOneLine } from '../../../domain/text/text.ts';

type Found = { place: string; key: string; count: number };

/** Most are typing mistakes. One that occurs in many entries of a list is reported once. */
export function createUnknownKeys() {
  const found = new Map<string, Found>();
  return {
    add(collection: string, place: string, schema: z.ZodObject, value: unknown): void {
      if (!isObject(value)) return;
      for (const key of unknownKeys(schema, value)) {
        const everywhere = `${collection}.${key.replaceAll(/\[\d+\]/g, '')}`;
        const known = found.get(everywhere);
        if (known) known.count += 1;
        else found.set(everywhere, { place, key, count: 1 });
      }
    },
    notices: (): string[] =>
      [...found.values()].map(({ place, key, count }) => {
        const others = count > 1 ? `, here and in ${count - 1} more` : '';
        return `${place}: ${key} is not known and was ignored${others}`;
      }),
  };
}

/** Values that are neither a list nor an object have no keys. */
function* unknownKeys(schema: z.core.$ZodType, value: object, path = ''): Generator<string> {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodArray && Array.isArray(value))
    for (const [index, item] of value.entries())
      if (isObject(item)) yield* unknownKeys(inner.element, item, `${path}[${index}]`);
  if (inner instanceof z.ZodRecord && isObject(value))
    for (const [key, item] of Object.entries(value))
      if (isObject(item)) yield* unknownKeys(inner.valueType, item, path === '' ? key : `${path}.${key}`);
  if (!(inner instanceof z.ZodObject) || !isObject(value)) return;
  const shape: Record<string, z.core.$ZodType> = inner.shape;
  const prefix = path === '' ? '' : `${path}.`;
  for (const [key, item] of Object.entries(value)) {
    const field = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (!field) yield prefix + toOneLine(key);
    else if (typeof item === 'object' && item !== null) yield* unknownKeys(field, item, prefix + key);
  }
}

/** Without wrappers that make a value optional or transform it. */
function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodNonOptional
  )
    return unwrapped(schema.unwrap());
  if (schema instanceof z.ZodPipe)
    return unwrapped(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema;
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
