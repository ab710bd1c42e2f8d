/**
 * A row of prices for each listing, and under it a row of bars for each unit. A listing with one unit is one row, with
 * the prices of its free nights.
 */
import { countDaysBetween } from '../../../../domain/dates/dates.ts';
import type { PriceRun } from '../../../../services/availability/price-runs.ts';
import { presentAmount, presentMoney } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderIcon } from '../../../../web/views/icons.ts';
import { LISTING_STATUS_WORDS } from '../../../../web/views/words.ts';
import type { CalendarUnit } from '../../services/calendar.ts';
import { sayClash } from '../clash.ts';
import { type Grid, listShownBlocks, renderBlock } from './blocks.ts';
import { buildFreeClasses, isIndented, listFreePrices } from './free-prices.ts';
import { buildDayClasses, buildStayClasses } from './lines.ts';
import { renderPreparation, renderStay } from './stays.ts';

/** The name of a building or listing is shown once, above its units. */
export function renderCalendarRows(grid: Grid): Html {
  const rows: Html[] = [];
  let building: string | null = null;
  let listing: string | null = null;
  const unitsOf = Map.groupBy(grid.calendar.units, ({ listingId }) => listingId);
  for (const unit of grid.calendar.units) {
    if (unit.buildingId !== null && unit.buildingId !== building)
      rows.push(
        html`<div class="cal-building" role="row"><div class="cal-name" role="rowheader"><span class="name">${unit.buildingTitle ?? ''}</span></div></div>`,
      );
    // Without it, a place of its own would seem to be in the building above it.
    if (unit.buildingId === null && building !== null)
      rows.push(html`<div class="cal-end" aria-hidden="true"></div>`);
    if (unitsOf.get(unit.listingId)?.length === 1) rows.push(renderOnlyUnitRow(grid, unit));
    else {
      if (unit.listingId !== listing) rows.push(renderListingRow(grid, unit));
      rows.push(renderUnitRow(grid, unit));
    }
    building = unit.buildingId;
    listing = unit.listingId;
  }
  return html`${rows}`;
}

const renderListingRow = ({ base, calendar }: Grid, unit: CalendarUnit): Html => {
  const { listingId, listingTitle, currency } = unit;
  return html`<div class="cal-row cal-listing" role="row" data-row="${listingId}">
<div class="cal-name" role="rowheader"><a class="name" href="${base}/prices/${listingId}" title="${nameRates(unit)}">${listingTitle}</a>${renderListingStatus(unit)}</div>
<div class="track" role="cell">${calendar.pricesOf(listingId).map((run) => renderPrice(run, currency, buildDayClasses(run.from, run.count)))}</div>
</div>`;
};

const nameRates = ({ listingTitle, currency }: CalendarUnit): string =>
  `Prices of ${listingTitle}, in ${currency}`;

const renderListingStatus = ({ listingStatus }: CalendarUnit): Html =>
  listingStatus === 'active'
    ? EMPTY_HTML
    : html` <span class="badge">${LISTING_STATUS_WORDS[listingStatus]}</span>`;

function renderPrice(
  { count, rateCents, minStay, closed }: PriceRun,
  currency: string,
  place: string,
  isIndented = false,
): Html {
  const atLeast = minStay > 1 ? `, at least ${minStay} nights` : '';
  const about = `${presentMoney(rateCents, currency)} a night${atLeast}${closed ? ', closed' : ''}`;
  const shortest = minStay > 1 ? html`<small>${count > 1 ? 'min ' : '≥'}${minStay}</small>` : '';
  const rule = closed ? html`<small>closed</small>` : shortest;
  return html`<span class="run${closed ? ' closed' : ''} ${place}" title="${about}"><span${isIndented ? html` class="indented"` : ''}><b>${presentAmount(rateCents, currency)}</b>${rule}</span></span>`;
}

const renderUnitRow = (grid: Grid, unit: CalendarUnit): Html => {
  const { base, days } = grid;
  return html`<div class="cal-row cal-unit" role="row" data-row="${unit.id}" data-listing="${unit.listingId}">
<div class="cal-name" role="rowheader"><a class="name" href="${base}/calendar/units/${unit.id}?from=${days.from}" title="${nameNights(unit)}">${unit.name}</a>${renderUnitStatus(unit)}</div>
<div class="track" role="cell">${renderBars(grid, unit)}${renderClashes(grid, unit)}</div>
</div>`;
};

const nameNights = ({ name }: CalendarUnit): string => `Book or block nights of ${name}`;

const renderUnitStatus = ({ active }: CalendarUnit): Html =>
  active ? EMPTY_HTML : html` <span class="badge">not sold</span>`;

const renderOnlyUnitRow = (grid: Grid, unit: CalendarUnit): Html => {
  const { base, days } = grid;
  const { id, name, listingId, listingTitle } = unit;
  const names = name === listingTitle ? [name] : [listingTitle, name];
  return html`<div class="cal-row cal-unit cal-only" role="row" data-row="${id}" data-listing="${listingId}" data-name="${names.join(', ')}">
<div class="cal-name" role="rowheader"><a class="name" href="${base}/calendar/units/${id}?from=${days.from}" title="${nameNights(unit)}"><strong>${listingTitle}</strong>${names.length === 1 ? '' : html` <small>${name}</small>`}</a>${renderListingStatus(unit)}${renderUnitStatus(unit)}<a class="rates" href="${base}/prices/${listingId}" title="${nameRates(unit)}" aria-label="${nameRates(unit)}">${renderIcon('prices')}</a></div>
<div class="track" role="cell">${renderPricesOfFreeNights(grid, unit)}${renderBars(grid, unit)}${renderClashes(grid, unit)}</div>
</div>`;
};

function renderPricesOfFreeNights({ days, calendar }: Grid, { id, listingId, currency }: CalendarUnit): Html {
  const taken = calendar.barsOf(id).map(({ startDate, endDate }) => ({
    first: countDaysBetween(days.from, startDate),
    end: countDaysBetween(days.from, endDate),
  }));
  const isTaken = (day: number) => taken.some(({ first, end }) => day >= first && day < end);
  return html`${listFreePrices(calendar.pricesOf(listingId), isTaken).map((price) => renderPrice(price, currency, buildFreeClasses(price), isIndented(price)))}`;
}

const renderBars = (grid: Grid, unit: CalendarUnit): Html =>
  html`${listShownBlocks(grid.calendar.barsOf(unit.id)).map((bar) =>
    bar.bookingId === null
      ? renderBlock(grid, bar, unit)
      : html`${renderStay(grid, bar)}${renderPreparation(grid, bar)}`,
  )}`;

/** On nights that an event of a channel and something else both have. */
const renderClashes = ({ base, days, calendar }: Grid, unit: CalendarUnit): Html =>
  html`${calendar.clashes.map((clash) => {
    const place = clash.unitId === unit.id ? buildStayClasses(days, clash.from, clash.to) : null;
    return place === null
      ? EMPTY_HTML
      : html`<a class="clash ${place}" href="${base}/calendar-feeds/${clash.feedId}" title="${sayClash(clash)}" aria-label="${sayClash(clash)}"></a>`;
  })}`;
