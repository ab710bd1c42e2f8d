import { createCalendar } from './calendar.js';
import { announce, h, put } from './dom.js';
import { addDays, addMonths, count, daysBetween, lastDayOf, longDay, money, monthOf, todayIn } from './format.js';
import { createOffers } from './offer.js';
import { createPanel } from './panel.js';
import { readStay, stayParameters } from './stay-address.js';

/** Beside the months that are shown, so that it is known whether a stay fits that begins in them. */
const MONTHS_LOADED = 4;
const LAST_DATE = '2199-12-31';

/**
 * @typedef {import('./stay-address.js').Stay} Stay
 * @typedef {import('./offer.js').Offer} Offer
 */

/**
 * Dates, guests, coupon and price of one place: the calendar, the panel beside it and the bar that a phone has.
 *
 * @param {{ api: import('./api.js').Api, site: import('./site.js').Site, listing: import('./api.js').Listing }} context
 */
export function createBooking({ api, site, listing }) {
  const today = todayIn(listing.timezone);
  let stay = readStay(location.search);
  /** @type {Offer} */
  let offer = { state: 'none' };
  const days = createDays({ api, slug: listing.slug, onChange: render });

  const firstMonth = stay.checkIn && stay.checkIn > today ? monthOf(stay.checkIn) : monthOf(today);
  const calendar = createCalendar({
    today,
    currency: listing.currency,
    month: firstMonth,
    onPick: (checkIn, checkOut) => change({ checkIn, checkOut }),
    onMonth: (month) => days.load(month),
  });
  const panel = createPanel({
    listing,
    today,
    onChange: change,
    onRetry: request,
    bookAddress: () => bookAddress(site.bookUrl, listing.slug, stay),
  });
  const offers = createOffers(api, listing.slug, (next) => {
    offer = next;
    // What the calendar shows is older than this answer.
    if (isTaken(next)) days.reload(calendar.month());
    render();
    sayOffer(next, stay);
  });
  const notice = h('div', { class: 'calendar-notice' });
  const section = h(
    'section',
    { class: 'dates', id: 'dates', 'aria-labelledby': 'dates-title', tabindex: -1 },
    h('h2', { id: 'dates-title' }, 'Choose your dates'),
    h('p', { class: 'hint', 'data-part': 'hint' }),
    notice,
    calendar.element,
    legend(),
  );
  const bar = h('div', { class: 'bar' });

  /** @param {Partial<Stay>} wanted */
  function change(wanted) {
    const before = stay;
    stay = { ...stay, ...wanted };
    if (stay.checkOut && !stay.checkIn) stay.checkOut = null;
    history.replaceState(null, '', site.listingAddress(listing.slug, stayParameters(stay)));
    const isTyped = stay.checkIn !== before.checkIn && stay.checkIn !== null;
    if (isTyped && stay.checkIn) calendar.reveal(stay.checkIn);
    if (stay.checkIn && !stay.checkOut && stay.checkIn !== before.checkIn) {
      announce(`Arrival on ${longDay(stay.checkIn)}. Now choose the day of departure.`);
    }
    if (before.checkIn && !stay.checkIn) announce('No dates are chosen.');
    request();
    render();
  }

  function request() {
    const { checkIn, checkOut, guests, coupon } = stay;
    if (!checkIn || !checkOut) return void offers.request(null);
    void offers.request({ check_in: checkIn, check_out: checkOut, guests, coupon_code: coupon });
  }

  function render() {
    calendar.update({ days: days.known(), checkIn: stay.checkIn, checkOut: stay.checkOut, problems: problemDates(offer) });
    panel.update(stay, offer);
    put(bar, ...barOf(stay, offer));
    const hint = section.querySelector('[data-part="hint"]');
    if (hint) hint.textContent = hintOf(stay, days.known());
    put(notice, days.problem() ? loadProblem(days.problem() ?? '', () => days.load(calendar.month())) : null);
  }

  return {
    calendar: section,
    panel: panel.element,
    bar,
    start() {
      void days.load(calendar.month());
      request();
      render();
      addEventListener('online', () => {
        if (days.problem()) void days.load(calendar.month());
        if (offer.state === 'problem' && offer.canRetry) request();
      });
    },
  };
}

