import { MAX_PAGE } from './site.js';
import { readStay, stayParameters } from './stay-address.js';

/**
 * The search of the address: a stay, and what is asked of the places. Amounts are in the currency's minor unit.
 *
 * @typedef {{ stay: import('./stay-address.js').Stay, type: string | null, currency: string | null,
 *   totalMin: number | null, totalMax: number | null, sort: string, page: number }} Search
 */

/** Of the results. */
const SORTS = ['total', '-total', 'title'];

/** Null if the address names no whole stay. @param {string} address @returns {Search | null} */
export function readSearch(address) {
  const stay = { ...readStay(address), extras: [], coupon: null };
  if (!stay.checkIn || !stay.checkOut) return null;
  const query = new URLSearchParams(address);
  const currency = /^[A-Z]{3}$/.exec(query.get('currency') ?? '')?.[0] ?? null;
  const amount = (/** @type {string} */ name) => {
    const text = query.get(name) ?? '';
    return currency && /^\d{1,15}$/.test(text) ? Number(text) : null;
  };
  const sort = query.get('sort') ?? '';
  const page = Number(query.get('page'));
  return {
    stay,
    type: /^[a-z_]+$/.exec(query.get('type') ?? '')?.[0] ?? null,
    currency,
    totalMin: amount('total_min'),
    totalMax: amount('total_max'),
    sort: SORTS.includes(sort) ? sort : 'total',
    page: Number.isInteger(page) && page > 0 && page <= MAX_PAGE ? page : 1,
  };
}

/** The address's query for a search; what is not asked is left out. @param {Search} search */
export function searchParameters({ stay, type, currency, totalMin, totalMax, sort, page }) {
  const isPriced = totalMin !== null || totalMax !== null;
  return {
    ...stayParameters(stay),
    ...(type ? { type } : {}),
    ...(isPriced && currency ? { currency } : {}),
    ...(totalMin === null ? {} : { total_min: String(totalMin) }),
    ...(totalMax === null ? {} : { total_max: String(totalMax) }),
    ...(sort === 'total' ? {} : { sort }),
    ...(page > 1 ? { page: String(page) } : {}),
  };
}
