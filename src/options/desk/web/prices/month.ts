import type { FastifyReply } from 'fastify';
import type { CalendarDay } from '../../../../domain/calendar.ts';
import {
  addDays,
  addMonths,
  countDaysBetween,
  isoWeekdayOfDate,
  type StayDate,
} from '../../../../domain/dates/dates.ts';
import type { DayOverride } from '../../../../services/catalogue/days.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { buildUrl } from '../../../../web/paging.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import {
  dayOfMonth,
  monthAndYear,
  monthName,
  presentMoney,
  shortDate,
  wholeDate,
} from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { buildDaysForm, WEEKDAYS } from './forms.ts';

export type Month = {
  path: string;
  currency: string;
  today: string;
  /** Of the month, and perhaps of the next one too (`findLastShownDay`). */
  first: string;
  days: readonly CalendarDay[];
  overrides: readonly DayOverride[];
  /** For a range of days. */
  form: Form;
};

/** With fewer days to come, the present month is followed by the next one. */
const LEAST_DAYS_AHEAD = 14;

/** Of the month that begins on `first`. */
export function findLastShownDay(first: StayDate, today: StayDate): StayDate {
  const last = addDays(addMonths(first, 1), -1);
  const isEnding = today >= first && today <= last && countDaysBetween(today, last) < LEAST_DAYS_AHEAD;
  return isEnding ? addDays(addMonths(first, 2), -1) : last;
}

export function renderMonthCard(reply: FastifyReply, month: Month): Html {
  const { path, currency, first, days, form } = month;
  const table = buildDaysForm(currency);
  const ofMonth = (months: number) => buildUrl(path, { month: addMonths(first, months).slice(0, 7) });
  const last = days.at(-1)?.date ?? first;
  const name =
    first.slice(0, 7) === last.slice(0, 7)
      ? monthAndYear(first)
      : `${monthName(first)} and ${monthAndYear(last)}`;
  return html`<section class="card" id="days" aria-labelledby="days-heading">
<div class="head"><h2 id="days-heading">${name}</h2>
<nav class="ways" aria-label="Months"><a href="${ofMonth(-1)}#days">Month before</a> <a href="${path}#days">This month</a> <a href="${ofMonth(1)}#days">Month after</a></nav></div>
${renderDays(month)}
<p class="help marks"><span class="own-mark">●</span> marks nights with a price of their own, <span class="own-mark">○</span> days with only rules of their own.</p>
<p class="help">Choose the first day, then the last one, or type them below. What you leave empty stays as it is.</p>
<form method="post" action="${path}/days">
${renderFormToken(reply)}${renderHidden({ month: first.slice(0, 7) })}
<div class="fields">${field(form, table, 'start_date')}
${field(form, table, 'end_date', { label: 'To, included' })}</div>
${field(form, table, 'weekdays', { label: 'Only on (none: every day)' })}
<div class="fields">${field(form, table, 'nightly')}
${field(form, table, 'min_stay')}
${field(form, table, 'max_stay')}
${field(form, table, 'closed')}
${field(form, table, 'closed_for_arrival')}
${field(form, table, 'closed_for_departure')}</div>
${field(form, table, 'clear', { label: 'First remove these days’ own prices and rules', help: 'The prices and rules of the season or of the place then apply again, except for what you fill in above.' })}
<div class="actions"><button type="submit">Change these days</button>
<button class="quiet" type="submit" name="back" value="on">Back to the season’s price</button></div>
</form>
</section>`;
}

/** The days of the present month that have passed are folded, unless one of them is chosen. */
function renderDays(month: Month): Html {
  const { today, days, form } = month;
  const { start_date: from = '' } = form.values;
  const isPresent = days.some(({ date }) => date === today);
  const past = isPresent ? days.filter(({ date }) => date < today) : [];
  const shown = days.slice(past.length);
  return past.length === 0
    ? renderGrid(month, shown)
    : html`<details class="more past"${past.some(({ date }) => date === from) ? html` open` : ''}><summary>Days that have passed <span class="count">${past.length}</span></summary>${renderGrid(month, past)}</details>
${renderGrid(month, shown)}`;
}

function renderGrid(month: Month, days: readonly CalendarDay[]): Html {
  const own = new Map(month.overrides.map((day) => [day.date, day]));
  return html`<div class="grid-frame"><div class="weekdays" aria-hidden="true">${WEEKDAYS.map(({ name }) => html`<span>${name}</span>`)}</div>
<ol class="day-grid">${days.map((day, at) => renderDayCell(month, day, { own: own.get(day.date), isFirst: at === 0 }))}</ol></div>`;
}

const presentRules = (day: CalendarDay, own: DayOverride | undefined): string[] =>
  [
    own?.closed ? 'closed' : day.available ? '' : 'not available',
    day.minStay > 1 ? `min. ${day.minStay}` : '',
    day.closedForArrival ? 'no arrival' : '',
    day.closedForDeparture ? 'no departure' : '',
  ].filter((text) => text !== '');

const renderOwnMark = ({ nightlyCents }: DayOverride): Html =>
  nightlyCents === null
    ? html`<span class="own-mark" title="Own rules">○</span>`
    : html`<span class="own-mark" title="Own price">●</span>`;

/** The first click chooses the beginning of a range, and the second its end. */
function renderDayCell(
  { path, currency, today, first, form }: Month,
  day: CalendarDay,
  { own, isFirst }: { own: DayOverride | undefined; isFirst: boolean },
): Html {
  const { start_date: from = '', end_date: to = '' } = form.values;
  const isChosen = from !== '' && day.date >= from && day.date <= (to || from);
  const range = from !== '' && to === '' && day.date >= from ? { from, to: day.date } : { from: day.date };
  const notes = day.date < today ? ['past'] : presentRules(day, own);
  const looks = [day.available ? '' : 'shut', isChosen ? 'chosen' : '', day.date === today ? 'today' : ''];
  return html`<li${isFirst ? html` class="s${isoWeekdayOfDate(day.date)}"` : ''}><a class="day-cell ${looks.join(' ')}" href="${buildUrl(path, { month: first.slice(0, 7), ...range })}#days"${isChosen ? html` aria-current="true"` : ''}>
<span class="date"><span class="away">${wholeDate(day.date)}</span><span aria-hidden="true">${day.date > first && day.date.endsWith('-01') ? shortDate(day.date) : dayOfMonth(day.date)}</span>${own ? renderOwnMark(own) : ''}</span>
<span class="rate">${presentMoney(day.dayRateCents, currency, { isShort: true })}</span>
<span class="said">${notes.join(', ')}</span></a></li>`;
}
