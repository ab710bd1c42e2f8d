import type { FastifyReply } from 'fastify';
import type { OfferedExtra } from '../../../../../services/availability/stay-options.ts';
import type { Form } from '../../../../../web/form.ts';
import { field } from '../../../../../web/form-table.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import { renderFormErrors } from '../../../../../web/views/parts.ts';
import { type PreviewView, renderChanges, renderHeading } from '../change-page.ts';
import { renderExtraFields } from '../extras.ts';
import { defineAgreement, defineFee, defineTotalParts, TOTAL_PARTS } from './form.ts';
import { findLineNames, renderLineFields } from './lines.ts';

type PriceView = PreviewView & {
  /** Of a stay that is over. */
  extras: readonly OfferedExtra[];
};

export function bookingPricePage(
  reply: FastifyReply,
  { base, booking, extras, form, preview, presentPlace }: PriceView,
): Html {
  const path = `${base}/bookings/${booking.booking.id}`;
  const { currency, status } = booking.booking;
  return html`
<p class="back"><a href="${path}">Back to the booking</a></p>
${renderHeading('Price for', booking)}
${renderFormErrors(form)}
<form method="post" action="${path}/price">
${renderFormToken(reply)}
<div class="columns even">
<div>
${status === 'pending' || status === 'confirmed' ? renderAgreement(form, currency) : ''}
${status === 'completed' && extras.length > 0 ? renderExtras(form, extras, currency) : ''}
${status === 'cancelled' ? renderFee(form, currency) : renderLines(form, currency, findLineNames(reply.request.scope.terms.languages, booking))}
<div class="actions"><button type="submit" name="step" value="preview"${preview ? html` class="quiet"` : ''}>Show what changes</button> <a href="${path}">Leave it as it is</a></div>
</div>
${preview ? renderChanges(booking, { base, preview, form, presentPlace }) : ''}
</div>
</form>`;
}

function renderAgreement(form: Form, currency: string): Html {
  const AGREEMENT = defineAgreement(currency);
  const PARTS = defineTotalParts(currency);
  const names = TOTAL_PARTS.map(PARTS.nameOf);
  const hasParts = names.some((name) => form.values[name] || form.errors[name]);
  return html`<section class="card" aria-labelledby="agreed-heading"><h2 id="agreed-heading">Agreed price</h2>
<div class="fields">${field(form, AGREEMENT, 'agreed', { help: 'Fees and taxes follow from the nights.' })}
${field(form, AGREEMENT, 'agreed_amount', { unit: currency, help: 'Without the lines below.' })}</div>
<details class="more"${hasParts ? ' open' : ''}><summary>Parts of the sum</summary>
<p class="help">Only for everything as one sum, such as a channel’s. Empty ones are 0, and the nights are the rest.</p>
<div class="fields">${TOTAL_PARTS.map((path) => field(form, PARTS, path, { unit: currency }))}</div></details>
</section>`;
}

const renderExtras = (
  form: Form,
  extras: readonly OfferedExtra[],
  currency: string,
): Html => html`<section class="card" aria-labelledby="extras-heading"><h2 id="extras-heading">Extras</h2>
<div class="fields">${renderExtraFields(form, extras, currency)}</div></section>`;

const renderFee = (
  form: Form,
  currency: string,
): Html => html`<section class="card" aria-labelledby="fee-heading"><h2 id="fee-heading">Cancellation fee</h2>
<div class="fields">${field(form, defineFee(currency), 'cancellation_fee', { unit: currency, help: 'It can be lowered, not raised.' })}</div></section>`;

const renderLines = (
  form: Form,
  currency: string,
  names: ReturnType<typeof findLineNames>,
): Html => html`<section class="card" id="lines" aria-labelledby="line-heading"><h2 id="line-heading">Lines by hand</h2>
<p class="help">A late check-out, a minibar, a goodwill. They come on top of the price. An emptied line is removed.</p>
${renderLineFields(form, currency, names)}</section>`;
