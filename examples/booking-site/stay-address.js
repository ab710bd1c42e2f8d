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
 * The address at which a stay is booked: on the team's own server, else on this page if the team takes bookings here.
 * Null if neither is possible.
 *
 * @param {import('./site.js').Site} site
 * @param {string} slug
 * @param {Stay} stay
 * @param {'off' | 'request' | 'instant'} siteBookings
 */
export function bookAddress(site, slug, stay, siteBookings) {
  if (!site.bookUrl)
    return siteBookings === 'off' ? null : site.listingAddress(slug, { ...stayParameters(stay), book: '1' });
  const url = URL.parse(site.bookUrl, document.baseURI);
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const parameters = { listing: slug, ...stayParameters(stay), guests: String(stay.guests) };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
