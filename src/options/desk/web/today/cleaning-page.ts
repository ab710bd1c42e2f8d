import { nameInBuilding } from '../../../../domain/text/place-name.ts';
import { dayAndDate } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderEmpty, renderTable } from '../../../../web/views/parts.ts';
import type { Cleaning, UnitToClean } from '../../services/cleaning.ts';
import type { DeskView } from '../../services/desk-views.ts';
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

function renderUnit({
  listingTitle,
  buildingTitle,
  unitName,
  checkOut,
  checkOutTime,
  checkInTime,
  nextCheckIn,
}: UnitToClean) {
  const next = nextCheckIn === null ? null : html`${dayAndDate(nextCheckIn)}, from ${checkInTime}`;
  return [
    html`<span class="name"><strong>${unitName}</strong>${unitName === listingTitle ? '' : html` · ${nameInBuilding(listingTitle, buildingTitle)}`}</span>`,
    html`${dayAndDate(checkOut)}, by ${checkOutTime}`,
    next === null
      ? html`<span class="faint">none yet</span>`
      : nextCheckIn === checkOut
        ? html`<strong>${next}</strong> <span class="badge warm">The same day</span>`
        : next,
    html`<span class="box" aria-hidden="true"></span>`,
  ];
}
