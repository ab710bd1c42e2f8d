import { ApiError, isAborted } from './api.js';
import { daysBetween, longDay, money, withReadableDates } from './format.js';
import { fill, sentences } from './sentences.js';

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

/** What a visitor can do about a field. The API's messages are for programmers. @returns {Record<string, string>} */
const fieldWords = () => ({
  check_in: sentences.stay.badArrival,
  check_out: sentences.stay.badDeparture,
  adults: sentences.stay.badAdults,
});

/** @param {unknown} error @returns {Offer | null} null: it was asked no longer */
function problemOf(error) {
  if (isAborted(error)) return null;
  if (!(error instanceof ApiError)) throw error;
  const messages = Object.entries(error.fields).flatMap(([field, said]) => fieldWords()[field] ?? said);
  return {
    state: 'problem',
    messages: messages.length > 0 ? messages : [error.message],
    canRetry: error.status !== 422,
  };
}

/** @param {import('./stay-address.js').Stay} stay */
export const missingInWords = ({ checkIn, checkOut }) =>
  checkIn && checkOut ? sentences.stay.chooseAges : sentences.stay.chooseDates;

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
  const dates = { from: longDay(checkIn), to: longDay(checkOut) };
  const outcome = available
    ? fill(sentences.stay.total, {
        ...dates,
        count: daysBetween(checkIn, checkOut),
        price: money(price.grand_total, price.currency),
      })
    : fill(sentences.stay.refused, {
        ...dates,
        reasons: reasons.map(({ message }) => withReadableDates(message)).join(' '),
      });
  return `${outcome} ${offer.couponProblem ?? ''}`.trim();
}
