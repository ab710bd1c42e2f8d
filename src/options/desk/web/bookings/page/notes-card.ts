import type { FastifyReply } from 'fastify';
import { MAX_NOTES_LENGTH } from '../../../../../domain/limits.ts';
import type { Booking } from '../../../../../services/bookings/read.ts';
import type { Form } from '../../../../../web/form.ts';
import { field } from '../../../../../web/form-table.ts';
import { renderHidden } from '../../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import { NOTES } from '../forms.ts';

type View = { path: string; booking: Booking; isLive: boolean; form: Form };

/** The guest's requests can be changed until the stay is over. */
export const renderNotesCard = (
  reply: FastifyReply,
  { path, booking: { booking }, isLive, form }: View,
): Html => html`<section class="card" aria-labelledby="notes-heading">
<h2 id="notes-heading">Notes</h2>
<form method="post" action="${path}/notes">
${renderFormToken(reply)}${renderHidden({ seen: form.values.seen ?? '' })}
${field(form, NOTES, 'notes', { rows: 3, maxLength: MAX_NOTES_LENGTH })}
${renderStoredText(form, 'notes', booking.notes)}
${isLive ? renderRequestsField(form, booking.specialRequests) : EMPTY_HTML}
<button class="quiet" type="submit">Save notes</button>
</form></section>`;

/** Below the typed text, if somebody else has changed the booking meanwhile. */
const renderStoredText = (form: Form, name: string, stored: string | null): Html =>
  form.errors.form === undefined || form.values[name] === (stored ?? '')
    ? EMPTY_HTML
    : html`<div class="help">Stored now: <span class="name lines-kept">${stored ?? 'nothing'}</span></div>`;

const renderRequestsField = (form: Form, stored: string | null): Html =>
  html`${field(form, NOTES, 'special_requests', { rows: 2, maxLength: MAX_NOTES_LENGTH })}
${renderStoredText(form, 'special_requests', stored)}`;
