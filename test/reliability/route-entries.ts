/**
 * How every route of the app is asked, and where in it an id, a slug or a name of something may stand. The order is one
 * in which a team can ask them all about the same things: what makes an end of something comes last.
 */
import type { FastifyInstance, InjectOptions } from 'fastify';
import type { TestApp } from '../support/app.ts';
import { day } from '../support/factories.ts';
import { type Browser, KEYED_BODY, type LivedInTeam, type Own } from './lived-in-team.ts';

export type Entry = {
  /** Whose right it takes. */
  as: 'token' | 'member' | 'anyone';
  query?: Record<string, string>;
  /** `place` is what the request is about to have another value in. */
  body?: (own: Own, place: string) => object;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  /** By place (`path.booking`, `query.listing_id`, `body.guest.email`, `form.name`): which of a team's own stands there. */
  places: Record<string, keyof Own>;
  /** What the team itself is answered. */
  status: number;
  /** What a success leaves behind that would stand in the way of the next. */
  undo?: (world: TestApp, team: LivedInTeam, answer: { body: string; location: string }) => Promise<unknown>;
};

/** An id that nothing has. */
export const NOBODY = '01943600-0000-7000-8000-ffffffffffff';

const STAY = { check_in: day(40), check_out: day(43) };
const DAYS = { start_date: day(0), end_date: day(13) };
const SITE = { 'path.teamSlug': 'teamSlug' } as const;
const SITE_LISTING = { ...SITE, 'path.listingSlug': 'listingSlug' } as const;
const BOOKING = { 'path.booking': 'booking' } as const;
const TEAM = { 'path.team': 'teamSlug' } as const;
const TOKEN = { ...TEAM, 'path.token': 'token' } as const;
const PERSON = { ...TEAM, 'path.person': 'person' } as const;

const read = (as: Entry['as'], places: Entry['places'] = {}, query: Entry['query'] = {}): Entry => ({
  as,
  places,
  query,
  status: 200,
});
const write = (places: Entry['places'], body: object, status = 200): Entry => ({
  as: 'token',
  places,
  body: () => body,
  status,
});
const submit = (
  as: Entry['as'],
  places: Entry['places'],
  form: Record<string, string> = {},
  status = 303,
): Entry => ({
  as,
  places,
  form,
  status,
});

/** An email that a guest was given is in use from then on. */
const giveEmailBack: Entry['undo'] = (_world, { client, own }) =>
  client.send('PUT', `/guests/${own.guest}`, { email: own.guestEmail });

const READS: Record<string, Entry> = {
  'GET /v1/me': read('token'),
  'GET /v1/listings': read('token', { 'query.slug': 'listingSlug' }),
  'GET /v1/listings/:listing': read('token', { 'path.listing': 'listing' }),
  'GET /v1/listings/:listing/calendar': read('token', { 'path.listing': 'listing' }, DAYS),
  'GET /v1/availability/:listing': read(
    'token',
    { 'path.listing': 'listing', 'query.coupon_code': 'coupon' },
    STAY,
  ),
  'GET /v1/bookings': read('token', {
    'query.listing_id': 'listing',
    'query.guest_id': 'guest',
    'query.confirmation_code': 'confirmationCode',
  }),
  'GET /v1/bookings/:booking': read('token', BOOKING),
  'GET /v1/bookings/:booking/events': read('token', BOOKING),
  'GET /v1/bookings/:booking/folio': read('token', BOOKING),
  'GET /v1/blocks': read('token', { 'query.listing_id': 'listing' }),
  'GET /v1/guests': read('token', { 'query.email': 'guestEmail', 'query.search': 'search' }),
  'GET /v1/guests/:guest': read('token', { 'path.guest': 'guest' }),
  'GET /v1/public/:teamSlug/listings': read('anyone', SITE),
  'GET /v1/public/:teamSlug/listings/:listingSlug': read('anyone', SITE_LISTING),
  'GET /v1/public/:teamSlug/listings/:listingSlug/calendar': read('anyone', SITE_LISTING, DAYS),
  'GET /v1/public/:teamSlug/listings/:listingSlug/availability': read(
    'anyone',
    { ...SITE_LISTING, 'query.coupon_code': 'coupon' },
    STAY,
  ),
  'OPTIONS /v1/public*': {
    ...read('anyone', { 'path.*': 'teamSlug' }),
    headers: { origin: 'https://stays.example', 'access-control-request-method': 'GET' },
    status: 204,
  },
  'GET /site/:teamSlug': read('anyone', SITE),
  'GET /site/:teamSlug/': { ...read('anyone', SITE), status: 308 },
  'GET /site/:teamSlug/:listingSlug': read('anyone', SITE_LISTING),
  'GET /site/-/:file': { ...read('anyone', { 'path.file': 'teamSlug' }), status: 404 },
  'GET /app/assets/:file': { ...read('anyone', { 'path.file': 'listingSlug' }), status: 404 },
  'GET /demo/photos/:file': { ...read('anyone', { 'path.file': 'listingSlug' }), status: 404 },
  'GET /docs/static/*': { ...read('anyone', { 'path.*': 'teamSlug' }), status: 404 },
  'GET /docs/static/index.html': { ...read('anyone'), status: 302 },
};

