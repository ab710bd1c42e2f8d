import { inLanguage } from './dom.js';
import { createFold } from './fold.js';
import { fill, sentences } from './sentences.js';
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
      label: inLanguage(extra.name, extra.lang),
      small: priceOfExtra(extra, currency),
      fewer: fill(sentences.party.fewerOfExtra, { extra: extra.name }),
      more: fill(sentences.party.moreOfExtra, { extra: extra.name }),
      inWords: (number) => fill(sentences.party.ofExtra, { number, extra: extra.name }),
      least: 0,
      most: extra.max_quantity,
      onNumber: (number) => onExtras(withQuantity(extra.code, number)),
    }),
  }));
  const fold = createFold(
    {
      id: 'extras',
      title: sentences.party.extras,
      small: offered.flatMap(({ name, lang }, index) => [index > 0 ? ', ' : '', inLanguage(name, lang)]),
    },
    ...steppers.map(({ element }) => element),
  );
  return {
    element: offered.length === 0 ? null : fold.element,
    /** @param {ChosenExtra[]} extras */
    update(extras) {
      chosen = extras;
      if (extras.length > 0) fold.open();
      for (const { code, update } of steppers) update(quantityOf(code));
    },
  };
}
