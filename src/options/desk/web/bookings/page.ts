import type { FastifyReply } from 'fastify';
import type { CancellationTerms } from '../../../../domain/cancellation.ts';
import { ppmToPercent } from '../../../../domain/formats.ts';
import { MAX_NOTES_LENGTH } from '../../../../domain/limits.ts';
import type { CancellationFeeBase } from '../../../../domain/vocabulary.ts';
import type { Booking, BookingDetails, Folio } from '../../../../services/bookings/read.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { buildUrl } from '../../../../web/paging.ts';
import type { PresentPlace } from '../../../../web/place-names.ts';
import { renderButtonForm } from '../../../../web/views/button-form.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import { dateWithYear, presentCount, presentMoney, wholeDate } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import {
  renderFormErrors,
  renderPassedNotice,
  renderPhone,
  renderStatusBadge,
} from '../../../../web/views/parts.ts';
import { createMomentPresenter, type PresentMoment, presentOtherZone } from '../../../../web/views/when.ts';
import { AGREED_WORDS, FEE_BASE_WORDS, presentSource } from '../../../../web/views/words.ts';
import type { MailOfBooking } from '../../../mail/services/mails.ts';
import { renderMessagesCard } from '../../../mail/web/booking-card.ts';
import { renderEventList } from './events.ts';
import { presentExtrasOfBooking } from './extras.ts';
import { renderBillingCard } from './folio/billing.ts';
import { renderDepositCard } from './folio/deposit.ts';
import { renderInvoicesCard } from './folio/invoices.ts';
import { renderTime } from './folio/parts.ts';
import { renderToPayCard } from './folio/to-pay.ts';
import { NOTES } from './forms.ts';
import { renderGuestLink } from './guest/link.ts';
import { renderHoldCard, renderUnitCard, type UnitChoice } from './hold-and-unit-cards.ts';
import { presentGuestsInWords } from './party.ts';
import { renderLinesCard } from './price/lines-card.ts';
import { renderPriceTable } from './price/table.ts';
import { renderReferencesCard } from './references.ts';

type View = {
  base: string;
  file: BookingDetails;
  teamZone: string;
  /** To which the booking may be moved. */
  otherUnits: readonly UnitChoice[];
  /** Of the booking's events. */
  events: { page: number; pages: number };
  /** Of what the events mention, by id. */
  unitNames: ReadonlyMap<string, string>;
  listingNames: ReadonlyMap<string, string>;
  presentPlace: PresentPlace;
  form: Form;
  mails: readonly MailOfBooking[];
  /** Null unless the member asked for it. */
  guestLink: string | null;
};

const PRICE_WAYS = {
  pending: 'Agreed price, or lines by hand',
  confirmed: 'Agreed price, or lines by hand',
  completed: 'Extras, or lines by hand',
  cancelled: 'Lower the cancellation fee',
} as const;
const LIVE = { pending: true, confirmed: true, completed: false, cancelled: false } as const;

export function bookingPage(reply: FastifyReply, view: View): Html {
  const { base, file, teamZone, otherUnits, events, unitNames, listingNames, form, guestLink } = view;
  const { presentPlace } = view;
  const { booking, guest, listing } = file.booking;
  const presentMoment = createMomentPresenter(listing.timezone, teamZone);
  const path = `${base}/bookings/${booking.id}`;
  const isLive = LIVE[booking.status];
  const money = { path, presentMoment, folio: file.folio, status: booking.status, form };
  return html`
<p class="back"><a href="${base}/bookings">All bookings</a></p>
<div class="head"><h1><span class="name">${guest.name}</span> <span class="code faint">${booking.confirmationCode}</span> ${renderStatusBadge(booking.status)}</h1>
<div class="actions">
${booking.status === 'pending' ? renderButtonForm(reply, { action: `${path}/confirm`, text: 'Confirm' }) : ''}
${isLive ? html`<a class="button quiet" href="${path}/change">Change</a> <a class="button quiet danger" href="${path}/cancel">Cancel booking</a>` : ''}
</div></div>
${renderPassedNotice(reply)}
${renderFormErrors(form)}
${renderOverview(base, view)}
<div class="columns">
<div>
${renderToPayCard(reply, money)}
<section class="card" id="price" aria-labelledby="price-heading"><h2 id="price-heading">Price</h2>
${renderPriceTable({ ...booking, lines: booking.priceLines })}
${booking.priceAgreed === null ? '' : html`<p class="faint">Agreed: ${AGREED_WORDS[booking.priceAgreed]}.</p>`}
<p class="ways"><a href="${path}/price">${PRICE_WAYS[booking.status]}</a></p></section>
${renderLinesCard(path, file.booking)}
${renderInvoicesCard(reply, money)}
${renderBillingCard(reply, { path, file, form })}
${renderDepositCard(reply, money)}
${renderStayCard(base, file, { presentMoment, presentPlace })}
</div>
<div>
${renderGuestCard(base, file, renderGuestLink(reply, path, guestLink))}
${booking.status === 'pending' ? renderHoldCard(reply, { path, booking: file.booking, form, presentMoment }) : ''}
${isLive ? renderUnitCard(reply, { path, booking: file.booking, otherUnits, form }) : ''}
${renderNotesForm(reply, { path, booking: file.booking, form })}
${renderReferencesCard(reply, { path, form })}
${renderMessagesCard(reply, { base, path, mails: view.mails, hasEmail: guest.email !== null, form, presentMoment })}
<section class="card" aria-labelledby="events-heading"><h2 id="events-heading">What happened</h2>
${renderEventList(file.events.rows, { currency: booking.currency, presentMoment, unitNames, listingNames })}
${events.pages > 1 ? renderOtherEvents(path, events) : ''}</section>
</div>
</div>`;
}

