import type { StayDate } from '../../../../domain/dates/dates.ts';
import { dayOfMonth, monthName, weekdayName } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { DESK_VIEWS, type DeskView } from '../../services/desk-views.ts';

export const VIEW_NAMES = {
  yesterday: 'Yesterday',
  today: 'Today',
  tomorrow: 'Tomorrow',
  week: 'Week',
} satisfies Record<DeskView, string>;

/** Tabs, one for each choice of days. */
export const renderViews = (path: string, current: DeskView): Html =>
  html`<nav class="place-tabs not-printed" aria-label="Days"><ul class="tab-row">${(
    Object.keys(DESK_VIEWS) as DeskView[]
  ).map(
    (view) =>
      html`<li><a href="${view === 'today' ? path : `${path}?day=${view}`}"${view === current ? html` aria-current="page"` : ''}>${VIEW_NAMES[view]}</a></li>`,
  )}</ul></nav>`;

/** Such as "Monday, 5 May 2031". */
export const presentLongDate = (date: StayDate): string =>
  `${weekdayName(date)}, ${dayOfMonth(date)} ${monthName(date)} ${date.slice(0, 4)}`;

export const presentDates = ({ from, to }: { from: StayDate; to: StayDate }): string =>
  from === to ? presentLongDate(from) : `${presentLongDate(from)} to ${presentLongDate(to)}`;
