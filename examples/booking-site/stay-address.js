import { isDate } from './format.js';
import { namedLanguage } from './language.js';

/**
 * The stay that a visitor looks at. It is part of the page's address, so that it can be shared and kept. The age of a
 * child is null until the visitor chooses it.
 *
 * @typedef {{ code: string, quantity: number }} ChosenExtra
 * @typedef {{ adults: number, childrenAges: (number | null)[], pets: number }} Party
 * @typedef {Party & { checkIn: string | null, checkOut: string | null, extras: ChosenExtra[], coupon: string | null }} Stay
 */

export const MAX_GUESTS = 1000;
export const MAX_PETS = 100;
const AGES = /^(?:1?\d)(?:,1?\d){0,99}$/;
const EXTRA = /^([A-Za-z0-9._-]{1,40})(?::([1-9]\d?|100))?$/;

/** Ignores values of the address that do not make a stay. @param {string} search @returns {Stay} */
export function readStay(search) {
  const query = new URLSearchParams(search);
  const dateIn = (/** @type {string} */ name) => {
    const text = query.get(name) ?? '';
    return isDate(text) ? text : null;
  };
  const checkIn = dateIn('check_in');
  return {
    checkIn,
    checkOut: checkIn ? dateIn('check_out') : null,
    ...partyIn(query),
    extras: extrasIn(query.get('extras') ?? ''),
    coupon: query.get('coupon_code')?.trim().slice(0, 40) || null,
  };
}

/** Without children, the adults may be named as guests. @param {URLSearchParams} query @returns {Party} */
function partyIn(query) {
  const number = (/** @type {string} */ name, /** @type {number} */ most) => {
    const text = query.get(name) ?? '';
    return /^\d{1,4}$/.test(text) && Number(text) <= most ? Number(text) : null;
  };
  const adults = number('adults', MAX_GUESTS);
  const ages = query.get('children_ages') ?? '';
  const childrenAges = adults !== null && AGES.test(ages) ? ages.split(',').map(Number) : [];
  const areAges = childrenAges.every((age) => age <= 17);
  const guests = adults ?? number('guests', MAX_GUESTS) ?? 1;
  return {
    adults: childrenAges.length > 0 && areAges ? guests : Math.max(1, guests),
    childrenAges: areAges ? childrenAges : [],
    pets: number('pets', MAX_PETS) ?? 0,
  };
}

/** @param {string} text */
function extrasIn(text) {
  /** @type {Map<string, number>} */
  const quantities = new Map();
  for (const one of text.split(',')) {
    const [, code, quantity = '1'] = EXTRA.exec(one) ?? [];
    if (code) quantities.set(code, Number(quantity));
  }
  return [...quantities].map(([code, quantity]) => ({ code, quantity }));
}

/** Without those that are not chosen yet. @param {Party} party */
export const knownAges = ({ childrenAges }) => childrenAges.filter((age) => age !== null);

/** For the API's queries. @param {Party} party @returns {Record<string, string>} */
export function partyParameters({ adults, childrenAges, pets }) {
  const ages = knownAges({ adults, childrenAges, pets });
  return {
    ...(ages.length > 0
      ? { adults: String(adults), children_ages: ages.join(',') }
      : { guests: String(adults) }),
    ...(pets > 0 ? { pets: String(pets) } : {}),
  };
}

/** For the API's queries. @param {ChosenExtra[]} extras */
const extrasParameter = (extras) =>
  extras.map(({ code, quantity }) => (quantity === 1 ? code : `${code}:${quantity}`)).join(',');

/** The API's query for the price of a stay. Null while dates or ages are missing. @param {Stay} stay */
export function quoteParameters({ checkIn, checkOut, extras, coupon, ...party }) {
  if (!checkIn || !checkOut || party.childrenAges.includes(null)) return null;
  return {
    check_in: checkIn,
    check_out: checkOut,
    ...partyParameters(party),
    extras: extras.length > 0 ? extrasParameter(extras) : null,
    coupon_code: coupon,
  };
}

/** @param {Stay} stay @returns {Record<string, string>} */
export function stayParameters({ checkIn, checkOut, extras, coupon, ...party }) {
  const { guests, ...others } = partyParameters(party);
  return {
    ...(checkIn ? { check_in: checkIn } : {}),
    ...(checkOut ? { check_out: checkOut } : {}),
    ...(guests && guests !== '1' ? { guests } : {}),
    ...others,
    ...(extras.length > 0 ? { extras: extrasParameter(extras) } : {}),
    ...(coupon ? { coupon_code: coupon } : {}),
  };
}

/**
 * The address at which a stay is booked: on the team's own server, else on this page if the team takes bookings here.
 * Null if neither is possible.
 *
 * @param {import('./site.js').Site} site
 * @param {string} slug
 * @param {Stay} stay
 * @param {{ guests: number, siteBookings: 'off' | 'request' | 'instant' }} known the guests by the API's count, without infants
 */
export function bookAddress(site, slug, stay, { guests, siteBookings }) {
  if (!site.bookUrl)
    return siteBookings === 'off' ? null : site.listingAddress(slug, { ...stayParameters(stay), book: '1' });
  const url = URL.parse(site.bookUrl, document.baseURI);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const parameters = { listing: slug, ...stayParameters(stay), guests: String(guests), ...namedLanguage() };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
