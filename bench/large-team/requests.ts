/** The requests of `bench/large-team`: every reading operation, its lists with each filter, the pages, and writes. */
import type { FastifyInstance } from 'fastify';
import { addDays } from '../../src/domain/dates.ts';
import { firstFreeDay, type GeneratedListing, idOf, mix, type TeamSize, today } from '../dataset.ts';
import { listsOf } from '../lists.ts';

// biome-ignore lint/suspicious/noExplicitAny: answers are read field by field, as in the tests.
export type Json = any;
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
export type Call = { method: Method; path: string; body?: object; headers?: Record<string, string> };

/** One team, with what its requests name. */
export type Team = {
  number: number;
  size: TeamSize;
  slug: string;
  /** The path of its booking site. */
  site: string;
  /** Its listings that have units. */
  places: readonly GeneratedListing[];
  /** Its lists with each filter, in the order of `listsOf`. */
  lists: readonly string[];
  /** What the run made: ids, and the code of a visitor's booking with the headers that read it. */
  made: { unit: string; feed: string; webhook: string; code: string; headers: Record<string, string> };
};
/** The request of the n-th round. A write may use the answers of this round's writes before it. */
export type Request = { name: string; call: (team: Team, n: number, last: Json) => Call };

/** Asks for one of a team's entities, another one in each round. */
const some = (team: Team, n: number) => {
  const { places, size } = team;
  const place = places[mix(n) % places.length] as (typeof places)[number];
  return {
    ...{ listing: place.id, slug: place.slug },
    unit: idOf('unit', team.number, place.units[0] ?? 0),
    booking: idOf('booking', team.number, mix(n + 1) % size.bookingsPerTeam),
    guest: idOf('guest', team.number, mix(n + 2) % size.guestsPerTeam),
  };
};

const IN_A_MONTH = addDays(today(), 30);
const STAY = { check_in: IN_A_MONTH, check_out: addDays(IN_A_MONTH, 7) };
const MONTH = { start_date: IN_A_MONTH, end_date: addDays(IN_A_MONTH, 30) };
const YEAR = { start_date: today(), end_date: addDays(today(), 364) };
const NIGHTS = { from: IN_A_MONTH, to: addDays(IN_A_MONTH, 31) };

/** A value for every parameter that a reading operation requires. */
const valuesFor = (team: Team, n: number): Record<string, string> => {
  const { slug: listingSlug, ...entities } = some(team, n);
  const { feed, webhook, code } = team.made;
  return {
    ...{ ...entities, listingSlug, teamSlug: team.slug, feed, webhook, confirmation_code: code },
    ...{ ...STAY, ...YEAR, ...NIGHTS },
  };
};

/** The values that only one operation has, by its path. */
const OWN_VALUES: Record<string, (team: Team) => Record<string, string>> = {
  '/v1/fees/{code}': () => ({ code: 'cleaning' }),
  '/v1/taxes/{code}': () => ({ code: 'vat' }),
  '/v1/discounts/{code}': () => ({ code: 'weekly' }),
  '/v1/coupons/{code}': () => ({ code: 'spring15' }),
  '/v1/units/{unit}/calendar': ({ made }) => ({ unit: made.unit }),
  '/v1/calendars': () => MONTH,
};

/** Requests whose cost depends on their parameters: every list with each filter, and what is far from the beginning. */
export const FURTHER: readonly Request[] = [
  ...listsOf(1).flatMap((list, index): Request[] =>
    list.includes('?')
      ? [reading(list.replace(/[0-9a-f-]{36}/, '…'), (team) => `/v1/${team.lists[index]}`)]
      : [],
  ),
  ...[
    'events?after=900',
    'search?available=all&alternatives=3',
    'search?q=place 1',
    'search?near=38.7,-9.1',
    'calendars?kind=building',
    'occupancies?page=2',
  ].map((path) => {
    const [list = '', filter = ''] = path.split('?');
    const dates = new URLSearchParams({ search: STAY, calendars: MONTH, occupancies: NIGHTS }[list]);
    return reading(`/v1/${path}`, () => `/v1/${list}?${filter}&${dates}`);
  }),
];

/** The team's pages of every day. */
export const PAGES: readonly Request[] = [
  ...[
    'today',
    'calendar',
    'calendar?days=62',
    'bookings',
    'bookings?q=Guest',
    'bookings/new',
    'prices',
    'guests',
  ],
  ...['guests?q=number 7', 'webhooks', 'calendar-feeds', 'tokens', 'members'],
].map((page) => reading(`/app/…/${page}`, ({ slug }) => `/app/teams/${slug}/${page}`));

const NEW_STAY = (n: number) => ({
  check_in: addDays(firstFreeDay(), 4 * n),
  check_out: addDays(firstFreeDay(), 4 * n + 3),
});
const BOOKING = (team: Team, n: number) => ({
  listing_id: team.places[n % 14]?.id,
  ...NEW_STAY(n),
  number_of_guests: 2,
  guest: { name: `Bench ${n}`, email: `bench-${n}@bench.example` },
});
const DAYS = (n: number) => [{ start_date: today(), end_date: addDays(today(), 29), nightly: 10_000 + n }];