/** The calendar's days, loaded as months come into view. */
/** @param {{ api: import('./api.js').Api, slug: string, onChange: () => void }} options */
function createDays({ api, slug, onChange }) {
  /** @type {Map<string, import('./api.js').Day>} */
  const known = new Map();
  const loaded = new Set();
  /** @type {string | null} */
  let problem = null;
  let asked = 0;

  /** @param {string} month */
  async function load(month) {
    if (loaded.has(month)) return;
    asked += 1;
    const number = asked;
    // The day before tells whether one can leave on the first.
    const from = addDays(`${month}-01`, -1);
    const to = lastDayOf(addMonths(month, MONTHS_LOADED - 1));
    try {
      const days = await api.calendar(slug, from, to > LAST_DATE ? LAST_DATE : to);
      for (const day of days) known.set(day.date, day);
      loaded.add(month);
      problem = null;
    } catch (error) {
      // An older question's failure is of no interest to whoever looks at other months now.
      if (number !== asked) return;
      problem = error instanceof Error ? error.message : 'The calendar could not be loaded.';
    }
    onChange();
  }

  return {
    known: () => known,
    problem: () => problem,
    load,
    /** @param {string} month */
    reload(month) {
      loaded.clear();
      return load(month);
    },
  };
}

/** @param {Offer} offer */
const reasonsOf = (offer) => (offer.state === 'answer' ? offer.quote.reasons : []);
/** @param {Offer} offer */
const isTaken = (offer) => reasonsOf(offer).some(({ code }) => code === 'dates_unavailable');
/** @param {Offer} offer */
const problemDates = (offer) => new Set(reasonsOf(offer).flatMap(({ dates }) => dates));

/** @param {Offer} offer @param {Stay} stay */
function sayOffer(offer, { checkIn, checkOut }) {
  if (offer.state === 'problem') announce(offer.messages.join(' '));
  if (offer.state !== 'answer' || !checkIn || !checkOut) return;
  const { available, reasons, price } = offer.quote;
  const dates = `${longDay(checkIn)} to ${longDay(checkOut)}`;
  const outcome = available
    ? `${count(daysBetween(checkIn, checkOut), 'night')}, total ${money(price.grand_total, price.currency)}.`
    : `Not possible. ${reasons.map(({ message }) => message).join(' ')}`;
  announce([`${dates}: ${outcome}`, offer.couponProblem ?? ''].join(' ').trim());
}

/** @param {Stay} stay @param {ReadonlyMap<string, import('./api.js').Day>} days */
function hintOf({ checkIn, checkOut }, days) {
  if (!checkIn) return 'Pick the day you arrive, then the day you leave.';
  if (!checkOut) {
    const minStay = days.get(checkIn)?.min_stay ?? 1;
    const least = minStay > 1 ? ` From this day, you stay ${minStay} nights or more.` : '';
    return `You arrive on ${longDay(checkIn)}. Now pick the day you leave.${least}`;
  }
  return `${longDay(checkIn)} to ${longDay(checkOut)}`;
}

const legend = () =>
  h(
    'ul',
    { class: 'legend', 'aria-label': 'What the days look like' },
    h('li', { class: 'key-free' }, 'Free, with the night’s price'),
    h('li', { class: 'key-end' }, 'out: you can only leave'),
    h('li', { class: 'key-arrival' }, 'No arrival'),
    h('li', { class: 'key-taken' }, 'Taken'),
  );

/** @param {string} message @param {() => void} onRetry */
const loadProblem = (message, onRetry) =>
  h(
    'div',
    { class: 'problem', role: 'alert' },
    h('p', {}, message),
    h('button', { type: 'button', class: 'button plain', onclick: onRetry }, 'Try again'),
  );

/** What a phone shows at its lower edge. @param {Stay} stay @param {Offer} offer */
function barOf({ checkIn, checkOut }, offer) {
  if (!checkIn || !checkOut) {
    const words = checkIn ? 'Now the day you leave' : 'When would you like to come?';
    return [h('p', {}, words), h('a', { class: 'button', href: '#dates' }, 'Dates')];
  }
  const nights = count(Math.max(0, daysBetween(checkIn, checkOut)), 'night');
  const link = h('a', { class: 'button', href: '#stay' }, 'Details');
  if (offer.state !== 'answer') return [h('p', {}, nights), link];
  const { available, price } = offer.quote;
  if (!available) return [h('p', {}, 'These dates do not work'), link];
  return [h('p', {}, h('strong', {}, money(price.grand_total, price.currency)), ` for ${nights}`), link];
}

/** Where the team's own server takes bookings, with the stay in the query. */
/** @param {string | null} bookUrl @param {string} slug @param {Stay} stay */
function bookAddress(bookUrl, slug, stay) {
  const url = bookUrl ? URL.parse(bookUrl, document.baseURI) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  const parameters = { listing: slug, ...stayParameters(stay), guests: String(stay.guests) };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}