/** What is the same for everybody: no part of these names anything. */
const SAME_FOR_ALL = Object.fromEntries(
  [
    '/livez',
    '/readyz',
    '/openapi.json',
    '/docs',
    '/docs/json',
    '/docs/yaml',
    '/docs/static/swagger-initializer.js',
    '/docs/static/theme/reference.css',
    '/docs/static/theme/reference.js',
  ].map((url) => [`GET ${url}`, read('anyone')]),
);

const WRITES: Record<string, Entry> = {
  'POST /v1/bookings': {
    as: 'token',
    places: {
      'body.listing_id': 'listing',
      'body.guest_id': 'guest',
      'body.guest.email': 'guestEmail',
      'body.coupon_code': 'coupon',
    },
    body: ({ listing }, place) => ({
      listing_id: listing,
      ...STAY,
      number_of_guests: 2,
      ...(place === 'body.guest_id' ? {} : { guest: { name: 'Somebody' } }),
    }),
    status: 201,
    undo: async (_world, { client, own }, { body }) => {
      const { id, guest_id } = JSON.parse(body).data;
      await client.cancel(id);
      if (guest_id !== own.guest) await client.send('PUT', `/guests/${guest_id}`, { email: null });
    },
  },
  'PUT /v1/bookings/:booking': {
    ...write({ ...BOOKING, 'body.guest.email': 'guestEmail' }, { notes: 'Swept' }),
    undo: giveEmailBack,
  },
  'POST /v1/bookings/:booking/confirm': write(BOOKING, {}),
  'PUT /v1/bookings/:booking/payments/:payment': write(
    { ...BOOKING, 'path.payment': 'payment' },
    { status: 'paid' },
  ),
  'PUT /v1/bookings/:booking/invoices/:invoice': write(
    { ...BOOKING, 'path.invoice': 'invoice' },
    { status: 'paid' },
  ),
  'PUT /v1/bookings/:booking/security-deposit': write(BOOKING, { status: 'held' }),
  'POST /v1/bookings/:booking/cancel': write(BOOKING, { reason: 'Swept' }),
  'POST /v1/blocks': {
    as: 'token',
    places: { 'body.listing_id': 'listing', 'body.unit_id': 'unit' },
    body: ({ listing }) => ({ listing_id: listing, start_date: day(60), end_date: day(61) }),
    status: 201,
    undo: async (_world, { client }, { body }) => {
      for (const { id } of JSON.parse(body).data) await client.send('DELETE', `/blocks/${id}`);
    },
  },
  'DELETE /v1/blocks/:block': { ...write({ 'path.block': 'block' }, {}), status: 204 },
  'POST /v1/guests': {
    ...write({ 'body.email': 'guestEmail' }, KEYED_BODY, 201),
    undo: ({ db }, _team, { body }) =>
      db.execute(`delete from guests where id = '${JSON.parse(body).data.id}'`),
  },
  'PUT /v1/guests/:guest': {
    ...write({ 'path.guest': 'guest', 'body.email': 'guestEmail' }, { phone: '1' }),
    undo: giveEmailBack,
  },
};

