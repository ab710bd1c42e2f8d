import type { FastifyReply } from 'fastify';
import type { LanguageCode } from '../../../../domain/languages/languages.ts';
import {
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from '../../../../domain/limits.ts';
import type { PageOfRows } from '../../../../domain/page.ts';
import type { Booking } from '../../../../services/bookings/read.ts';
import type { Guest } from '../../../../services/guests/guests.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { buildUrl, type Query, ROWS_PER_PAGE, toFilterForm } from '../../../../web/paging.ts';
import type { PresentPlace } from '../../../../web/place-names.ts';
import { renderConfirmation } from '../../../../web/views/confirmation.ts';
import { renderField, renderHidden } from '../../../../web/views/fields.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import {
  renderDay,
  renderEmpty,
  renderFormErrors,
  renderNothingFound,
  renderPager,
  renderPassedNotice,
  renderPhone,
  renderTable,
} from '../../../../web/views/parts.ts';
import { presentExactTime } from '../../../../web/views/when.ts';
import { renderBookingsTable } from '../bookings/list-page.ts';
import { listLanguageChoices } from '../languages/guest-language.ts';
import { GUEST } from './form.ts';

type ListView = {
  base: string;
  /** The team's. */
  zone: string;
  query: Query;
  page: number;
  guests: PageOfRows<Guest>;
  errors: Record<string, string>;
  /** That the team offers. */
  languages: readonly LanguageCode[];
  form: Form;
};

export function guestsPage(
  reply: FastifyReply,
  { base, zone, query, page, guests, errors, languages, form }: ListView,
): Html {
  const path = `${base}/guests`;
  return html`
<div class="head"><h1>Guests <span class="count">${guests.total.toLocaleString('en-GB')}</span></h1><a class="button quiet" href="#new">New guest</a></div>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
<form class="filters" method="get" action="${path}" role="search" aria-label="Guests">
${renderField(toFilterForm(query, errors), { name: 'search', label: 'Part of the name or email', type: 'search', maxLength: 100, isOptional: 'unmarked' })}
<div class="actions"><button class="quiet" type="submit">Show</button>${query.search !== undefined ? html`<a href="${path}">Show all</a>` : ''}</div>
</form>
<section class="card flush dense" aria-label="Guests">
${renderTable(
  { label: 'Guests', heads: ['Name', 'Email', 'Phone', 'Since', 'Actions'] },
  guests.rows.map(({ id, name, email, phone, createdAt, erasedAt }) => [
    html`<a class="name clip" href="${path}/${id}">${name}</a>`,
    email === null ? '' : html`<span class="clip">${email}</span>`,
    phone === null ? '' : renderPhone(phone),
    renderDay(createdAt, zone),
    erasedAt !== null
      ? ''
      : html`<a href="${buildUrl(`${base}/bookings/new`, { guest: id })}" aria-label="Book for ${name}">Book</a>`,
  ]),
  query.search !== undefined
    ? renderNothingFound(`No guest matches “${query.search}”. Try a shorter part of the name or email.`, path)
    : renderEmpty(
        'guests',
        'No guests yet',
        'Guests appear with their first booking. You can also add one below.',
      ),
)}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: guests.total }, (to) => buildUrl(path, { ...query, page: to }))}
<section class="card" id="new" aria-labelledby="new-heading"><h2 id="new-heading">New guest</h2>
<form method="post" action="${path}">${renderFormToken(reply)}${renderGuestFields(form, languages)}
<button type="submit">Add guest</button></form></section>`;
}

const renderGuestFields = (form: Form, languages: readonly LanguageCode[]): Html => html`<div class="fields">
${field(form, GUEST, 'name', { maxLength: MAX_NAME_LENGTH })}
${field(form, GUEST, 'email', { type: 'email', maxLength: MAX_EMAIL_LENGTH })}
${field(form, GUEST, 'phone', { type: 'tel', maxLength: MAX_PHONE_LENGTH })}
${languages.length > 1 ? field(form, GUEST, 'language', { choices: listLanguageChoices(languages, form, 'Your own') }) : ''}
</div>
${field(form, GUEST, 'notes', { rows: 3, maxLength: MAX_NOTES_LENGTH })}`;

