import { announce, h, put, setAttribute } from './dom.js';
import {
  addDays,
  addMonths,
  count,
  lastDayOf,
  longDay,
  money,
  monthName,
  monthOf,
  shortMoney,
  WEEKDAYS,
  weekdayOf,
} from './format.js';
import { isDepartureOnly, whyNoArrival, whyNoDeparture } from './stays.js';

const MONTHS_SHOWN = 2;
const MONTHS_AHEAD = 36;

/**
 * What a calendar shows: the days that are known, the stay as far as it is picked, and the days to blame for a refusal.
 *
 * @typedef {{ days: ReadonlyMap<string, import('./api.js').Day>, checkIn: string | null, checkOut: string | null,
 *   problems: ReadonlySet<string> }} CalendarState
 * @typedef {{ date: string, cell: HTMLTableCellElement, price: HTMLElement }} Cell
 */

/**
 * Two months side by side whose days are picked by click or keyboard (a grid with one tab stop).
 *
 * @param {{ today: string, currency: string, month: string,
 *   onPick: (checkIn: string | null, checkOut: string | null) => void, onMonth: (month: string) => void }} options
 */
export function createCalendar({ today, currency, month: firstMonth, onPick, onMonth }) {
  /** @type {CalendarState} */
  let state = { days: new Map(), checkIn: null, checkOut: null, problems: new Set() };
  let month = firstMonth;
  let active = today >= `${month}-01` ? today : `${month}-01`;
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  const earliest = monthOf(today);
  const latest = addMonths(earliest, MONTHS_AHEAD);

  const previous = h('button', { type: 'button', class: 'round', 'aria-label': 'Earlier months' }, '‹');
  const next = h('button', { type: 'button', class: 'round', 'aria-label': 'Later months' }, '›');
  previous.addEventListener('click', () => show(addMonths(month, -1)));
  next.addEventListener('click', () => show(addMonths(month, 1)));
  const months = h('div', { class: 'months' });
  const element = h('div', { class: 'calendar' }, previous, next, months);
  months.addEventListener('click', (event) => {
    const date = dateAt(event.target);
    if (date) pick(date);
  });
  months.addEventListener('pointerover', (event) => preview(dateAt(event.target)));
  months.addEventListener('pointerleave', () => preview(null));
  months.addEventListener('focusin', (event) => {
    const date = dateAt(event.target);
    if (date && date !== active) activate(date);
    preview(date);
  });
  months.addEventListener('keydown', onKey);

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = keyTarget(event.key, active);
    if (target) focus(target < today ? today : target);
    else if (event.key === 'Enter' || event.key === ' ') pick(active);
    else if (event.key === 'Escape' && state.checkIn && !state.checkOut) onPick(null, null);
    else return;
    event.preventDefault();
  }

  /** @param {string} date */
  function focus(date) {
    if (monthOf(date) > addMonths(latest, MONTHS_SHOWN - 1)) return;
    if (monthOf(date) < month) show(monthOf(date));
    else if (monthOf(date) > addMonths(month, MONTHS_SHOWN - 1)) show(addMonths(monthOf(date), 1 - MONTHS_SHOWN));
    activate(date);
    cells.get(date)?.cell.focus();
  }

  /** The one day that the tab key reaches. @param {string} date */
  function activate(date) {
    cells.get(active)?.cell.setAttribute('tabindex', '-1');
    active = date;
    cells.get(active)?.cell.setAttribute('tabindex', '0');
  }

  /** @param {string} wanted */
  function show(wanted) {
    month = wanted < earliest ? earliest : wanted > latest ? latest : wanted;
    build();
    onMonth(month);
  }

  /** A first day, then a last one; what cannot be picked says why. @param {string} date */
  function pick(date) {
    const { days, checkIn, checkOut } = state;
    const isEndWanted = checkIn !== null && checkOut === null;
    if (isEndWanted && date === checkIn) return onPick(null, null);
    if (isEndWanted && date > checkIn) {
      if (whyNoDeparture(days, checkIn, date) === null) return onPick(checkIn, date);
    } else if (whyNoArrival(days, date) === null) return onPick(date, null);
    announce(labelOf(date));
    cells.get(date)?.cell.classList.add('is-refused');
    setTimeout(() => cells.get(date)?.cell.classList.remove('is-refused'), 500);
  }

  /** The nights that a click here would take. @param {string | null} date */
  function preview(date) {
    const { days, checkIn, checkOut } = state;
    const isShown = checkIn && !checkOut && date && whyNoDeparture(days, checkIn, date) === null;
    for (const one of cells.values()) {
      one.cell.classList.toggle('is-preview', !!isShown && one.date > checkIn && one.date <= date);
    }
  }

  function build() {
    cells.clear();
    const shown = Array.from({ length: MONTHS_SHOWN }, (_, index) => addMonths(month, index));
    put(
      months,
      shown.map((one) => monthTable(one, cells)),
    );
    previous.disabled = month <= earliest;
    next.disabled = month >= latest;
    if (!cells.has(active)) active = monthOf(today) === month ? today : `${month}-01`;
    paint();
  }

  function paint() {
    for (const { date, cell, price } of cells.values()) {
      const look = lookOf(date);
      const hadPreview = cell.classList.contains('is-preview');
      cell.className = [...look.classes, hadPreview && !state.checkOut ? 'is-preview' : ''].join(' ').trim();
      price.textContent = look.price;
      cell.setAttribute('aria-label', labelOf(date));
      setAttribute(cell, 'aria-selected', look.isSelected ? 'true' : 'false');
      setAttribute(cell, 'aria-disabled', look.isOffered ? null : 'true');
      setAttribute(cell, 'aria-current', date === today ? 'date' : null);
      cell.setAttribute('tabindex', date === active ? '0' : '-1');
    }
  }

  /** @param {string} date */
  function lookOf(date) {
    const { days, checkIn, checkOut, problems } = state;
    const day = days.get(date);
    const isEndWanted = checkIn !== null && checkOut === null && date > checkIn;
    const refusal = isEndWanted ? whyNoDeparture(days, checkIn, date) : whyNoArrival(days, date);
    const isEdge = date === checkIn || date === checkOut;
    const isWithin = !!checkIn && !!checkOut && date > checkIn && date < checkOut;
    const isEndOnly = date >= today && isDepartureOnly(days, date);
    const classes = [
      day ? '' : 'is-unknown',
      date < today ? 'is-past' : '',
      day && !day.available && !isEndOnly ? 'is-taken' : '',
      isEndOnly ? 'is-end-only' : '',
      refusal === 'closed_for_arrival' ? 'is-no-arrival' : '',
      refusal === null ? 'is-offered' : 'is-not-offered',
      isWithin ? 'is-within' : '',
      date === checkIn ? (checkOut ? 'is-start' : 'is-start is-alone') : '',
      date === checkOut ? 'is-end' : '',
      problems.has(date) ? 'is-problem' : '',
    ];
    return {
      classes: classes.filter((name) => name !== ''),
      price: day?.available ? shortMoney(day.day_rate, currency) : isEndOnly ? 'out' : '',
      isSelected: isEdge || isWithin,
      isOffered: refusal === null || isEdge,
    };
  }

  /** What a day is, in words: its price, what can be done on it, and why not. @param {string} date */
  function labelOf(date) {
    const { days, checkIn, checkOut, problems } = state;
    const day = days.get(date);
    const parts = [longDay(date)];
    if (date === checkIn) parts.push('your arrival');
    if (date === checkOut) parts.push('your departure');
    if (!day) return [...parts, 'not loaded yet'].join(', ');
    if (date < today) return [...parts, 'past'].join(', ');
    if (day.available) parts.push(money(day.day_rate, currency));
    if (problems.has(date)) parts.push('not possible for your stay');
    const isEndWanted = checkIn !== null && checkOut === null && date > checkIn;
    if (isEndWanted) parts.push(departureWords(whyNoDeparture(days, checkIn, date), days.get(checkIn)));
    else if (!day.available) parts.push(isDepartureOnly(days, date) ? 'only departure possible' : 'not available');
    else parts.push(...arrivalWords(whyNoArrival(days, date), day));
    return parts.join(', ');
  }

  build();
  return {
    element,
    /** @param {CalendarState} wanted */
    update(wanted) {
      state = wanted;
      paint();
    },
    /** @param {string} date */
    reveal(date) {
      if (monthOf(date) < month || monthOf(date) > addMonths(month, MONTHS_SHOWN - 1)) show(monthOf(date));
      if (monthOf(date) >= earliest) activate(date);
    },
    month: () => month,
  };
}

