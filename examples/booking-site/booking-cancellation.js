import { ApiError } from './api.js';
import { h, put } from './dom.js';
import { money } from './format.js';
import { fill, sentences } from './sentences.js';

/**
 * @typedef {import('./api.js').SiteBooking} SiteBooking
 * @typedef {import('./api.js').CancellationCost} CancellationCost
 * @typedef {{ api: import('./api.js').Api, code: string, key: string, onCancelled: (booking: SiteBooking) => void,
 *   onRefused: (error: ApiError) => Promise<void> }} Options
 */

/**
 * Withdraws a request, or cancels a confirmed booking where its terms and the team allow it. It asks once more before it
 * does, and says the fee first.
 *
 * @param {Options} options
 */
export function createCancellation({ api, code, key, onCancelled, onRefused }) {
  const element = h('div', { class: 'withdrawal' });

  /** @param {SiteBooking} booking */
  function offer(booking) {
    const isRequest = booking.status === 'pending';
    const ask = h(
      'button',
      { type: 'button', class: 'button plain' },
      isRequest ? sentences.cancelling.withdraw : sentences.cancelling.cancel,
    );
    ask.addEventListener('click', () => void askAgain(booking));
    put(element, ask);
    return ask;
  }

  /** @param {SiteBooking} booking @param {string} [news] what has changed since it was asked */
  async function askAgain(booking, news = '') {
    const isRequest = booking.status === 'pending';
    // A request that is not confirmed yet is always withdrawn free of charge.
    const cost = isRequest ? NOTHING : await api.cancellation(code, key).catch(problemOf);
    if (cost instanceof ApiError) return onRefused(cost);
    const yes = h(
      'button',
      { type: 'button', class: 'button' },
      isRequest ? sentences.cancelling.yesWithdraw : yesInWords(cost),
    );
    const no = h('button', { type: 'button', class: 'button plain' }, sentences.cancelling.keep);
    no.addEventListener('click', () => offer(booking).focus());
    yes.addEventListener('click', () => {
      yes.disabled = true;
      void cancel(booking, cost);
    });
    put(
      element,
      h(
        'p',
        { role: 'status' },
        `${news} ${isRequest ? sentences.cancelling.askWithdraw : costInWords(cost)}`.trim(),
      ),
      yes,
      no,
    );
    no.focus();
  }

  /** @param {SiteBooking} booking @param {CancellationCost} cost */
  async function cancel(booking, { cancellation_fee: fee }) {
    const outcome = await api.cancel(code, key, fee).catch(problemOf);
    if (!(outcome instanceof ApiError)) return onCancelled(outcome);
    if (outcome.status === 409) return askAgain(booking, sentences.cancelling.feeChanged);
    return onRefused(outcome);
  }

  return {
    element,
    /** @param {SiteBooking} booking @param {boolean} hasLapsed */
    update(booking, hasLapsed) {
      put(element);
      if (booking.status === 'pending' && !hasLapsed) offer(booking);
      // Only the service knows whether guests may cancel it here.
      if (booking.status === 'confirmed' && booking.cancellation)
        api.cancellation(code, key).then(
          () => offer(booking),
          () => null,
        );
    },
  };
}

/** @type {CancellationCost} */
const NOTHING = { currency: '', cancellation_fee: 0, refund_due: 0 };

/** @param {unknown} error @returns {ApiError} */
function problemOf(error) {
  if (error instanceof ApiError) return error;
  throw error;
}

/** @param {CancellationCost} cost */
function costInWords({ currency, cancellation_fee: fee, refund_due: refund }) {
  const { isFree, costs, refund: givenBack } = sentences.cancelling;
  return [
    fee === 0 ? isFree : fill(costs, { fee: money(fee, currency) }),
    ...(refund > 0 ? [fill(givenBack, { amount: money(refund, currency) })] : []),
  ].join(' ');
}

/** @param {CancellationCost} cost */
const yesInWords = ({ currency, cancellation_fee: fee }) =>
  fee === 0
    ? sentences.cancelling.yesCancel
    : fill(sentences.cancelling.yesCancelFor, { fee: money(fee, currency) });
