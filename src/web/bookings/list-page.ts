/** The list of a team's bookings. */

import type { FastifyReply } from 'fastify';
import { isStayDate } from '../../domain/dates.ts';
import { MAX_MATCHES_OF_BOOKING_SEARCH } from '../../domain/limits.ts';
import { BOOKING_STATUSES } from '../../domain/vocabulary.ts';
import type { Booking, FoundBookings } from '../../services/bookings/read.ts';
import type { Query } from '../paging.ts';
import { buildUrl, ROWS_PER_PAGE, toFilterForm } from '../paging.ts';
import { renderField, renderSelect, toChoices } from '../views/fields.ts';
import { dateWithYear, presentMoney } from '../views/format.ts';
import { type Html, html } from '../views/html.ts';
import {
  renderEmpty,
  renderNothingFound,
  renderPager,
  renderPassedNotice,
  renderStatusBadge,
  renderTable,
  statusName,
} from '../views/parts.ts';
import { presentSource, SOURCE_WORDS } from '../views/words.ts';

/** The names of the list's filters in its address. */
export const BOOKING_FILTERS = ['q', 'status', 'source', 'from', 'to'];

/** The rows of bookings, here and on a guest's page. */
export const renderBookingsTable = (base: string, bookings: readonly Booking[], empty: Html): Html =>
  renderTable(
    {
      label: 'Bookings',
      heads: ['Code', 'Guest', 'Place', 'Arrival', 'Departure', 'Nights', 'Status', 'Source', 'Total'],
      numbers: ['Nights', 'Total'],
    },
    bookings.map(({ booking, guest, listing, unit, nights }) => [
      html`<a class="name code" href="${base}/bookings/${booking.id}">${booking.confirmationCode}</a>`,
      html`<span class="clip">${guest.name}</span>`,
      html`<span class="clip">${listing.publicTitle}${unit && unit.name !== listing.publicTitle ? html` <span class="faint">· ${unit.name}</span>` : ''}</span>`,
      html`<time datetime="${booking.checkIn}">${dateWithYear(booking.checkIn)}</time>`,
      html`<time datetime="${booking.checkOut}">${dateWithYear(booking.checkOut)}</time>`,
      String(nights),
      renderStatusBadge(booking.status),
      presentSource(booking.source),
      presentMoney(booking.grandTotalCents, booking.currency),
    ]),
    empty,
  );

const ANY = { value: '', name: 'Any' };
const STATUS_CHOICES = [ANY, ...BOOKING_STATUSES.map((one) => ({ value: one, name: statusName(one) }))];
const SOURCE_CHOICES = [ANY, ...toChoices(SOURCE_WORDS)];

const CUT = `More than ${MAX_MATCHES_OF_BOOKING_SEARCH.toLocaleString('en-GB')} guests, places or codes contain this text, so not all bookings are listed. Search for more of the name.`;

type View = {
  base: string;
  query: Query;
  page: number;
  bookings: FoundBookings;
  errors: Record<string, string>;
};

/** What was searched for. */
function presentFilters({ q, from, status, source, to }: Query): string {
  if (q !== undefined) return `No booking matches “${q}”. Try part of a name, or fewer filters.`;
  if (from !== undefined && !status && !source && !to)
    return `No booking arrives from ${isStayDate(from) ? dateWithYear(from) : from} on.`;
  return 'No booking matches. Try fewer filters.';
}

export function bookingsPage(reply: FastifyReply, { base, query, page, bookings, errors }: View): Html {
  const path = `${base}/bookings`;
  const form = toFilterForm(query, errors);
  const isFiltered = Object.keys(query).length > 0;
  // An address without any filter opens with those of today.
  const all = `${path}?from=`;
  return html`
<div class="head"><h1>Bookings <span class="count">${bookings.total.toLocaleString('en-GB')}</span></h1><a class="button" href="${path}/new">New booking</a></div>
${renderPassedNotice(reply)}
<form class="filters" method="get" action="${path}" role="search" aria-label="Bookings">
${renderField(form, { name: 'q', label: 'Code, guest or place', type: 'search', maxLength: 100, isOptional: 'unmarked' })}
${renderSelect(form, { name: 'status', label: 'Status', choices: STATUS_CHOICES, isOptional: 'unmarked' })}
${renderSelect(form, { name: 'source', label: 'Source', choices: SOURCE_CHOICES, isOptional: 'unmarked' })}
${renderField(form, { name: 'from', label: 'Arrival from', type: 'date', isOptional: 'unmarked' })}
${renderField(form, { name: 'to', label: 'Arrival to', type: 'date', isOptional: 'unmarked' })}
<div class="actions"><button type="submit">Show</button>${isFiltered ? html`<a href="${all}">Show all</a>` : ''}</div>
</form>
${bookings.isCut ? html`<p class="notice" role="status">${CUT}</p>` : ''}
<section class="card flush dense" aria-label="Bookings">
${renderBookingsTable(
  base,
  bookings.rows,
  isFiltered
    ? renderNothingFound(presentFilters(query), all)
    : renderEmpty(
        'bookings',
        'No bookings yet',
        'Make the first one with “New booking”, or let your booking page and your own systems send them.',
      ),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: bookings.total }, (to) => buildUrl(path, { ...query, page: to }))}`;
}
