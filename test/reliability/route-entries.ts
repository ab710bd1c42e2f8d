/**
 * How to call every route of the app, and where an id, a slug or a name can occur in it. The served OpenAPI document
 * describes the API's routes, and their patterns describe all others. A new route is covered automatically. A new
 * parameter or field fails until a register says whose id or name it holds (`own`), or that it holds none (`texts`).
 */

import type { InjectOptions } from 'fastify';
import { openSharedApp, type TestAppOptions } from '../helpers/app.ts';
import type { Json } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { browserOf, visitorOf } from '../helpers/pages.ts';
import { CALLS, FIXED_PARAMETERS, OWN_OF_FIELDS, TEXTS } from '../registers/all.ts';
import type { Entry } from '../registers/entry.ts';
import { collectRoutes, type ExistingRoute } from '../registers/existing-routes.ts';
import type { Browser, Own } from '../registers/lived-in.ts';
import { type Operation, operationsOf, resolved } from './drawn-requests.ts';

/** An id that nothing has. */
export const NOBODY = '01943600-0000-7000-8000-ffffffffffff';

/** Each kind of charge has codes of its own. */
const CODED: Record<string, Record<string, keyof Own>> = {
  fees: { 'path.code': 'fee' },
  taxes: { 'path.code': 'tax' },
  discounts: { 'path.code': 'discount' },
  roles: { 'path.code': 'role' },
};
const DATES: Record<string, string> = {
  check_in: day(40),
  check_out: day(43),
  start_date: day(60),
  end_date: day(73),
  from: day(0),
  to: day(90),
};

