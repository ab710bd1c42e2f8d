// Selects nights by dragging, by tapping or with the keyboard. Without this script, links do the same.
import {
  barAt,
  calendar,
  dayCount,
  daysPerTrack,
  dayUnder,
  freeDays,
  isoDate,
  loadNextDays,
  nameOfRow,
  spokenDay,
  tracksOf,
  unitRows,
  wholeNameOfRow,
} from './calendar-days.js';

/** And the day where selecting began. */
let picked = null;
/** Where the keyboard is. */
let at = { row: 0, day: 0 };
let dragged = null;

const cursor = document.createElement('button');
cursor.type = 'button';
cursor.className = 'cursor';
cursor.tabIndex = -1;
/** What the visitor may do with free nights. */
const WAYS = {
  book: { name: 'New booking', path: () => 'bookings/new' },
  block: { name: 'Block', path: (row) => `calendar/units/${row.dataset.row}/block` },
};
const ways = (calendar?.dataset.offers ?? '')
  .split(' ')
  .filter(Boolean)
  .map((way) => WAYS[way]);
const offer = newOffer();

function newOffer() {
  const box = document.createElement('div');
  box.className = 'pick-offer';
  box.popover = 'manual';
  box.setAttribute('role', 'dialog');
  box.setAttribute('aria-label', 'Selected nights');
  const links = ways.map(({ name }, index) => {
    const link = document.createElement('a');
    link.className = index === 0 ? 'button' : 'button quiet';
    link.textContent = name;
    return link;
  });
  const cancel = document.createElement('button');
  cancel.type = 'button';
  cancel.className = 'quiet';
  cancel.textContent = 'Cancel';
  const actions = document.createElement('div');
  actions.className = 'actions';
  actions.append(...links, cancel);
  box.append(document.createElement('p'), actions);
  cancel.addEventListener('click', leaveOffer);
  box.addEventListener('keydown', ({ key }) => key === 'Escape' && leaveOffer());
  return box;
}

function leaveOffer() {
  clearPick();
  if (cursor.isConnected) cursor.focus({ preventScroll: true });
}

function clearPick() {
  for (const part of calendar.querySelectorAll('.picked')) part.remove();
  picked = null;
  if (offer.matches(':popover-open')) offer.hidePopover();
}

/** A selection may reach into several tracks. */
function pick(row, start, to) {
  clearPick();
  const { first, last } = freeDays(row, start, to);
  picked = { row, start, first, last };
  for (const [index, track] of tracksOf(row).entries()) {
    const begin = first - index * daysPerTrack;
    const end = last + 1 - index * daysPerTrack;
    if (end < 0 || begin >= daysPerTrack) continue;
    const part = document.createElement('span');
    part.className = 'picked';
    part.style.gridColumnStart = begin < 0 ? 1 : 2 * begin + 2;
    part.style.gridColumnEnd = end >= daysPerTrack ? 2 * daysPerTrack + 1 : 2 * end + 2;
    track.append(part);
  }
}

function showOffer({ isByKeyboard }) {
  if (!picked) return;
  const { row, first, last } = picked;
  const nights = last + 1 - first;
  const query = new URLSearchParams({
    listing: row.dataset.listing,
    unit: row.dataset.row,
    check_in: isoDate(first),
    check_out: isoDate(last + 1),
  });
  const { base } = calendar.dataset;
  offer.querySelector('p').textContent =
    `${wholeNameOfRow(row)}: ${spokenDay(first)} – ${spokenDay(last + 1)}, ${nights} night${nights === 1 ? '' : 's'}`;
  const links = offer.querySelectorAll('a');
  for (const [index, { path }] of ways.entries()) links[index].href = `${base}/${path(row)}?${query}`;
  offer.classList.remove('above');
  offer.showPopover();
  // The last night is tapped in the same row, so the offer must not lie on it.
  const isOnRow = row.getBoundingClientRect().bottom > offer.getBoundingClientRect().top;
  offer.classList.toggle('above', isOnRow);
  if (isByKeyboard) links[0].focus();
}

function freeRowUnder(event) {
  if (ways.length === 0) return null;
  const row = event.target.closest('.track')?.closest('.cal-unit');
  if (!row || event.target.closest('.bar')) return null;
  return barAt(row, dayUnder(event, row)) ? null : row;
}

