import type { StayDate } from '../../../../domain/dates/dates.ts';
import { dayOfMonth, monthName, presentCount, weekdayName } from '../../../../web/views/format.ts';
import { type Html, html } from '../../../../web/views/html.ts';
import { DESK_VIEWS, type DeskView } from '../../services/desk-views.ts';
import type { DeskStays } from '../../services/today.ts';

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
const presentLongDate = (date: StayDate): string =>
  `${weekdayName(date)}, ${dayOfMonth(date)} ${monthName(date)} ${date.slice(0, 4)}`;

export const presentDates = ({ from, to }: { from: StayDate; to: StayDate }): string =>
  from === to ? presentLongDate(from) : `${presentLongDate(from)} to ${presentLongDate(to)}`;

/** With the date in other time zones of the team's places, if it is another one there. */
export const renderDates = (day: Pick<DeskStays, 'from' | 'to' | 'otherDates'>): string =>
  [
    presentDates(day),
    ...day.otherDates.map(
      ({ date, listings }) => `${presentLongDate(date)} at ${presentCount(listings, 'place')}`,
    ),
  ].join(' · ');

/** Ends a sentence, such as "Nobody arrives today." */
const WHEN = {
  yesterday: 'yesterday',
  today: 'today',
  tomorrow: 'tomorrow',
  week: 'in these days',
} satisfies Record<DeskView, string>;
const VERBS = {
  arrivals: { yesterday: 'arrived', today: 'arrives', tomorrow: 'arrives', week: 'arrives' },
  departures: { yesterday: 'left', today: 'leaves', tomorrow: 'leaves', week: 'leaves' },
} satisfies Record<string, Record<DeskView, string>>;

export const sayNobody = (list: keyof typeof VERBS, view: DeskView): string =>
  `Nobody ${VERBS[list][view]} ${WHEN[view]}.`;