type GuestView = {
  base: string;
  /** The team's. */
  zone: string;
  guest: Guest;
  bookings: PageOfRows<Booking>;
  presentPlace: PresentPlace;
  page: number;
  languages: readonly LanguageCode[];
  form: Form;
};

export function guestPage(reply: FastifyReply, view: GuestView): Html {
  const { base, zone, guest, bookings, presentPlace, page, languages, form } = view;
  const path = `${base}/guests/${guest.id}`;
  return html`
<p class="back"><a href="${base}/guests">All guests</a></p>
<div class="head"><h1 class="name">${guest.name}</h1>
<div class="actions">${guest.erasedAt ? '' : html`<a class="button" href="${buildUrl(`${base}/bookings/new`, { guest: guest.id })}">New booking</a>`}</div></div>
${guest.phone === null && guest.email === null ? '' : html`<p class="ways">${guest.phone === null ? '' : renderPhone(guest.phone)} ${guest.email === null ? '' : html`<a class="name" href="mailto:${guest.email}">${guest.email}</a>`}</p>`}
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${guest.erasedAt ? html`<p class="warning">Erased on ${presentExactTime(guest.erasedAt, zone)}. Amounts, dates and invoices of their bookings are kept.</p>` : ''}
<section class="card flush dense" aria-labelledby="bookings-heading"><h2 id="bookings-heading">Bookings</h2>
${renderBookingsTable(base, { bookings: bookings.rows, presentPlace }, renderEmpty('bookings', 'No bookings', 'This guest has no booking. Make one with “New booking”.'))}
</section>
${renderPager({ page, perPage: ROWS_PER_PAGE, total: bookings.total }, (to) => buildUrl(path, { page: to }))}
<div class="columns even">
${
  guest.erasedAt
    ? ''
    : html`<section class="card" aria-labelledby="details-heading"><h2 id="details-heading">Details</h2>
<form method="post" action="${path}">${renderFormToken(reply)}${renderHidden({ seen: form.values.seen ?? '' })}${renderGuestFields(form, languages)}
<button type="submit">Save</button></form></section>`
}
${renderReferences(guest)}
<section class="card" aria-labelledby="data-heading"><h2 id="data-heading">Their data</h2>
<p>A guest may ask for everything that you hold about them, and to be forgotten.</p>
<p class="ways"><a href="${path}/export">Download everything (JSON)</a>${guest.erasedAt ? '' : html` <a class="danger" href="${path}/erase">Erase this guest</a>`}</p></section>
</div>`;
}

/** Other systems set them through the API. */
function renderReferences({ externalReference, customFields }: Guest): Html | '' {
  if (externalReference === null && customFields === null) return '';
  return html`<section class="card" aria-labelledby="references-heading"><h2 id="references-heading">References</h2>
<p class="help">What other systems keep with this guest</p>
<dl>
${externalReference === null ? '' : html`<div><dt>Number in another system</dt><dd class="name">${externalReference}</dd></div>`}
${Object.entries(customFields ?? {}).map(([name, value]) => html`<div><dt class="name">${name}</dt><dd class="name">${String(value)}</dd></div>`)}
</dl></section>`;
}

export const erasePage = (
  reply: FastifyReply,
  { base, guest, form }: Pick<GuestView, 'base' | 'guest' | 'form'>,
): Html => {
  const path = `${base}/guests/${guest.id}`;
  return renderConfirmation(reply, {
    back: { path, text: 'Back to the guest' },
    question: html`Erase <span class="name">${guest.name}</span>?`,
    errors: renderFormErrors(form),
    lead: 'Name, email, phone, notes and all texts of their bookings are removed for good. Amounts, dates and invoices stay, because you must keep them, but without the name and address to which they were made out. You cannot undo this.',
    action: `${path}/erase`,
    button: 'Erase guest',
    keep: 'Keep them',
  });
};
