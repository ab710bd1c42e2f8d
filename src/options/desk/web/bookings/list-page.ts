import type { FastifyReply } from 'fastify';
import { isStayDate, type StayDate } from '../../../../domain/dates/dates.ts';
import { MAX_MATCHES_OF_BOOKING_SEARCH } from '../../../../domain/limits.ts';
import { type BalanceState, BOOKING_STATUSES, type BookingSort } from '../../../../domain/vocabulary.ts';
import type { Booking, FoundBookings } from '../../../../services/bookings/read.ts';
import { buildUrl, type Query, ROWS_PER_PAGE, toFilterForm } from '../../../../web/paging.ts';
import type { PresentPlace } from '../../../../web/place-names.ts';
import { type Choice, renderField, renderSelect, toChoices } from '../../../../web/views/fields.ts';
import { dateWithYear, presentMoney, shortDate } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import {
  renderEmpty,
  renderNothingFound,
  renderPager,
  renderPassedNotice,
  renderStatusBadge,
  renderTable,
  statusName,
} from '../../../../web/views/parts.ts';
import { presentSource, SOURCE_WORDS } from '../../../../web/views/words.ts';

/** As in the page's address. */
const BOOKING_FILTERS = [
  'q',
  'status',
  'source',
  'balance',
  'sort',
  'from',
  'to',
  'arriving_on',
  'departing_on',
  'in_house_on',
];

/** Who may not see payments does not learn by a filter what is still to be paid (docs/rules.md, 27.6). */
export const listBookingFilters = (showsMoney: boolean): readonly string[] =>
  BOOKING_FILTERS.filter((name) => showsMoney || name !== 'balance');

/** Also on the page of a guest. Phones show three lines for each booking. */
export const renderBookingsTable = (
  base: string,
  { bookings, presentPlace }: { bookings: readonly Booking[]; presentPlace: PresentPlace },
  empty: Html,
): Html => {
  if (bookings.length === 0) return empty;
  const table = renderTable(
    {
      label: 'Bookings',
      heads: ['Guest', 'Place', 'Arrival', 'Departure', 'Nights', 'Status', 'Source', 'Code', 'Total'],
      numbers: ['Nights', 'Total'],
    },
    bookings.map(({ booking, guest, listing, unit, nights }) => [
      html`<a class="name clip" href="${base}/bookings/${booking.id}">${guest.name}</a>`,
      html`<span class="clip of-unit"><span>${presentPlace(listing)}</span>${unit && unit.name !== listing.publicTitle ? html` <span class="faint">· ${unit.name}</span>` : ''}</span>`,
      html`<time datetime="${booking.checkIn}">${renderDate(booking.checkIn)}</time>`,
      html`<time datetime="${booking.checkOut}">${renderDate(booking.checkOut)}</time>`,
      String(nights),
      renderStatusBadge(booking.status),
      presentSource(booking.source),
      html`<span class="name code">${booking.confirmationCode}</span>`,
      presentMoney(booking.grandTotalCents, booking.currency),
    ]),
  );
  return html`<div class="booking-lines">${table}</div>`;
};

/** Phones leave out the year of an arrival, to make room for the place's name. */
const renderDate = (date: StayDate): Html =>
  html`${shortDate(date)} <span class="year">${date.slice(0, 4)}</span>`;

const ANY = { value: '', name: 'Any' };
const STATUS_CHOICES = [ANY, ...BOOKING_STATUSES.map((one) => ({ value: one, name: statusName(one) }))];
const SOURCE_CHOICES = [ANY, ...toChoices(SOURCE_WORDS)];
const BALANCE_CHOICES = [
  ANY,
  ...toChoices({ due: 'Still to pay', settled: 'Nothing to pay' } satisfies Record<BalanceState, string>),
];
const SORT_CHOICES = [
  { value: '', name: 'As it comes' },
  { value: 'check_in', name: 'Arrival, earliest first' },
  { value: '-check_in', name: 'Arrival, latest first' },
  { value: 'check_out', name: 'Departure, earliest first' },
  { value: '-check_out', name: 'Departure, latest first' },
  { value: '-created_at', name: 'Newest first' },
  { value: 'created_at', name: 'Oldest first' },
  { value: '-grand_total', name: 'Total, highest first' },
  { value: 'grand_total', name: 'Total, lowest first' },
] satisfies { value: BookingSort | ''; name: string }[];

const CUT = `More than ${MAX_MATCHES_OF_BOOKING_SEARCH.toLocaleString('en-GB')} guests, places or codes contain this text, so not all bookings are listed. Search for more of the name.`;

type View = {
  base: string;
  today: StayDate;
  /** The visitor may see payments. */
  showsMoney: boolean;
  query: Query;
  page: number;
  bookings: FoundBookings;
  presentPlace: PresentPlace;
  errors: Record<string, string>;
};

function presentFilters({ q, from, ...others }: Query): string {
  if (q !== undefined) return `No booking matches “${q}”. Try part of a name, or fewer filters.`;
  if (from !== undefined && Object.keys(others).length === 0)
    return `No booking arrives from ${isStayDate(from) ? dateWithYear(from) : from} on.`;
  return 'No booking matches. Try fewer filters.';
}

