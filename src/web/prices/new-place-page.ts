/** The form of a new place, with what it needs to be booked. */

import type { FastifyReply } from 'fastify';
import { MAX_NAME_LENGTH } from '../../domain/limits.ts';
import type { Form } from '../form.ts';
import { renderField, renderSelect, toChoices } from '../views/fields.ts';
import { type Html, html } from '../views/html.ts';
import { renderFormToken } from '../views/layout.ts';
import { renderFormErrors } from '../views/parts.ts';
import { PROPERTY_WORDS } from '../views/words.ts';

const UNIT_CHOICES_UP_TO = 20;
const COUNTS = Array.from({ length: UNIT_CHOICES_UP_TO }, (_, index) => String(index + 1));
const UNIT_CHOICES = COUNTS.map((value) => ({ value, name: value === '1' ? '1' : `${value}, all alike` }));

type View = { base: string; currency: string; form: Form };

export const newPlacePage = (reply: FastifyReply, { base, currency, form }: View): Html => html`
<p class="back"><a href="${base}/prices">All places</a></p>
<h1>New place</h1>
${renderFormErrors(form)}
<section class="card">
<form method="post" action="${base}/prices/new">${renderFormToken(reply)}
${renderField(form, { name: 'public_title', label: 'Name', help: 'The title that guests see.', maxLength: MAX_NAME_LENGTH })}
<div class="fields">
${renderSelect(form, { name: 'property_type', label: 'Kind', choices: toChoices(PROPERTY_WORDS) })}
${renderField(form, { name: 'city', label: 'City', maxLength: MAX_NAME_LENGTH, isOptional: true })}
${renderField(form, { name: 'max_guests', label: 'Guests at most', keys: 'numeric' })}
${renderSelect(form, { name: 'units', label: 'How many', choices: UNIT_CHOICES })}
${renderField(form, { name: 'nightly', label: 'Price of a night', keys: 'decimal', unit: currency })}
${renderField(form, { name: 'min_stay', label: 'Minimum stay', keys: 'numeric', isOptional: true })}
</div>
<p class="help">The place can be booked at once, and your booking page shows it. Choose how many there are if guests do not mind which one they get, such as three rooms of one kind: each gets a row in the calendar. Buildings, more units, texts and pictures come with a team file or through the API.</p>
<button type="submit">Add place</button>
</form></section>`;