/** What somebody at the desk looks for first: who comes when, what is due, and what the guest wishes. */
function renderOverview(base: string, { file: details, teamZone, presentPlace }: View): Html {
  const { booking: file, folio } = details;
  const { booking, guest, listing, unit, nights } = file;
  const zone = presentOtherZone(listing.timezone, teamZone);
  return html`<section class="card overview" aria-label="At a glance">
<dl>
<div><dt>Guest</dt><dd><a class="name" href="${base}/guests/${guest.id}">${guest.name}</a>${guest.phone === null ? '' : html`<br>${renderPhone(guest.phone)}`}</dd></div>
<div><dt>Arrival</dt><dd>${wholeDate(booking.checkIn)}, from ${listing.checkInTime}${zone}</dd></div>
<div><dt>Departure</dt><dd>${wholeDate(booking.checkOut)}, by ${listing.checkOutTime}${zone}</dd></div>
${renderDue(folio)}
<div><dt>Place</dt><dd class="name">${presentPlace(listing)}${unit && unit.name !== listing.publicTitle ? html` <span class="faint">· ${unit.name}</span>` : ''}</dd></div>
<div><dt>Length</dt><dd>${presentCount(nights, 'night')}</dd></div>
</dl>
${booking.specialRequests === null ? '' : html`<h2>The guest’s wish</h2><p class="name lines-kept">${booking.specialRequests}</p>`}
</section>`;
}

function renderDue({ balanceDueCents: due, refundDueCents, currency }: Folio): Html {
  const link = (cents: number) => html`<a href="#folio">${presentMoney(Math.abs(cents), currency)}</a>`;
  if (refundDueCents > 0)
    return html`<div><dt>To pay back</dt><dd class="due">${link(refundDueCents)}</dd></div>`;
  if (due === 0) return html`<div><dt>Still due</dt><dd>Nothing</dd></div>`;
  return html`<div><dt>${due < 0 ? 'Overpaid' : 'Still due'}</dt><dd class="due">${link(due)}</dd></div>`;
}

function renderStayCard(
  base: string,
  file: BookingDetails,
  { presentMoment, presentPlace }: { presentMoment: PresentMoment; presentPlace: PresentPlace },
): Html {
  const { booking, listing, unit, cancellation } = file.booking;
  const at = (moment: Date | null, word: string) =>
    moment === null ? '' : html`<div><dt>${word}</dt><dd>${renderTime(moment, presentMoment)}</dd></div>`;
  return html`<section class="card" aria-labelledby="stay-heading"><h2 id="stay-heading">Stay</h2>
<dl>
<div><dt>Place</dt><dd class="name">${presentPlace(listing)}</dd></div>
<div><dt>Unit</dt><dd class="name">${booking.wholeBuilding ? 'The whole building' : (unit?.name ?? '')}</dd></div>
<div><dt>Guests</dt><dd>${presentGuestsInWords(booking)}</dd></div>
${booking.extras.length === 0 ? '' : html`<div><dt>Extras</dt><dd class="name">${presentExtrasOfBooking(file.booking)}</dd></div>`}
<div><dt>Source</dt><dd>${presentSource(booking.source)}</dd></div>
${booking.couponCode === null ? '' : html`<div><dt>Coupon</dt><dd class="name">${booking.couponCode}</dd></div>`}
${at(booking.createdAt, 'Booked')}${at(booking.confirmedAt, 'Confirmed')}${at(booking.completedAt, 'Completed')}${at(booking.cancelledAt, 'Cancelled')}
${booking.status === 'pending' && booking.expiresAt !== null ? html`<div><dt>Held until</dt><dd class="due">${presentMoment(booking.expiresAt)}</dd></div>` : ''}
${cancellation === null ? '' : renderTerms(cancellation, presentMoment)}
${booking.cancellationReason === null ? '' : html`<div class="wide"><dt>Reason for cancelling</dt><dd class="name">${booking.cancellationReason}</dd></div>`}
</dl>
${booking.status === 'cancelled' ? '' : html`<p class="ways"><a href="${buildUrl(`${base}/calendar`, { from: booking.checkIn })}">Show in the calendar</a></p>`}
</section>`;
}

