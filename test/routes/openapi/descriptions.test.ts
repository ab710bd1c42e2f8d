import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';

const world = await openSharedApp();
const document = (await world.get('/openapi.json', null, { host: 'innkeep.test' })).json();
const schemas: Record<string, Json> = document.components.schemas;

/** Values that are no schemas, whatever they contain. */
const VALUES = new Set(['examples', 'example', 'enum', 'const', 'default']);

const isDescribed = ({ description }: Json): boolean => /^\S.*[^\s:,]$/su.test(description ?? '');

/** Whether a property says itself what it means, or is a named schema (a list of them, or null) that does. */
function hasMeaning(schema: Json): boolean {
  if (isDescribed(schema)) return true;
  if (schema.$ref) return isDescribed(schemas[schema.$ref.split('/').at(-1)]);
  if (schema.type === 'array') return schema.items?.$ref !== undefined && hasMeaning(schema.items);
  const choices: Json[] = schema.anyOf ?? schema.oneOf ?? [];
  return choices.length > 0 && choices.every((choice) => choice.type === 'null' || hasMeaning(choice));
}

type Property = { path: string; schema: Json };

/** Lists every property of every schema in a part of the document, nested ones too. */
function listProperties(part: Json, path: string): Property[] {
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries<Json>(part).flatMap(([key, value]) => {
    if (VALUES.has(key)) return [];
    if (key !== 'properties' || Array.isArray(part)) return listProperties(value, `${path}/${key}`);
    return Object.entries<Json>(value).flatMap(([name, schema]) => [
      { path: `${path}.${name}`, schema },
      ...listProperties(schema, `${path}.${name}`),
    ]);
  });
}

const { paths, webhooks, components } = document;
const properties = listProperties({ paths, webhooks, ...components }, '');

test('the OpenAPI document describes every property of bodies, answers and events', () => {
  expect(properties.length).toBeGreaterThan(2_000);
  expect(properties.filter(({ schema }) => !hasMeaning(schema)).map(({ path }) => path)).toEqual([]);
});

test('the OpenAPI document describes every named schema', () => {
  const named = Object.entries(schemas);
  expect(named.length).toBeGreaterThan(150);
  expect(named.filter(([, schema]) => !isDescribed(schema)).map(([name]) => name)).toEqual([]);
});

test('no description in the OpenAPI document merely repeats the name of its property', () => {
  const wordsOf = (text: string) => text.toLowerCase().match(/[a-z]+/g) ?? [];
  const FILLERS = new Set(['a', 'an', 'the', 'of', 'its', 'it', 'is', 'this']);
  const repeated = properties.filter(({ path, schema }) => {
    const name = new Set(wordsOf(path.split('.').at(-1) ?? ''));
    const words = wordsOf(schema.description ?? '').filter((word) => !FILLERS.has(word));
    return schema.description && words.every((word) => name.has(word));
  });
  expect(repeated.map(({ path, schema }) => [path, schema.description])).toEqual([]);
});
