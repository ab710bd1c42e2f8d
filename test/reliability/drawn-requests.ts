/** Requests drawn from the OpenAPI document: valid ones from its schemas, and broken ones derived from these. */
import fc from 'fast-check';
import { addDays } from '../../src/domain/dates/dates.ts';
import { anyDate, dateBetween } from '../helpers/arbitraries.ts';
import type { Json } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { POOLS } from '../registers/all.ts';

/** Existing values, by the names of parameters and fields. They may grow and shrink. */
export type Pools = {
  /** By name: `listing`, `listing_id`, `guest`, `email`, … */
  values: Record<string, readonly string[]>;
  /** Parameters of a path that belong together, by the last of them: a payment and its booking. */
  parts: Record<string, readonly Record<string, string>[]>;
  /** Units with their listings. */
  units: readonly { listing_id: string; unit_id: string }[];
  /** Bookings of visitors, with their keys. */
  siteBookings: readonly { confirmation_code: string; key: string }[];
};

export type Operation = {
  name: string;
  method: string;
  path: string;
  parameters: Json[];
  body: Json | null;
  responses: Json;
};

/** A request before it is encoded. `query` is already encoded. */
export type Drawn = {
  path: Record<string, string>;
  query: [name: string, value: string][];
  headers: Record<string, string>;
  body: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string | Buffer;
};

/** The operations of a document, with references resolved. */
export function operationsOf(document: Json): Operation[] {
  return Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) => ({
      name: operation.operationId,
      method: method.toUpperCase(),
      path,
      parameters: (operation.parameters ?? []).map((one: Json) => resolved(document, one)),
      body: operation.requestBody?.content['application/json']?.schema ?? null,
      responses: Object.fromEntries(
        Object.entries<Json>(operation.responses).map(([status, one]) => [status, resolved(document, one)]),
      ),
    })),
  );
}

export function resolved(document: Json, value: Json): Json {
  if (!value?.$ref) return value;
  const keys: string[] = value.$ref.slice(2).split('/');
  return resolved(
    document,
    keys.reduce((found: Json, key) => found[key], document),
  );
}

type Drawing = { document: Json; pools: Pools };

/**
 * Values of a schema, for the keywords that the document uses. Existing values are drawn for names that refer to
 * entities.
 */
function drawnFrom(drawing: Drawing, schema: Json, name: string): fc.Arbitrary<unknown> {
  const found = resolved(drawing.document, schema);
  if (found.anyOf) return fc.oneof(...found.anyOf.map((one: Json) => drawnFrom(drawing, one, name)));
  if (Array.isArray(found.type))
    return fc.oneof(...found.type.map((type: string) => drawnFrom(drawing, { ...found, type }, name)));
  if (found.const !== undefined) return fc.constant(found.const);
  if (found.enum) return fc.constantFrom(...found.enum);
  switch (found.type) {
    case 'string':
      return textOf(drawing.pools, found, name);
    case 'integer':
      return integerOf(found);
    case 'number':
      return integerOf({
        minimum: (found.minimum ?? 0) * 10_000,
        maximum: found.maximum * 10_000,
      }).map((value) => value / 10_000);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return fc.array<unknown>(drawnFrom(drawing, found.items, name), {
        minLength: found.minItems ?? 0,
        maxLength: Math.min(found.maxItems ?? 4, 4),
      });
    case 'object':
      if (!found.properties) return ownFields;
      return recordOf(
        Object.entries(found.properties).map(([key, one]) => [key, drawnFrom(drawing, one, key)]),
        found.required ?? [],
      ).chain((value) => sensible(drawing.pools, value));
    // A field that a caller may send back as it was read.
    case undefined:
      return fc.constantFrom(null, 'as it was');
    default:
      throw new Error(`There is no drawing ${JSON.stringify(found)} for ${name}.`);
  }
}

/** Fields under names of the caller's own. */
const ownFields = fc.dictionary(
  fc.constantFrom('a', 'lock_code', 'zone_2'),
  fc.constantFrom(null, '', 'text', true, 0, -1.5),
  { maxKeys: 3, noNullPrototype: true },
);

