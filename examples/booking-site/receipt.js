import { h } from './dom.js';
import { count, dateRanges, money, percent, readable, shortDay, withReadableDates } from './format.js';

/** @typedef {import('./api.js').Line} Line */
/** @typedef {import('./api.js').Quote} Quote */
/** @typedef {import('./api.js').Price} Price */

/** What a fixed amount is counted by. @type {Record<string, string>} */
const COUNTED = {
  night: 'night',
  guest: 'guest',
  guest_night: 'guest night',
  pet: 'pet',
  pet_night: 'pet night',
};

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
    h('span', {}, 'Total, all in'),
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
      { 'aria-label': 'Price lines' },
      accommodation ? accommodationRow(accommodation, price) : null,
      added.map((line) => row(line.name, explain(line, currency), money(line.amount, currency), line.type)),
    ),
    ...lines
      .filter((line) => line.included)
      .map((line) =>
        h(
          'p',
          { class: 'within' },
          `Included: ${line.name}, ${money(line.amount, currency)} (${explain(line, currency)})`,
        ),
      ),
  ];
}

/** @param {Line} line @param {Price} price */
function accommodationRow(line, { nightly_rates: nights, currency }) {
  // A booking keeps its lines, but not the price of each night.
  if (nights.length === 0)
    return row(count(line.quantity ?? 0, 'night'), '', money(line.amount, currency), line.type);
  const extraGuests = nights.reduce((sum, night) => sum + night.extra_guests, 0);
  const rows = nights.map((night) =>
    h(
      'li',
      {},
      h('span', {}, shortDay(night.date)),
      night.extra_guests > 0
        ? h('small', {}, `with ${money(night.extra_guests, currency)} for extra guests`)
        : null,
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
          count(nights.length, 'night'),
          extraGuests > 0 ? h('small', {}, `with ${money(extraGuests, currency)} for extra guests`) : null,
          h('small', { class: 'opens' }, 'Night by night'),
        ),
        h('span', { class: 'amount' }, money(line.amount, currency)),
      ),
      h('ul', { class: 'nights', 'aria-label': 'Price of each night' }, rows),
    ),
  );
}

/** @param {string} name @param {string} small @param {string} amount @param {string} type */
const row = (name, small, amount, type) =>
  h(
    'li',
    { 'data-type': type },
    h('span', { class: 'name' }, name, small ? h('small', {}, small) : null),
    h('span', { class: 'amount' }, amount),
  );

/** Such as `6% of €425.49` or `9 guest nights × €2.00`. @param {Line} line @param {string} currency */
function explain(line, currency) {
  const coupon = line.code.startsWith('coupon:') ? 'Coupon' : '';
  // A percentage of one person's night is counted by nights.
  if (line.basis === 'percent' && line.percent !== null && line.base_amount !== null) {
    const share = `${percent(line.percent)} of ${money(line.base_amount, currency)}`;
    return coupon ? `${coupon}, ${share}` : share;
  }
  const noun = COUNTED[line.basis];
  if (noun && line.quantity !== null && line.unit_amount !== null) {
    return `${count(line.quantity, noun)} × ${money(line.unit_amount, currency)}`;
  }
  return coupon || (line.basis === 'stay' ? 'Per stay' : readable(line.basis));
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
    h('h3', {}, 'This stay is not possible'),
    h(
      'ul',
      { 'aria-label': 'Reasons' },
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
      ? h('p', { class: 'hint' }, 'The days in question are marked in the calendar.')
      : null,
    instead,
  );
}

const RANGES_SHOWN = 4;

/** @param {string[]} dates */
function datesInWords(dates) {
  const ranges = dateRanges(dates);
  const rest = ranges.length - RANGES_SHOWN;
  return ranges.slice(0, RANGES_SHOWN).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
