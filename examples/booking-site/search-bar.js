import { announce, h } from './dom.js';
import { addDays, todayIn } from './format.js';
import { createAges, MAX_CHILDREN } from './party.js';
import { sentences } from './sentences.js';
import { MAX_GUESTS, MAX_PETS } from './stay-address.js';
import { MAX_NIGHTS } from './stays.js';

/**
 * When, and for whom: the form above the places. It asks for the party in the words of a place's own page.
 *
 * @param {import('./stay-address.js').Stay} stay as far as it is chosen
 * @param {(stay: import('./stay-address.js').Stay) => void} onSearch
 */
export function searchBar(stay, onSearch) {
  // Where the places are is not known yet, so it is the visitor's own day.
  const today = todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone);
  const arrival = dateInput('search-in', today, stay.checkIn);
  const departure = dateInput('search-out', addDays(stay.checkIn ?? today, 1), stay.checkOut);
  departure.max = addDays(stay.checkIn ?? today, MAX_NIGHTS);
  const adults = numberInput('search-adults', { min: 1, max: MAX_GUESTS, value: stay.adults });
  const children = numberInput('search-children', { max: MAX_CHILDREN, value: stay.childrenAges.length });
  const pets = numberInput('search-pets', { max: MAX_PETS, value: stay.pets });
  let { childrenAges } = stay;
  const ages = createAges(
    (chosen) => {
      childrenAges = chosen;
    },
    { areRequired: true },
  );
  function countChildren() {
    const number = children.validity.valid ? Number(children.value) : childrenAges.length;
    childrenAges = Array.from({ length: number }, (_, index) => childrenAges[index] ?? null);
    ages.update(childrenAges);
    adults.max = String(MAX_GUESTS - number);
  }
  children.addEventListener('input', countChildren);
  countChildren();
  arrival.addEventListener('change', () => {
    if (!arrival.value) return;
    departure.min = addDays(arrival.value, 1);
    departure.max = addDays(arrival.value, MAX_NIGHTS);
    if (departure.value && departure.value <= arrival.value) departure.value = departure.min;
    if (departure.value > departure.max) departure.value = departure.max;
  });
  const form = h(
    'form',
    { class: 'search', role: 'search', 'aria-label': sentences.search.label },
    field(sentences.search.arrive, arrival),
    field(sentences.search.leave, departure),
    field(sentences.search.adults, adults),
    field(sentences.search.children, children),
    field(sentences.search.pets, pets),
    ages.element,
    h('button', { class: 'button' }, sentences.search.search),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    announce(sentences.search.searching);
    onSearch({
      ...stay,
      adults: Number(adults.value),
      childrenAges,
      pets: Number(pets.value),
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

/** @param {string} id @param {{ min?: number, max: number, value: number }} bounds */
const numberInput = (id, { min = 0, ...bounds }) =>
  h('input', { id, type: 'number', inputmode: 'numeric', min, required: true, ...bounds });

/** @param {string} label @param {HTMLElement} control */
export const field = (label, control) =>
  h('div', { class: 'field' }, h('label', { for: control.id }, label), control);
