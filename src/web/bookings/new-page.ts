/** A new booking: first the stay, then the place, then the guest. */

import type { FastifyReply } from 'fastify';
import {
  MAX_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_QUERY_LENGTH,
} from '../../domain/limits.ts';
import { BOOKING_SOURCES } from '../../domain/vocabulary.ts';
import type { Quote } from '../../services/availability/quote.ts';
import type { SearchAnswer } from '../../services/availability/search.ts';
import type { StayOptions } from '../../services/availability/stay-options.ts';
import type { Guest } from '../../services/guests/guests.ts';
import type { Listing } from '../../services/listings.ts';
import type { Form } from '../form.ts';
import { type Query, withQuery } from '../paging.ts';
import { checkbox, choicesOf, field, hidden, select, textArea } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { formToken } from '../views/layout.ts';
import { empty, formErrors, nothingFound, table } from '../views/parts.ts';
import { counted, dateWithYear, money, wholeDate } from '../views/shown.ts';
import { SOURCE_WORDS } from '../views/words.ts';
import { extraFields } from './extras.ts';
import { partyFields } from './party.ts';
import { priceTable } from './price.ts';

/** The names of the stay in the page's address. Extras are there as well, each for itself. */
export const STAY_FILTERS = [
  'check_in',
  'check_out',
  'adults',
  'children_ages',
  'pets',
  'q',
  'listing',
  'coupon_code',
  'guest',
];

const STATUSES = [
  { value: 'confirmed', name: 'Confirmed' },
  { value: 'pending', name: 'Pending: only holds the dates' },
];

type View = {
  base: string;
  query: Query;
  /** The stay, as it was typed. */
  stay: Form;
  guest: Guest | null;
  listing: StayOptions | null;
  next: Html;
};

export const newBookingPage = ({ base, query, stay, guest, listing, next }: View): Html => html`
<p class="back"><a href="${base}/bookings">All bookings</a></p>
<h1>New booking${listing === null ? '' : html` <span class="faint name">${listing.publicTitle}</span>`}</h1>
${formErrors(stay)}
<form class="filters" method="get" action="${base}/bookings/new" aria-label="Stay">
${field(stay, { name: 'check_in', label: 'Arrival', type: 'date' })}
${field(stay, { name: 'check_out', label: 'Departure', type: 'date' })}
${partyFields(stay)}
${
  listing === null
    ? field(stay, { name: 'q', label: 'Name or city', maxLength: MAX_QUERY_LENGTH, isOptional: 'untold' })
    : html`${extraFields(stay, listing.extras, listing.currency)}${field(stay, { name: 'coupon_code', label: 'Coupon', maxLength: MAX_CODE_LENGTH, isOptional: 'untold' })}${hidden({ listing: listing.id })}`
}
${guest ? hidden({ guest: guest.id }) : ''}
<div class="actions"><button type="submit">${query.listing === undefined ? 'Show what is free' : 'Show the price'}</button>
${query.listing === undefined ? '' : html`<a href="${withQuery(`${base}/bookings/new`, without(query, 'listing', 'coupon_code', 'extras'))}">Other places</a>`}</div>
</form>
${guest ? html`<p class="aside">For <a class="name" href="${base}/guests/${guest.id}">${guest.name}</a>. <a href="${withQuery(`${base}/bookings/new`, without(query, 'guest'))}">Somebody else</a></p>` : ''}
${next}`;

