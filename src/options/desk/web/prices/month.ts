import type { FastifyReply } from 'fastify';
import type { CalendarDay } from '../../../../domain/calendar.ts';
import { addMonths, isoWeekdayOfDate } from '../../../../domain/dates/dates.ts';
import type { DayOverride } from '../../../../services/catalogue/days.ts';
import type { Form } from '../../../../web/form.ts';
import { field } from '../../../../web/form-table.ts';
import { buildUrl } from '../../../../web/paging.ts';
import { renderHidden } from '../../../../web/views/fields.ts';
import { monthAndYear, presentMoney, wholeDate } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { renderFormToken } from '../../../../web/views/layout.ts';
import { buildDaysForm, WEEKDAYS } from './forms.ts';

export type Month = {
  path: string;
  currency: string;
  today: string;
  /** Of the month. */
  first: string;
  days: readonly CalendarDay[];
  overrides: readonly DayOverride[];
  /** For a range of days. */
  form: Form;
};

export function renderMonthCard(reply: FastifyReply, month: Month): Html {
  const { path, currency, first, days, overrides, form } = month;
  const table = buildDaysForm(currency);
  const ofMonth = (months: number) => buildUrl(path, { month: addMonths(first, months).slice(0, 7) });
  const own = new Map(overrides.map((day) => [day.date, day]));
  return html`<section class="card" id="days" aria-labelledby="days-heading">
<div class="head"><h2 id="days-heading">${monthAndYear(first)}</h2>
<nav class="ways" aria-label="Months"><a href="${ofMonth(-1)}#days">Month before</a> <a href="${path}#days">This month</a> <a href="${ofMonth(1)}#days">Month after</a></nav></div>
<div class="grid-frame"><div class="weekdays" aria-hidden="true">${WEEKDAYS.map(({ name }) => html`<span>${name}</span>`)}</div>
<ol class="day-grid">${days.map((day) => renderDayCell(month, day, own.get(day.date)))}</ol></div>
<p class="help">Choose the first day, then the last one, or type them below. <span class="own-mark">●</span> marks nights with a price of their own, <span class="own-mark">○</span> days with only rules of their own. What you leave empty stays as it is.</p>
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
  own: DayOverride | undefined,
): Html {
  const { start_date: from = '', end_date: to = '' } = form.values;
  const isChosen = from !== '' && day.date >= from && day.date <= (to || from);
  const range = from !== '' && to === '' && day.date >= from ? { from, to: day.date } : { from: day.date };
  const notes = day.date < today ? ['past'] : presentRules(day, own);
  const looks = [day.available ? '' : 'shut', isChosen ? 'chosen' : '', day.date === today ? 'today' : ''];
  return html`<li${day.date === first ? html` class="s${isoWeekdayOfDate(first)}"` : ''}><a class="day-cell ${looks.join(' ')}" href="${buildUrl(path, { month: first.slice(0, 7), ...range })}#days"${isChosen ? html` aria-current="true"` : ''}>
<span class="date"><span class="away">${wholeDate(day.date)}</span><span aria-hidden="true">${Number(day.date.slice(8))}</span>${own ? renderOwnMark(own) : ''}</span>
<span class="rate">${presentMoney(day.dayRateCents, currency, { isShort: true })}</span>
<span class="said">${notes.join(', ')}</span></a></li>`;
}
