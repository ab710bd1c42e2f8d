/** Cancellation terms and payments in words, with their dates and amounts. */
import { askUs } from './contact.js';
import { h } from './dom.js';
import { addDays, count, longDay, money, percent } from './format.js';

const LOCALE = document.documentElement.lang || 'en-GB';

/** An instant, in the time zone of the place, which it names. @param {string} instant @param {string} [timeZone] */
export function moment(instant, timeZone) {
  const options = /** @type {const} */ ({ dateStyle: 'full', timeStyle: 'short' });
  /** @param {Intl.DateTimeFormatOptions} where */
  const written = (where) =>
    new Intl.DateTimeFormat(LOCALE, { ...options, ...where }).format(new Date(instant)).replace(',', '');
  try {
    return timeZone ? `${written({ timeZone })} (${nameZone(timeZone)})` : written({});
  } catch {
    return written({});
  }
}

/** How a zone is read: “Lisbon time” for Europe/Lisbon, and its own name if it names no place. @param {string} timeZone */
function nameZone(timeZone) {
  const [area = '', ...places] = timeZone.split('/');
  const place = places.at(-1);
  return place === undefined || area === 'Etc' ? timeZone : `${place.replaceAll('_', ' ')} time`;
}

/** In the time zone of the place. @param {string} instant @param {string} timeZone */
export const dayIn = (instant, timeZone) =>
  new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone }).format(new Date(instant));

/**
 * What a cancellation gives back, each with its last day.
 *
 * @param {import('./api.js').Cancellation | null} cancellation
 * @param {{ today: string, timeZone?: string, policy?: import('./api.js').Terms['cancellation_policy'] }} about
 * @returns {string[]}
 */
function cancellationInWords(cancellation, { today, timeZone, policy = null }) {
  if (!cancellation) return ['This place has no written cancellation terms.'];
  const grace = cancellation.grace_until
    ? [`Free of charge until ${moment(cancellation.grace_until, timeZone)}.`]
    : graceOf(policy);
  const open = cancellation.refunds.filter(({ until }) => until >= today);
  const ofNights = cancellation.fee_of === 'nights' ? ' of the price of the nights' : '';
  const refunds = open.map(({ until, percent: share }) =>
    share === 100
      ? `Until ${longDay(until)}: you get everything back.`
      : `Until ${longDay(until)}: you get ${percent(share)}${ofNights} back.`,
  );
  const end =
    open.length > 0
      ? `After that: nothing${ofNights} is given back.`
      : `A cancellation gives nothing${ofNights} back.`;
  return [...grace, ...refunds, end];
}

/**
 * The same as a list, which says whom to ask if there are no terms.
 *
 * @param {import('./api.js').Cancellation | null} cancellation
 * @param {Parameters<typeof cancellationInWords>[1] & { first?: string[], contacts: import('./contact.js').Contact[] }} about
 */
export const cancellationList = (cancellation, { first = [], contacts, ...about }) =>
  h(
    'ul',
    { class: 'terms-list' },
    [...first, ...cancellationInWords(cancellation, about)].map((text) => h('li', {}, text)),
    cancellation ? null : h('li', {}, ...askUs('Please ask us about them', contacts)),
  );

/** @param {import('./api.js').Terms['cancellation_policy']} policy */
function graceOf(policy) {
  if (!policy || policy.grace_hours === 0) return [];
  const while_ =
    policy.grace_days_before > 0
      ? `, while your arrival is ${count(policy.grace_days_before, 'day')} away or more`
      : '';
  return [`Free of charge within ${count(policy.grace_hours, 'hour')} after you book${while_}.`];
}

/**
 * The payments of a stay that is booked today: the deposit at once, the rest some days before the arrival.
 *
 * @param {{ total: number, checkIn: string, today: string }} stay
 * @param {import('./api.js').Terms} terms
 * @returns {string[]}
 */
export function paymentsInWords({ total, checkIn, today }, terms) {
  const { deposit_percent: share, balance_due_days: days, currency, security_deposit: security } = terms;
  const deposit = partOf(total, share);
  const dueOn = addDays(checkIn, -days);
  const isAtOnce = dueOn <= today;
  const atOnce = terms.site_bookings === 'request' ? 'due when we confirm' : 'due when you book';
  const rest = total - deposit;
  const payments = isAtOnce
    ? [{ amount: total, words: atOnce }]
    : [
        { amount: deposit, words: `${atOnce} (${percent(share)})` },
        {
          amount: rest,
          words: days === 0 ? `due on your arrival, ${longDay(dueOn)}` : `due by ${longDay(dueOn)}`,
        },
      ];
  return [
    ...payments
      .filter(({ amount }) => amount > 0)
      .map(({ amount, words }) => `${money(amount, currency)} ${words}.`),
    ...(security
      ? [`A security deposit of ${money(security, currency)}, which you get back after your stay.`]
      : []),
  ];
}

/** A share of an amount, rounded half up, without floats. @param {number} total @param {number} share */
const partOf = (total, share) =>
  Number((BigInt(total) * BigInt(Math.round(share * 10_000)) + 500_000n) / 1_000_000n);