const without = (query: Query, ...names: string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

/** Without dates there is nothing to show yet. */
export const askForDates = (): Html =>
  html`<section class="card flush">${empty('bookings', 'When do they come?', 'Choose the days of arrival and departure. Then you see what is free, and what it costs.')}</section>`;

/** What can be had for the stay, the cheapest first, then what cannot, with the reason. */
export function searchResults(
  base: string,
  query: Query,
  { rows, availableTotal, total }: SearchAnswer<Listing>,
): Html {
  if (rows.length === 0)
    return html`<section class="card flush">${
      query.q === undefined
        ? empty('bookings', 'No places yet', 'Add a place first, with “New place” under “Prices”.')
        : nothingFound(
            `No active place has “${query.q}” in its name or city.`,
            withQuery(`${base}/bookings/new`, without(query, 'q')),
          )
    }</section>`;
  const link = (id: string) => withQuery(`${base}/bookings/new`, { ...without(query, 'q'), listing: id });
  return html`<section class="card flush dense" aria-label="Places">
<h2>${availableTotal} of ${total} free</h2>
${table(
  {
    label: 'Places',
    heads: ['Place', 'City', 'Sleeps', 'Left', 'Total', 'Actions'],
    numbers: ['Sleeps', 'Left', 'Total'],
  },
  rows.map(({ listing, quote }) => [
    html`<span class="name clip">${listing.publicTitle}</span>`,
    html`<span class="clip">${listing.city ?? ''}</span>`,
    String(listing.maxGuests),
    String(quote.unitsLeft),
    html`${money(quote.price.grandTotalCents, quote.currency)}`,
    quote.available
      ? html`<a href="${link(listing.id)}" aria-label="Choose ${listing.publicTitle}">Choose</a>`
      : html`<span class="faint">${quote.reasons[0]?.message ?? ''}</span> <a href="${link(listing.id)}" aria-label="Details of ${listing.publicTitle}">Details</a>`,
  ]),
)}</section>`;
}

type QuoteView = {
  base: string;
  query: Query;
  listing: StayOptions;
  quote: Quote;
  guest: Guest | null;
  form: Form;
};

/** The price of the stay, the reasons against it, and the form that books it. */
export function quoteAndForm(
  reply: FastifyReply,
  { base, query, listing, quote, guest, form }: QuoteView,
): Html {
  const { check_in = '', check_out = '', adults = '', children_ages = '', pets = '', extras = '' } = query;
  return html`<div class="columns">
<div>
<section class="card" aria-labelledby="quote-heading"><h2 id="quote-heading">${wholeDate(check_in)} to ${wholeDate(check_out)}, ${counted(quote.price.nightlyRates.length, 'night')}</h2>
${quote.available ? html`<p class="notice good">Free: ${counted(quote.unitsLeft, 'unit')} left.</p>` : reasonsOf(quote)}
${priceTable({ lines: quote.price.lines, grandTotalCents: quote.price.grandTotalCents, currency: quote.currency })}</section>
${quote.alternatives.length === 0 ? '' : alternatives(base, query, quote)}
</div>
<section class="card" aria-labelledby="book-heading"><h2 id="book-heading">${guest ? 'Book' : 'Who comes?'}</h2>
${formErrors(form)}
<form method="post" action="${base}/bookings/new">
${formToken(reply)}${hidden({ listing_id: listing.id, check_in, check_out, adults, children_ages, pets, extras, coupon_code: query.coupon_code ?? '', expected_total: String(quote.price.grandTotalCents) })}
${guest ? html`${hidden({ guest_id: guest.id })}<p><strong class="name">${guest.name}</strong> <span class="faint name">${guest.email ?? ''}</span></p>` : guestFields(form)}
${textArea(form, { name: 'special_requests', label: 'The guest’s requests', rows: 2, maxLength: MAX_NOTES_LENGTH, isOptional: 'untold' })}
${textArea(form, { name: 'notes', label: 'Your team’s notes', rows: 2, maxLength: MAX_NOTES_LENGTH, isOptional: 'untold' })}
<div class="fields">${select(form, { name: 'source', label: 'Source', choices: choicesOf(Object.fromEntries(BOOKING_SOURCES.map((one) => [one, SOURCE_WORDS[one]]))), isOptional: 'untold' })}
${select(form, {
  name: 'status',
  label: 'Status',
  choices: STATUSES,
  isOptional: 'untold',
})}
${field(form, { name: 'hold_hours', label: 'Held for, in hours', keys: 'numeric', isOptional: 'untold', help: 'Only if pending.' })}</div>
${quote.available && !form.values.override_rules ? '' : checkbox(form, { name: 'override_rules', label: 'Book it against the rules', help: 'Then only a free unit is needed.' })}
<button type="submit">Book for ${money(quote.price.grandTotalCents, quote.currency)}</button>
</form></section>
</div>`;
}

const guestFields = (form: Form): Html => html`
${field(form, { name: 'guest_name', label: 'Name', maxLength: MAX_NAME_LENGTH })}
<div class="fields">${field(form, { name: 'guest_email', label: 'Email', type: 'email', maxLength: MAX_EMAIL_LENGTH, isOptional: 'untold' })}
${field(form, { name: 'guest_phone', label: 'Phone', type: 'tel', maxLength: MAX_PHONE_LENGTH, isOptional: 'untold' })}</div>
<p class="help">A guest whose email your team knows gets this booking too; their record stays as it is.</p>`;

const reasonsOf = ({
  reasons,
}: Quote): Html => html`<div class="warning" role="status"><p><strong>This stay cannot be booked as it is:</strong></p>
<ul>${reasons.map(({ message, dates }) => html`<li>${message}${dates.length === 0 ? '' : html` <span class="dates">${daysOf(dates)}</span>`}</li>`)}</ul></div>`;

const MAX_DATES_SHOWN = 6;
function daysOf(dates: readonly string[]): string {
  const shown = dates.slice(0, MAX_DATES_SHOWN).map(dateWithYear).join(', ');
  return dates.length > MAX_DATES_SHOWN ? `${shown} and ${dates.length - MAX_DATES_SHOWN} more` : shown;
}

const alternatives = (
  base: string,
  query: Query,
  { alternatives: others, currency }: Quote,
): Html => html`<section class="card" aria-labelledby="others-heading">
<h2 id="others-heading">Other dates</h2>
<ul class="choices">${others.map(
  ({ checkIn, checkOut, nights, grandTotalCents }) =>
    html`<li><a href="${withQuery(`${base}/bookings/new`, { ...query, check_in: checkIn, check_out: checkOut })}">${wholeDate(checkIn)} to ${wholeDate(checkOut)} <span>${counted(nights, 'night')}, ${money(grandTotalCents, currency)}</span></a></li>`,
)}</ul></section>`;
