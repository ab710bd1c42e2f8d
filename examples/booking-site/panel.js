import { askUs } from './contact.js';
import { announce, h, put } from './dom.js';
import { createExtras } from './extras.js';
import { addDays, count, daysBetween } from './format.js';
import { missingInWords } from './offer.js';
import { otherDates } from './other-dates.js';
import { createParty } from './party.js';
import { hasSeveralUnits, LAST_ONE, priceFrom } from './price-tag.js';
import { receipt, refusal } from './receipt.js';
import { MAX_NIGHTS } from './stays.js';

/**
 * @typedef {import('./stay-address.js').Stay} Stay
 * @typedef {import('./offer.js').Offer} Offer
 * @typedef {{ listing: import('./api.js').Listing, party: import('./stay-address.js').Party,
 *   stayOptions: import('./stay-options.js').StayOptions, today: string, onChange: (wanted: Partial<Stay>) => void,
 *   onRetry: () => void, bookAddress: () => string | null, isRequest: boolean,
 *   maxNights: number | null, contacts: import('./contact.js').Contact[],
 *   addressOf: (wanted: Partial<Stay>) => string }} Options
 */

/**
 * The panel next to the calendar: dates, party, extras, coupon, and the price or the reasons against the stay.
 *
 * @param {Options} options
 */
export function createPanel({ listing, party: first, stayOptions, today, onChange, ...options }) {
  const isHouse = listing.kind === 'building';
  const hasRooms = listing.unit_types.length > 0;
  const dates = dateFields(today, onChange);
  const party = createParty({
    maxGuests: listing.max_guests,
    options: stayOptions,
    party: first,
    onChange,
  });
  const extras = createExtras(stayOptions.extras, listing.currency, (chosen) => onChange({ extras: chosen }));
  const coupon = couponField((code) => onChange({ coupon: code }));
  const price = h('p', { class: 'panel-price' }, '\u00a0');
  const last = h('p', { class: 'last', hidden: true }, LAST_ONE);
  const outcome = h('div', { class: 'outcome' });
  const element = h(
    'aside',
    { class: 'panel', id: 'stay', 'aria-labelledby': 'stay-title', tabindex: -1 },
    h(
      'div',
      { class: 'panel-head' },
      h('h2', { id: 'stay-title' }, isHouse ? 'The whole house' : 'Your stay'),
      price,
      isHouse && hasRooms ? h('a', { href: '#rooms' }, 'Take a room instead') : null,
    ),
    dates.element,
    party.element,
    extras.element,
    coupon.element,
    outcome,
  );
  /** @type {Offer | null} */
  let shown = null;
  return {
    element,
    /** @param {Stay} stay @param {Offer} offer @param {readonly import('./api.js').Day[]} days those that are known */
    update(stay, offer, days) {
      const rates = days.flatMap((day) => (day.available ? [day.day_rate] : []));
      if (rates.length > 0) put(price, ...priceFrom(rates, listing.currency));
      dates.update(stay);
      party.update(stay);
      extras.update(stay.extras);
      coupon.update(stay, offer);
      outcome.setAttribute('aria-busy', offer.state === 'loading' ? 'true' : 'false');
      if (offer.state !== 'loading') last.hidden = !isLastOne(offer) || !hasSeveralUnits(days);
      // While the next price is requested, the last one stays, dimmed, so that nothing jumps. An unchanged answer keeps
      // the state in which the visitor has opened it.
      if (offer === shown || (offer.state === 'loading' && shown)) return;
      shown = offer;
      const hadFocus = outcome.contains(document.activeElement);
      put(outcome, last, ...outcomeOf(stay, offer, { ...options, onChange }));
      if (hadFocus) element.focus({ preventScroll: true });
    },
  };
}

/** @param {Offer} offer */
const isLastOne = (offer) =>
  offer.state === 'answer' && offer.quote.available && offer.quote.units_left === 1;