/** Writes, in the order in which each round makes them. Every round leaves the nights free. */
export const WRITES: readonly Request[] = [
  writing('POST /v1/bookings/preview', (team, n) => ['/v1/bookings/preview', BOOKING(team, n)]),
  writing('POST /v1/bookings', (team, n) => ['/v1/bookings', { ...BOOKING(team, n), status: 'pending' }]),
  writing('PUT /v1/bookings/:booking', ({ places }, n, { booking }) => [
    `/v1/bookings/${booking.id}`,
    { check_out: addDays(NEW_STAY(n).check_in, 2), notes: places[0]?.slug },
  ]),
  writing('POST /v1/bookings/:booking/confirm', (_team, _n, { booking }) => [
    `/v1/bookings/${booking.id}/confirm`,
  ]),
  writing('POST /v1/bookings/:booking/payments', (_team, _n, { booking }) => [
    `/v1/bookings/${booking.id}/payments`,
    { amount: 100 },
  ]),
  writing('POST /v1/bookings/:booking/cancel/preview', (_team, _n, { booking }) => [
    `/v1/bookings/${booking.id}/cancel/preview`,
  ]),
  writing('POST /v1/bookings/:booking/cancel', (_team, _n, { booking }) => [
    `/v1/bookings/${booking.id}/cancel`,
  ]),
  writing('POST /v1/public/:teamSlug/bookings', (team, n, { booking }) => [
    `${team.site}/bookings`,
    {
      ...{ ...NEW_STAY(n), number_of_guests: 2, listing: team.places[n % 14]?.slug },
      guest: { name: `Bench ${n}`, email: `bench-${n}@bench.example` },
      expected_total: booking.full_total,
    },
  ]),
  writing('POST /v1/public/:teamSlug/bookings/:confirmation_code/cancel', ({ site }, _n, { visit }) => [
    `${site}/bookings/${visit.confirmation_code}/cancel`,
    {},
    { 'booking-key': visit.key },
  ]),
  writing('POST /v1/blocks', ({ places }, n) => [
    '/v1/blocks',
    { listing_id: places[n % 14]?.id, start_date: NEW_STAY(n).check_in, end_date: NEW_STAY(n).check_out },
  ]),
  {
    name: 'DELETE /v1/blocks/:block',
    call: (_t, _n, { block }) => ({ method: 'DELETE', path: `/v1/blocks/${block.id}` }),
  },
  writing('PUT /v1/listings/:listing', (team, n) => [
    `/v1/listings/${some(team, n).listing}`,
    { headline: `Headline ${n}` },
  ]),
  writing('PUT /v1/listings/:listing/days', (team, n) => [
    `/v1/listings/${some(team, n).listing}/days`,
    { ranges: DAYS(n) },
  ]),
  writing('POST /v1/days', (team, n) => [
    '/v1/days',
    { updates: team.places.slice(0, 14).map(({ id }) => ({ listing_id: id, ranges: DAYS(n + 1) })) },
  ]),
  writing('POST /v1/guests', (_team, n) => [
    '/v1/guests',
    { name: `Bench ${n}`, email: `new-${n}-${Date.now()}@bench.example` },
  ]),
  writing('PUT /v1/guests/:guest', (_team, n, { guest }) => [
    `/v1/guests/${guest.id}`,
    { name: `Bench ${n}, changed` },
  ]),
  writing('PUT /v1/fees/:code', (_team, n) => ['/v1/fees/cleaning', { amount: 5_000 + n }]),
];

/** How the answers of writes are kept for the writes after them. */
export const KEPT: Record<string, (data: Json, last: Json) => Json> = {
  'POST /v1/bookings': (booking) => ({ booking: { ...booking, full_total: booking.grand_total } }),
  'POST /v1/public/:teamSlug/bookings': (visit) => ({ visit }),
  'POST /v1/blocks': ([block]) => ({ block }),
  'POST /v1/guests': (guest) => ({ guest }),
};

function reading(name: string, path: (team: Team, n: number) => string): Request {
  return { name, call: (team, n) => ({ method: 'GET', path: path(team, n), headers: team.made.headers }) };
}

function writing(
  name: string,
  parts: (team: Team, n: number, last: Json) => readonly [string, object?, Record<string, string>?],
): Request {
  const method = name.slice(0, name.indexOf(' ')) as Method;
  return {
    name,
    call: (team, n, last) => {
      const [path, body = {}, headers = {}] = parts(team, n, last);
      return { method, path, body, headers };
    },
  };
}

/** Every reading operation of the app, which is ready, with the parameters that it requires. */
export function everyRead(app: FastifyInstance): Request[] {
  const paths: Record<string, Json> = app.swagger().paths ?? {};
  return Object.entries(paths).flatMap(([path, { get }]) =>
    get ? [reading(`GET ${path}`, (team, n) => filledIn(path, get.parameters ?? [], team, n))] : [],
  );
}

function filledIn(path: string, parameters: readonly Json[], team: Team, n: number): string {
  const values = { ...valuesFor(team, n), ...OWN_VALUES[path]?.(team) };
  const valueFor = (name: string): string => {
    const value = values[name];
    if (value === undefined) throw new Error(`No value is known for ${name} of ${path}.`);
    return value;
  };
  const query = new URLSearchParams(
    parameters.flatMap(({ in: where, name, required }) =>
      where === 'query' && required ? [[name, valueFor(name)]] : [],
    ),
  );
  return `${path.replaceAll(/{(\w+)}/g, (_braces, name: string) => valueFor(name))}?${query}`;
}
