import { ppmToPercent } from '../../../../../domain/formats.ts';
import type { PriceLine } from '../../../../../domain/pricing/lines.ts';
import { presentCount, presentMoney } from '../../../../../web/views/format.ts';
import { type Html, html } from '../../../../../web/views/html.ts';
import { BASIS_WORDS, LINE_WORDS } from '../../../../../web/views/words.ts';

type Priced = { lines: readonly PriceLine[]; grandTotalCents: number; currency: string };

export const renderPriceTable = ({
  lines,
  grandTotalCents,
  currency,
}: Priced): Html => html`<table class="price" role="table" aria-label="Price">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Line</th><th role="columnheader" scope="col">How it is counted</th><th role="columnheader" scope="col">Amount</th></tr></thead>
<tbody role="rowgroup">
${lines.map(
  (line) =>
    html`<tr role="row"><td role="cell"><span class="name">${line.type === 'accommodation' ? 'Nights' : line.name}</span>${line.type === 'accommodation' ? '' : html` <span class="faint">${LINE_WORDS[line.type]}</span>`}</td><td role="cell" class="faint">${renderCount(line, currency)}</td><td role="cell">${line.included ? html`<span class="faint">${presentMoney(line.amountCents, currency)} included</span>` : html`${presentMoney(line.amountCents, currency)}`}</td></tr>`,
)}
</tbody>
<tfoot role="rowgroup"><tr role="row"><th role="rowheader" scope="row" colspan="2">Total</th><td role="cell">${presentMoney(grandTotalCents, currency)}</td></tr></tfoot>
</table>`;

/** Such as "4 nights × €100.00" or "6% of €545.09". */
function renderCount(line: PriceLine, currency: string): Html {
  const { basis, quantity, unitAmountCents, percentPpm, baseAmountCents } = line;
  if (basis === 'percent' && percentPpm !== null) {
    const of = baseAmountCents === null ? '' : ` of ${presentMoney(baseAmountCents, currency)}`;
    return html`${ppmToPercent(percentPpm)}%${of}`;
  }
  // A line that lowers the price has the amount of one without its sign.
  const sign = line.amountCents < 0 ? -1 : 1;
  const each =
    unitAmountCents === null ? '' : ` × ${presentMoney(sign * Math.abs(unitAmountCents), currency)}`;
  return html`${presentCount(quantity ?? 1, ...BASIS_WORDS[basis])}${each}`;
}
