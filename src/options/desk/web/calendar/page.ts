import type { FastifyReply } from 'fastify';
import {
  addDays,
  addMonths,
  isoWeekdayOfDate,
  listDatesBetween,
  type StayDate,
} from '../../../../domain/dates/dates.ts';
import { buildUrl } from '../../../../web/paging.ts';
import { renderField, renderHidden, renderSelect } from '../../../../web/views/fields.ts';
import { dayOfMonth, monthAndYear, monthName, weekday, wholeDate } from '../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../web/views/html.ts';
import { renderIcon } from '../../../../web/views/icons.ts';
import {
  renderEmpty,
  renderNothingFound,
  renderPager,
  renderPassedNotice,
} from '../../../../web/views/parts.ts';
import { type DeskCalendar, UNITS_PER_PAGE } from '../../services/calendar.ts';
import { renderClash } from '../clash.ts';
import { buildDayClasses, DAY_COUNTS, type DayCount, type Days } from './lines.ts';
import { renderCalendarRows } from './rows.ts';
import { renderMarksKey } from './stays.ts';

export type CalendarQuery = { days: Days; building: string; q: string; page: number };
/** What the visitor may do with free nights. */
export type CalendarOffer = 'book' | 'block';
type CalendarView = {
  base: string;
  query: CalendarQuery;
  calendar: DeskCalendar;
  offers: readonly CalendarOffer[];
};

const DAY_COUNT_NAMES: Record<DayCount, string> = { 14: '2 weeks', 31: 'Month', 62: '2 months' };

/** Without the parameters that have their default value. */
export function buildCalendarPath(base: string, { days, building, q, page }: CalendarQuery): string {
  return buildUrl(`${base}/calendar`, {
    from: days.from,
    days: days.count === 31 ? null : days.count,
    building: building || null,
    q: q || null,
    page: page > 1 ? page : null,
  });
}

export function calendarPage(reply: FastifyReply, view: CalendarView): Html {
  const { base, query, calendar } = view;
  const isFiltered = query.building !== '' || query.q !== '';
  return html`
<div class="head full-width"><h1>Calendar</h1>${renderMoves(view)}<a class="button" href="${base}/bookings/new">New booking</a></div>
${renderPassedNotice(reply)}
${renderClashes(view)}
${calendar.total > 0 || isFiltered ? renderFilters(view) : ''}
${
  calendar.units.length > 0
    ? renderGrid(view)
    : html`<section class="card flush">${
        isFiltered
          ? renderNothingFound(
              query.q === ''
                ? 'This building has no unit.'
                : `No unit or place matches “${query.q}”${query.building === '' ? '' : ' in this building'}.`,
              buildCalendarPath(base, { ...query, building: '', q: '', page: 1 }),
            )
          : renderEmpty(
              'calendar',
              'No units yet',
              'A calendar has a row for each unit: a room, a flat, a house. Add your first place to see it here.',
              html`<a class="button" href="${base}/places/new">Add a place</a>`,
            )
      }</section>`
}
${renderPager({ page: query.page, perPage: UNITS_PER_PAGE, total: calendar.total }, (page) => buildCalendarPath(base, { ...query, page }))}
${calendar.units.length > 0 ? renderKey(view) : ''}`;
}

/** Events of channels on nights that something else has. A member should look at them. */
const renderClashes = ({ base, calendar: { clashes } }: CalendarView): Html =>
  clashes.length === 0
    ? EMPTY_HTML
    : html`<section class="notice bad" aria-label="Conflicts">${clashes.map((clash) => html`<p>${renderClash(base, clash)}</p>`)}</section>`;

/** A week or a month earlier or later, and today. */
function renderMoves({ base, query }: CalendarView): Html {
  const { from, count } = query.days;
  const to = (date: StayDate) => buildCalendarPath(base, { ...query, days: { from: date, count } });
  const step = (date: StayDate, name: string, drawing: 'earlier' | 'later', isDouble = false) =>
    html`<a class="button quiet" href="${to(date)}" title="${name}" aria-label="${name}">${renderIcon(drawing)}${isDouble ? renderIcon(drawing) : ''}</a>`;
  return html`<nav class="moves" aria-label="Days">
${step(addMonths(from, -1), 'A month earlier', 'earlier', true)}${step(addDays(from, -7), 'A week earlier', 'earlier')}<a class="button quiet" href="${base}/calendar?days=${count}">Today</a>${step(addDays(from, 7), 'A week later', 'later')}${step(addMonths(from, 1), 'A month later', 'later', true)}
<span class="span">${presentSpan(from, addDays(from, count - 1))}</span>
</nav>`;
}

/** Such as "23 November – 23 December 2026". */
function presentSpan(first: StayDate, last: StayDate): string {
  const year = first.slice(0, 4) === last.slice(0, 4) ? '' : ` ${first.slice(0, 4)}`;
  return `${dayOfMonth(first)} ${monthName(first)}${year} – ${dayOfMonth(last)} ${monthAndYear(last)}`;
}

