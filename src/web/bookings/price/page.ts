/** The page on which a member sets an agreed price for a booking, or adds a line to the price. */

import type { FastifyReply } from 'fastify';
import { MAX_NAME_LENGTH } from '../../../domain/limits.ts';
import { renderField, renderSelect } from '../../views/fields.ts';
import { type Html, html } from '../../views/html.ts';
import { renderFormToken } from '../../views/layout.ts';
import { renderFormErrors } from '../../views/parts.ts';
import { type PreviewView, renderChanges, renderHeading } from '../change-page.ts';

/** The kinds of agreement about a price, the price of the nights first. */
const AGREEMENTS = [
  { value: 'nights', name: 'What the nights cost' },
  { value: 'total', name: 'Everything, as one sum' },
  { value: 'rates', name: 'Nothing: today’s prices' },
];

/** The parts of an agreed total that a member may set. */
const PARTS = [
  { name: 'discount_total', label: 'Discounts in it' },
  { name: 'fees_total', label: 'Fees in it' },
  { name: 'taxes_total', label: 'Taxes in it' },
];

export function pricePage(
  reply: FastifyReply,
  { base, booking, form, preview, presentPlace }: PreviewView,
): Html {
  const path = `${base}/bookings/${booking.booking.id}`;
  const { currency } = booking.booking;
  const hasParts = PARTS.some(({ name }) => form.values[name] || form.errors[name]);
  return html`
<p class="back"><a href="${path}">Back to the booking</a></p>
${renderHeading('Price for', booking)}
${renderFormErrors(form)}
<form method="post" action="${path}/price">
${renderFormToken(reply)}
<div class="columns even">
<div>
<section class="card" aria-labelledby="agreed-heading"><h2 id="agreed-heading">Agreed price</h2>
<div class="fields">${renderSelect(form, { name: 'agreed', label: 'What is agreed', choices: AGREEMENTS, help: 'Fees and taxes follow from the nights.' })}
${renderField(form, { name: 'agreed_amount', label: 'Amount', keys: 'decimal', unit: currency, isOptional: 'unmarked', help: 'Without the extra line below.' })}</div>
<details class="more"${hasParts ? ' open' : ''}><summary>Parts of the sum</summary>
<p class="help">Only for everything as one sum, such as a channel’s. Empty ones are 0, and the nights are the rest.</p>
<div class="fields">${PARTS.map(({ name, label }) => renderField(form, { name, label, keys: 'decimal', unit: currency, isOptional: 'unmarked' }))}</div></details>
</section>
<section class="card" aria-labelledby="line-heading"><h2 id="line-heading">Extra line</h2>
<p class="help">A late check-out, a goodwill. It comes on top of the price, and no tax is added to it. Empty: none.</p>
<div class="fields">${renderField(form, { name: 'line_name', label: 'What it is for', maxLength: MAX_NAME_LENGTH, list: 'line-names', isOptional: 'unmarked' })}
${renderField(form, { name: 'line_amount', label: 'Amount', keys: 'decimal', unit: currency, isOptional: 'unmarked', help: 'With a minus it lowers the price.' })}</div>
<datalist id="line-names"><option value="Late check-out"></option><option value="Early check-in"></option><option value="Goodwill"></option></datalist>
<div class="actions"><button type="submit" name="step" value="preview"${preview ? html` class="quiet"` : ''}>Show what changes</button> <a href="${path}">Leave it as it is</a></div>
</section>
</div>
${preview ? renderChanges(booking, { preview, form, presentPlace }) : ''}
</div>
</form>`;
}
