/**
 * What a calendar's days allow (reference: calendar). A stay is possible if every night of it is available, its first
 * day is open for arrival and allows its length, and its last day is open for departure.
 *
 * @typedef {import('./api.js').Day} Day
 * @typedef {ReadonlyMap<string, Day>} Days
 */
import { addDays, daysBetween } from './format.js';

/** No stay is longer. */
export const MAX_NIGHTS = 365;

/**
 * Why nobody can arrive on a day, or null if they can. A day that is not loaded yet is `unknown`.
 *
 * @param {Days} days
 * @param {string} date
 * @returns {null | 'unknown' | 'taken' | 'closed_for_arrival' | 'too_short'}
 */
export function whyNoArrival(days, date) {
  const day = days.get(date);
  if (!day) return 'unknown';
  if (!day.available) return 'taken';
  if (day.closed_for_arrival) return 'closed_for_arrival';
  return hasDeparture(days, date, day.min_stay) ? null : 'too_short';
}

/**
 * Why a stay from one day cannot end on another, or null if it can.
 *
 * @param {Days} days
 * @param {string} checkIn
 * @param {string} date
 * @returns {null | 'unknown' | 'before' | 'min_stay' | 'too_long' | 'taken_between' | 'closed_for_departure'}
 */
export function whyNoDeparture(days, checkIn, date) {
  if (date <= checkIn) return 'before';
  const nights = daysBetween(checkIn, date);
  if (nights > MAX_NIGHTS) return 'too_long';
  for (let night = 0; night < nights; night += 1) {
    const day = days.get(addDays(checkIn, night));
    if (!day) return 'unknown';
    if (!day.available) return 'taken_between';
  }
  if (nights < (days.get(checkIn)?.min_stay ?? 1)) return 'min_stay';
  const last = days.get(date);
  if (!last) return 'unknown';
  return last.closed_for_departure ? 'closed_for_departure' : null;
}

/** Whether a day's night is taken but a stay can still end on it. @param {Days} days @param {string} date */
export function isDepartureOnly(days, date) {
  const day = days.get(date);
  const before = days.get(addDays(date, -1));
  return !!day && !day.available && !day.closed_for_departure && !!before?.available;
}

/**
 * Whether a stay of enough nights fits. Days that are not loaded yet may allow one.
 *
 * @param {Days} days
 * @param {string} checkIn
 * @param {number} minStay
 */
function hasDeparture(days, checkIn, minStay) {
  for (let night = 0; night < MAX_NIGHTS; night += 1) {
    const day = days.get(addDays(checkIn, night));
    if (!day) return true;
    if (!day.available) return false;
    const next = days.get(addDays(checkIn, night + 1));
    if (night + 1 >= minStay && !next?.closed_for_departure) return true;
  }
  return false;
}
