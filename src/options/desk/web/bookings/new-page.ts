/** The member chooses the stay, then the place, then the guest. */

import type { FastifyReply } from 'fastify';
import { wordReason } from '../../../../domain/availability/reason-words.ts';
import {
  MAX_CODE_LENGTH,
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_SEARCH_TEXT_LENGTH,
} from '../../../../domain/limits.ts';
import type { PageRequest } from '../../../../domain/page.ts';
import type { TakenUnit } from '../../../../services/availability/occupancies.ts';
import type { Quote, QuoteWithExtras } from '../../../../services/availability/quote.ts';
import type { SearchAnswer } from '../../../../services/availability/search.ts';
import type { StayOptions } from '../../../../services/availability/stay-options.ts';
import type { Guest } from '../../../../services/guests/guests.ts';
import type { Listing } from '../../../../services/listings.ts';
import type { UnitLabel } from '../../../../services/unit-labels.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { buildUrl, type Query } from '../../../../web/paging.ts';
import type { PresentPlace } from '../../../../web/place-names.ts';
import { renderField, renderHidden } from '../../../../web/views/fields.ts';
import { dateWithYear, presentCount, presentMoney, wholeDate } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import {
  renderEmpty,
  renderFormErrors,
  renderNothingFound,
  renderPager,
  renderTable,
} from '../../../../web/views/parts.ts';
import { renderTakenList } from '../calendar/nights-page.ts';
import { renderBookingLanguage } from '../languages/guest-language.ts';
import { presentExtrasInWords, renderExtraFields } from './extras.ts';
import { NEW_BOOKING } from './forms.ts';
import { presentPartyInWords, renderPartyFields } from './party.ts';
import { renderPriceTable } from './price/table.ts';
import { renderTaken } from './taken.ts';

/** As in the page's address. Extras are not among them, because each is a parameter of its own. */
export const STAY_FILTERS = [
  'check_in',
  'check_out',
  'adults',
  'children_ages',
  'pets',
  'q',
  'listing',
  'unit',
  'coupon_code',
  'guest',
];

type View = {
  base: string;
  query: Query;
  stay: Form;
  guest: Guest | null;
  listing: StayOptions | null;
  presentPlace: PresentPlace;
  next: Html;
};

export const newBookingPage = ({ base, query, stay, guest, listing, presentPlace, next }: View): Html => html`
<p class="back"><a href="${base}/bookings">All bookings</a></p>
<h1>New booking${listing === null ? '' : html` <span class="faint name">${presentPlace(listing)}</span>`}</h1>
${renderFormErrors(stay)}
<form class="filters" method="get" action="${base}/bookings/new" aria-label="Stay" data-stay>
${field(stay, NEW_BOOKING, 'check_in')}
${field(stay, NEW_BOOKING, 'check_out')}
${renderPartyFields(stay)}
${
  listing === null
    ? renderField(stay, {
        name: 'q',
        label: 'Name or city',
        maxLength: MAX_SEARCH_TEXT_LENGTH,
        isOptional: 'unmarked',
      })
    : html`${renderExtraFields(stay, listing.extras, listing.currency)}${field(stay, NEW_BOOKING, 'coupon_code', { maxLength: MAX_CODE_LENGTH })}${renderHidden({ listing: listing.id, ...(query.unit ? { unit: query.unit } : {}) })}`
}
${guest ? renderHidden({ guest: guest.id }) : ''}
<div class="actions"><button type="submit">${query.listing === undefined ? 'Show what is free' : 'Show the price'}</button>
${query.listing === undefined ? '' : html`<a href="${buildUrl(`${base}/bookings/new`, omitNames(query, 'listing', 'unit', 'coupon_code', 'extras'))}">Other places</a>`}</div>
</form>
${guest ? html`<p class="aside">For <a class="name" href="${base}/guests/${guest.id}">${guest.name}</a>. <a href="${buildUrl(`${base}/bookings/new`, omitNames(query, 'guest'))}">Somebody else</a></p>` : ''}
${next}`;

const omitNames = (query: Query, ...names: string[]): Query =>
  Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));

export const renderAskForDates = (): Html =>
  html`<section class="card flush">${renderEmpty('bookings', 'When do they come?', 'Choose the days of arrival and departure. Then you see what is free, and what it costs.')}</section>`;