/** The name of an operation's route, as it is registered. */
export const routeOf = ({ method, path }: Operation): string =>
  `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;

/** Reads come first and deletions last, so that a team can send all requests. */
const rankOf = (route: string): number => RANKS.findIndex((routes) => routes.test(route));
const RANKS = [
  /^(GET|OPTIONS) /,
  // At the prices of before.
  /^POST \/v1\/public\/:teamSlug\/bookings$/,
  /^(?!DELETE )(?!.*\/(cancel|revoke|remove|withdraw|delete|sign-out)$)/,
  /^DELETE |\/(cancel|revoke|remove|withdraw)$/,
  /\/delete$/,
  /\/sign-out$/,
];

/** No name resolves, so that a webhook's address can be saved and nobody is called. */
export const NO_NAMES_KNOWN = { lookUpAll: () => Promise.reject(new Error('There are no names here.')) };

/** An app with a visitor of its pages, and an entry for each of its routes. */
export async function openSweptApp(options: TestAppOptions = {}) {
  const existing: ExistingRoute[] = [];
  const world = await openSharedApp({
    outbound: NO_NAMES_KNOWN,
    // Some routes exist only where messages are sent, or where teams begin. Nothing sends the messages.
    sendsMail: true,
    mayAlwaysBegin: true,
    ...options,
    extend: (app) => collectRoutes(app, existing),
  });
  const document: Json = (await world.get('/openapi.json')).json();
  const routes = new Set(existing.filter(({ isFormAddress }) => !isFormAddress).map(({ name }) => name));
  const operations = operationsOf(document);
  const visitor = visitorOf(world);
  await visitor.get('/app/sign-in');
  const entries = buildEntries(document, [...routes]);
  return {
    world,
    document,
    operations,
    entries,
    visitor: browserOf(visitor),
    requestOf(route: string, caller: Caller, own: Own, others: Record<string, string> = {}): InjectOptions {
      const entry = entries[route];
      if (!entry) throw new Error(`There is no route ${route}.`);
      return requestOf(entry, { route, caller, own, others });
    },
  };
}

/** An entry for each route. Throws if no register knows a parameter or a field. */
export function buildEntries(document: Json, routes: readonly string[]): Record<string, Entry> {
  const operations = operationsOf(document);
  const entries: Record<string, Entry> = {};
  for (const route of routes.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const operation = operations.find((one) => routeOf(one) === route);
    const { places, body, ...call } = CALLS[route] ?? {};
    const usual = operation ? entryOfOperation(document, operation) : entryOfPattern(route);
    entries[route] = { ...usual, ...call, places: { ...usual.places, ...places } };
    if (usual.body || body)
      entries[route].body = (own, place) => ({
        ...usual.body?.(own, place),
        ...(typeof body === 'function' ? body(own, place) : body),
      });
  }
  return entries;
}

/** A page, a form or a file. */
function entryOfPattern(route: string): Entry {
  const isForm = route.startsWith('POST ');
  return {
    as: route.includes(' /app/teams/') ? 'member' : 'anyone',
    places: Object.fromEntries(
      [...route.matchAll(/:(\w+)|(\*)$/g)]
        .map(([, name = '*']) => name)
        .filter((name) => !(name in FIXED_PARAMETERS))
        .map((name) => [`path.${name}`, kindOf(name)]),
    ),
    ...(isForm ? { form: {} } : {}),
    status: isForm ? 303 : 200,
  };
}

function entryOfOperation(document: Json, { method, path, parameters, body, responses }: Operation): Entry {
  const inQuery = parameters.filter((one) => one.in === 'query');
  const texts = [
    ...inQuery.flatMap(({ name, schema }) => textsIn(document, schema, ['query', name])),
    ...textsIn(document, body, ['body']),
    // A listing that is written gives itself a slug, and a charge its code.
  ].filter(
    (place) => !['body.slug', 'body.code'].includes(place) && !TEXTS.test(place.replace(/^\w+\./, '')),
  );
  const inPath = parameters
    .filter((one) => one.in === 'path' && !(one.name in FIXED_PARAMETERS))
    .map(({ name }) => `path.${name}`);
  const required = inQuery.filter((one) => one.required).map(({ name }) => name as string);
  const { properties = {}, required: fields = [] } = body ? resolved(document, body) : {};
  const requiredValue = (name: string, own: Own) => {
    const { enum: choices, type, minimum } = resolved(document, properties[name]);
    const kind = OWN_OF_FIELDS[name];
    return kind ? own[kind] : (DATES[name] ?? choices?.[0] ?? (type === 'integer' ? minimum : 'Swept'));
  };
  return {
    as: path.startsWith('/v1/public/') ? 'anyone' : 'token',
    places: Object.fromEntries(
      [...inPath, ...texts].map((place) => [
        place,
        CODED[path.split('/')[2] ?? '']?.[place] ?? kindOf(place.split('.').at(-1) ?? ''),
      ]),
    ),
    query: Object.fromEntries(required.map((name) => [name, DATES[name] ?? ''])),
    ...(method === 'GET'
      ? {}
      : {
          body: (own) => Object.fromEntries(fields.map((name: string) => [name, requiredValue(name, own)])),
        }),
    status: Number(Object.keys(responses).find((status) => status.startsWith('2'))),
  };
}

function kindOf(name: string): keyof Own {
  const kind = OWN_OF_FIELDS[name];
  if (!kind)
    throw new Error(
      `What does ${name} name? Add it to a register (test/registers): to the fields of its own, such as guest: { column: 'guests.id', fields: ['${name}'] }, or to its texts: '${name}'.`,
    );
  return kind;
}

/** The places of a schema with free texts, as opposed to dates, moments or fixed words. */
function textsIn(document: Json, schema: Json, path: string[]): string[] {
  if (!schema) return [];
  const { anyOf, properties, type, enum: choices, format = '' } = resolved(document, schema);
  if (anyOf) return [...new Set<string>(anyOf.flatMap((one: Json) => textsIn(document, one, path)))];
  if (properties)
    return Object.entries<Json>(properties).flatMap(([name, one]) => textsIn(document, one, [...path, name]));
  return type === 'string' && !choices && !/^date/.test(format) ? [path.join('.')] : [];
}

/** The caller: the credentials in a request of each kind of route. */
export type Caller = {
  token: string | null;
  /** A token with the role `owner`. By default the other one. */
  owner?: string | null;
  member: Browser | null;
  visitor: Browser;
};

const HEADER_PLACES: Record<string, string> = {
  'header.authorization': 'Bearer ',
  'header.idempotency-key': '',
  'header.cookie': 'innkeep-session=',
  'header.booking-key': '',
};
/** The text around a value in a place. */
const WITHIN: Record<string, (value: string) => string> = {
  'query.next': (value) => `/teams/${value}/tokens`,
  'form.next': (value) => `/teams/${value}/tokens`,
};

let addresses = 0;
/** An address that no other request came from. */
function newAddress(): string {
  addresses += 1;
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

type RequestParts = { route: string; caller: Caller; own: Own; others: Record<string, string> };

/**
 * A route's request about a team's own entities, with other values in some places. Optional places are filled only if
 * they get another value.
 */
function requestOf(entry: Entry, { route, caller, own, others }: RequestParts): InjectOptions {
  const [method = '', pattern = ''] = route.split(' ');
  const valueAt = (place: string) => {
    const value = others[place] ?? String(own[entry.places[place] as keyof Own]);
    return WITHIN[place]?.(value) ?? value;
  };
  const url = pattern
    .replace('/v1/public*', '/v1/public/*')
    .replaceAll(/:(\w+)|\*(?=$)/g, (found, name = '*') =>
      `path.${name}` in entry.places
        ? encodeURIComponent(valueAt(`path.${name}`))
        : (FIXED_PARAMETERS[name] ?? found),
    );
  const query = new URLSearchParams(entry.query);
  const form = new URLSearchParams({ ...entry.form, ...entry.formOf?.(own) });
  const body: Record<string, unknown> = { ...entry.body?.(own, Object.keys(others)[0] ?? '') };
  const token = findToken(entry, caller);
  const browser = entry.as === 'anyone' ? caller.visitor : caller.member;
  const headers: Record<string, string> = {
    ...(typeof entry.headers === 'function' ? entry.headers(own) : entry.headers),
    ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    ...(pattern.startsWith('/app') && browser ? { cookie: browser.cookie } : {}),
  };
  for (const place of Object.keys(others)) {
    const [where = '', ...path] = place.split('.');
    const name = path.join('.');
    if (where === 'query') query.set(name, valueAt(place));
    if (where === 'form') form.set(name, valueAt(place));
    if (where === 'header') headers[name] = HEADER_PLACES[place] + (others[place] ?? '');
    if (where === 'body') setAt(body, path, valueAt(place));
  }
  if (entry.form && browser) form.set('form_token', browser.formToken);
  // What a page's script sends is no form.
  if (pattern.startsWith('/app') && entry.body && browser) headers['form-token'] = browser.formToken;
  const text = `${query}`;
  return {
    method: method as 'GET',
    url: text ? `${url}?${text}` : url,
    headers: {
      ...headers,
      ...(entry.body ? { 'content-type': entry.contentType ?? 'application/json' } : {}),
      ...(entry.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(entry.body ? { payload: JSON.stringify(body) } : {}),
    ...(entry.form ? { payload: `${form}` } : {}),
    ...(entry.isCountedByAddress ? { remoteAddress: newAddress() } : {}),
  };
}

function findToken({ as }: Entry, { token, owner = token }: Caller): string | null {
  if (as === 'owner') return owner;
  return as === 'token' ? token : null;
}

function setAt(body: Record<string, unknown>, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const present = body[name] as object | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: an item of a list is named by its number.
  const inner: any = Array.isArray(present) ? [...present] : { ...present };
  setAt(inner, rest, value);
  body[name] = inner;
}
