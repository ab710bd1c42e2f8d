/** A bar for what each month sold and one for what came in, with both as text. Filled and outlined, not by colour alone. */
import { type Month, type MonthFigures, toFirstDay } from '../../../../domain/dates/months.ts';
import { monthAndYear, presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';

/** The length of the longest bar, in units of the drawing. */
const LONGEST = 1_000;

/** Nothing if there is no other month to compare with. Each currency has its own scale. */
export function renderMonthBars(months: readonly MonthFigures[], present: Month): Html {
  const byCurrency = [...Map.groupBy(months, ({ currency }) => currency)];
  const drawn = byCurrency.filter(([, some]) => some.length > 1 && findLargest(some) > 0);
  return drawn.length === 0
    ? EMPTY_HTML
    : html`<div class="month-bars">
<p class="month-key" aria-hidden="true"><span><svg viewBox="0 0 12 12"><rect class="sold" width="12" height="12"/></svg> Total of the nights</span> <span><svg viewBox="0 0 12 12"><rect class="came" x="1" y="1" width="10" height="10"/></svg> Came in</span></p>
${drawn.map(([currency, some]) => renderScale(some, present, drawn.length > 1 ? ` in ${currency}` : ''))}
</div>`;
}

const findLargest = (months: readonly MonthFigures[]): number =>
  Math.max(...months.flatMap((month) => [month.grandTotalCents, month.paidTotalCents]));

function renderScale(months: readonly MonthFigures[], present: Month, beside: string): Html {
  const largest = findLargest(months);
  const lengthOf = (cents: number) => Math.max(0, Math.round((cents / largest) * LONGEST));
  return html`<ol aria-label="Total and what came in by month${beside}">${months.map((figures) => {
    const { month, currency, grandTotalCents, paidTotalCents } = figures;
    const name = monthAndYear(toFirstDay(month));
    const [sold, came] = [lengthOf(grandTotalCents), lengthOf(paidTotalCents)];
    return html`<li><span class="month">${month === present ? html`<strong aria-current="date">${name}</strong>` : name}</span>
<svg viewBox="0 0 ${LONGEST} 20" preserveAspectRatio="none" aria-hidden="true"><rect class="sold" width="${sold}" height="11"/>${came === 0 ? '' : html`<rect class="came" y="13" width="${came}" height="6"/>`}</svg>
<span class="sums"><strong>${presentMoney(grandTotalCents, currency)}</strong> <span class="faint">came in ${presentMoney(paidTotalCents, currency)}</span></span></li>`;
  })}</ol>`;
}
