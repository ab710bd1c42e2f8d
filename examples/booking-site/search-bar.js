import { announce, h } from './dom.js';
import { addDays, todayIn } from './format.js';

const MAX_GUESTS = 1000;

/**
 * When, and for how many: the form above the places.
 *
 * @param {import('./stay-address.js').Stay} stay as far as it is chosen
 * @param {(stay: import('./stay-address.js').Stay) => void} onSearch
 */
export function searchBar(stay, onSearch) {
  // Where the places are is not known yet, so it is the visitor's own day.
  const today = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const arrival = dateInput('search-in', today, stay.checkIn);
  const departure = dateInput('search-out', addDays(stay.checkIn ?? today, 1), stay.checkOut);
  const persons = stay.adults + stay.childrenAges.length;
  const guests = h('input', {
    id: 'search-guests',
    type: 'number',
    min: 1,
    max: MAX_GUESTS,
    required: true,
    value: persons,
  });
  arrival.addEventListener('change', () => {
    if (!arrival.value) return;
    departure.min = addDays(arrival.value, 1);
    if (departure.value && departure.value <= arrival.value) departure.value = departure.min;
  });
  const form = h(
    'form',
    { class: 'search', role: 'search', 'aria-label': 'Places for your dates' },
    field('Arrive', arrival),
    field('Leave', departure),
    field('Guests', guests),
    h('button', { class: 'button' }, 'Search'),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    announce('Searching.');
    const number = Number(guests.value);
    // Another number of guests makes all of them adults.
    const party = number === persons ? {} : { adults: number, childrenAges: [] };
    onSearch({
      ...stay,
      ...party,
      checkIn: arrival.value,
      checkOut: departure.value,
      extras: [],
      coupon: null,
    });
  });
  return form;
}

/** @param {string} id @param {string} min @param {string | null} value */
const dateInput = (id, min, value) => h('input', { id, type: 'date', min, required: true, value });

/** @param {string} label @param {HTMLElement} control */
export const field = (label, control) =>
  h('div', { class: 'field' }, h('label', { for: control.id }, label), control);
