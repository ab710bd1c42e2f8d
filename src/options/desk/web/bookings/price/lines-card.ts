/** The lines that the team has added by hand. */
import type { Booking } from '../../../../../services/bookings/read.ts';
import { presentMoney } from '../../../../../web/views/format.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { renderPart } from '../folio/parts.ts';

export const renderLinesCard = (
  path: string,
  { booking }: Booking,
): Html => html`<section class="card" id="lines" aria-labelledby="lines-heading">
<h3 id="lines-heading">Lines by hand</h3>
${
  booking.adjustments.length === 0
    ? html`<p class="faint">No lines.</p>`
    : renderPart(
        booking.adjustments.map(({ name, amountCents }) => [
          html`<span class="name">${name}</span>`,
          presentMoney(amountCents, booking.currency),
        ]),
      )
}
${booking.status === 'cancelled' ? '' : html`<p class="ways"><a href="${path}/price#lines">Add or change lines</a></p>`}</section>`;
