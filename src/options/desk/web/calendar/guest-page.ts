/** For a stay that a channel has sold. */
import type { FastifyReply } from 'fastify';
import {
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from '../../../../domain/limits.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { wholeDate } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors } from '../../../../web/views/parts.ts';
import { presentListingName } from '../../../../web/views/place-name.ts';
import type { BlockWithUnitLabel } from '../../services/calendar.ts';
import { renderBookingLanguage } from '../languages/guest-language.ts';
import { defineStayGuest } from './forms.ts';

type GuestView = { base: string; block: BlockWithUnitLabel; form: Form };

export function guestPage(reply: FastifyReply, { base, block, form }: GuestView): Html {
  const STAY_GUEST = defineStayGuest(block.currency);
  return html`
<p class="back"><a href="${base}/calendar/blocks/${block.blockId}">The stay</a></p>
<section class="card">
<h1>Enter the guest</h1>
<p class="lead">A stay from <span class="name">${block.source ?? ''}</span> becomes a booking: <strong class="name">${presentListingName(block)}</strong>, <span class="name">${block.name}</span>, ${wholeDate(block.startDate)} to ${wholeDate(block.endDate)}. The channel’s calendar then no longer blocks these nights, and tells here if it changes them.</p>
${renderFormErrors(form)}
<form method="post" action="${base}/calendar/blocks/${block.blockId}/guest">
${renderFormToken(reply)}
${field(form, STAY_GUEST, 'guest.name', { maxLength: MAX_NAME_LENGTH })}
<div class="fields">${field(form, STAY_GUEST, 'guest.email', { type: 'email', maxLength: MAX_EMAIL_LENGTH })}
${field(form, STAY_GUEST, 'guest.phone', { type: 'tel', maxLength: MAX_PHONE_LENGTH })}</div>
<div class="fields">${field(form, STAY_GUEST, 'number_of_guests')}
${field(form, STAY_GUEST, 'totals', { label: `Agreed total, in ${block.currency}`, help: 'Without one, the booking is at no price: the channel has the money.' })}</div>
${renderBookingLanguage(form, reply.request.scope.terms.languages)}
${field(form, STAY_GUEST, 'notes', { label: 'Your team’s notes', rows: 2, maxLength: MAX_NOTES_LENGTH })}
<div class="actions"><button type="submit">Enter the guest</button><a href="${base}/calendar/blocks/${block.blockId}">Cancel</a></div>
</form>
</section>`;
}
