/** Cancellation terms and payments in words, with their dates and amounts. */
import { askUs } from './contact.js';
import { h } from './dom.js';
import { addDays, longDay, money, percent, withoutComma } from './format.js';
import { fill, locale, sentences } from './sentences.js';

/** An instant, in the time zone of the place, which it names. @param {string} instant @param {string} [timeZone] */
export function moment(instant, timeZone) {
  const options = /** @type {const} */ ({ dateStyle: 'full', timeStyle: 'short' });
  /** @param {Intl.DateTimeFormatOptions} where */
  const written = (where) =>
    withoutComma(new Intl.DateTimeFormat(locale(), { ...options, ...where }).format(new Date(instant)));
  try {
    return timeZone ? withZone(written({ timeZone }), new Date(instant), timeZone) : written({});
  } catch {
    return written({});
  }
}

/**
 * How a zone is read: “Lisbon time” for Europe/Lisbon in English, as zones are named in that language. Others name it
 * as `Intl` does, which knows the name of the zone at that instant, summer time included, in every language.
 *
 * @param {string} moment @param {Date} instant @param {string} timeZone
 */
function withZone(moment, instant, timeZone) {
  const [area = '', ...places] = timeZone.split('/');
  const place = places.at(-1)?.replaceAll('_', ' ');
  if (sentences.code === 'en' && place !== undefined && area !== 'Etc')
    return fill(sentences.terms.zoneByPlace, { moment, place });
  const named = new Intl.DateTimeFormat(locale(), { timeZone, timeZoneName: 'long' });
  const zone = named.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
  return fill(sentences.terms.zone, { moment, zone: sentences.code === 'en' ? timeZone : zone });
}

/** In the time zone of the place. @param {string} instant @param {string} timeZone */
export const dayIn = (instant, timeZone) =>
  new Intl.DateTimeFormat(locale(), { dateStyle: 'long', timeZone }).format(new Date(instant));

/**
 * What a cancellation gives back, each with its last day.
 *
 * @param {import('./api.js').Cancellation | null} cancellation
 * @param {{ today: string, timeZone?: string, checkIn?: string, policy?: import('./api.js').Terms['cancellation_policy'] }} about
 * @returns {string[]}
 */
function cancellationInWords(cancellation, { today, timeZone, checkIn, policy = null }) {
  const { terms } = sentences;
  if (!cancellation) return [terms.none];
  const { grace_until: graceUntil } = cancellation;
  const isGraceOver = graceUntil !== null && Date.parse(graceUntil) < Date.now();
  const given = graceUntil
    ? [fill(terms.freeUntil, { moment: moment(graceUntil, timeZone) })]
    : graceOf(policy, today, checkIn);
  const grace = isGraceOver ? [] : given;
  const open = cancellation.refunds.filter(({ until }) => until >= today);
  const isOfNights = cancellation.fee_of === 'nights';
  const refunds = open.map(({ until, percent: share }) => {
    const day = longDay(until);
    return share === 100
      ? fill(terms.everything, { day })
      : fill(isOfNights ? terms.shareOfNights : terms.share, { day, percent: percent(share) });
  });
  const [then, never] = isOfNights
    ? [terms.thenNothingOfNights, terms.nothingOfNights]
    : [terms.thenNothing, terms.nothing];
  return [...grace, ...refunds, open.length > 0 ? then : never];
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
    cancellation ? null : h('li', {}, askUs(contacts, sentences.terms.askUs, sentences.terms.askUsAlone)),
  );

/**
 * None if the arrival is already nearer than the terms ask for.
 *
 * @param {import('./api.js').Terms['cancellation_policy']} policy @param {string} today @param {string} [checkIn]
 */
function graceOf(policy, today, checkIn) {
  if (!policy || policy.grace_hours === 0) return [];
  if (checkIn !== undefined && addDays(today, policy.grace_days_before) > checkIn) return [];
  const { hours, freeWithin, freeWithinWhileAway } = sentences.terms;
  const { grace_hours: count, grace_days_before: days } = policy;
  return [
    days > 0
      ? fill(freeWithinWhileAway, { count: days, hours: fill(hours, { count }) })
      : fill(freeWithin, { count }),
  ];
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
  const { terms: words } = sentences;
  const isRequest = terms.site_bookings === 'request';
  const amount = (/** @type {number} */ cents) => ({ amount: money(cents, currency) });
  const atOnce = isRequest ? words.dueWhenConfirmed : words.dueWhenBooked;
  const first = isRequest ? words.depositWhenConfirmed : words.depositWhenBooked;
  const later = days === 0 ? words.dueOnArrival : words.dueBy;
  const rest = total - deposit;
  return [
    ...(isAtOnce && total > 0 ? [fill(atOnce, amount(total))] : []),
    ...(!isAtOnce && deposit > 0 ? [fill(first, { ...amount(deposit), percent: percent(share) })] : []),
    ...(!isAtOnce && rest > 0 ? [fill(later, { ...amount(rest), day: longDay(dueOn) })] : []),
    ...(security ? [fill(words.securityDeposit, amount(security))] : []),
  ];
}

/** A share of an amount, rounded half up, without floats. @param {number} total @param {number} share */
const partOf = (total, share) =>
  Number((BigInt(total) * BigInt(Math.round(share * 10_000)) + 500_000n) / 1_000_000n);