/** @param {ReturnType<typeof whyNoArrival>} refusal @param {import('./api.js').Day} day */
function arrivalWords(refusal, day) {
  const minStay = day.min_stay > 1 ? [`minimum stay ${count(day.min_stay, 'night')}`] : [];
  if (refusal === 'closed_for_arrival') return ['arrival not possible'];
  if (refusal === 'too_short') return ['arrival not possible', ...minStay, 'which does not fit'];
  return ['arrival possible', ...minStay];
}

/** @param {ReturnType<typeof whyNoDeparture>} refusal @param {import('./api.js').Day | undefined} arrival */
function departureWords(refusal, arrival) {
  if (refusal === null) return 'departure possible';
  if (refusal === 'min_stay') return `too short, minimum stay ${count(arrival?.min_stay ?? 1, 'night')}`;
  if (refusal === 'closed_for_departure') return 'departure not possible';
  if (refusal === 'taken_between') return 'not possible, a night before it is taken';
  return 'not loaded yet';
}

/** Where a key leads from a day; null where it leads nowhere. @param {string} key @param {string} date */
function keyTarget(key, date) {
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
  if (key in steps) return addDays(date, steps[/** @type {keyof typeof steps} */ (key)]);
  if (key === 'Home') return addDays(date, -weekdayOf(date));
  if (key === 'End') return addDays(date, 6 - weekdayOf(date));
  if (key !== 'PageUp' && key !== 'PageDown') return null;
  const month = addMonths(monthOf(date), key === 'PageUp' ? -1 : 1);
  const sameDay = `${month}-${date.slice(8)}`;
  return sameDay > lastDayOf(month) ? lastDayOf(month) : sameDay;
}

