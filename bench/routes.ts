/** The measured routes, each with its requests, which are sent in turn. */
import { addDays } from '../src/domain/dates.ts';
import {
  confirmationCodeOf,
  firstFreeDay,
  idOf,
  listingsOf,
  mix,
  type Size,
  TOKENS_PER_TEAM,
  teamSlug,
  today,
  tokenOf,
} from './dataset.ts';

export type Sample = {
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  headers: Record<string, string>;
  body?: string;
};

/** Has the service answer a request now, for good. */
export type Send = (sample: Sample) => Promise<{ body: string; etag: string | null }>;

export type BenchRoute = {
  name: string;
  /** The required result on the large set: our requests per second divided by the yardstick's. */
  leastRatio: number;
  /** Whether a request can be repeated. A booking can be made only once, and changed only once in the same way. */
  repeatable: boolean;
  /** The `n`-th request. It may `send` others first, to make what it changes. */
  sample: (size: Size, n: number, send: Send) => Sample | Promise<Sample>;
};

const LISTINGS = listingsOf(1);
/** The listings to be booked. The yardstick's bookings were recorded on free nights, so no night is booked twice. */
const PLACES = LISTINGS.filter(({ units }) => units.length > 0);
const UNIT_TYPES = LISTINGS.filter(({ kind }) => kind === 'unit_type');

/** Teams are chosen in an order that no cache profits from. */
const teamOf = (size: Size, n: number) => 1 + (mix(n) % size.teams);
const pick = <Item>(items: readonly Item[], n: number): Item => {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
};

/** The headers with which the `n`-th sample comes from a team: one of its tokens. */
const bearing = (team: number, n: number) => ({
  authorization: `Bearer ${tokenOf(team, mix(n + 6) % TOKENS_PER_TEAM)}`,
});
const asTeam = (team: number, n: number, path: string): Sample => ({
  method: 'GET',
  path,
  headers: bearing(team, n),
});
const asVisitor = (team: number, path: string): Sample => ({
  method: 'GET',
  path: `/v1/public/${teamSlug(team)}${path}`,
  headers: {},
});

/** The headers of a write: callers that repeat what was not answered send a key. */
const writing = (team: number, n: number, key: string) => ({
  ...bearing(team, n),
  'content-type': 'application/json',
  'idempotency-key': `bench-${key}`,
});
const NIGHTS = 3;
const bookingBody = (team: number, place: number, checkIn: string, n: number) =>
  JSON.stringify({
    listing_id: idOf('listing', team, place),
    check_in: checkIn,
    check_out: addDays(checkIn, NIGHTS),
    number_of_guests: 2,
    guest: { name: `Bench ${n}`, email: `bench-${n}@bench.example`, phone: '+351 910 000 001' },
  });

/**
 * The bookings to be changed take seven of the ten units of each unit type. Two nights after each are free, for a longer
 * stay. The other rows book the three other units.
 */
const CHANGED_AT_ONCE = 7;
const NIGHTS_APART = NIGHTS + 2;

/** The filters of the list of bookings, one row each. */
const BOOKING_FILTERS: Record<string, (size: Size, team: number, n: number) => string> = {
  status: (_size, _team, n) => pick(['confirmed', 'pending', 'cancelled,completed'], n),
  source: (_size, _team, n) => pick(['manual', 'airbnb', 'airbnb,vrbo'], n),
  listing_id: (_size, team, n) => pick(listingsOf(team), n).id,
  guest_id: (size, team, n) => idOf('guest', team, n % size.guestsPerTeam),
  confirmation_code: (size, _team, n) => confirmationCodeOf(n % size.bookingsPerTeam),
  check_in_from: (_size, _team, n) => {
    const from = addDays(today(), n % 300);
    return `${from}&check_in_to=${addDays(from, 6)}`;
  },
  updated_since: (_size, _team, n) => `${addDays(today(), -(n % 60))}T00:00:00Z`,
};