const PAGES: Record<string, Entry> = {
  'GET /app': { ...read('member'), status: 303 },
  'GET /app/sign-in': read('anyone', { 'query.next': 'teamSlug' }),
  'POST /app/sign-in': submit(
    'anyone',
    { 'form.email': 'memberEmail', 'form.next': 'teamSlug' },
    { email: '', password: 'not anybody’s' },
    422,
  ),
  'GET /app/invitations/:secret': read('anyone', { 'path.secret': 'secret' }),
  'POST /app/invitations/:secret': submit(
    'anyone',
    { 'path.secret': 'secret' },
    { password: 'a password that is new' },
  ),
  'GET /app/teams/:team': { ...read('member', TEAM), status: 303 },
  'GET /app/teams/:team/usage': read('member', TEAM),
  'GET /app/teams/:team/tokens': read('member', TEAM),
  'POST /app/teams/:team/tokens': {
    ...submit('member', { ...TEAM, 'form.name': 'tokenName' }, { name: 'Swept', scope: 'read-only' }),
    undo: ({ services }, { teamId }, { location }) =>
      services.tokens.revokeToken(teamId, { id: /tokens\/([0-9a-f-]{36})$/.exec(location)?.[1] ?? NOBODY }),
  },
  'GET /app/teams/:team/tokens/:token': read('member', TOKEN),
  'GET /app/teams/:team/tokens/:token/show': { ...read('member', TOKEN), status: 303 },
  'POST /app/teams/:team/tokens/:token/show': submit('member', TOKEN, {}, 200),
  'GET /app/teams/:team/tokens/:token/revoke': read('member', TOKEN),
  'POST /app/teams/:team/tokens/:token/revoke': submit('member', TOKEN),
  'GET /app/teams/:team/members': read('member', TEAM),
  'POST /app/teams/:team/members': {
    ...submit(
      'member',
      { ...TEAM, 'form.email': 'memberEmail' },
      { name: 'Swept', email: 'swept@example.com' },
    ),
    undo: async ({ services }, { teamId }) => {
      for (const { id, name } of await services.invitations.listInvitations(teamId))
        if (name === 'Swept') await services.invitations.withdrawInvitation(teamId, id);
    },
  },
  'GET /app/teams/:team/members/:person/remove': read('member', PERSON),
  'POST /app/teams/:team/members/:person/remove': submit('member', PERSON),
  'POST /app/teams/:team/members/links/:invitation/withdraw': submit('member', {
    ...TEAM,
    'path.invitation': 'invitation',
  }),
  'POST /app/sign-out': submit('member', {}),
};

export const ENTRIES: Record<string, Entry> = { ...READS, ...SAME_FOR_ALL, ...WRITES, ...PAGES };

/** Collects the names of an app's routes, as `GET /v1/me`, while they are registered. HEAD follows GET. */
export function collectRoutes(app: FastifyInstance, routes: Set<string>): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD') routes.add(`${one} ${url}`);
  });
}

/** Who asks: what a request of each kind of route carries. */
export type Caller = { token: string | null; member: Browser | null; visitor: Browser };

const HEADER_PLACES: Record<string, string> = {
  'header.authorization': 'Bearer ',
  'header.idempotency-key': '',
  'header.cookie': 'innkeep-session=',
};
/** What stands around a value in a place. */
const WITHIN: Record<string, (value: string) => string> = {
  'query.next': (value) => `/teams/${value}/tokens`,
  'form.next': (value) => `/teams/${value}/tokens`,
};

/**
 * The request of a route about what is a team's own, with other values in some places. Of the places that need not be
 * filled only those are that have another value.
 */
export function requestOf(
  route: string,
  caller: Caller,
  own: Own,
  others: Record<string, string> = {},
): InjectOptions {
  const entry = ENTRIES[route];
  if (!entry) throw new Error(`There is no entry for ${route}.`);
  const [method = '', pattern = ''] = route.split(' ');
  const valueAt = (place: string) => {
    const value = others[place] ?? String(own[entry.places[place] as keyof Own]);
    return WITHIN[place]?.(value) ?? value;
  };
  const url = pattern
    .replace('/v1/public*', '/v1/public/*')
    .replaceAll(/:(\w+)|\*(?=$)/g, (found, name = '*') =>
      `path.${name}` in entry.places ? encodeURIComponent(valueAt(`path.${name}`)) : found,
    );
  const query = new URLSearchParams(entry.query);
  const form = new URLSearchParams(entry.form);
  const body: Record<string, unknown> = { ...entry.body?.(own, Object.keys(others)[0] ?? '') };
  const browser = entry.as === 'anyone' ? caller.visitor : caller.member;
  const headers: Record<string, string> = {
    ...entry.headers,
    ...(entry.as === 'token' && caller.token !== null ? { authorization: `Bearer ${caller.token}` } : {}),
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
  const text = `${query}`;
  return {
    method: method as 'GET',
    url: text ? `${url}?${text}` : url,
    headers: {
      ...headers,
      ...(entry.body ? { 'content-type': 'application/json' } : {}),
      ...(entry.form ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
    },
    ...(entry.body ? { payload: JSON.stringify(body) } : {}),
    ...(entry.form ? { payload: `${form}` } : {}),
  };
}

function setAt(body: Record<string, unknown>, [name = '', ...rest]: string[], value: string): void {
  if (rest.length === 0) {
    body[name] = value;
    return;
  }
  const inner = { ...(body[name] as object | undefined) };
  setAt(inner, rest, value);
  body[name] = inner;
}
