import { isDate } from './format.js';

/**
 * The stay that a visitor looks at. It is part of the page's address, so that it can be shared and kept.
 *
 * @typedef {{ checkIn: string | null, checkOut: string | null, guests: number, coupon: string | null }} Stay
 */

/** Ignores values of the address that do not make a stay. @param {string} search @returns {Stay} */
export function readStay(search) {
  const query = new URLSearchParams(search);
  const dateIn = (/** @type {string} */ name) => {
    const text = query.get(name) ?? '';
    return isDate(text) ? text : null;
  };
  const checkIn = dateIn('check_in');
  const guests = Number(query.get('guests') ?? 1);
  return {
    checkIn,
    checkOut: checkIn ? dateIn('check_out') : null,
    guests: Number.isInteger(guests) && guests >= 1 && guests <= 1000 ? guests : 1,
    coupon: query.get('coupon_code')?.trim().slice(0, 40) || null,
  };
}

/** @param {Stay} stay */
export function stayParameters({ checkIn, checkOut, guests, coupon }) {
  return {
    ...(checkIn ? { check_in: checkIn } : {}),
    ...(checkOut ? { check_out: checkOut } : {}),
    ...(guests > 1 ? { guests: String(guests) } : {}),
    ...(coupon ? { coupon_code: coupon } : {}),
  };
}

/**
 * The address of the team's own server for bookings, with the stay in the query. Null if the page has none.
 *
 * @param {string | null} bookUrl
 * @param {string} slug
 * @param {Stay} stay
 */
export function bookAddress(bookUrl, slug, stay) {
  const url = bookUrl ? URL.parse(bookUrl, document.baseURI) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const parameters = { listing: slug, ...stayParameters(stay), guests: String(stay.guests) };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
