/** A row of prices for each listing, and under it a row of bars for each unit. */

import { countDaysBetween } from '../../../../domain/dates/dates.ts';
import type { PriceRun } from '../../../../services/availability/price-runs.ts';
import {
  presentAmount,
  presentCount,
  presentGuestCounts,
  presentMoney,
  shortDate,
} from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { statusName } from '../../../../web/views/parts.ts';
import { presentTimeLeft } from '../../../../web/views/when.ts';
import { LISTING_STATUS_WORDS } from '../../../../web/views/words.ts';
import type { CalendarOccupancy, CalendarUnit } from '../../services/calendar.ts';
import { sayClash } from '../clash.ts';
import { type Grid, listShownBlocks, renderBlock } from './blocks.ts';
import { buildDayClasses, buildStayClasses } from './lines.ts';

/** The name of a building or listing is shown once, above its units. */
export function renderCalendarRows(grid: Grid): Html {
  const rows: Html[] = [];
  let building: string | null = null;
  let listing: string | null = null;
  for (const unit of grid.calendar.units) {
    if (unit.buildingId !== null && unit.buildingId !== building)
      rows.push(
        html`<div class="cal-building" role="row"><div class="cal-name" role="rowheader"><span class="name">${unit.buildingTitle ?? ''}</span></div></div>`,
      );
    // Without it, a place of its own would seem to be in the building above it.
    if (unit.buildingId === null && building !== null)
      rows.push(html`<div class="cal-end" aria-hidden="true"></div>`);
    if (unit.listingId !== listing) rows.push(renderListingRow(grid, unit));
    rows.push(renderUnitRow(grid, unit));
    building = unit.buildingId;
    listing = unit.listingId;
  }
  return html`${rows}`;
}

const renderListingRow = ({ base, calendar }: Grid, unit: CalendarUnit): Html => {
  const { listingId, listingTitle, listingStatus, currency } = unit;
  const status =
    listingStatus === 'active'
      ? ''
      : html` <span class="badge">${LISTING_STATUS_WORDS[listingStatus]}</span>`;
  return html`<div class="cal-row cal-listing" role="row" data-row="${listingId}">
<div class="cal-name" role="rowheader"><a class="name" href="${base}/prices/${listingId}" title="Prices of ${listingTitle}, in ${currency}">${listingTitle}</a>${status}</div>
<div class="track" role="cell">${calendar.pricesOf(listingId).map((run) => renderPrice(run, currency))}</div>
</div>`;
};

function renderPrice({ from, count, rateCents, minStay, closed }: PriceRun, currency: string): Html {
  const atLeast = minStay > 1 ? `, at least ${minStay} nights` : '';
  const about = `${presentMoney(rateCents, currency)} a night${atLeast}${closed ? ', closed' : ''}`;
  const shortest = minStay > 1 ? html`<small>${count > 1 ? 'min ' : '≥'}${minStay}</small>` : '';
  const rule = closed ? html`<small>closed</small>` : shortest;
  return html`<span class="run${closed ? ' closed' : ''} ${buildDayClasses(from, count)}" title="${about}"><span><b>${presentAmount(rateCents, currency)}</b>${rule}</span></span>`;
}

const renderUnitRow = (grid: Grid, unit: CalendarUnit): Html => {
  const { base, days } = grid;
  const inactive = unit.active ? '' : html` <span class="badge">not sold</span>`;
  return html`<div class="cal-row cal-unit" role="row" data-row="${unit.id}" data-listing="${unit.listingId}">
<div class="cal-name" role="rowheader"><a href="${base}/calendar/units/${unit.id}?from=${days.from}" title="Book or block nights of ${unit.name}">${unit.name}</a>${inactive}</div>
<div class="track" role="cell">${renderBars(grid, unit)}${renderClashes(grid, unit)}</div>
</div>`;
};

const renderBars = (grid: Grid, unit: CalendarUnit): Html =>
  html`${listShownBlocks(grid.calendar.barsOf(unit.id)).map((bar) =>
    bar.bookingId === null
      ? renderBlock(grid, bar, unit)
      : html`${renderBooking(grid, bar)}${renderPreparation(grid, bar)}`,
  )}`;

/** On nights that an event of a channel and something else both have. */
const renderClashes = ({ base, days, calendar }: Grid, unit: CalendarUnit): Html =>
  html`${calendar.clashes.map((clash) => {
    const place = clash.unitId === unit.id ? buildStayClasses(days, clash.from, clash.to) : null;
    return place === null
      ? EMPTY_HTML
      : html`<a class="clash ${place}" href="${base}/calendar-feeds/${clash.feedId}" title="${sayClash(clash)}" aria-label="${sayClash(clash)}"></a>`;
  })}`;

function renderBooking({ base, days, calendar }: Grid, bar: CalendarOccupancy): Html {
  const { startDate, checkOut, status, bookingId, guestName } = bar;
  const place = buildStayClasses(days, startDate, checkOut ?? bar.endDate);
  if (place === null || status === null) return EMPTY_HTML;
  return html`<a class="bar ${status} ${place}" href="${base}/bookings/${bookingId ?? ''}" title="${presentBooking(bar, calendar.now)}">${guestName ?? ''}</a>`;
}

function presentBooking(bar: CalendarOccupancy, now: Date): string {
  const checkOut = bar.checkOut ?? bar.endDate;
  const expires =
    bar.expiresAtMs === null || bar.status !== 'pending'
      ? ''
      : `, ${presentTimeLeft(new Date(bar.expiresAtMs), now)} left`;
  const status = bar.status === null ? '' : statusName(bar.status);
  const nights = presentCount(countDaysBetween(bar.startDate, checkOut), 'night');
  const guests = presentGuestCounts({
    numberOfGuests: bar.numberOfGuests ?? 0,
    infants: bar.infants ?? 0,
    pets: bar.pets ?? 0,
  });
  const whole = bar.wholeBuilding ? ' · whole building' : '';
  return `${status}${expires} · ${shortDate(bar.startDate)} – ${shortDate(checkOut)}, ${nights} · ${guests}${whole} · ${bar.confirmationCode}`;
}

/** They follow a check-out, and are kept free to make the unit ready. */
function renderPreparation({ days }: Grid, { checkOut, endDate }: CalendarOccupancy): Html {
  if (checkOut === null || endDate <= checkOut) return EMPTY_HTML;
  const place = buildStayClasses(days, checkOut, endDate);
  return place === null ? EMPTY_HTML : html`<span class="prep ${place}" title="Preparation"></span>`;
}
