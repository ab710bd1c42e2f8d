import { isEndWanted, labelOf } from './day-words.js';
import { announce, h } from './dom.js';
import { addDays, addMonths, lastDayOf, monthName, monthOf, weekdayOf } from './format.js';
import { createMonthGrid, dateOfEvent, MONTHS_SHOWN } from './month-grid.js';
import { fill, sentences } from './sentences.js';
import { whyNoArrival, whyNoDeparture } from './stays.js';

const MONTHS_AHEAD = 36;

/**
 * Two months side by side. A visitor picks a first day, then a last day, by click or keyboard.
 *
 * @param {{ today: string, currency: string, month: string,
 *   onPick: (checkIn: string | null, checkOut: string | null) => void, onMonth: (month: string) => void }} options
 */
export function createCalendar({ today, currency, month: firstMonth, onPick, onMonth }) {
  /** @type {import('./day-words.js').CalendarState} */
  let state = { days: new Map(), checkIn: null, checkOut: null, problems: new Set() };
  let month = firstMonth;
  const earliest = monthOf(today);
  const latest = addMonths(earliest, MONTHS_AHEAD);
  const lastShown = (from = month) => addMonths(from, MONTHS_SHOWN - 1);
  const grid = createMonthGrid({ today, currency });
  const previous = step(sentences.calendar.earlier, '‹', () => turn(-1));
  const next = step(sentences.calendar.later, '›', () => turn(1));

  /** @param {string} wanted */
  function show(wanted) {
    month = wanted < earliest ? earliest : wanted > latest ? latest : wanted;
    grid.build(month);
    grid.paint(state);
    // Not disabled, because the button that was just pressed would lose the focus.
    previous.setAttribute('aria-disabled', String(month <= earliest));
    next.setAttribute('aria-disabled', String(month >= latest));
    onMonth(month);
  }

  /** @param {number} by */
  function turn(by) {
    const wanted = addMonths(month, by);
    if (wanted < earliest || wanted > latest) return;
    show(wanted);
    announce(fill(sentences.calendar.months, { first: monthName(month), last: monthName(lastShown()) }));
  }

  /** @param {string} date */
  function reveal(date) {
    if (monthOf(date) < month) show(monthOf(date));
    else if (monthOf(date) > lastShown()) show(addMonths(monthOf(date), 1 - MONTHS_SHOWN));
  }

  /** @param {string} date */
  function pick(date) {
    const { days, checkIn } = state;
    if (checkIn && !state.checkOut && date === checkIn) return onPick(null, null);
    if (checkIn && isEndWanted(state, date)) {
      if (whyNoDeparture(days, checkIn, date) === null) return onPick(checkIn, date);
    } else if (whyNoArrival(days, date) === null) return onPick(date, null);
    announce(labelOf(date, state, { today, currency }));
    grid.refuse(date);
  }

  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const target = keyTarget(event.key, grid.active());
    if (target && monthOf(target) <= lastShown(latest)) {
      const date = target < today ? today : target;
      reveal(date);
      grid.focus(date);
    } else if (event.key === 'Enter' || event.key === ' ') pick(grid.active());
    else if (event.key === 'Escape' && state.checkIn && !state.checkOut) onPick(null, null);
    else return;
    event.preventDefault();
  }

  listen(grid, { onKey, pick, preview: (date) => grid.preview(state, date) });
  show(month);
  return {
    element: h('div', { class: 'calendar' }, previous, next, grid.element),
    month: () => month,
    /** @param {import('./day-words.js').CalendarState} wanted */
    update(wanted) {
      state = wanted;
      grid.paint(state);
    },
    /** Shows the month of a day that was picked elsewhere. @param {string} date */
    reveal(date) {
      if (date < today || monthOf(date) > lastShown(latest)) return;
      reveal(date);
      grid.activate(date);
    },
  };
}

/**
 * @param {ReturnType<typeof createMonthGrid>} grid
 * @param {{ onKey: (event: KeyboardEvent) => void, pick: (date: string) => void,
 *   preview: (date: string | null) => void }} actions
 */
function listen({ element, activate }, { onKey, pick, preview }) {
  element.addEventListener('click', (event) => {
    const date = dateOfEvent(event);
    if (date) pick(date);
  });
  element.addEventListener('focusin', (event) => {
    const date = dateOfEvent(event);
    if (date) activate(date);
    preview(date);
  });
  element.addEventListener('pointerover', (event) => preview(dateOfEvent(event)));
  element.addEventListener('pointerleave', () => preview(null));
  element.addEventListener('keydown', onKey);
}

/** @param {string} label @param {string} sign @param {() => void} onclick */
const step = (label, sign, onclick) =>
  h('button', { type: 'button', class: 'round', 'aria-label': label, onclick }, sign);

const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
]);

/** Null if the key leads to no other day. @param {string} key @param {string} date */
function keyTarget(key, date) {
  const days = STEPS.get(key);
  if (days) return addDays(date, days);
  if (key === 'Home') return addDays(date, -weekdayOf(date));
  if (key === 'End') return addDays(date, 6 - weekdayOf(date));
  if (key !== 'PageUp' && key !== 'PageDown') return null;
  const month = addMonths(monthOf(date), key === 'PageUp' ? -1 : 1);
  const sameDay = `${month}-${date.slice(8)}`;
  return sameDay > lastDayOf(month) ? lastDayOf(month) : sameDay;
}
