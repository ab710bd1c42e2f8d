import { money } from './format.js';
import { fill, sentences } from './sentences.js';

/**
 * The limits of a party at a place, and the extras that can be chosen there. Null is no limit.
 *
 * @typedef {{ code: string, name: string, lang?: string | undefined, basis: string, amount: number, max_quantity: number }} OfferedExtra
 * @typedef {{ max_children: number | null, max_infants: number | null, max_pets: number, extras: OfferedExtra[] }} StayOptions
 */

/** @type {StayOptions} */
const NOTHING_SPECIAL = { max_children: null, max_infants: null, max_pets: 0, extras: [] };

/** From the page's settings. @param {string} text @returns {StayOptions} */
export function readOptions(text) {
  try {
    return { ...NOTHING_SPECIAL, ...JSON.parse(text || '{}') };
  } catch {
    return NOTHING_SPECIAL;
  }
}

/** @param {import('./api.js').Details} details @returns {StayOptions} */
export const optionsOf = ({ party: { max_children, max_infants, max_pets }, extras }) => ({
  max_children,
  max_infants,
  max_pets,
  extras: extras.map(({ amount, max_quantity: most, ...extra }) => ({
    ...extra,
    amount: amount ?? 0,
    max_quantity: most ?? 1,
  })),
});

/** `€12.00 a guest and night` @param {OfferedExtra} extra @param {string} currency */
export function priceOfExtra({ basis, amount }, currency) {
  /** @type {Record<string, `${string}{price}${string}`>} */
  const words = sentences.extraPrices;
  return fill(words[basis] ?? '{price}', { price: money(amount, currency) });
}

/**
 * A stay with those of its extras that the place offers, as many as there can be.
 *
 * @param {import('./stay-address.js').Stay} stay
 * @param {StayOptions} options
 */
export const offeredStay = (stay, { extras: offered }) => ({
  ...stay,
  extras: stay.extras.flatMap(({ code, quantity }) => {
    const extra = offered.find((one) => one.code === code);
    return extra ? [{ code, quantity: Math.min(quantity, extra.max_quantity) }] : [];
  }),
});
