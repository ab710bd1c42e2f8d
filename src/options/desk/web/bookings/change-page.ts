/** They show the effects first, and then the button that makes the change. */

import type { FastifyReply } from 'fastify';
import { MAX_CODE_LENGTH, MAX_REASON_LENGTH } from '../../../../domain/limits.ts';
import type { BookingStatus } from '../../../../domain/vocabulary.ts';
import { mayDo } from '../../../../services/access/access.ts';
import type { TakenUnit } from '../../../../services/availability/occupancies.ts';
import type { OfferedExtra } from '../../../../services/availability/stay-options.ts';
import type { BookingPreview } from '../../../../services/bookings/preview.ts';
import type { Booking, Folio } from '../../../../services/bookings/read.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import type { PresentPlace } from '../../../../web/place-names.ts';
import { renderCheckbox, renderHidden } from '../../../../web/views/fields.ts';
import { dateWithYear, presentCount, presentMoney, wholeDate } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors, renderStatusBadge } from '../../../../web/views/parts.ts';
import { FEE_BASE_WORDS, PAYMENT_WORDS } from '../../../../web/views/words.ts';
import { presentExtrasOfBooking, renderExtraFields } from './extras.ts';
import { nameBalance } from './folio/to-pay.ts';
import { defineCancellation, defineChangedStay, type StayChoices } from './forms.ts';
import { presentGuestsInWords, renderPartyFields } from './party.ts';
import { renderPriceTable } from './price/table.ts';
import { renderTaken } from './taken.ts';

export type PreviewView = {
  base: string;
  booking: Booking;
  form: Form;
  preview: BookingPreview | null;
  presentPlace: PresentPlace;
};
type ChangeView = PreviewView & {
  /** To which the booking may move. */
  choices: StayChoices;
  extras: readonly OfferedExtra[];
  taken: readonly TakenUnit[];
};

export const renderHeading = (what: string, { booking, guest }: Booking): Html =>
  html`<h1>${what} <span class="name">${guest.name}</span> <span class="code faint">${booking.confirmationCode}</span></h1>`;

/** No field of the API, which gets the totals that the booking has. */
const KEEP_PRICE = {
  name: 'keep_price',
  label: 'Keep the price',
  help: 'The total stays as one agreed sum, also in another place. A coupon is given back.',
};

/** `form.values.previewed` identifies the change whose effects were shown, so that no other can be saved. */
export function changePage(reply: FastifyReply, view: ChangeView): Html {
  const { base, booking, choices, extras, form, preview, taken } = view;
  const CHANGED_STAY = defineChangedStay(choices);
  const path = `${base}/bookings/${booking.booking.id}`;
  const { currency, priceAgreed } = booking.booking;
  return html`
<p class="back"><a href="${path}">Back to the booking</a></p>
${renderHeading('Change the booking of', booking)}
${renderFormErrors(form)}
${renderTaken(base, taken)}
<form method="post" action="${path}/change">
${renderFormToken(reply)}
<div class="columns even">
<section class="card" aria-labelledby="stay-heading"><h2 id="stay-heading">The stay</h2>
<div class="fields">${field(form, CHANGED_STAY, 'listing_id', { label: 'Place' })}
${choices.units.length === 0 ? '' : field(form, CHANGED_STAY, 'unit_id', { label: 'Unit' })}
${renderHidden({ units_of: form.values.units_of ?? '' })}
${field(form, CHANGED_STAY, 'check_in')}
${field(form, CHANGED_STAY, 'check_out')}
${renderPartyFields(form)}
${renderExtraFields(form, extras, currency)}
${priceAgreed === null ? field(form, CHANGED_STAY, 'coupon_code', { label: 'Coupon', maxLength: MAX_CODE_LENGTH }) : ''}</div>
${priceAgreed === null ? renderCheckbox(form, KEEP_PRICE) : html`<p class="help">Its price is agreed, and stays. <a href="${path}/price">Agree another one</a></p>`}
${field(form, CHANGED_STAY, 'override_rules', { help: 'Then only a free unit is needed.' })}
<div class="actions"><button type="submit" name="step" value="preview"${preview ? html` class="quiet"` : ''}>Show what changes</button> <a href="${path}">Leave it as it is</a></div>
</section>
${preview ? renderChanges(booking, { base, preview, form, presentPlace: view.presentPlace }) : ''}
</div>
</form>`;
}

