import { h } from './dom.js';
import { priceOfExtra } from './stay-options.js';
import { createStepper } from './stepper.js';

/**
 * @typedef {import('./stay-address.js').ChosenExtra} ChosenExtra
 * @typedef {import('./stay-options.js').OfferedExtra} OfferedExtra
 */

/**
 * Null if the place has none.
 *
 * @param {OfferedExtra[]} offered
 * @param {string} currency
 * @param {(extras: ChosenExtra[]) => void} onExtras
 */
export function createExtras(offered, currency, onExtras) {
  /** @type {ChosenExtra[]} */
  let chosen = [];
  const quantityOf = (/** @type {string} */ code) => chosen.find((one) => one.code === code)?.quantity ?? 0;
  /** @param {string} changed @param {number} number */
  const withQuantity = (changed, number) =>
    offered.flatMap(({ code }) => {
      const quantity = code === changed ? number : quantityOf(code);
      return quantity > 0 ? [{ code, quantity }] : [];
    });
  const steppers = offered.map((extra, index) => ({
    code: extra.code,
    ...createStepper({
      id: `extra-${index}`,
      label: extra.name,
      small: priceOfExtra(extra, currency),
      noun: extra.name,
      nouns: extra.name,
      least: 0,
      most: extra.max_quantity,
      onNumber: (number) => onExtras(withQuantity(extra.code, number)),
    }),
  }));
  return {
    element:
      offered.length === 0
        ? null
        : h(
            'div',
            { class: 'extras' },
            h('h3', {}, 'Extras'),
            steppers.map(({ element }) => element),
          ),
    /** @param {ChosenExtra[]} extras */
    update(extras) {
      chosen = extras;
      for (const { code, update } of steppers) update(quantityOf(code));
    },
  };
}
