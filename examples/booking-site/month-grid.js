import { isEndWanted, labelOf, lookOf } from './day-words.js';
import { h, put, setAttribute } from './dom.js';
import { addDays, addMonths, lastDayOf, monthName, monthOf, weekdayOf, weekdays } from './format.js';
import { whyNoDeparture } from './stays.js';

export const MONTHS_SHOWN = 2;
const REFUSED_FOR_MS = 500;

/**
 * @typedef {import('./day-words.js').CalendarState} CalendarState
 * @typedef {{ date: string, cell: HTMLTableCellElement, price: HTMLElement, words: HTMLElement }} Cell
 */

/**
 * The months' tables: each is a WAI-ARIA grid, with one tab stop for all. Cells are kept while their content changes,
 * so that no click or focus is lost.
 *
 * @param {import('./day-words.js').Where} where
 */
export function createMonthGrid(where) {
  const element = h('div', { class: 'months' });
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  let active = where.today;

  /** @param {string} date */
  function activate(date) {
    cells.get(active)?.cell.setAttribute('tabindex', '-1');
    active = date;
    cells.get(active)?.cell.setAttribute('tabindex', '0');
  }

  return {
    element,
    active: () => active,
    activate,
    /** @param {string} date */
    focus(date) {
      activate(date);
      cells.get(date)?.cell.focus();
    },
    /** @param {string} month the first that is shown */
    build(month) {
      cells.clear();
      const months = Array.from({ length: MONTHS_SHOWN }, (_, index) => addMonths(month, index));
      put(
        element,
        months.map((one) => monthTable(one, where.today, cells)),
      );
      if (!cells.has(active)) active = monthOf(where.today) === month ? where.today : `${month}-01`;
    },
    /** @param {CalendarState} state */
    paint(state) {
      for (const { date, cell, price, words } of cells.values()) {
        const look = lookOf(date, state, where);
        cell.className = look.classes.join(' ');
        price.textContent = look.price;
        words.textContent = labelOf(date, state, where);
        cell.setAttribute('aria-selected', String(look.isSelected));
        setAttribute(cell, 'aria-disabled', look.isOffered ? null : 'true');
        setAttribute(cell, 'aria-current', date === where.today ? 'date' : null);
        cell.setAttribute('tabindex', date === active ? '0' : '-1');
      }
    },
    /** The nights that picking a last day would take. @param {CalendarState} state @param {string | null} date */
    preview(state, date) {
      const { checkIn, days } = state;
      const end =
        checkIn && date && isEndWanted(state, date) && !whyNoDeparture(days, checkIn, date) ? date : null;
      for (const { date: one, cell } of cells.values()) {
        cell.classList.toggle('is-preview', !!checkIn && !!end && one > checkIn && one <= end);
      }
    },
    /** @param {string} date */
    refuse(date) {
      const cell = cells.get(date)?.cell;
      cell?.classList.add('is-refused');
      setTimeout(() => cell?.classList.remove('is-refused'), REFUSED_FOR_MS);
    },
  };
}

/** The day that an event concerns. @param {Event} event @returns {string | null} */
export function dateOfEvent({ target }) {
  const cell = target instanceof Element ? target.closest('td[data-date]') : null;
  return cell?.getAttribute('data-date') ?? null;
}

/**
 * A month without its past weeks.
 *
 * @param {string} month
 * @param {string} today
 * @param {Map<string, Cell>} cells its cells are added to
 */
function monthTable(month, today, cells) {
  const first = `${month}-01`;
  const last = lastDayOf(month);
  const rows = [];
  for (let monday = addDays(first, -weekdayOf(first)); monday <= last; monday = addDays(monday, 7)) {
    const week = Array.from({ length: 7 }, (_, index) => addDays(monday, index));
    if (addDays(monday, 6) < today) continue;
    const cellOf = (/** @type {string} */ date) =>
      date < first || date > last ? h('td', { role: 'gridcell', class: 'is-outside' }) : dayCell(date, cells);
    rows.push(h('tr', { role: 'row' }, week.map(cellOf)));
  }
  const head = weekdays().map(({ short, long }) =>
    h('th', { scope: 'col', role: 'columnheader', 'aria-label': long }, short),
  );
  const id = `month-${month}`;
  return h(
    'div',
    { class: 'month' },
    h('h3', { id }, monthName(month)),
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
  const words = h('span', { class: 'hidden' });
  const look = h('span', { class: 'day', 'aria-hidden': 'true' }, number, price);
  const cell = h('td', { role: 'gridcell', 'data-date': date, tabindex: -1 }, look, words);
  cells.set(date, { date, cell, price, words });
  return cell;
}
