import { h } from './dom.js';
import { createFold } from './fold.js';

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
  const remove = h('button', { type: 'button', class: 'link' }, 'Remove coupon');
  remove.addEventListener('click', () => {
    onCoupon(null);
    input.focus();
  });
  /** @type {string | null} */
  let shown = null;
  const form = h(
    'form',
    { class: 'coupon', novalidate: true },
    h('label', { for: 'coupon' }, 'Coupon'),
    h('div', { class: 'with-button' }, input, h('button', { class: 'button plain' }, 'Apply')),
    message,
    remove,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    onCoupon(input.value.trim() || null);
  });
  const fold = createFold({ id: 'coupon-fold', title: 'I have a coupon' }, form);
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
      const waiting = coupon && !checkOut ? 'Choose your dates to see what it saves.' : '';
      message.textContent = problem ?? (accepted ? `${accepted} is applied.` : waiting);
    },
  };
}
