/** First the form, then the effects, and after the change a way to undo it. */
import type { FastifyReply } from 'fastify';
import { countMinorDigits } from '../../../../domain/money.ts';
import type { AdjustedDays } from '../../../../domain/pricing/adjusted-nights.ts';
import type { PlaceName } from '../../../../services/place-names.ts';
import type { Form } from '../../../../web/form.ts';
import { renderPlaceChoice } from '../../../../web/form-table/places.ts';
import { field } from '../../../../web/form-table.ts';
import { renderButtonForm } from '../../../../web/views/button-form.ts';
import { presentCount, presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { renderFormErrors, renderPassedNotice, renderTable } from '../../../../web/views/parts.ts';
import { buildAdjustForm } from './adjust-form.ts';
import { renderPricesTabs } from './tabs.ts';

type View = {
  base: string;
  currency: string;
  form: Form;
  places: readonly PlaceName[];
  /** Null until the visitor asks for it. */
  preview: { summaries: readonly AdjustedDays[]; mayBeUndone: boolean } | null;
  /** The key with which the change can be undone, or null. */
  undo: string | null;
};

export function adjustPage(reply: FastifyReply, view: View): Html {
  const { base, form, currency, places, preview, undo } = view;
  const path = `${base}/prices/adjust`;
  const table = buildAdjustForm(currency);
  return html`
<div class="head"><h1>Change many prices</h1></div>
${renderPricesTabs(base, 'adjust')}
${renderPassedNotice(reply)}
${undo === null ? '' : renderUndo(reply, path, undo)}
${renderFormErrors(form)}
<form method="post" action="${path}" class="card">${renderFormToken(reply)}
${renderPlaceChoice(form, { label: 'Where', all: 'At all open places', places, toValue: ({ id }) => id })}
<div class="fields">${field(form, table, 'start_date')}
${field(form, table, 'end_date')}</div>
${field(form, table, 'weekdays', { label: 'Only on (none: every day)' })}
<div class="fields">${field(form, table, 'way')}
${field(form, table, 'value')}
${field(form, table, 'round_to', { label: `Round to, in ${currency}` })}</div>
${renderCurrencies(currency, places)}
<p class="help">Each night’s price of today is changed, whether it comes from the place, a season or the night itself. The result becomes the night’s own price. Bookings that exist keep theirs.</p>
<div class="actions"><button${preview === null ? '' : html` class="quiet"`} type="submit" name="look" value="on">Show what changes</button>
${preview === null || preview.summaries.length === 0 ? '' : html`<button type="submit" name="change" value="on">Change these prices</button>`}</div>
</form>
${preview === null ? '' : renderPreview(preview)}`;
}

const EXAMPLE_AMOUNT = 5;

/** Amounts are in the team's currency, which some places may not have. */
function renderCurrencies(currency: string, places: readonly PlaceName[]): Html {
  const others = [...new Set(places.map((place) => place.currency))].filter((one) => one !== currency).sort();
  const example = EXAMPLE_AMOUNT * 10 ** countMinorDigits(currency);
  const there = others.map((other) => presentMoney(example, other)).join(', ');
  return others.length === 0
    ? EMPTY_HTML
    : html`<p class="help">Some places have prices in ${others.join(', ')}, which the preview shows by themselves. A percentage is right for all of them. Nothing is converted: an amount or a rounding of ${presentMoney(example, currency)} is ${there} there. For an amount, tick places of one currency.</p>`;
}

const renderPreview = ({ summaries, mayBeUndone }: NonNullable<View['preview']>): Html =>
  html`<section class="card" id="preview" aria-labelledby="preview-heading"><h2 id="preview-heading">What would change</h2>
${renderTable(
  {
    label: 'What would change',
    heads: ['Places', 'Nights', 'Lowest price', 'Highest price'],
    numbers: ['Nights', 'Lowest price', 'Highest price'],
  },
  summaries.map((one) => [
    presentCount(one.listings, 'place'),
    presentCount(one.days, 'night'),
    presentStep(one.lowestBeforeCents, one.lowestAfterCents, one.currency),
    presentStep(one.highestBeforeCents, one.highestAfterCents, one.currency),
  ]),
  html`<p>Nothing: each of these nights would keep its price.</p>`,
)}
${mayBeUndone ? EMPTY_HTML : html`<p class="warning">So many nights cannot be undone with one click. Change fewer at a time if you want that.</p>`}
</section>`;

const presentStep = (before: number, after: number, currency: string): string =>
  `${presentMoney(before, currency)} → ${presentMoney(after, currency)}`;

const renderUndo = (reply: FastifyReply, path: string, undo: string): Html =>
  html`<section class="card" aria-labelledby="undo-heading"><h2 id="undo-heading">Undo</h2>
<p>Within a day these nights can have the prices of before again, whatever else became of them meanwhile.</p>
${renderButtonForm(reply, { action: `${path}/undo`, text: 'Undo this change', look: 'quiet', values: { done: undo } })}</section>`;