function renderFilters({ base, query, calendar }: CalendarView): Html {
  const form = {
    values: { building: query.building, q: query.q, days: String(query.days.count) },
    errors: {},
  };
  const buildings = calendar.buildings.map(({ id, title }) => ({ value: id, name: title }));
  return html`<form class="filters" method="get" action="${base}/calendar" role="search">
${renderHidden({ from: query.days.from })}
${buildings.length === 0 ? '' : renderSelect(form, { name: 'building', label: 'Building', isOptional: 'unmarked', choices: [{ value: '', name: 'All places' }, ...buildings] })}
${renderField(form, { name: 'q', label: 'Unit or place', type: 'search', maxLength: 100, isOptional: 'unmarked' })}
${renderSelect(form, { name: 'days', label: 'Days', choices: DAY_COUNTS.map((count) => ({ value: String(count), name: DAY_COUNT_NAMES[count] })) })}
<div class="actions"><button class="quiet" type="submit">Apply</button></div>
</form>`;
}

function renderGrid({ base, query, calendar, offers }: CalendarView): Html {
  const { days } = query;
  const last = addDays(days.from, days.count - 1);
  const next = buildCalendarPath(base, { ...query, days: { ...days, from: addDays(days.from, days.count) } });
  return html`<div class="calendar days-${days.count}" role="table" aria-label="Calendar from ${wholeDate(days.from)} to ${wholeDate(last)}" aria-describedby="keys" tabindex="0" data-calendar data-from="${days.from}" data-days="${days.count}" data-base="${base}" data-offers="${offers.join(' ')}" data-next="${next}">
<div class="cal-top" role="rowgroup">
<div class="cal-row cal-head" role="row" data-row="days">
<div class="cal-name" role="columnheader">Unit</div>
<div class="track" role="columnheader" aria-label="Days">${renderMonths(days)}${listDatesBetween(days.from, addDays(last, 1)).map((date, index) => renderDay(date, index, calendar.today))}</div>
</div>
</div>
<div class="cal-body" role="rowgroup">
<div class="cal-row cal-under" data-row="under" aria-hidden="true"><div class="cal-name"></div><div class="track">${renderShades(days, calendar.today)}</div></div>
${renderCalendarRows({ base, days, calendar })}
</div>
</div>`;
}

function renderMonths({ from, count }: Days): Html {
  const dates = listDatesBetween(from, addDays(from, count));
  const firsts = dates.flatMap((date, index) => (index === 0 || date.endsWith('-01') ? [index] : []));
  return html`${firsts.map((first, index) => {
    const date = dates[first] ?? from;
    const length = (firsts[index + 1] ?? count) - first;
    return html`<span class="cal-month ${buildDayClasses(first, length)}"><span>${monthAndYear(date)}</span></span>`;
  })}`;
}

const isWeekend = (date: StayDate): boolean => isoWeekdayOfDate(date) >= 6;

const renderDay = (date: StayDate, index: number, today: StayDate): Html =>
  html`<time class="cal-day${date === today ? ' today' : ''}${isWeekend(date) ? ' weekend' : ''} ${buildDayClasses(index, 1)}" datetime="${date}"${date === today ? html` aria-current="date"` : ''}><small>${weekday(date).slice(0, 2)}</small> ${dayOfMonth(date)}</time>`;

/** Today and the weekends. One element each lies behind all rows. */
function renderShades({ from, count }: Days, today: StayDate): Html {
  const marks = listDatesBetween(from, addDays(from, count)).map((date, index) => {
    const kind = date === today ? 'today' : isWeekend(date) ? 'weekend' : '';
    return kind === '' ? EMPTY_HTML : html`<span class="shade ${kind} ${buildDayClasses(index, 1)}"></span>`;
  });
  return html`${marks}`;
}

const HOW_TO_PICK = html`<span class="not-printed">Choose a unit’s name to book or block nights<span data-with-script hidden>, or drag over free days</span>.</span>`;

const renderKey = ({
  calendar: { units, barsOf },
  offers,
}: CalendarView): Html => html`<p class="key" aria-label="Key"><span class="bar confirmed">Confirmed</span> <span class="bar pending">Pending</span> <span class="bar completed">Completed</span> <span class="bar channel">A channel</span> <span class="bar block">Blocked</span> ${renderMarksKey(units.flatMap(({ id }) => barsOf(id)))}${offers.length === 0 ? '' : HOW_TO_PICK}</p>
<p class="away" id="keys" data-with-script hidden>Arrow keys move from day to day and from unit to unit.${offers.length === 0 ? '' : ' With Shift they select nights. Enter opens a booking, or offers one.'}</p>`;
