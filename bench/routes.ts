/** The measured routes, each with its requests. */
import { addDays } from '../src/domain/dates/dates.ts';
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
  /** Whether a request can be sent once only. A booking can be made once, and changed once in the same way. */
  isOnce?: boolean;
  /** The `n`-th request. It may `send` others first, to make what it changes. */
  sample(size: Size, n: number, send: Send): Sample | Promise<Sample>;
};

/** Teams are chosen in an order that no cache profits from. */
const teamOf = (size: Size, n: number) => 1 + (mix(n) % size.teams);
function pick<Item>(items: readonly Item[], n: number): Item {
  const item = items[n % items.length];
  if (item === undefined) throw new Error('Nothing to pick from.');
  return item;
}
const placesOf = (size: Size) => listingsOf(size).filter(({ kind }) => kind !== 'building');
const unitTypesOf = (size: Size) => listingsOf(size).filter(({ kind }) => kind === 'unit_type');

const bearing = (team: number, n: number) => ({
  authorization: `Bearer ${tokenOf(team, mix(n + 6) % TOKENS_PER_TEAM)}`,
});
const asTeam = (team: number, n: number, path: string): Sample => ({
  method: 'GET',
  path: `/v1/${path}`,
  headers: bearing(team, n),
});
const asVisitor = (team: number, path: string): Sample => ({
  method: 'GET',
  path: `/v1/public/${teamSlug(team)}/${path}`,
  headers: {},
});

/** The headers of a write: callers that repeat what was not answered send a key. */
const writing = (team: number, n: number, key: string) => ({
  ...bearing(team, n),
  'content-type': 'application/json',
  'idempotency-key': `bench-${key}`,
});
const NIGHTS = 3;
const bookingBody = (listing: string, checkIn: string, n: number) =>
  JSON.stringify({
    listing_id: listing,
    check_in: checkIn,
    check_out: addDays(checkIn, NIGHTS),
    number_of_guests: 2,
    guest: { name: `Bench ${n}`, email: `bench-${n}@bench.example`, phone: '+351 910 000 001' },
  });

/** Bookings to be changed take all ten units of the first building's unit types, with two free nights after each. */
const TO_CHANGE = ['place-15', 'place-16'];
const CHANGED_AT_ONCE = 10;
const NIGHTS_APART = NIGHTS + 2;

const someDay = (n: number, days = 200) => addDays(today(), 30 + (mix(n + 3) % days));

/** What a team reads, by the paths after `/v1`. */
const READS: Record<string, (size: Size, team: number, n: number) => string> = {
  me: () => 'me',
  'one listing': (size, team, n) => `listings/${idOf('listing', team, n % listingsOf(size).length)}`,
  'one booking': (size, team, n) => `bookings/${idOf('booking', team, n % size.bookings)}`,
  'bookings, 20': () => 'bookings?per_page=20',
  'bookings by status': (_size, _team, n) =>
    `bookings?status=${pick(['confirmed', 'pending', 'cancelled,completed'], n)}`,
  'bookings by source': (_size, _team, n) =>
    `bookings?source=${pick(['manual', 'airbnb', 'airbnb,vrbo'], n)}`,
  'bookings of a listing': (size, team, n) =>
    `bookings?listing_id=${idOf('listing', team, n % listingsOf(size).length)}`,
  'bookings of a guest': (size, team, n) => `bookings?guest_id=${idOf('guest', team, n % size.guests)}`,
  'bookings by code': (size, _team, n) =>
    `bookings?confirmation_code=${confirmationCodeOf(n % size.bookings)}`,
  'bookings by arrival': (_size, _team, n) =>
    `bookings?check_in_from=${someDay(n)}&check_in_to=${addDays(someDay(n), 6)}`,
  'bookings by change': (_size, _team, n) =>
    `bookings?updated_since=${addDays(today(), -(n % 60))}T00:00:00Z`,
  'guests, searched': (_size, _team, n) => `guests?search=number%20${n % 100}`,
  events: (size, _team, n) => `events?after=${n % (size.bookings - 100)}`,
  'calendars, 31 days': (_size, _team, n) =>
    `calendars?start_date=${someDay(n)}&end_date=${addDays(someDay(n), 30)}`,
  'occupancies, 31 nights': (_size, _team, n) =>
    `occupancies?from=${someDay(n)}&to=${addDays(someDay(n), 31)}`,
  'search, 7 nights': (_size, _team, n) =>
    `search?check_in=${someDay(n)}&check_out=${addDays(someDay(n), 7)}&guests=3`,
};

