import { h, put } from './dom.js';
import { addMonths, lastDayOf, longDay, shortDay } from './format.js';
import { MONTHS_SHOWN } from './month-grid.js';
import { fill, sentences } from './sentences.js';

/**
 * @typedef {ReadonlyMap<string, import('./api.js').Day>} Days
 * @typedef {import('./stay-address.js').Stay} Stay
 */

/**
 * The calendar with its explanations: the next step, the minimum stays, and a legend.
 *
 * @param {Element} calendar
 * @param {{ title: string, onRetry: () => void }} options
 */
export function createDateSection(calendar, { title, onRetry }) {
  const hint = h('p', { class: 'hint' });
  const minStays = h('p', { class: 'min-stays' });
  const notice = h('div', {});
  const retry = h(
    'button',
    { type: 'button', class: 'button plain', onclick: onRetry },
    sentences.frame.tryAgain,
  );
  const legend = createLegend(calendar);
  const element = h(
    'section',
    { class: 'dates', id: 'dates', 'aria-labelledby': 'dates-title', tabindex: -1 },
    h('h2', { id: 'dates-title' }, title),
    hint,
    notice,
    calendar,
    minStays,
    legend.element,
  );
  return {
    element,
    /** @param {{ stay: Stay, days: Days, month: string, problem: string | null }} shown */
    update({ stay, days, month, problem }) {
      hint.textContent = hintOf(stay, days);
      minStays.textContent = minStaysIn(days, month);
      legend.update();
      const hadFocus = notice.contains(document.activeElement);
      put(notice, problem ? h('div', { class: 'problem', role: 'alert' }, h('p', {}, problem), retry) : null);
      if (hadFocus && !problem) element.focus({ preventScroll: true });
    },
  };
}

/** @param {Stay} stay @param {Days} days */
function hintOf({ checkIn, checkOut }, days) {
  const { calendar } = sentences;
  if (!checkIn) return calendar.pickArrival;
  if (checkOut) return fill(calendar.stay, { from: longDay(checkIn), to: longDay(checkOut) });
  const minStay = days.get(checkIn)?.min_stay ?? 1;
  return [
    fill(calendar.pickDeparture, { day: longDay(checkIn) }),
    ...(minStay > 1 ? [fill(calendar.fromThisDay, { count: minStay })] : []),
  ].join(' ');
}

/**
 * The minimum stays of the shown months: `Minimum stay: 3 nights; 5 nights when you arrive Tue 15 Jun – …`.
 *
 * @param {Days} days
 * @param {string} month
 */
function minStaysIn(days, month) {
  const last = lastDayOf(addMonths(month, MONTHS_SHOWN - 1));
  const shown = [...days.values()]
    .filter((day) => day.available && day.date >= `${month}-01` && day.date <= last)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
  /** @type {{ from: string, to: string, nights: number }[]} */
  const spans = [];
  for (const { date, min_stay: nights } of shown) {
    const current = spans.at(-1);
    if (current?.nights === nights) current.to = date;
    else spans.push({ from: date, to: date, nights });
  }
  const [first] = spans;
  if (!first || (spans.length === 1 && first.nights === 1)) return '';
  const { minimumStay, minimumStays, minimumOnDay, minimumOnDays } = sentences.calendar;
  if (spans.length === 1) return fill(minimumStay, { count: first.nights });
  const stays = spans.map(({ from, to, nights: count }) =>
    from === to
      ? fill(minimumOnDay, { count, day: shortDay(from) })
      : fill(minimumOnDays, { count, from: shortDay(from), to: shortDay(to) }),
  );
  return fill(minimumStays, { stays: stays.join('; ') });
}

/** What the days look like: which days, the class of the key, and its words. */
const looks = () => [
  ['td.is-offered', 'key-free', sentences.calendar.free],
  ['td:is(.is-start, .is-within)', 'key-stay', sentences.calendar.yourStay],
  ['td.is-end-only', 'key-end', sentences.calendar.departureOnly],
  ['td.is-no-arrival', 'key-arrival', sentences.calendar.noArrival],
  ['td.is-taken:not(.is-past)', 'key-taken', sentences.calendar.taken],
  [
    'td.is-not-offered:not(.is-past, .is-taken, .is-end-only, .is-no-arrival, .is-within, .is-unknown)',
    'key-grey',
    sentences.calendar.grey,
  ],
  ['td.is-problem', 'key-problem', sentences.calendar.problem],
];

/** Of the looks that are among the shown days. @param {Element} calendar */
function createLegend(calendar) {
  const keys = looks().map(([days = '', key = '', words = '']) => ({
    days,
    item: h('li', { class: key }, words),
  }));
  return {
    element: h(
      'ul',
      { class: 'legend', 'aria-label': sentences.calendar.looks },
      keys.map(({ item }) => item),
    ),
    update() {
      for (const { days, item } of keys) item.hidden = !calendar.querySelector(days);
    },
  };
}
