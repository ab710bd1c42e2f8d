/** The list of a team's bookings. */
import { html } from 'ghtml';
import { BOOKING_SOURCES, BOOKING_STATUSES, type BookingStatus } from '../../../domain/vocabulary.ts';
import type { Booking } from '../../../services/bookings/reading.ts';
import type { Page } from '../../../services/page.ts';
import { dayOf } from '../../days.ts';
import { money } from '../../money.ts';
import type { Query } from '../../paging.ts';
import { SOURCE_WORDS, STATUS_WORDS } from '../../words.ts';
import { entry, select } from '../entry.ts';
import type { Html } from '../layout.ts';
import { type Column, denseTable, formOf, pager } from '../lists.ts';
import { empty, notice } from '../parts.ts';

/** The names of the list's filters in its address. */
export const BOOKING_FILTERS = ['q', 'status', 'source', 'from', 'to'];

/** The colour helps; the word says it. */
export const statusBadge = (status: BookingStatus): Html =>
  html`<span class="badge status-${status}">${STATUS_WORDS[status]}</span>`;

const COLUMNS: Column[] = [
  { head: 'Code' },
  { head: 'Guest' },
  { head: 'Place' },
  { head: 'Arrival' },
  { head: 'Departure' },
  { head: 'Nights', right: true },
  { head: 'Guests', right: true },
  { head: 'Status' },
  { head: 'Source' },
  { head: 'Total', right: true },
];

/** The rows of bookings, here and on a guest's page. */
export const bookingsTable = (base: string, bookings: readonly Booking[]): Html =>
  denseTable(
    'Bookings',
    COLUMNS,
    bookings.map(({ booking, guest, listing, unit, nights }) => [
      html`<a class="name code" href="${base}/bookings/${booking.id}">${booking.confirmationCode}</a>`,
      html`<span class="clip">${guest.name}</span>`,
      html`<span class="clip">${listing.publicTitle}!${unit && unit.name !== listing.publicTitle ? html` <span class="faint">· ${unit.name}</span>` : ''}</span>`,
      html`<time datetime="${booking.checkIn}">${dayOf(booking.checkIn)}</time>`,
      html`<time datetime="${booking.checkOut}">${dayOf(booking.checkOut)}</time>`,
      String(nights),
      String(booking.numberOfGuests),
      statusBadge(booking.status),
      SOURCE_WORDS[booking.source],
      html`${money(booking.grandTotalCents, booking.currency)}`,
    ]),
  );

type View = {
  base: string;
  query: Query;
  page: number;
  bookings: Page<Booking>;
  errors: Record<string, string>;
  said: string | null;
};

export function bookingsPage({ base, query, page, bookings, errors, said }: View): Html {
  const path = `${base}/bookings`;
  const form = { ...formOf(query), errors };
  const isFiltered = Object.keys(query).length > 0;
  return html`
<div class="head"><h1>Bookings</h1><a class="button" href="${path}/new">New booking</a></div>
!${said ? notice(said) : ''}
<form class="filters" method="get" action="${path}" role="search" aria-label="Bookings">
!${entry(form, { name: 'q', label: 'Code, guest or place', type: 'search', maxLength: 100 })}
!${select(form, { name: 'status', label: 'Status', options: [['', 'Any'], ...BOOKING_STATUSES.map((one) => [one, STATUS_WORDS[one]] as const)] })}
!${select(form, { name: 'source', label: 'Source', options: [['', 'Any'], ...BOOKING_SOURCES.map((one) => [one, SOURCE_WORDS[one]] as const)] })}
!${entry(form, { name: 'from', label: 'Arrival from', type: 'date' })}
!${entry(form, { name: 'to', label: 'Arrival to', type: 'date' })}
<div class="actions"><button type="submit">Show</button>!${isFiltered ? html`<a href="${path}">Show all</a>` : ''}</div>
</form>
<section class="card flush" aria-label="Bookings">
!${
    bookings.rows.length > 0
      ? bookingsTable(base, bookings.rows)
      : isFiltered || bookings.total > 0
        ? empty('bookings', 'Nothing found', 'No booking matches. Try part of a name, or fewer filters.')
        : empty(
            'bookings',
            'No bookings yet',
            'Make the first one with “New booking”, or let your booking page and your own systems send them.',
          )
  }
</section>
!${pager({ path, query, page, total: bookings.total, noun: bookings.total === 1 ? 'booking' : 'bookings' })}`;
}