/** @param {EventTarget | null} target @returns {string | null} */
function dateAt(target) {
  const cell = target instanceof Element ? target.closest('td[data-date]') : null;
  return cell instanceof HTMLElement ? (cell.dataset['date'] ?? null) : null;
}

/** @param {string} month @param {Map<string, Cell>} cells its cells are added to */
function monthTable(month, cells) {
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const rows = [];
  for (let monday = addDays(first, -weekdayOf(first)); monday <= last; monday = addDays(monday, 7)) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
    const cellOf = (/** @type {string} */ date) =>
      date < first || date > last ? h('td', { class: 'is-outside' }) : dayCell(date, cells);
    rows.push(h('tr', { role: 'row' }, week.map(cellOf)));
  }
  const head = WEEKDAYS.map(({ short, long }) =>
    h('th', { scope: 'col', role: 'columnheader', 'aria-label': long }, short),
  );
  const id = `month-${month}`;
  return h(
    'div',
    { class: 'month' },
    h('h3', { id, 'aria-live': 'polite' }, monthName(month)),
    h(
      'table',
      { role: 'grid', 'aria-labelledby': id },
      h('thead', { role: 'rowgroup' }, h('tr', { role: 'row' }, head)),
      h('tbody', { role: 'rowgroup' }, rows),
    ),
  );
}

/** @param {string} date @param {Map<string, Cell>} cells */
function dayCell(date, cells) {
  const price = h('span', { class: 'price' });
  const number = h('span', { class: 'number' }, String(Number(date.slice(8))));
  const cell = h('td', { role: 'gridcell', 'data-date': date, tabindex: -1 }, h('span', { class: 'day' }, number, price));
  cells.set(date, { date, cell, price });
  return cell;
}
