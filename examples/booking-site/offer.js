import { ApiError, isAborted } from './api.js';
import { count, daysBetween, longDay, money, withReadableDates } from './format.js';

/**
 * The state of a stay's price: no request, a request, an answer, or a problem. A refused coupon is shown next to the
 * answer without it.
 *
 * @typedef {{ state: 'none' } | { state: 'loading' } |
 *   { state: 'answer', quote: import('./api.js').Quote, couponProblem: string | null } |
 *   { state: 'problem', messages: string[], canRetry: boolean }} Offer
 */

/**
 * Requests the price of one stay after the other. A newer request cancels the older one, so a late answer never appears
 * for a stay that is no longer picked.
 *
 * @param {import('./api.js').Api} api
 * @param {string} slug
 * @param {(offer: Offer) => void} onOffer
 */
export function createOffers(api, slug, onOffer) {
  let controller = new AbortController();

  /** @param {import('./api.js').StayQuery} stay @param {AbortSignal} signal @returns {Promise<Offer>} */
  async function ask(stay, signal) {
    try {
      return { state: 'answer', quote: await api.quote(slug, stay, signal), couponProblem: null };
    } catch (error) {
      const fields = error instanceof ApiError && error.status === 422 ? error.fields : {};
      const { coupon_code: coupon, ...others } = fields;
      if (!coupon) throw error;
      // Something else is wrong as well, and is shown first.
      if (Object.keys(others).length > 0) throw new ApiError(422, '', { errors: others });
      const quote = await api.quote(slug, { ...stay, coupon_code: null }, signal);
      return { state: 'answer', quote, couponProblem: coupon.join(' ') };
    }
  }

  return {
    /** Pass null if no stay is picked. @param {import('./api.js').StayQuery | null} stay */
    async request(stay) {
      controller.abort();
      controller = new AbortController();
      const { signal } = controller;
      if (!stay) return onOffer({ state: 'none' });
      onOffer({ state: 'loading' });
      const offer = await ask(stay, signal).catch(problemOf);
      if (!signal.aborted && offer) onOffer(offer);
    },
  };
}

/** What a visitor can do about a field. The API's messages are for programmers. */
const FIELD_WORDS = new Map([
  ['check_in', 'Please choose a day of arrival that is still to come.'],
  ['check_out', 'The day you leave must be after the day you arrive, by a year at most.'],
  ['adults', 'Somebody who is not an infant must come along.'],
]);

/** @param {unknown} error @returns {Offer | null} null: it was asked no longer */
function problemOf(error) {
  if (isAborted(error)) return null;
  if (!(error instanceof ApiError)) throw error;
  const messages = Object.entries(error.fields).flatMap(([field, said]) => FIELD_WORDS.get(field) ?? said);
  return {
    state: 'problem',
    messages: messages.length > 0 ? messages : [error.message],
    canRetry: error.status !== 422,
  };
}

/** @param {import('./stay-address.js').Stay} stay */
export const missingInWords = ({ checkIn, checkOut }) =>
  `Choose ${checkIn && checkOut ? 'the age of each child' : 'your dates'} and you see the whole price, with every fee and tax.`;

/**
 * An answer in words, or what is missing for one once the dates are chosen. Empty if there is no answer yet.
 *
 * @param {Offer} offer
 * @param {import('./stay-address.js').Stay} stay
 */
export function offerInWords(offer, stay) {
  const { checkIn, checkOut } = stay;
  if (offer.state === 'problem') return offer.messages.join(' ');
  // Else the total of the party before would stay the last thing that was announced.
  if (offer.state === 'none' && checkIn && checkOut) return missingInWords(stay);
  if (offer.state !== 'answer' || !checkIn || !checkOut) return '';
  const { available, reasons, price } = offer.quote;
  const outcome = available
    ? `${count(daysBetween(checkIn, checkOut), 'night')}, total ${money(price.grand_total, price.currency)}.`
    : `Not possible. ${reasons.map(({ message }) => withReadableDates(message)).join(' ')}`;
  return `${longDay(checkIn)} to ${longDay(checkOut)}: ${outcome} ${offer.couponProblem ?? ''}`.trim();
}