export function renderChanges(
  before: Booking,
  {
    base,
    preview: { booking: after, folio, differenceCents, isAgreedPriceKept },
    form,
    presentPlace,
  }: { base: string; preview: BookingPreview; form: Form; presentPlace: PresentPlace },
): Html {
  const { booking } = after;
  const { currency } = booking;
  const total = booking.grandTotalCents;
  return html`<section class="card fresh" aria-labelledby="preview-heading"><h2 id="preview-heading">What changes</h2>
<dl class="sums">
${renderDifferentValue('Place', presentPlace(before.listing), presentPlace(after.listing))}
${renderDifferentValue('Arrival', wholeDate(before.booking.checkIn), wholeDate(booking.checkIn))}
${renderDifferentValue('Departure', wholeDate(before.booking.checkOut), wholeDate(booking.checkOut))}
${renderDifferentValue('Length', presentCount(before.nights, 'night'), presentCount(after.nights, 'night'))}
${renderDifferentValue('Guests', presentGuestsInWords(before.booking), presentGuestsInWords(booking))}
${renderDifferentValue('Extras', presentExtrasOfBooking(before), presentExtrasOfBooking(after))}
${renderDifferentValue('Coupon', before.booking.couponCode ?? 'none', booking.couponCode ?? 'none')}
${renderDifferentValue('Unit', before.unit?.name ?? 'none', after.unit?.name ?? 'none')}
<div><dt>Total</dt><dd>${presentMoney(total, currency)} <span class="faint">${presentPriceDifference(differenceCents, currency)}</span></dd></div>
</dl>
${isAgreedPriceKept ? html`<p class="help">The price is agreed, and stays for ${presentCount(after.nights, 'night')}. <a href="${base}/bookings/${booking.id}/price">Agree another one</a></p>` : ''}
${renderPriceTable({ ...booking, lines: booking.priceLines })}
${folio ? renderPaymentPlan(folio, booking.status) : ''}
${renderHidden({ previewed: form.values.previewed ?? '', expected_total: String(total) })}
<div class="actions"><button type="submit" name="step" value="save">${differenceCents === 0 ? 'Save the change' : `Change it for ${presentMoney(total, currency)}`}</button></div>
</section>`;
}

const renderDifferentValue = (word: string, before: string, after: string): Html =>
  before === after
    ? EMPTY_HTML
    : html`<div><dt>${word}</dt><dd><del>${before}</del> <ins>${after}</ins></dd></div>`;

const presentPriceDifference = (cents: number, currency: string): string =>
  cents === 0 ? 'as before' : `${cents > 0 ? '+' : '−'}${presentMoney(Math.abs(cents), currency)}`;

const renderPaymentPlan = ({ payments, currency, balanceDueCents }: Folio, status: BookingStatus): Html =>
  payments.length === 0
    ? EMPTY_HTML
    : html`<h3>Payments then</h3><ul class="parts">${payments.map(
        ({ amountCents, status, dueOn }) =>
          html`<li><span>${dueOn === null ? 'no date' : dateWithYear(dueOn)}</span><span>${presentMoney(amountCents, currency)}</span><span class="badge money-${status}">${PAYMENT_WORDS[status]}</span></li>`,
      )}</ul><p class="faint">${nameBalance(balanceDueCents, status)}: ${presentMoney(Math.abs(balanceDueCents), currency)}</p>`;

export function cancelPage(
  reply: FastifyReply,
  { base, booking, form, preview, presentPlace }: PreviewView,
): Html {
  const path = `${base}/bookings/${booking.booking.id}`;
  const { currency, status } = booking.booking;
  const CANCELLATION = defineCancellation(currency);
  return html`
<p class="back"><a href="${path}">Back to the booking</a></p>
<section class="card">
${renderHeading('Cancel the booking of', booking)}
${renderFormErrors(form)}
<p class="lead">${presentPlace(booking.listing)}, ${wholeDate(booking.booking.checkIn)} to ${wholeDate(booking.booking.checkOut)} ${renderStatusBadge(status)}</p>
<p>Its nights can be sold again at once. You cannot undo this.</p>
${preview ? renderFee(preview, currency) : ''}
<form method="post" action="${path}/cancel">
${renderFormToken(reply)}
${mayDo(reply.request.scope.access, 'money:write') ? field(form, CANCELLATION, 'fee', { label: `Another fee, in ${currency}`, help: 'Empty: as the terms say.' }) : ''}
${field(form, CANCELLATION, 'reason', { rows: 2, maxLength: MAX_REASON_LENGTH })}
<div class="actions"><button class="quiet" type="submit" name="step" value="preview">Show the fee</button>
${preview ? html`${renderHidden({ previewed: form.values.previewed ?? '' })}<button class="danger" type="submit" name="step" value="cancel">Cancel booking</button>` : ''}
<a href="${path}">Keep it</a></div>
</form>
</section>`;
}

const renderSums = ({
  paidTotalCents,
  refundDueCents,
  balanceDueCents,
  currency,
}: Folio): Html => html`<div><dt>Paid</dt><dd>${presentMoney(paidTotalCents, currency)}</dd></div>
<div><dt>To pay back</dt><dd>${presentMoney(refundDueCents, currency)}</dd></div>
${balanceDueCents > 0 ? html`<div><dt>Still due</dt><dd class="due">${presentMoney(balanceDueCents, currency)}</dd></div>` : ''}`;

function renderFee({ booking, folio }: BookingPreview, currency: string): Html {
  const cents = booking.booking.cancellationFeeCents;
  return html`<dl class="sums">
<div><dt>Fee</dt><dd class="due">${cents === null ? 'none: the booking has no terms' : presentMoney(cents, currency)}</dd></div>
${folio ? renderSums(folio) : ''}
${booking.cancellation ? html`<div><dt>Terms</dt><dd><span class="name">${booking.cancellation.name}</span>${booking.cancellation.feeOf === 'nights' ? `, a share ${FEE_BASE_WORDS.nights}` : ''}</dd></div>` : ''}
</dl>
<p class="help">Innkeep pays nothing back by itself: record refunds under “Payments”. Scheduled payments are cancelled, open invoices voided and drafts deleted, a held deposit is returned. With a fee, what was invoiced is credited, the fee gets an invoice, and what is not paid of it is due today.</p>`;
}
