import { dayAndDate } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderEmpty, renderTable } from '../../../../web/views/parts.ts';
import type { Cleaning, UnitToClean } from '../../services/cleaning.ts';
import type { DeskView } from '../../services/desk-views.ts';
import { renderUnitName, SAME_DAY } from './stay-lines.ts';
import { presentDates, renderViews } from './views.ts';

type CleaningView = { base: string; view: DeskView; cleaning: Cleaning };

/** For the people who clean. It is printed without tabs and side bar. */
export const cleaningPage = ({ base, view, cleaning }: CleaningView): Html => html`
<p class="back"><a href="${base}/today?day=${view}">Back to the day</a></p>
<div class="head"><h1>To clean <span class="count">${cleaning.units.length}</span></h1></div>
<p class="lead">${presentDates(cleaning)}</p>
${renderViews(`${base}/today/cleaning`, view)}
<section class="card flush" aria-label="To clean">
${renderTable(
  { label: 'To clean', heads: ['Place', 'Guests leave', 'Next arrival', 'Done'] },
  cleaning.units.map((unit) => renderUnit(unit)),
  renderEmpty('today', 'Nothing to clean', 'Nobody leaves then.'),
)}
</section>
${cleaning.isCut ? html`<p class="aside">Only the first ${cleaning.units.length} are listed.</p>` : ''}
<p class="aside not-printed">Your browser prints this list without the pages around it.</p>`;

const renderUnit = (unit: UnitToClean) => [
  renderUnitName(unit),
  html`${dayAndDate(unit.checkOut)}, by ${unit.checkOutTime}`,
  renderNextArrival(unit),
  html`<span class="box" aria-hidden="true"></span>`,
];

function renderNextArrival({ checkOut, checkInTime, nextCheckIn }: UnitToClean): Html {
  if (nextCheckIn === null) return html`<span class="faint">none yet</span>`;
  const next = html`${dayAndDate(nextCheckIn)}, from ${checkInTime}`;
  return nextCheckIn === checkOut ? html`<strong>${next}</strong> ${SAME_DAY}` : next;
}
