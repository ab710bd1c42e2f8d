import { createCalendar } from './calendar.js';
import { contactsOf } from './contact.js';
import { createDateSection } from './date-section.js';
import { createDays } from './days.js';
import { announce, h, put } from './dom.js';
import { daysBetween, longDay, money, monthOf, todayIn } from './format.js';
import { createOffers, offerInWords } from './offer.js';
import { createPanel } from './panel.js';
import { fill, fillNodes, sentences } from './sentences.js';
import { bookAddress, quoteParameters, readStay, stayParameters } from './stay-address.js';
import { offeredStay } from './stay-options.js';
import { counted } from './words.js';

/**
 * @typedef {import('./stay-address.js').Stay} Stay
 * @typedef {import('./offer.js').Offer} Offer
 */

/**
 * Dates, party, extras, coupon and price of one place: the calendar, the panel next to it, and the bar on a phone.
 *
 * @param {{ api: import('./api.js').Api, site: import('./site.js').Site, listing: import('./api.js').Listing,
 *   terms: import('./api.js').Terms | null, options: import('./stay-options.js').StayOptions,
 *   team: import('./api.js').Team | null }} context
 */
export function createBooking({ api, site, listing, terms, options, team }) {
  const today = todayIn(listing.timezone);
  let stay = offeredStay(readStay(location.search), options);
  /** @type {Offer} */
  let offer = { state: 'none' };
  const days = createDays({ api, slug: listing.slug, onChange: render });
  const loadMonth = () => void days.load(calendar.month());
  const calendar = createCalendar({
    today,
    currency: listing.currency,
    month: monthOf(stay.checkIn && stay.checkIn > today ? stay.checkIn : today),
    onPick: (checkIn, checkOut) => change({ checkIn, checkOut }),
    // The calendar calls this for the first time while it is still being made.
    onMonth: (month) => queueMicrotask(() => days.load(month).then(render)),
  });
  const isHouse = listing.kind === 'building';
  const dates = createDateSection(calendar.element, {
    title: isHouse ? sentences.calendar.titleOfHouse : sentences.calendar.title,
    onRetry: loadMonth,
  });
  const panel = createPanel({
    listing,
    party: stay,
    stayOptions: options,
    today,
    onChange: change,
    onRetry: request,
    addressOf: (wanted) => site.listingAddress(listing.slug, stayParameters({ ...stay, ...wanted })),
    bookAddress: () =>
      bookAddress(site, listing.slug, stay, {
        guests: guestsIn(offer) ?? stay.adults,
        siteBookings: terms?.site_bookings ?? 'off',
      }),
    isRequest: !site.bookUrl && terms?.site_bookings === 'request',
    maxNights: site.bookUrl ? null : (team?.site_max_nights ?? null),
    contacts: contactsOf(site.contact, team),
  });
  const bar = h('div', { class: 'bar' });
  const offers = createOffers(api, listing.slug, (next) => {
    offer = next;
    // The calendar is older than this answer.
    if (reasonsOf(next).some(({ code }) => code === 'dates_unavailable')) void days.reload(calendar.month());
    render();
    const words = offerInWords(next, stay);
    if (words) announce(words);
  });

  /** @param {Partial<Stay>} wanted */
  function change(wanted) {
    const before = stay;
    stay = { ...stay, ...wanted };
    // A new arrival after the old departure begins a new stay.
    const isPast =
      'checkIn' in wanted && !wanted.checkOut && stay.checkOut && `${stay.checkIn}` >= stay.checkOut;
    if (!stay.checkIn || isPast) stay.checkOut = null;
    history.replaceState(null, '', site.listingAddress(listing.slug, stayParameters(stay)));
    if (stay.checkIn !== before.checkIn) {
      if (stay.checkIn) calendar.reveal(stay.checkIn);
      announce(arrivalInWords(stay));
    }
    request();
    render();
  }

  function request() {
    void offers.request(quoteParameters(stay));
  }

  function render() {
    const problems = new Set(reasonsOf(offer).flatMap(({ dates: blamed }) => blamed));
    calendar.update({ days: days.known(), checkIn: stay.checkIn, checkOut: stay.checkOut, problems });
    dates.update({ stay, days: days.known(), month: calendar.month(), problem: days.problem() });
    panel.update(stay, offer, [...days.known().values()]);
    put(bar, ...barOf(stay, offer));
  }

  function start() {
    request();
    render();
    // The bar says what the panel says.
    const watcher = new IntersectionObserver(
      ([entry]) => bar.classList.toggle('is-away', entry?.isIntersecting === true),
      { rootMargin: '0px 0px -96px' },
    );
    watcher.observe(panel.outcome);
    addEventListener('online', () => {
      loadMonth();
      if (offer.state === 'problem' && offer.canRetry) request();
    });
  }
  return { calendar: dates.element, panel: panel.element, bar, start };
}

/** @param {Offer} offer */
const reasonsOf = (offer) => (offer.state === 'answer' ? offer.quote.reasons : []);

/** The guests of an answer by the API's count, without infants. @param {Offer} offer */
function guestsIn(offer) {
  if (offer.state !== 'answer') return null;
  const { adults, children_ages: ages, infants } = offer.quote.party;
  return adults + ages.length - infants;
}

/** @param {Stay} stay */
function arrivalInWords({ checkIn, checkOut }) {
  if (!checkIn) return sentences.calendar.noDates;
  return checkOut ? '' : fill(sentences.calendar.arrival, { day: longDay(checkIn) });
}

/** At the bottom of a phone. @param {Stay} stay @param {Offer} offer */
function barOf({ checkIn, checkOut }, offer) {
  const { stay: words } = sentences;
  if (!checkIn || !checkOut)
    return [
      h('p', {}, checkIn ? words.nowLeave : words.whenToCome),
      h('a', { class: 'button', href: '#dates' }, words.dates),
    ];
  const nights = Math.max(0, daysBetween(checkIn, checkOut));
  const link = h('a', { class: 'button', href: '#stay' }, words.details);
  if (offer.state !== 'answer') return [h('p', {}, counted(nights, 'nights')), link];
  const { available, price } = offer.quote;
  if (!available) return [h('p', {}, words.notPossible), link];
  const total = h('strong', {}, money(price.grand_total, price.currency));
  return [h('p', {}, fillNodes(words.priceOfNights, { count: nights, price: total })), link];
}