export const ROUTES: readonly BenchRoute[] = [
  {
    name: 'GET /v1/me',
    leastRatio: 0.8,
    repeatable: true,
    sample: (size, n) => asTeam(teamOf(size, n), n, '/v1/me'),
  },
  {
    name: 'GET /v1/listings/{id}',
    leastRatio: 0.8,
    repeatable: true,
    sample: (size, n) => {
      const team = teamOf(size, n);
      return asTeam(team, n, `/v1/listings/${pick(listingsOf(team), mix(n + 1)).id}`);
    },
  },
  {
    name: 'GET /v1/public/{team}/listings',
    leastRatio: 0.7,
    repeatable: true,
    sample: (size, n) => asVisitor(teamOf(size, n), '/listings?per_page=20'),
  },
  {
    name: 'GET …/calendar, 365 days',
    leastRatio: 0.65,
    repeatable: true,
    sample: (size, n) => {
      const dates = `start_date=${today()}&end_date=${addDays(today(), 364)}`;
      return asVisitor(teamOf(size, n), `/listings/${pick(UNIT_TYPES, mix(n + 2)).slug}/calendar?${dates}`);
    },
  },
  {
    name: 'GET …/availability, 7 nights',
    leastRatio: 0.65,
    repeatable: true,
    sample: (size, n) => {
      const checkIn = addDays(today(), 100 + (mix(n + 3) % 200));
      const stay = `check_in=${checkIn}&check_out=${addDays(checkIn, 7)}&guests=3&coupon_code=spring15`;
      return asVisitor(
        teamOf(size, n),
        `/listings/${pick(UNIT_TYPES, mix(n + 4)).slug}/availability?${stay}`,
      );
    },
  },
  {
    name: 'GET /v1/search, 7 nights',
    leastRatio: 0.3,
    repeatable: true,
    sample: (size, n) => {
      const checkIn = addDays(today(), 30 + (mix(n + 7) % 200));
      const stay = `check_in=${checkIn}&check_out=${addDays(checkIn, 7)}&guests=3`;
      return asTeam(teamOf(size, n), n, `/v1/search?${stay}`);
    },
  },
  {
    name: 'GET /v1/calendars, 31 days',
    leastRatio: 0.4,
    repeatable: true,
    sample: (size, n) => {
      const first = addDays(today(), mix(n + 8) % 200);
      const days = `start_date=${first}&end_date=${addDays(first, 30)}`;
      return asTeam(teamOf(size, n), n, `/v1/calendars?${days}`);
    },
  },
  {
    name: 'GET /v1/occupancies, 31 nights',
    leastRatio: 0.6,
    repeatable: true,
    sample: (size, n) => {
      const from = addDays(today(), mix(n + 9) % 200);
      return asTeam(teamOf(size, n), n, `/v1/occupancies?from=${from}&to=${addDays(from, 31)}`);
    },
  },
  {
    name: 'GET /v1/bookings/{id}',
    leastRatio: 0.8,
    repeatable: true,
    sample: (size, n) => {
      const team = teamOf(size, n);
      return asTeam(team, n, `/v1/bookings/${idOf('booking', team, mix(n + 5) % size.bookingsPerTeam)}`);
    },
  },
  ...Object.entries(BOOKING_FILTERS).map(
    ([filter, valueFor]): BenchRoute => ({
      name: `GET /v1/bookings?${filter}`,
      leastRatio: 0.4,
      repeatable: true,
      sample: (size, n) => {
        const team = teamOf(size, n);
        return asTeam(team, n, `/v1/bookings?${filter}=${valueFor(size, team, mix(n + 10))}`);
      },
    }),
  ),
  {
    name: 'GET /v1/guests?search',
    leastRatio: 0.4,
    repeatable: true,
    sample: (size, n) => asTeam(teamOf(size, n), n, `/v1/guests?search=number%20${mix(n + 11) % 100}`),
  },
  {
    name: 'GET /v1/events',
    leastRatio: 0.4,
    repeatable: true,
    sample: (size, n) => {
      const after = mix(n + 12) % (size.bookingsPerTeam - 100);
      return asTeam(teamOf(size, n), n, `/v1/events?after=${after}`);
    },
  },
  {
    name: 'POST /v1/bookings',
    leastRatio: 0.75,
    repeatable: false,
    sample: (size, n) => {
      // Teams and places in turn, then the next stay of each, so no two samples need the same nights.
      const team = 1 + (n % size.teams);
      const place = pick(PLACES, Math.floor(n / size.teams));
      const stay = Math.floor(n / size.teams / PLACES.length);
      const checkIn = addDays(firstFreeDay(), stay * NIGHTS);
      const body = bookingBody(team, place.n, checkIn, n);
      return { method: 'POST', path: '/v1/bookings', headers: writing(team, n, `${n}`), body };
    },
  },
  {
    name: 'PUT /v1/bookings/{id}, new dates',
    leastRatio: 0.7,
    repeatable: false,
    async sample(size, n, send) {
      const team = 1 + (n % size.teams);
      const place = pick(UNIT_TYPES, Math.floor(n / size.teams));
      const stay = Math.floor(n / size.teams / UNIT_TYPES.length / CHANGED_AT_ONCE);
      const checkIn = addDays(firstFreeDay(), stay * NIGHTS_APART);
      const headers = writing(team, n, `of-change-${n}`);
      const made = await send({
        method: 'POST',
        path: '/v1/bookings',
        headers,
        body: bookingBody(team, place.n, checkIn, n),
      });
      const { id } = JSON.parse(made.body).data;
      // A caller changes the booking that it has read, and no later one.
      const { etag } = await send(asTeam(team, n, `/v1/bookings/${id}`));
      return {
        method: 'PUT',
        path: `/v1/bookings/${id}`,
        headers: { ...writing(team, n, `change-${n}`), 'if-match': etag ?? '' },
        body: JSON.stringify({ check_in: addDays(checkIn, 1), check_out: addDays(checkIn, NIGHTS_APART) }),
      };
    },
  },
];