/** Objects with these fields. Optional fields may be missing. */
const recordOf = (
  fields: [name: string, value: fc.Arbitrary<unknown>][],
  requiredKeys: string[],
): fc.Arbitrary<Record<string, unknown>> => fc.record(Object.fromEntries(fields), { requiredKeys });

/** Mostly small numbers. A page of a hundred is drawn, but not every time. */
const integerOf = ({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Json) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: minimum, max: Math.min(minimum + 3, maximum) }) },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: maximum }) },
  );

function textOf(pools: Pools, schema: Json, name: string): fc.Arbitrary<string> {
  const anew = newTextOf(schema);
  if (!(name in pools.values)) return anew;
  const known = fc
    .tuple(fc.nat(), anew)
    .map(([index, instead]) => pools.values[name]?.[index % (pools.values[name]?.length || 1)] ?? instead);
  return fc.oneof({ weight: 9, arbitrary: known }, { weight: 1, arbitrary: anew });
}

/** Characters of every kind. fast-check's own unit for them takes a second to create. */
const PRINTED = [...'aZ09 .,-_@/\\"\'<&%+', ...['é', 'e\u0301', 'ß', 'İ', '世', '👩‍👩‍👧', '🏠']];
const printedSign = fc.constantFrom(...PRINTED);
const anySign = fc.constantFrom(...PRINTED, '\t', '\n', '\u200d', '\u202e', '\ufeff');

function newTextOf({ format, title, pattern, minLength = 0, maxLength = 40 }: Json): fc.Arbitrary<string> {
  switch (format) {
    case 'uuid':
      return fc.uuid();
    case 'date':
      return fc.oneof(
        { weight: 19, arbitrary: dateBetween(day(0), day(360)) },
        { weight: 1, arbitrary: anyDate },
      );
    case 'date-time':
      return fc
        .date({ min: new Date('2000-01-01'), max: new Date('2199-12-31'), noInvalidDate: true })
        .map((moment) => moment.toISOString().replace(/\.\d+Z$/, '+00:00'));
    case 'email':
      return fc.oneof(
        { weight: 19, arbitrary: fc.stringMatching(/^[a-z][a-z0-9+-]{0,20}@[a-z]{2,9}\.example$/) },
        { weight: 1, arbitrary: fc.emailAddress() },
      );
    case 'hostname':
      return fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,20}[a-z0-9])$/);
    case 'uri':
      return fc.webUrl();
    default:
  }
  if (title === 'time zone') return fc.constantFrom('Europe/Lisbon', 'Pacific/Apia', 'UTC');
  if (title === 'degrees as text') return fc.integer({ min: -90, max: 90 }).map(String);
  if (pattern) return fc.stringMatching(new RegExp(pattern));
  const length = { minLength, maxLength: Math.min(maxLength, 60) };
  // Long texts are many bytes, and one is as good as many.
  return fc.oneof(
    { weight: 18, arbitrary: fc.string({ unit: printedSign, ...length }) },
    { weight: 1, arbitrary: fc.string({ unit: anySign, ...length }) },
    { weight: 1, arbitrary: fc.constant('é'.repeat(maxLength)) },
  );
}

/** Makes most bodies and queries consistent: an end after its start, one kind of guest, a unit of the listing. */
function sensible(pools: Pools, value: Record<string, unknown>): fc.Arbitrary<Record<string, unknown>> {
  return fc
    .record({ as: fc.integer({ min: 0, max: 9 }), length: fc.integer({ min: 1, max: 6 }), index: fc.nat() })
    .map(({ as, length, index }) => {
      if (as === 0) return value;
      const made = { ...value };
      for (const [start, end] of [
        ['check_in', 'check_out'],
        ['start_date', 'end_date'],
        ['valid_from', 'valid_until'],
      ] as const)
        if (typeof made[start] === 'string' && end in made) made[end] = addDays(made[start], length);
      if ('listing_id' in made && 'number_of_guests' in made && !made.guest && !made.guest_id)
        made.guest = { name: 'Somebody' };
      // Most totals, extras and holds that are drawn do not fit the booking. Booking sites require a total.
      if (index % 4 !== 0) {
        for (const field of ['expires_in', 'totals', 'extras']) delete made[field];
        if (!('listing' in made)) delete made.expected_total;
      }
      if (made.children_ages) made.adults ||= 1;
      const { adults = made.adults } = (made.party ?? {}) as { adults?: unknown };
      if (adults) for (const field of ['number_of_guests', 'guests']) delete made[field];
      else if ('guest' in made) made.number_of_guests ??= 1;
      if (typeof made.basis === 'string') {
        const isPercent = made.basis.startsWith('percent');
        delete made[isPercent ? 'amount' : 'percent'];
        made[isPercent ? 'percent' : 'amount'] ??= 1;
      }
      const slugs = pools.values.listingSlug ?? [];
      if ('listing' in made && 'check_in' in made) made.listing = slugs[index % slugs.length] ?? made.listing;
      if (made.guest && made.guest_id) delete made[index % 2 === 0 ? 'guest' : 'guest_id'];
      const unit = pools.units[index % (pools.units.length || 1)];
      if (made.unit_id && unit) Object.assign(made, unit);
      return made;
    });
}