type FoundPlaces = SearchAnswer<Listing> & { page: PageRequest; presentPlace: PresentPlace };

/** Available ones first, the cheapest at the top, then the others with the reason. */
export function renderSearchResults(
  base: string,
  query: Query,
  { rows, availableTotal, total, page, presentPlace }: FoundPlaces,
): Html {
  if (total === 0)
    return html`<section class="card flush">${
      query.q === undefined
        ? renderEmpty(
            'places',
            'No places to book',
            'Add a place first, and open it for booking.',
            html`<a class="button" href="${base}/places/new">Add a place</a>`,
          )
        : renderNothingFound(
            `No active place has “${query.q}” in its name or city.`,
            buildUrl(`${base}/bookings/new`, omitNames(query, 'q')),
          )
    }</section>`;
  const link = (id: string) => buildUrl(`${base}/bookings/new`, { ...omitNames(query, 'q'), listing: id });
  return html`<section class="card flush dense" aria-label="Places">
<h2>${availableTotal} of ${total} free</h2>
${renderTable(
  {
    label: 'Places',
    heads: ['Place', 'City', 'Sleeps', 'Left', 'Total', 'Actions'],
    numbers: ['Sleeps', 'Left', 'Total'],
  },
  rows.map(({ listing, quote }) => [
    html`<span class="name clip">${presentPlace(listing)}</span>`,
    html`<span class="clip">${listing.city ?? ''}</span>`,
    String(listing.maxGuests),
    String(quote.unitsLeft),
    presentMoney(quote.price.grandTotalCents, quote.currency),
    quote.available
      ? html`<a href="${link(listing.id)}" aria-label="Choose ${presentPlace(listing)}">Choose</a>`
      : html`<span class="faint">${quote.reasons[0] ? wordReason('en', quote.reasons[0]) : ''}</span> <a href="${link(listing.id)}" aria-label="Details of ${presentPlace(listing)}">Details</a>`,
  ]),
)}</section>
${renderPager({ ...page, total }, (to) => buildUrl(`${base}/bookings/new`, { ...query, page: to }))}`;
}

type QuoteView = {
  base: string;
  query: Query;
  listing: StayOptions;
  /** Null if any unit will do. */
  unit: UnitLabel | null;
  /** What has nights of the stay in the chosen unit, or else in the place. */
  taken: readonly TakenUnit[];
  quote: QuoteWithExtras;
  guest: Guest | null;
  form: Form;
};

export function renderQuoteAndForm(reply: FastifyReply, view: QuoteView): Html {
  const { base, query, listing, unit, taken, quote, guest, form } = view;
  const { check_in = '', check_out = '', adults = '', children_ages = '', pets = '', extras = '' } = query;
  return html`<div class="columns">
<div>
<section class="card" aria-labelledby="quote-heading"><h2 id="quote-heading">${wholeDate(check_in)} to ${wholeDate(check_out)}, ${presentCount(quote.price.nightlyRates.length, 'night')}</h2>
<p>${presentStay(listing, quote)}</p>
${unit ? renderUnitState(view, unit) : quote.available ? html`<p class="notice good">Free: ${presentCount(quote.unitsLeft, 'unit')} left.</p>` : html`${listReasons(quote)}${renderTaken(base, taken)}`}
${renderPriceTable({ lines: quote.price.lines, grandTotalCents: quote.price.grandTotalCents, currency: quote.currency })}
<p class="help">Agreed another price? Book it first: the booking’s page then offers “Agreed price”. Where your guests get messages, book it as pending, and confirm it once the price is right.</p></section>
${quote.alternatives.length === 0 ? '' : renderAlternatives(base, query, quote)}
</div>
<section class="card" aria-labelledby="book-heading"><h2 id="book-heading">${guest ? 'Book' : 'Who comes?'}</h2>
${renderFormErrors(form)}
<form method="post" action="${base}/bookings/new" data-booking>
${renderFormToken(reply)}${unit ? renderHidden({ unit_id: unit.id }) : ''}${renderHidden({ listing_id: listing.id, check_in, check_out, adults, children_ages, pets, extras, coupon_code: query.coupon_code ?? '', expected_total: String(quote.price.grandTotalCents) })}
${guest ? html`${renderHidden({ guest_id: guest.id })}<p><strong class="name">${guest.name}</strong> <span class="faint name">${guest.email ?? ''}</span></p>` : renderGuestFields(form)}
${renderBookingLanguage(form, reply.request.scope.terms.languages)}
${field(form, NEW_BOOKING, 'special_requests', { rows: 2, maxLength: MAX_NOTES_LENGTH })}
${field(form, NEW_BOOKING, 'notes', { rows: 2, maxLength: MAX_NOTES_LENGTH })}
<div class="fields">${field(form, NEW_BOOKING, 'source')}
${field(form, NEW_BOOKING, 'status')}
${field(form, NEW_BOOKING, 'expires_in', { label: 'Held for, in hours', help: 'Only if pending.' })}</div>
${quote.available && !form.values.override_rules ? '' : field(form, NEW_BOOKING, 'override_rules', { label: 'Book it against the rules', help: 'Then only a free unit is needed.' })}
<button type="submit">Book for ${presentMoney(quote.price.grandTotalCents, quote.currency)}</button>
</form></section>
</div>`;
}

