/** What somebody at the desk looks for first: who comes, when and where, what is due, and what the guest wishes. */
import type { CancellationTerms } from '../../../../../domain/cancellation.ts';
import { ppmToPercent } from '../../../../../domain/formats.ts';
import type { BookingStatus, CancellationFeeBase } from '../../../../../domain/vocabulary.ts';
import type { Booking, BookingDetails, Folio } from '../../../../../services/bookings/read.ts';
import { buildUrl } from '../../../../../web/paging.ts';
import type { PresentPlace } from '../../../../../web/place-names.ts';
import { dateWithYear, presentCount, presentMoney, wholeDate } from '../../../../../web/views/format.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { renderPhone } from '../../../../../web/views/parts.ts';
import { type PresentMoment, presentOtherZone } from '../../../../../web/views/when.ts';
import { FEE_BASE_WORDS, presentSource } from '../../../../../web/views/words.ts';
import { presentExtrasOfBooking } from '../extras.ts';
import { renderTime } from '../folio/parts.ts';
import { nameBalance } from '../folio/to-pay.ts';
import { presentGuestsInWords } from '../party.ts';

type View = {
  base: string;
  file: BookingDetails;
  readsMoney: boolean;
  teamZone: string;
  presentPlace: PresentPlace;
  presentMoment: PresentMoment;
  /** The button that shows it, or the link itself. */
  guestLink: Html;
};

export const renderOverview = (view: View): Html =>
  html`<section class="card overview" aria-label="At a glance">
${renderStay(view)}
${renderGuest(view)}
</section>`;

function renderStay({ base, file, readsMoney, teamZone, presentPlace, presentMoment }: View): Html {
  const { booking: stay, folio } = file;
  const { booking, listing, nights } = stay;
  const zone = presentOtherZone(listing.timezone, teamZone);
  return html`<div><h2>Stay</h2>
<dl>
<div class="main-fact"><dt>Arrival</dt><dd>${wholeDate(booking.checkIn)}, from ${listing.checkInTime}${zone}</dd></div>
<div class="main-fact"><dt>Departure</dt><dd>${wholeDate(booking.checkOut)}, by ${listing.checkOutTime}${zone}</dd></div>
<div><dt>Length</dt><dd>${presentCount(nights, 'night')}</dd></div>
<div><dt>Guests</dt><dd>${presentGuestsInWords(booking)}</dd></div>
<div><dt>Place</dt><dd class="name">${presentPlace(listing)}${renderUnitName(stay)}</dd></div>
${readsMoney ? renderDue(folio, booking.status) : ''}
${booking.extras.length === 0 ? '' : html`<div><dt>Extras</dt><dd class="name">${presentExtrasOfBooking(stay)}</dd></div>`}
${booking.status === 'pending' && booking.expiresAt !== null ? html`<div><dt>Held until</dt><dd class="due">${presentMoment(booking.expiresAt)}</dd></div>` : ''}
</dl>
${booking.specialRequests === null ? '' : html`<h3>The guest’s wish</h3><p class="wish name lines-kept">${booking.specialRequests}</p>`}
<div class="overview-foot">${renderMore(stay, presentMoment)}
${booking.status === 'cancelled' ? '' : html`<a href="${buildUrl(`${base}/calendar`, { from: booking.checkIn })}">Show in the calendar</a>`}</div>
</div>`;
}

const renderUnitName = ({ booking, listing, unit }: Booking): Html | string => {
  if (booking.wholeBuilding) return html` <span class="faint">· The whole building</span>`;
  return unit && unit.name !== listing.publicTitle ? html` <span class="faint">· ${unit.name}</span>` : '';
};

const renderGuest = ({ base, file, guestLink }: View): Html => {
  const { guest } = file.booking;
  return html`<div><h2>Guest</h2>
<dl>
<div><dt>Name</dt><dd><a class="name" href="${base}/guests/${guest.id}">${guest.name}</a></dd></div>
${guest.phone === null ? '' : html`<div><dt>Phone</dt><dd>${renderPhone(guest.phone)}</dd></div>`}
${guest.email === null ? '' : html`<div><dt>Email</dt><dd><a class="name" href="mailto:${guest.email}">${guest.email}</a></dd></div>`}
</dl>
${guest.notes === null ? '' : html`<h3>Notes on the guest</h3><p class="name lines-kept">${guest.notes}</p>`}
${guestLink}</div>`;
};

function renderDue({ balanceDueCents: due, refundDueCents, currency }: Folio, status: BookingStatus): Html {
  const link = (cents: number) => html`<a href="#folio">${presentMoney(Math.abs(cents), currency)}</a>`;
  if (refundDueCents > 0)
    return html`<div><dt>To pay back</dt><dd class="due">${link(refundDueCents)}</dd></div>`;
  if (due === 0) return html`<div><dt>Still due</dt><dd>Nothing</dd></div>`;
  const isPlanned = due > 0 && status === 'pending';
  return html`<div><dt>${nameBalance(due, status)}</dt><dd${isPlanned ? '' : html` class="due"`}>${link(due)}</dd></div>`;
}

/** The past of the booking, and what a cancellation gives back. */
function renderMore({ booking, cancellation }: Booking, presentMoment: PresentMoment): Html {
  const at = (moment: Date | null, word: string) =>
    moment === null ? '' : html`<div><dt>${word}</dt><dd>${renderTime(moment, presentMoment)}</dd></div>`;
  return html`<details class="more"><summary>Booked, and terms of cancellation</summary>
<dl>
<div><dt>Source</dt><dd>${presentSource(booking.source)}</dd></div>
${booking.couponCode === null ? '' : html`<div><dt>Coupon</dt><dd class="name">${booking.couponCode}</dd></div>`}
${at(booking.createdAt, 'Booked')}${at(booking.confirmedAt, 'Confirmed')}${at(booking.completedAt, 'Completed')}${at(booking.cancelledAt, 'Cancelled')}
${cancellation === null ? '' : renderTerms(cancellation, presentMoment)}
${booking.cancellationReason === null ? '' : html`<div class="wide"><dt>Reason for cancelling</dt><dd class="name">${booking.cancellationReason}</dd></div>`}
</dl></details>`;
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
