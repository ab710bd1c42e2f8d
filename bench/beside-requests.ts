/** The requests of `npm run bench:beside`. */
import { addDays } from '../src/domain/dates/dates.ts';
import { shiftMonth } from '../src/domain/dates/months.ts';
import { confirmationCodeOf, idOf, type Size, teamSlug, today, tokenOf } from './dataset.ts';

/** The secret of the session in which the pages are opened. It has the form of a real one. */
export const SESSION_SECRET = 'bench-session-of-the-first-team'.padEnd(43, '-');

const someDay = (n: number) => addDays(today(), 30 + ((n * 37) % 200));
const stayOf = (n: number, nights: number) =>
  `check_in=${someDay(n)}&check_out=${addDays(someDay(n), nights)}`;

const week = (n: number) => `/v1/search?${stayOf(n, 7)}&guests=3&per_page=20`;
const site = (n: number) => week(n).replace('/v1/', `/v1/public/${teamSlug(1)}/`);
const month = (n: number) => `/v1/occupancies?from=${someDay(n)}&to=${addDays(someDay(n), 31)}`;

/** About how many occupancies of a month and how many units a team has, to find a page of either by its place. */
const countOccupancies = ({ bookings }: Size) => (bookings * 0.95 * (31 + 6)) / (730 + 365);
const countUnits = ({ scale }: Size) => 54 * scale;
const pageAt = (share: number, rows: number, perPage: number) =>
  `page=${Math.max(1, Math.ceil((share * rows) / perPage))}`;

const calendar = (n: number) => `/app/teams/${teamSlug(1)}/calendar?from=${someDay(n)}`;
const UNITS_PER_PAGE = 50;
const day = `/app/teams/${teamSlug(1)}/today`;

/** Months around the present one. */
const thisMonth = () => today().slice(0, 7);
const around = (before: number, after: number) =>
  `from=${shiftMonth(thisMonth(), -before)}&to=${shiftMonth(thisMonth(), after)}`;
const year = around(6, 5);
const months = (period: string) => `/v1/reports/months?${period}`;
const moneyPage = `/app/teams/${teamSlug(1)}/money`;
const payments = (filter: string) => `/v1/payments?${filter}&per_page=20`;
const bookings = (filter: string) => `/v1/bookings?${filter}&per_page=20`;
/** Of every twenty listings, the 15th is a building. */
const BUILDING = 14;

const onSite = (path: string) => `/v1/public/${teamSlug(1)}${path}`;

/** The paths of each request, one for each round. */
export const REQUESTS: Record<string, (n: number, size: Size) => string> = {
  'search, a week': week,
  'search, a week, none left': (n) => `${week(n)}&country=FR`,
  'search, a week, everything': (n) => `${week(n)}&available=all`,
  'search, a week, by text': (n) => `${week(n)}&q=place%207`,
  'search, a week, on the site': site,
  'search, two nights': (n) => `/v1/search?${stayOf(n, 2)}&guests=2&per_page=20`,
  'search, a month, 3 other dates': (n) =>
    `/v1/search?${stayOf(n, 31)}&guests=3&per_page=20&available=all&alternatives=3`,
  'calendars of 100, 31 days': (n) =>
    `/v1/calendars?start_date=${someDay(n)}&end_date=${addDays(someDay(n), 30)}&per_page=100`,
  'occupancies, 31 nights': month,
  'occupancies, 31 nights, first 100': (n) => `${month(n)}&per_page=100`,
  'occupancies, 31 nights, middle 100': (n, size) =>
    `${month(n)}&per_page=100&${pageAt(0.5, countOccupancies(size), 100)}`,
  'occupancies, 31 nights, late 100': (n, size) =>
    `${month(n)}&per_page=100&${pageAt(0.9, countOccupancies(size), 100)}`,
  'page Calendar': calendar,
  'page Calendar, middle': (n, size) => `${calendar(n)}&${pageAt(0.5, countUnits(size), UNITS_PER_PAGE)}`,
  'page Calendar, last': (n, size) => `${calendar(n)}&${pageAt(1, countUnits(size), UNITS_PER_PAGE)}`,
  'page Calendar, by text': (n) => `${calendar(n)}&q=place%207`,
  'page Today': () => day,
  'money, months of a year': () => months(year),
  'money, one month': () => months(around(0, 0)),
  'money, a year of a place': (n) => `${months(year)}&listing_id=${idOf('listing', 1, n % BUILDING)}`,
  'money, a year of a building': () => `${months(year)}&listing_id=${idOf('listing', 1, BUILDING)}`,
  'money, the page': () => moneyPage,
  'money, the page, twelve months': () => `${moneyPage}?${year}`,
  'money, payments of pending bookings': () => payments('booking_status=pending'),
  'money, payments of confirmed bookings': () => payments('booking_status=confirmed'),
  'money, payments of cancelled bookings': () => payments('booking_status=cancelled&status=paid'),
  'money, bookings that owe': () => bookings('balance=due'),
  'bookings by a code': (n) => bookings(`search=${confirmationCodeOf(n * 97)}`),
  'bookings by a phone number': (n) => bookings(`search=${encodeURIComponent('+351 9')}${n % 10}`),
  'caller, itself': () => '/v1/me',
  'caller, bookings': (n) => `/v1/bookings?per_page=20&page=${(n % 5) + 1}`,
  'caller, listings': () => '/v1/listings?per_page=20',
  'caller, guests': (n) => `/v1/guests?per_page=20&page=${(n % 5) + 1}`,
  'site, its team': () => onSite(''),
  'site, its places': () => onSite('/listings?per_page=20'),
  'site, a place': (n) => onSite(`/listings/place-${n % 20}`),
  'site, what a place has': (n) => onSite(`/listings/place-${n % 20}/details`),
  'site, a quote': (n) => onSite(`/listings/place-${n % 20}/availability?${stayOf(n, 7)}&guests=2`),
};

/** Who sends a request: a visitor, a member of the first team, or a program with its token. */
export function headersOf(path: string): Record<string, string> {
  if (path.startsWith('/v1/public/')) return {};
  return path.startsWith('/app/')
    ? { cookie: `innkeep-session=${SESSION_SECRET}` }
    : { authorization: `Bearer ${tokenOf(1, 0)}` };
}

/** What two versions must answer alike, although one may show more: how many rows, which, and their prices. */
export const digestOf = (path: string, body: string): string =>
  path.startsWith('/app/') ? digestOfPage(body) : digestOfAnswer(body);

/** The bookings and units that a page links to, in order, each once if there are several links beside each other. */
const digestOfPage = (body: string): string =>
  [...body.matchAll(/href="[^"]*\/((?:bookings|units)\/[0-9a-f-]{36})/g)]
    .map(([, link]) => link)
    .filter((link, index, links) => link !== links[index - 1])
    .join();

function digestOfAnswer(body: string): string {
  const { data, meta } = JSON.parse(body) as {
    data: Record<string, unknown> | Record<string, unknown>[];
    meta?: Record<string, unknown>;
  };
  const rows = [data]
    .flat()
    .map(({ quote, listing, days, unit_id, start_date, booking }) => [
      (listing as { slug?: string } | undefined)?.slug,
      (quote as { price?: { grand_total?: unknown } } | undefined)?.price?.grand_total,
      days,
      ...[unit_id, start_date, (booking as { id?: string } | null)?.id],
    ]);
  return JSON.stringify([rows, meta?.total]);
}