/** Those that a reception needs most. */
function renderDayLists(path: string, { query, today, showsMoney }: View): Html {
  const live = 'pending,confirmed,completed';
  const lists: [string, Query][] = [
    ['Arriving', { status: live, arriving_on: today }],
    ['Leaving', { status: live, departing_on: today }],
    ['In house', { status: live, in_house_on: today }],
  ];
  if (showsMoney) lists.push(['To pay', { status: 'pending,confirmed', balance: 'due', from: today }]);
  const isShown = (list: Query) => JSON.stringify(list) === JSON.stringify(query);
  const sorted = (list: Query) =>
    Object.fromEntries(BOOKING_FILTERS.flatMap((name) => (list[name] ? [[name, list[name]]] : [])));
  return html`<nav class="ways" aria-label="Today’s lists">${lists.map(([name, list]) => html`<a href="${buildUrl(path, list)}"${isShown(sorted(list)) ? html` aria-current="page"` : ''}>${name}</a> `)}</nav>`;
}

/** Without any parameter, the list shows arrivals from today on. */
const findWholeList = (path: string): string => `${path}?from=`;

function renderFilters(path: string, { query, errors, showsMoney }: View): Html {
  const form = toFilterForm(query, errors);
  const more = ['balance', 'source', 'to', 'arriving_on', 'departing_on', 'in_house_on'] as const;
  const isOpen = more.some((name) => query[name] !== undefined || errors[name] !== undefined);
  const isFiltered = Object.keys(query).length > 0;
  return html`<form class="filters" method="get" action="${path}" role="search" aria-label="Bookings">
${renderField(form, { name: 'q', label: 'Code, guest or place', type: 'search', maxLength: 100, isOptional: 'unmarked' })}
${renderSelect(form, { name: 'status', label: 'Status', choices: withTyped(STATUS_CHOICES, query.status), isOptional: 'unmarked' })}
${renderField(form, { name: 'from', label: 'Arrival from', type: 'date', isOptional: 'unmarked' })}
${renderSelect(form, { name: 'sort', label: 'Order', choices: SORT_CHOICES, isOptional: 'unmarked' })}
<details class="more"${isOpen ? ' open' : ''}><summary>More</summary><div class="inline">
${showsMoney ? renderSelect(form, { name: 'balance', label: 'Payments', choices: BALANCE_CHOICES, isOptional: 'unmarked' }) : ''}
${renderSelect(form, { name: 'source', label: 'Source', choices: withTyped(SOURCE_CHOICES, query.source), isOptional: 'unmarked' })}
${renderField(form, { name: 'to', label: 'Arrival to', type: 'date', isOptional: 'unmarked' })}
${renderField(form, { name: 'arriving_on', label: 'Arriving on', type: 'date', isOptional: 'unmarked' })}
${renderField(form, { name: 'departing_on', label: 'Leaving on', type: 'date', isOptional: 'unmarked' })}
${renderField(form, { name: 'in_house_on', label: 'In house on', type: 'date', isOptional: 'unmarked' })}</div></details>
<div class="actions"><button class="quiet" type="submit">Show</button>${isFiltered ? html`<a href="${findWholeList(path)}">Show all</a>` : ''}</div>
</form>`;
}

/** The address may combine several values, which no choice of the field does. */
const withTyped = (choices: readonly Choice[], typed: string | undefined): readonly Choice[] =>
  typed === undefined || choices.some(({ value }) => value === typed)
    ? choices
    : [...choices, { value: typed, name: typed.split(',').map(presentWord).join(', ') }];

const presentWord = (word: string): string =>
  `${word.charAt(0).toUpperCase()}${word.slice(1).replaceAll('_', ' ')}`;

export function bookingsPage(reply: FastifyReply, view: View): Html {
  const { base, query, page, bookings, presentPlace } = view;
  const path = `${base}/bookings`;
  const isFiltered = Object.keys(query).length > 0;
  return html`
<div class="head"><h1>Bookings <span class="count">${bookings.total.toLocaleString('en-GB')}</span></h1>${renderDayLists(path, view)}<div class="actions"><a class="button quiet" href="${buildUrl(`${path}.csv`, query)}" download>Download CSV</a> <a class="button" href="${path}/new">New booking</a></div></div>
${renderPassedNotice(reply)}
${renderFilters(path, view)}
${bookings.isCut ? html`<p class="notice" role="status">${CUT}</p>` : ''}
<section class="card flush dense" aria-label="Bookings">
${renderBookingsTable(
  base,
  { bookings: bookings.rows, presentPlace },
  isFiltered
    ? renderNothingFound(presentFilters(query), findWholeList(path))
    : renderEmpty(
        'bookings',
        'No bookings yet',
        'Make the first one with “New booking”, or let your booking page and your own systems send them.',
      ),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: bookings.total }, (to) => buildUrl(path, { ...query, page: to }))}`;
}
