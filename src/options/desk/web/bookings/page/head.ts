import type { BookingDetails } from '../../../../../services/bookings/read.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { renderIcon } from '../../../../../web/views/icons.ts';
import { findDialledNumber, renderStatusBadge } from '../../../../../web/views/parts.ts';
import { NEW_MESSAGE } from '../../../../mail/web/booking-card.ts';
import { mayRecordPayment, NEW_PAYMENT } from '../folio/to-pay.ts';

type View = { path: string; file: BookingDetails; isLive: boolean; readsMoney: boolean };

/** Who it is, how the guest is reached, and what is done with the whole booking. */
export function renderHead({ path, file, isLive, readsMoney }: View): Html {
  const { booking, guest } = file.booking;
  return html`<div class="head booking-head"><h1><span class="name">${guest.name}</span> <span class="code faint">${booking.confirmationCode}</span> ${renderStatusBadge(booking.status)}</h1>
<div class="actions">
${renderReach(file, readsMoney)}
${isLive ? html`<a class="button quiet" href="${path}/change">Change</a>` : ''}
${booking.status === 'confirmed' ? html`<a class="button quiet danger" href="${path}/cancel">Cancel booking</a>` : ''}
</div></div>`;
}

/** Only what the guest has. Large on a phone, because people use them while they walk. */
function renderReach({ booking: { booking, guest }, folio }: BookingDetails, readsMoney: boolean): Html {
  const number = guest.phone === null ? null : findDialledNumber(guest.phone);
  const isPrimary = booking.status !== 'pending' && folio.balanceDueCents > 0;
  return html`<div class="reach">
${number === null ? '' : html`<a class="button quiet call" href="tel:${number}">${renderIcon('call')} Call</a>`}
${guest.email === null ? '' : html`<a class="button quiet" href="#${NEW_MESSAGE}">${renderIcon('messages')} Write</a>`}
${readsMoney && mayRecordPayment(folio, booking.status) ? html`<a class="button${isPrimary ? '' : ' quiet'}" href="#${NEW_PAYMENT}">${renderIcon('money')} Payment</a>` : ''}
</div>`;
}