/** @param {string} today @param {Options['onChange']} onChange */
function dateFields(today, onChange) {
  const arrival = h('input', { type: 'date', id: 'check-in', min: today });
  const departure = h('input', { type: 'date', id: 'check-out' });
  arrival.addEventListener('change', () => onChange({ checkIn: arrival.value || null }));
  departure.addEventListener('change', () => onChange({ checkOut: departure.value || null }));
  const clear = h('button', { type: 'button', class: 'link' }, 'Clear dates');
  clear.addEventListener('click', () => {
    onChange({ checkIn: null, checkOut: null });
    arrival.focus();
  });
  return {
    element: h(
      'div',
      { class: 'date-fields' },
      h('div', { class: 'field' }, h('label', { for: 'check-in' }, 'Arrive'), arrival),
      h('div', { class: 'field' }, h('label', { for: 'check-out' }, 'Leave'), departure),
      clear,
    ),
    /** @param {Stay} stay */
    update({ checkIn, checkOut }) {
      if (arrival.value !== (checkIn ?? '')) arrival.value = checkIn ?? '';
      if (departure.value !== (checkOut ?? '')) departure.value = checkOut ?? '';
      departure.disabled = !checkIn;
      departure.min = addDays(checkIn ?? today, 1);
      departure.max = addDays(checkIn ?? today, MAX_NIGHTS);
      clear.hidden = !checkIn;
    },
  };
}

/** @param {(code: string | null) => void} onCoupon */
function couponField(onCoupon) {
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
  const element = h(
    'form',
    { class: 'coupon', novalidate: true },
    h('label', { for: 'coupon' }, 'Coupon'),
    h('div', { class: 'with-button' }, input, h('button', { class: 'button plain' }, 'Apply')),
    message,
    remove,
  );
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    onCoupon(input.value.trim() || null);
  });
  return {
    element,
    /** @param {Stay} stay @param {Offer} offer */
    update({ coupon, checkOut }, offer) {
      // Text that a visitor is typing is left alone until they apply it.
      if (shown !== coupon) input.value = coupon ?? '';
      shown = coupon;
      remove.hidden = !coupon;
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

/** @param {Stay} stay @param {Offer} offer @param {Omit<Options, 'listing' | 'party' | 'stayOptions' | 'today'>} options */
function outcomeOf(stay, offer, { onRetry, onChange, addressOf, ...booking }) {
  if (offer.state === 'none') return [h('p', { class: 'hint' }, missingInWords(stay))];
  if (offer.state === 'loading') return [h('p', { class: 'hint' }, 'Asking for the price …')];
  if (offer.state === 'problem') {
    return [
      h(
        'div',
        { class: 'problem' },
        offer.messages.map((message) => h('p', {}, message)),
        offer.canRetry
          ? h('button', { type: 'button', class: 'button plain', onclick: onRetry }, 'Try again')
          : null,
      ),
    ];
  }
  const { quote } = offer;
  if (!quote.available) return [refusal(quote, otherDates(quote, addressOf, onChange))];
  return [receipt(quote), ...waysToBook(stay, booking)];
}

/** Where the stay is booked: on a page, or with the team. @param {Stay} stay @param {Pick<Options, 'bookAddress' | 'isRequest' | 'maxNights' | 'contacts'>} options */
function waysToBook({ checkIn, checkOut }, { bookAddress, isRequest, maxNights, contacts }) {
  const address = bookAddress();
  const nights = checkIn && checkOut ? daysBetween(checkIn, checkOut) : 0;
  const isTooLong = address !== null && maxNights !== null && nights > maxNights;
  if (address && !isTooLong)
    return [
      h('a', { class: 'button wide', href: address }, isRequest ? 'Request this stay' : 'Book this stay'),
      shareButton(false),
    ];
  const why = isTooLong
    ? `This page takes stays of up to ${count(maxNights ?? 0, 'night')}.`
    : 'This page books and holds nothing.';
  return [
    shareButton(true),
    h(
      'p',
      { class: 'hint' },
      `${why} Send us the link, and we book the stay for you.`,
      ...(contacts.length > 0 ? [' ', ...askUs('Reach us here', contacts)] : []),
    ),
  ];
}

/** @param {boolean} isMain */
function shareButton(isMain) {
  const button = h(
    'button',
    { type: 'button', class: isMain ? 'button wide' : 'button plain wide' },
    'Copy the link to this stay',
  );
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = 'Link copied';
      announce('The link is copied.');
    } catch {
      button.textContent = 'Copy it from the address bar';
      announce('The link could not be copied. You find it in the address bar.');
    }
  });
  return button;
}
