import { h } from './dom.js';
import { money, shortDay } from './format.js';
import { sentences } from './sentences.js';

/**
 * @typedef {{ checkIn: string, checkOut: string }} Dates
 * @typedef {Pick<import('./api.js').Quote, 'alternatives' | 'price'>} Answer
 */

/**
 * The nearest ones, each with the whole price. Null if there are none.
 *
 * @param {Answer} answer
 * @param {(dates: Dates) => string} addressOf where a stay leads
 * @param {(dates: Dates) => void} [onChoice] for a page that shows the stay itself
 */
export function otherDates({ alternatives, price: { currency } }, addressOf, onChoice) {
  if (alternatives.length === 0) return null;
  return h(
    'div',
    { class: 'other-dates' },
    h('h3', {}, sentences.search.otherDates),
    h(
      'ul',
      {},
      alternatives.map(({ check_in: checkIn, check_out: checkOut, grand_total: total }) => {
        const dates = { checkIn, checkOut };
        const link = h(
          'a',
          { href: addressOf(dates) },
          h('span', {}, `${shortDay(checkIn)} – ${shortDay(checkOut)}`),
          h('strong', {}, money(total, currency)),
        );
        if (onChoice)
          link.addEventListener('click', (event) => {
            event.preventDefault();
            onChoice(dates);
          });
        return h('li', {}, link);
      }),
    ),
  );
}
