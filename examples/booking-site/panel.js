import { askUs } from './contact.js';
import { createCoupon } from './coupon.js';
import { createDateFields } from './date-fields.js';
import { announce, h, put } from './dom.js';
import { createExtras } from './extras.js';
import { daysBetween } from './format.js';
import { missingInWords } from './offer.js';
import { otherDates } from './other-dates.js';
import { createParty } from './party.js';
import { hasSeveralUnits, priceFrom } from './price-tag.js';
import { priceLines, refusal, total } from './receipt.js';
import { fill, sentences } from './sentences.js';

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
  const last = h('p', { class: 'last', hidden: true }, sentences.search.lastOne);
  const outcome = h('div', { class: 'outcome' });
  const element = h(
    'aside',
    { class: 'panel', id: 'stay', 'aria-labelledby': 'stay-title', tabindex: -1 },
    h(
      'div',
      { class: 'panel-head' },
      h('h2', { id: 'stay-title' }, isHouse ? sentences.stay.wholeHouse : sentences.stay.title),
      price,
      isHouse && hasRooms ? h('a', { href: '#rooms' }, sentences.stay.roomInstead) : null,
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
  if (offer.state === 'loading') return [h('p', { class: 'hint' }, sentences.stay.asking)];
  if (offer.state === 'problem') {
    return [
      h(
        'div',
        { class: 'problem' },
        offer.messages.map((message) => h('p', {}, message)),
        offer.canRetry
          ? h('button', { type: 'button', class: 'button plain', onclick: onRetry }, sentences.frame.tryAgain)
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
      h(
        'a',
        { class: 'button wide', href: address },
        isRequest ? sentences.stay.request : sentences.stay.book,
      ),
      shareButton(false),
    ];
  return [
    shareButton(true),
    h(
      'p',
      { class: 'hint' },
      isTooLong ? fill(sentences.stay.tooLong, { count: maxNights ?? 0 }) : sentences.stay.notHere,
      ...(contacts.length > 0 ? [' ', ...askUs(contacts, sentences.stay.reachUs)] : []),
    ),
  ];
}

/** @param {boolean} isMain */
function shareButton(isMain) {
  const button = h(
    'button',
    { type: 'button', class: isMain ? 'button wide' : 'link' },
    sentences.stay.copyLink,
  );
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      button.textContent = sentences.stay.copied;
      announce(sentences.stay.copiedAloud);
    } catch {
      button.textContent = sentences.stay.copyByHand;
      announce(sentences.stay.copyByHandAloud);
    }
  });
  return button;
}
