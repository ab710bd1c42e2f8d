import { h } from './dom.js';
import { createFold } from './fold.js';
import { fill, sentences } from './sentences.js';

/** @param {(code: string | null) => void} onCoupon */
export function createCoupon(onCoupon) {
  const input = h('input', {
    id: 'coupon',
    name: 'coupon',
    maxlength: 40,
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    'aria-describedby': 'coupon-message',
  });
  const message = h('p', { id: 'coupon-message', class: 'coupon-message' });
  const remove = h('button', { type: 'button', class: 'link' }, sentences.coupon.remove);
  remove.addEventListener('click', () => {
    onCoupon(null);
    input.focus();
  });
  /** @type {string | null} */
  let shown = null;
  const form = h(
    'form',
    { class: 'coupon', novalidate: true },
    h('label', { for: 'coupon' }, sentences.coupon.label),
    h('div', { class: 'with-button' }, input, h('button', { class: 'button plain' }, sentences.coupon.apply)),
    message,
    remove,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onCoupon(input.value.trim() || null);
  });
  const fold = createFold({ id: 'coupon-fold', title: sentences.coupon.fold }, form);
  return {
    element: fold.element,
    /** @param {import('./stay-address.js').Stay} stay @param {import('./offer.js').Offer} offer */
    update({ coupon, checkOut }, offer) {
      // Text that a visitor is typing is left alone until they apply it.
      if (shown !== coupon) input.value = coupon ?? '';
      shown = coupon;
      remove.hidden = !coupon;
      if (coupon) fold.open();
      if (offer.state === 'loading') return;
      const problem = offer.state === 'answer' ? offer.couponProblem : null;
      const accepted = offer.state === 'answer' && coupon ? offer.quote.price.coupon_code : null;
      message.className = `coupon-message ${problem ? 'is-refused' : accepted ? 'is-accepted' : ''}`.trim();
      input.setAttribute('aria-invalid', problem ? 'true' : 'false');
      const waiting = coupon && !checkOut ? sentences.coupon.waiting : '';
      message.textContent =
        problem ?? (accepted ? fill(sentences.coupon.applied, { code: accepted }) : waiting);
    },
  };
}
