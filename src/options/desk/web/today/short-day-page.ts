/**
 * For those who see the calendar and no bookings: what to clean, and who comes and goes, without names, amounts and links
 * to bookings (docs/rules.md, 27.8). It is read on a phone.
 */
import { dayAndDate, presentCount, presentGuestCounts } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderEmpty, renderStatusBadge } from '../../../../web/views/parts.ts';
import type { UnitToClean } from '../../services/cleaning.ts';
import type { ShortDay, ShortStay } from '../../services/short-day.ts';
import { renderList } from './list.ts';
import {
  presentNights,
  presentTime,
  renderDayIfSeveral,
  renderLine,
  renderUnitName,
  SAME_DAY,
} from './stay-lines.ts';
import { presentDates, renderDates, renderViews, sayNobody, VIEW_NAMES } from './views.ts';

type ShortDayView = {
  base: string;
  day: ShortDay;
  /** Below today. */
  tomorrow: ShortDay | null;
};

export const shortDayPage = ({ base, day, tomorrow }: ShortDayView): Html => html`
<div class="head"><h1>${VIEW_NAMES[day.view]}</h1></div>
<p class="lead">${renderDates(day)}</p>
${
  day.hasListings
    ? html`${renderGlance(day)}
${renderViews(`${base}/today`, day.view)}
${renderLists(base, day)}
${tomorrow === null ? '' : renderTomorrow(base, tomorrow)}`
    : html`<section class="card flush">${renderEmpty('today', 'No places yet', 'Arrivals and departures appear here.')}</section>`
}`;

const renderGlance = ({ toClean, arrivals, departures }: ShortDay): Html =>
  html`<nav class="glance not-printed" aria-label="At a glance"><a class="clean" href="#to-clean">${toClean.length} to clean</a> <a class="arrive" href="#arrivals">${presentCount(arrivals.length, 'arrival')}</a> <a class="leave" href="#departures">${presentCount(departures.length, 'departure')}</a></nav>`;

const renderTomorrow = (base: string, day: ShortDay): Html => html`
<div class="next-day"><h2>${VIEW_NAMES[day.view]}</h2> <span>${presentDates(day)}</span></div>
${renderLists(base, day, 'tomorrow')}`;

const renderLists = (base: string, day: ShortDay, of = ''): Html => html`<div class="today-lists">
${renderList({
  title: 'To clean',
  of,
  rows: day.toClean,
  line: (unit) => renderToClean(unit, day),
  none: 'Nothing to clean.',
  way: renderPrintLink(base, day),
})}
${renderList({
  title: 'Arrivals',
  of,
  rows: day.arrivals,
  line: (stay) => renderArrival(stay, day),
  none: sayNobody('arrivals', day.view),
})}
${renderList({
  title: 'Departures',
  of,
  rows: day.departures,
  line: (stay) => renderDeparture(stay, day),
  none: sayNobody('departures', day.view),
})}
</div>
${day.isCut ? html`<p class="aside">Only the first of each list are shown.</p>` : ''}`;

const renderPrintLink = (base: string, { view }: ShortDay): Html =>
  html` <a class="beside" href="${base}/today/cleaning${view === 'today' ? '' : `?day=${view}`}">To print</a>`;

const renderToClean = (unit: UnitToClean, day: ShortDay): Html =>
  renderLine(
    renderUnitName(unit),
    unit.nextCheckIn === unit.checkOut ? SAME_DAY : EMPTY_HTML,
    html`${renderDayIfSeveral(unit.checkOut, day)}free by <strong>${presentTime(unit.checkOutTime, unit, day)}</strong> · ${renderNext(unit, day)}`,
  );

function renderNext(unit: UnitToClean, day: ShortDay): Html {
  const { checkOut, checkInTime, nextCheckIn, nextParty } = unit;
  if (nextCheckIn === null) return html`nobody arrives yet`;
  const time = presentTime(checkInTime, unit, day);
  const next =
    nextCheckIn === checkOut
      ? html`next guests from <strong>${time}</strong>`
      : html`next guests ${dayAndDate(nextCheckIn)}`;
  return html`${next}${presentParty(nextParty)}`;
}

/** The party of a channel's stay is not known. */
const presentParty = (party: ShortStay['party']): string =>
  party === null ? '' : ` · ${presentGuestCounts(party)}`;

const renderStay = (stay: ShortStay, what: Html): Html =>
  renderLine(
    renderUnitName(stay),
    stay.isPending ? renderStatusBadge('pending') : EMPTY_HTML,
    html`${what}${presentParty(stay.party)}`,
  );

const renderArrival = (stay: ShortStay, day: ShortDay): Html =>
  renderStay(
    stay,
    html`${renderDayIfSeveral(stay.checkIn, day)}from <strong>${presentTime(stay.checkInTime, stay, day)}</strong> · ${presentNights(stay)}, until ${dayAndDate(stay.checkOut)}`,
  );

const renderDeparture = (stay: ShortStay, day: ShortDay): Html =>
  renderStay(
    stay,
    html`${renderDayIfSeveral(stay.checkOut, day)}by <strong>${presentTime(stay.checkOutTime, stay, day)}</strong>`,
  );
