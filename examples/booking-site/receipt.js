import { h, inLanguage } from './dom.js';
import { dateRanges, money, percent, shortDay, withReadableDates } from './format.js';
import { fill, fillNodes, sentences } from './sentences.js';
import { counted } from './words.js';

/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Quote} Quote */
/** @typedef {import('./api.js').Price} Price */

/** @param {{ price: Price }} quote */
export function receipt({ price }) {
  const [lines, ...included] = priceLines(price);
  return h('div', { class: 'receipt' }, lines ?? null, total(price), included);
}

/** @param {Price} price */
export const total = ({ grand_total, currency }) =>
  h(
    'p',
    { class: 'total' },
    h('span', {}, sentences.price.total),
    h('strong', { 'data-part': 'total' }, money(grand_total, currency)),
  );

/** The lines that are added up, then a sentence for each that is included in them. @param {Price} price */
export function priceLines(price) {
  const { currency, price_breakdown: lines } = price;
  const added = lines.filter((line) => line.type !== 'accommodation' && !line.included);
  const accommodation = lines.find((line) => line.type === 'accommodation');
  return [
    h(
      'ul',
      { 'aria-label': sentences.price.lines },
      accommodation ? accommodationRow(accommodation, price) : null,
      added.map((line) =>
        row(
          inLanguage(line.name, line.lang),
          explain(line, currency),
          money(line.amount, currency),
          line.type,
        ),
      ),
    ),
    ...lines
      .filter((line) => line.included)
      .map((line) => h('p', { class: 'within' }, included(line, currency))),
  ];
}

/** @param {Line} line @param {string} currency */
function included(line, currency) {
  const name = inLanguage(line.name, line.lang);
  const amount = money(line.amount, currency);
  const explanation = explain(line, currency);
  return explanation
    ? fillNodes(sentences.price.included, { name, amount, explanation })
    : fillNodes(sentences.price.includedAlone, { name, amount });
}

/** @param {Line} line @param {Price} price */
function accommodationRow(line, { nightly_rates: nights, currency }) {
  // A booking keeps its lines, but not the price of each night.
  if (nights.length === 0)
    return row(counted(line.quantity ?? 0, 'nights'), '', money(line.amount, currency), line.type);
  const withExtraGuests = (/** @type {number} */ amount) =>
    fill(sentences.price.extraGuests, { amount: money(amount, currency) });
  const extraGuests = nights.reduce((sum, night) => sum + night.extra_guests, 0);
  const rows = nights.map((night) =>
    h(
      'li',
      {},
      h('span', {}, shortDay(night.date)),
      night.extra_guests > 0 ? h('small', {}, withExtraGuests(night.extra_guests)) : null,
      h('span', { class: 'amount' }, money(night.rate, currency)),
    ),
  );
  return h(
    'li',
    { 'data-type': 'accommodation' },
    h(
      'details',
      {},
      h(
        'summary',
        {},
        h(
          'span',
          { class: 'name' },
          counted(nights.length, 'nights'),
          extraGuests > 0 ? h('small', {}, withExtraGuests(extraGuests)) : null,
          h('small', { class: 'opens' }, sentences.price.nightByNight),
        ),
        h('span', { class: 'amount' }, money(line.amount, currency)),
      ),
      h('ul', { class: 'nights', 'aria-label': sentences.price.eachNight }, rows),
    ),
  );
}

/** @param {import('./dom.js').Child} name @param {string} small @param {string} amount @param {string} type */
const row = (name, small, amount, type) =>
  h(
    'li',
    { 'data-type': type },
    h('span', { class: 'name' }, name, small ? h('small', {}, small) : null),
    h('span', { class: 'amount' }, amount),
  );

/** Such as `6% of €425.49` or `9 guest nights × €2.00`. @param {Line} line @param {string} currency */
function explain(line, currency) {
  const { price: words } = sentences;
  const isCoupon = line.code.startsWith('coupon:');
  // A percentage of one person's night is counted by nights.
  if (line.basis === 'percent' && line.percent !== null && line.base_amount !== null) {
    const share = { percent: percent(line.percent), amount: money(line.base_amount, currency) };
    return fill(isCoupon ? words.couponPercentOf : words.percentOf, share);
  }
  const { night, guest, guest_night, pet, pet_night } = words;
  /** @type {Record<string, { readonly other: `${string}{count}${string}{amount}${string}` }>} */
  const products = { night, guest, guest_night, pet, pet_night };
  const product = products[line.basis];
  if (product && line.quantity !== null && line.unit_amount !== null)
    return fill(product, { count: line.quantity, amount: money(line.unit_amount, currency) });
  if (isCoupon) return words.coupon;
  return line.basis === 'stay' ? words.stay : '';
}

/**
 * Why a stay is not available: every reason, in its own words, with its dates; and dates that would work.
 *
 * @param {Quote} quote
 * @param {import('./dom.js').Child} instead
 */
export function refusal({ reasons }, instead) {
  return h(
    'div',
    { class: 'refusal' },
    h('h3', {}, sentences.stay.notPossible),
    h(
      'ul',
      { 'aria-label': sentences.stay.reasons },
      reasons.map(({ code, message, dates }) =>
        h(
          'li',
          { 'data-code': code },
          withReadableDates(message),
          dates.length > 0 && !/\d{4}-\d{2}-\d{2}/.test(message) ? h('small', {}, datesInWords(dates)) : null,
        ),
      ),
    ),
    reasons.some(({ dates }) => dates.length > 0)
      ? h('p', { class: 'hint' }, sentences.stay.daysMarked)
      : null,
    instead,
  );
}

const RANGES_SHOWN = 4;

/** @param {string[]} dates */
function datesInWords(dates) {
  const ranges = dateRanges(dates);
  const rest = ranges.length - RANGES_SHOWN;
  const shown = ranges.slice(0, RANGES_SHOWN).join(', ');
  return rest > 0 ? fill(sentences.stay.datesAndMore, { dates: shown, count: rest }) : shown;
}
