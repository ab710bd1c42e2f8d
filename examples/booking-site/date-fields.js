import { h } from './dom.js';
import { addDays } from './format.js';
import { sentences } from './sentences.js';
import { MAX_NIGHTS } from './stays.js';

/** @param {string} today @param {(wanted: Partial<import('./stay-address.js').Stay>) => void} onChange */
export function createDateFields(today, onChange) {
  const arrival = h('input', { type: 'date', id: 'check-in', min: today });
  const departure = h('input', { type: 'date', id: 'check-out' });
  arrival.addEventListener('change', () => onChange({ checkIn: arrival.value || null }));
  departure.addEventListener('change', () => onChange({ checkOut: departure.value || null }));
  const clear = h('button', { type: 'button', class: 'link' }, sentences.stay.clearDates);
  clear.addEventListener('click', () => {
    onChange({ checkIn: null, checkOut: null });
    arrival.focus();
  });
  return {
    element: h(
      'div',
      { class: 'date-fields' },
      h('div', { class: 'field' }, h('label', { for: 'check-in' }, sentences.stay.arrive), arrival),
      h('div', { class: 'field' }, h('label', { for: 'check-out' }, sentences.stay.leave), departure),
      clear,
    ),
    /** @param {import('./stay-address.js').Stay} stay */
    update({ checkIn, checkOut }) {
      if (arrival.value !== (checkIn ?? '')) arrival.value = checkIn ?? '';
      if (departure.value !== (checkOut ?? '')) departure.value = checkOut ?? '';
      departure.disabled = !checkIn;
      departure.min = addDays(checkIn ?? today, 1);
      departure.max = addDays(checkIn ?? today, MAX_NIGHTS);
      clear.hidden = !checkIn;
    },
  };
}
