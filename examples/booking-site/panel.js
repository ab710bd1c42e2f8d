import { askUs } from './contact.js';
import { createCoupon } from './coupon.js';
import { createDateFields } from './date-fields.js';
import { announce, h, put } from './dom.js';
import { createExtras } from './extras.js';
import { count, daysBetween } from './format.js';
import { missingInWords } from './offer.js';
import { otherDates } from './other-dates.js';
import { createParty } from './party.js';
import { hasSeveralUnits, LAST_ONE, priceFrom } from './price-tag.js';
import { priceLines, refusal, total } from './receipt.js';

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
 * The panel next to the pictures and the calendar: dates, party, extras, coupon, and the price or the reasons against the
 * stay.
 *
 * @param {Options} options
 */
export function createPanel({ listing, party: first, stayOptions, today, onChange, ...options }) {
  const isHouse = listing.kind === 'building';
  const hasRooms = listing.unit_types.length > 0;
  const dates = createDateFields(today, onChange);
  const party = createParty({
    maxGuests: listing.max_guests,
    options: stayOptions,
    party: first,
    onChange,
  });
  const extras = createExtras(stayOptions.extras, listing.currency, (chosen) => onChange({ extras: chosen }));
  const coupon = createCoupon((code) => onChange({ coupon: code }));
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
    /** Where the price is. */
    outcome,
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
  const { price } = quote;
  // What is paid, and the button, come before what it is made of, so that they are in view together with the dates.
  return [total(price), ...waysToBook(stay, booking), h('div', { class: 'receipt' }, priceLines(price))];
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
    { type: 'button', class: isMain ? 'button wide' : 'link' },
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