/** The routes of the ordinary server. */
const ORDINARY = ['GET me', 'GET one booking', 'GET bookings, 20', 'GET calendar, 365 days', 'POST booking'];
export const isOrdinary = ({ name }: BenchRoute): boolean => ORDINARY.includes(name);

export const ROUTES: readonly BenchRoute[] = [
  ...Object.entries(READS).map(
    ([name, pathFor]): BenchRoute => ({
      name: `GET ${name}`,
      sample(size, n) {
        const team = teamOf(size, n);
        return asTeam(team, n, pathFor(size, team, mix(n + 10)));
      },
    }),
  ),
  {
    name: 'GET public listings, 20',
    sample: (size, n) => asVisitor(teamOf(size, n), 'listings?per_page=20'),
  },
  {
    name: 'GET calendar, 365 days',
    sample(size, n) {
      const dates = `start_date=${today()}&end_date=${addDays(today(), 364)}`;
      const { slug } = pick(unitTypesOf(size), mix(n + 2));
      return asVisitor(teamOf(size, n), `listings/${slug}/calendar?${dates}`);
    },
  },
  {
    name: 'GET availability, 7 nights',
    sample(size, n) {
      const stay = `check_in=${someDay(n)}&check_out=${addDays(someDay(n), 7)}&guests=3&coupon_code=spring15`;
      const { slug } = pick(unitTypesOf(size), mix(n + 4));
      return asVisitor(teamOf(size, n), `listings/${slug}/availability?${stay}`);
    },
  },
  {
    name: 'POST booking',
    isOnce: true,
    sample(size, n) {
      // Teams and places in turn, then the next stay of each, so that no two samples need the same nights.
      const places = placesOf(size).filter(({ slug }) => !TO_CHANGE.includes(slug));
      const [team, nth] = [1 + (n % size.teams), Math.floor(n / size.teams)];
      const checkIn = addDays(firstFreeDay(), NIGHTS * Math.floor(nth / places.length));
      const body = bookingBody(idOf('listing', team, pick(places, nth).n), checkIn, n);
      return { method: 'POST', path: '/v1/bookings', headers: writing(team, n, `${n}`), body };
    },
  },
  {
    name: 'PUT booking, new dates',
    isOnce: true,
    async sample(size, n, send) {
      const types = placesOf(size).filter(({ slug }) => TO_CHANGE.includes(slug));
      const [team, nth] = [1 + (n % size.teams), Math.floor(n / size.teams)];
      const stay = Math.floor(nth / types.length / CHANGED_AT_ONCE);
      const checkIn = addDays(firstFreeDay(), stay * NIGHTS_APART);
      const headers = writing(team, n, `of-change-${n}`);
      const booking = bookingBody(idOf('listing', team, pick(types, nth).n), checkIn, n);
      const made = await send({ method: 'POST', path: '/v1/bookings', headers, body: booking });
      const path = `bookings/${JSON.parse(made.body).data.id}`;
      // A caller changes the booking that it has read, and no later one.
      const { etag } = await send(asTeam(team, n, path));
      return {
        method: 'PUT',
        path: `/v1/${path}`,
        headers: { ...writing(team, n, `change-${n}`), 'if-match': etag ?? '' },
        body: JSON.stringify({ check_in: addDays(checkIn, 1), check_out: addDays(checkIn, NIGHTS_APART) }),
      };
    },
  },
];