function renderUnitState({ base, query, quote, taken }: QuoteView, { name, active }: UnitLabel): Html {
  const unit = html`unit <strong class="name">${name}</strong>`;
  const anyUnit = html`<p><a href="${buildUrl(`${base}/bookings/new`, omitNames(query, 'unit'))}">Any free unit</a></p>`;
  if (!active)
    return html`<div class="warning" role="status"><p>This is about ${unit}, which is not active and cannot be booked.</p>${anyUnit}</div>`;
  if (taken.length > 0)
    return html`<div class="warning" role="status"><p>This is about ${unit}, which is not free on all of these nights:</p>${renderTakenList(base, taken)}${anyUnit}</div>`;
  return html`${quote.available ? html`<p class="notice good">Free: ${unit}.</p>` : listReasons(quote)}${anyUnit}`;
}

/** Such as "2 adults, 1 child (9), Farm breakfast". */
function presentStay(listing: StayOptions, { party, extras }: QuoteWithExtras): string {
  const isPlain = party.childrenAges.length === 0 && party.pets === 0;
  const who = isPlain ? presentCount(party.adults, 'guest') : presentPartyInWords(party);
  const findExtraName = (code: string) => listing.extras.find((extra) => extra.code === code)?.name ?? code;
  return [who, presentExtrasInWords(extras, findExtraName)].filter(Boolean).join(', ');
}

const renderGuestFields = (form: Form): Html => html`
${field(form, NEW_BOOKING, 'guest.name', { maxLength: MAX_NAME_LENGTH })}
<div class="fields">${field(form, NEW_BOOKING, 'guest.email', { type: 'email', maxLength: MAX_EMAIL_LENGTH })}
${field(form, NEW_BOOKING, 'guest.phone', { type: 'tel', maxLength: MAX_PHONE_LENGTH })}</div>
<p class="help">A guest whose email your team knows gets this booking too; their record stays as it is.</p>`;

const listReasons = ({
  reasons,
}: Quote): Html => html`<div class="warning" role="status"><p><strong>This stay cannot be booked as it is:</strong></p>
<ul>${reasons.map((reason) => html`<li>${wordReason('en', reason)}${reason.dates.length === 0 ? '' : html` <span>${presentDates(reason.dates)}</span>`}</li>`)}</ul></div>`;

const MAX_DATES_SHOWN = 6;
function presentDates(dates: readonly string[]): string {
  const datesText = dates.slice(0, MAX_DATES_SHOWN).map(dateWithYear).join(', ');
  return dates.length > MAX_DATES_SHOWN
    ? `${datesText} and ${dates.length - MAX_DATES_SHOWN} more`
    : datesText;
}

const renderAlternatives = (
  base: string,
  query: Query,
  { alternatives: others, currency }: Quote,
): Html => html`<section class="card" aria-labelledby="others-heading">
<h2 id="others-heading">Other dates</h2>
<ul class="choices">${others.map(
  ({ checkIn, checkOut, nights, grandTotalCents }) =>
    html`<li><a href="${buildUrl(`${base}/bookings/new`, { ...query, check_in: checkIn, check_out: checkOut })}">${wholeDate(checkIn)} to ${wholeDate(checkOut)} <span>${presentCount(nights, 'night')}, ${presentMoney(grandTotalCents, currency)}</span></a></li>`,
)}</ul></section>`;