/** Under which name a parameter's existing values are known: most have one of their own. */
function poolNameOf(operation: Operation, { in: where, name }: Json): string {
  const { path } = operation;
  const pool = POOLS.map(({ names }) => names?.[`${operation.name} ${name}`]).find(Boolean);
  if (pool) return pool;
  // Charges have codes: `/v1/fees/{code}`.
  if (where === 'path' && name === 'code') return path.split('/')[2] ?? name;
  return path.endsWith('/reports/months') && where === 'query' && name !== 'listing_id' ? 'month' : name;
}

/** Clients take `.` and `..` out of a path before they send it. */
const isKeptInUrls = (path: Record<string, string>): boolean =>
  !Object.values(path).some((part) => part === '.' || part === '..');

/** Valid requests of an operation. */
export function wholeRequest(document: Json, pools: Pools, operation: Operation): fc.Arbitrary<Drawn> {
  const drawing = { document, pools };
  const place = (where: string) => {
    const found = operation.parameters.filter((one) => one.in === where);
    return recordOf(
      found.map((one) => [one.name, drawnFrom(drawing, one.schema, poolNameOf(operation, one))]),
      found.filter((one) => one.required).map((one) => one.name),
    );
  };
  return fc
    .record({
      path: (place('path') as fc.Arbitrary<Record<string, string>>).filter(isKeptInUrls),
      query: place('query').chain((value) => sensible(pools, value)),
      headers: fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: place('header') as fc.Arbitrary<Record<string, string>> },
      ),
      body: operation.body ? drawnFrom(drawing, operation.body, '') : fc.constant(undefined),
      index: fc.nat(),
    })
    .map(({ path, query, headers, body, index }) => ({
      ...fitting(pools, { path, headers: printed(headers) }, index),
      query: Object.entries(query).map(([name, value]): [string, string] => [name, encoded(String(value))]),
      body,
    }));
}

const printed = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => /^[\x20-\x7e]*$/.test(value))
      .map(([name, value]) => [name.toLowerCase(), value.trim()]),
  );

/** Mostly what belongs together: a part of a folio and its booking, a visitor's booking and its key. */
function fitting(pools: Pools, drawn: Pick<Drawn, 'path' | 'headers'>, index: number): typeof drawn {
  const { path, headers } = drawn;
  const one = <Known>(list: readonly Known[]): Known | undefined =>
    index % 10 === 0 ? undefined : list[index % (list.length || 1)];
  const siteBooking = 'confirmation_code' in path ? one(pools.siteBookings) : undefined;
  if (siteBooking) {
    const { confirmation_code, key } = siteBooking;
    return { path: { ...path, confirmation_code }, headers: { ...headers, 'booking-key': key } };
  }
  const together = Object.entries(pools.parts).find(([part]) => part in path)?.[1] ?? [];
  return { path: { ...path, ...one(together) }, headers };
}

export const encoded = (text: string) => encodeURIComponent(text.toWellFormed());

/** The path and query of a request. */
export function urlOf(operation: Operation, { path, query }: Drawn): string {
  const where = operation.path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => encoded(path[name] ?? ''));
  return query.length === 0 ? where : `${where}?${query.map((pair) => pair.join('=')).join('&')}`;
}
