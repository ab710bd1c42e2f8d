import { announce, h } from './dom.js';
import { fill, sentences } from './sentences.js';

/**
 * A number with a button to lower and one to raise it. A number that is too high already can only be lowered.
 *
 * @param {{ id: string, label: import('./dom.js').Child, small?: string | null, fewer: string, more: string,
 *   inWords: (number: number) => string, least: number, most: number, onNumber: (number: number) => void }} options
 *   `fewer` and `more`: what the buttons are called, `inWords`: such as `3 adults`
 */
export function createStepper({ id, label, small, least, most, onNumber, inWords, ...names }) {
  let number = least;
  const shown = h('output', { id, 'aria-live': 'polite', 'aria-labelledby': `${id}-label` });
  const step = (/** @type {number} */ by, /** @type {string} */ name, /** @type {string} */ sign) =>
    h(
      'button',
      { type: 'button', class: 'round', 'aria-label': name, onclick: () => set(number + by) },
      sign,
    );
  const fewer = step(-1, names.fewer, '−');
  const more = step(1, names.more, '+');
  /** @param {number} next */
  function set(next) {
    if (next < least) announce(fill(sentences.party.atLeast, { counted: inWords(least) }));
    else if (next > most && next > number) announce(fill(sentences.party.atMost, { counted: inWords(most) }));
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