function beginDrag(event) {
  const row = freeRowUnder(event);
  if (!row || event.button !== 0 || event.pointerType === 'touch') return;
  event.preventDefault();
  const day = dayUnder(event, row);
  dragged = { row, day: event.shiftKey && picked?.row === row ? picked.start : day };
  pick(row, dragged.day, day);
}

function endDrag() {
  if (dragged) showOffer({ isByKeyboard: false });
  dragged = null;
}

/** A finger scrolls, so it selects by two taps: on the first and on the last night. */
function tap(event) {
  if (event.pointerType !== 'touch') return;
  const row = freeRowUnder(event);
  if (!row) return clearPick();
  const day = dayUnder(event, row);
  pick(row, picked?.row === row ? picked.start : day, day);
  showOffer({ isByKeyboard: false });
}

function moveTo(row, day) {
  at = {
    row: Math.min(Math.max(row, 0), unitRows.length - 1),
    day: Math.min(Math.max(day, 0), dayCount() - 1),
  };
  const unit = unitRows[at.row];
  const column = 2 * (at.day % daysPerTrack) + 1;
  cursor.style.gridColumnStart = column;
  cursor.style.gridColumnEnd = column + 2;
  const bar = barAt(unit, at.day);
  const taken = bar && [bar.textContent, bar.title].filter(Boolean).join(', ');
  cursor.setAttribute('aria-label', `${nameOfRow(unit)}, ${spokenDay(at.day)}: ${taken ?? 'free'}`);
  tracksOf(unit)[Math.floor(at.day / daysPerTrack)].append(cursor);
  cursor.focus({ preventScroll: true });
  scrollToCursor();
}

/** Beside the names and below the dates. */
function scrollToCursor() {
  const box = cursor.getBoundingClientRect();
  const view = calendar.getBoundingClientRect();
  const { right: names, bottom: dates } = calendar.querySelector('.cal-name').getBoundingClientRect();
  if (box.left < names) calendar.scrollLeft -= names - box.left;
  else if (box.right > view.right) calendar.scrollLeft += box.right - view.right + 20;
  if (box.top < dates) calendar.scrollTop -= dates - box.top;
  else if (box.bottom > view.bottom) calendar.scrollTop += box.bottom - view.bottom + 20;
}

const STEPS = {
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  PageDown: [10, 0],
  PageUp: [-10, 0],
  Home: [0, -Infinity],
  End: [0, Infinity],
};

async function pressKey(event) {
  if (event.key === 'Escape') return clearPick();
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const [down, right] = step;
  if (right === 1 && at.day + 1 >= dayCount()) await loadNextDays();
  if (event.shiftKey && down === 0) return extendPick(Math.min(Math.max(at.day + right, 0), dayCount() - 1));
  clearPick();
  moveTo(at.row + down, at.day + right);
}

function extendPick(day) {
  const row = unitRows[at.row];
  if (ways.length === 0 || barAt(row, at.day)) return;
  const start = picked?.row === row ? picked.start : at.day;
  const { first, last } = freeDays(row, start, day);
  moveTo(at.row, day < start ? first : last);
  pick(row, start, at.day);
}

/** Enter on a bar opens it. On free days it offers a booking or a block. */
function pressCursor(event) {
  event.stopPropagation();
  const row = unitRows[at.row];
  const bar = barAt(row, at.day);
  if (bar) return bar.click();
  if (ways.length === 0) return;
  if (!picked) pick(row, at.day, at.day);
  showOffer({ isByKeyboard: true });
}

if (calendar) {
  document.body.append(offer);
  for (const part of document.querySelectorAll('[data-with-script]')) part.hidden = false;
  calendar.classList.toggle('can-pick', ways.length > 0);
  calendar.addEventListener('pointerdown', beginDrag);
  calendar.addEventListener(
    'pointermove',
    (event) => dragged && pick(dragged.row, dragged.day, dayUnder(event, dragged.row)),
  );
  addEventListener('pointerup', endDrag);
  calendar.addEventListener('click', tap);
  cursor.addEventListener('keydown', pressKey);
  cursor.addEventListener('click', pressCursor);
  calendar.addEventListener('focus', () => calendar.matches(':focus-visible') && moveTo(at.row, at.day));
  // While the keyboard is inside, Shift and Tab lead out of the calendar and not back to its beginning.
  calendar.addEventListener(
    'focusin',
    ({ target }) => target !== calendar && calendar.removeAttribute('tabindex'),
  );
  calendar.addEventListener('focusout', () => {
    calendar.tabIndex = 0;
  });
}