const REFUND_WORDS = {
  total: '',
  nights: ` ${FEE_BASE_WORDS.nights}`,
} satisfies Record<CancellationFeeBase, string>;

/** Which part of the total, or of the nights, is refunded, and until when. */
const renderTerms = (
  { name, graceUntil, refunds, feeOf }: CancellationTerms,
  presentMoment: PresentMoment,
): Html => html`<div class="wide"><dt>Cancellation: <span class="name">${name}</span></dt>
<dd>${graceUntil === null ? '' : html`Free until ${presentMoment(graceUntil)}. `}${refunds.map(({ until, refundPpm }) => `${ppmToPercent(refundPpm)}%${REFUND_WORDS[feeOf]} back until ${dateWithYear(until)}`).join(', ')}</dd></div>`;

const renderGuestCard = (
  base: string,
  { booking: { guest } }: BookingDetails,
  link: Html,
): Html => html`<section class="card" aria-labelledby="guest-heading">
<h2 id="guest-heading">Guest</h2>
<dl>
<div class="wide"><dt>Name</dt><dd><a class="name" href="${base}/guests/${guest.id}">${guest.name}</a></dd></div>
${guest.email === null ? '' : html`<div class="wide"><dt>Email</dt><dd><a class="name" href="mailto:${guest.email}">${guest.email}</a></dd></div>`}
${guest.phone === null ? '' : html`<div><dt>Phone</dt><dd>${renderPhone(guest.phone)}</dd></div>`}
${guest.notes === null ? '' : html`<div class="wide"><dt>Notes on the guest</dt><dd class="name lines-kept">${guest.notes}</dd></div>`}
</dl>
${link}</section>`;

type NotesView = { path: string; booking: Booking; form: Form };

const renderNotesForm = (
  reply: FastifyReply,
  { path, booking: { booking }, form }: NotesView,
): Html => html`<section class="card" aria-labelledby="notes-heading">
<h2 id="notes-heading">Notes</h2>
<form method="post" action="${path}/notes">
${renderFormToken(reply)}${renderHidden({ seen: form.values.seen ?? '' })}
${field(form, NOTES, 'notes', { rows: 3, maxLength: MAX_NOTES_LENGTH })}
${storedText(form, 'notes', booking.notes)}
${LIVE[booking.status] ? renderRequestsField(form, booking.specialRequests) : EMPTY_HTML}
<button class="quiet" type="submit">Save notes</button>
</form></section>`;

/** Below the typed text, if somebody else has changed the booking meanwhile. */
const storedText = (form: Form, name: string, stored: string | null): Html =>
  form.errors.form === undefined || form.values[name] === (stored ?? '')
    ? EMPTY_HTML
    : html`<div class="help">Stored now: <span class="name lines-kept">${stored ?? 'nothing'}</span></div>`;

const renderRequestsField = (form: Form, stored: string | null): Html =>
  html`${field(form, NOTES, 'special_requests', { rows: 2, maxLength: MAX_NOTES_LENGTH })}
${storedText(form, 'special_requests', stored)}`;

const renderOtherEvents = (path: string, { page, pages }: View['events']): Html => html`<p class="ways">
${page > 1 ? html`<a href="${path}?page=${page - 1}">Earlier</a>` : ''} <span class="faint">Part ${page} of ${pages}</span>
${page < pages ? html`<a href="${path}?page=${page + 1}">Later</a>` : ''}</p>`;
