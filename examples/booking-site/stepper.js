import { announce, h } from './dom.js';
import { count } from './format.js';

/**
 * A number with a button to lower and one to raise it. A number that is too high already can only be lowered.
 *
 * @param {{ id: string, label: string, small?: string | null, noun: string, nouns?: string, least: number, most: number,
 *   onNumber: (number: number) => void }} options
 */
export function createStepper({ id, label, small, noun, nouns, least, most, onNumber }) {
  let number = least;
  const shown = h('output', { id, 'aria-live': 'polite', 'aria-labelledby': `${id}-label` });
  const step = (/** @type {number} */ by, /** @type {string} */ name, /** @type {string} */ sign) =>
    h(
      'button',
      { type: 'button', class: 'round', 'aria-label': name, onclick: () => set(number + by) },
      sign,
    );
  const fewer = step(-1, `One ${noun} fewer`, '−');
  const more = step(1, `One ${noun} more`, '+');
  /** @param {number} next */
  function set(next) {
    if (next < least) announce(`At least ${count(least, noun, nouns)}.`);
    else if (next > most && next > number) announce(`At most ${count(most, noun, nouns)}.`);
    else onNumber(next);
  }
  return {
    element: h(
      'div',
      { class: 'counted', role: 'group', 'aria-labelledby': `${id}-label` },
      h(
        'div',
        {},
        h('span', { class: 'label', id: `${id}-label` }, label),
        small ? h('small', {}, small) : null,
      ),
      h('div', { class: 'stepper' }, fewer, shown, more),
    ),
    /** @param {number} next */
    update(next) {
      number = next;
      shown.textContent = String(number);
      fewer.setAttribute('aria-disabled', String(number <= least));
      more.setAttribute('aria-disabled', String(number >= most));
    },
  };
}
