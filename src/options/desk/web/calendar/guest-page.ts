/** For a stay that a channel has sold. */
import type { FastifyReply } from 'fastify';
import {
  MAX_EMAIL_LENGTH,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from '../../../../domain/limits.ts';
import type { Form } from '../../../../web/form.ts';
import { renderField, renderTextArea } from '../../../../web/views/fields.ts';
import { wholeDate } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors } from '../../../../web/views/parts.ts';
import { presentListingName } from '../../../../web/views/place-name.ts';
import type { BlockWithUnitLabel } from '../../services/calendar.ts';

type GuestView = { base: string; block: BlockWithUnitLabel; form: Form };

export const guestPage = (reply: FastifyReply, { base, block, form }: GuestView): Html => html`
<p class="back"><a href="${base}/calendar/blocks/${block.blockId}">The stay</a></p>
<section class="card">
<h1>Enter the guest</h1>
<p class="lead">A stay from <span class="name">${block.source ?? ''}</span> becomes a booking: <strong class="name">${presentListingName(block)}</strong>, <span class="name">${block.name}</span>, ${wholeDate(block.startDate)} to ${wholeDate(block.endDate)}. The channel’s calendar then no longer blocks these nights, and tells here if it changes them.</p>
${renderFormErrors(form)}
<form method="post" action="${base}/calendar/blocks/${block.blockId}/guest">
${renderFormToken(reply)}
${renderField(form, { name: 'guest_name', label: 'Name', maxLength: MAX_NAME_LENGTH })}
<div class="fields">${renderField(form, { name: 'guest_email', label: 'Email', type: 'email', maxLength: MAX_EMAIL_LENGTH, isOptional: true })}
${renderField(form, { name: 'guest_phone', label: 'Phone', type: 'tel', maxLength: MAX_PHONE_LENGTH, isOptional: true })}</div>
<div class="fields">${renderField(form, { name: 'number_of_guests', label: 'Guests', keys: 'numeric' })}
${renderField(form, { name: 'total', label: `Agreed total, in ${block.currency}`, keys: 'decimal', isOptional: true, help: 'Without one, the booking is at no price: the channel has the money.' })}</div>
${renderTextArea(form, { name: 'notes', label: 'Your team’s notes', rows: 2, maxLength: MAX_NOTES_LENGTH, isOptional: true })}
<div class="actions"><button type="submit">Enter the guest</button><a href="${base}/calendar/blocks/${block.blockId}">Cancel</a></div>
</form>
</section>`;
