import { ApiError } from './api.js';
import { contactLink } from './contact.js';
import { announce, h, put } from './dom.js';
import { longDay, todayIn } from './format.js';
import { forgetBooking, keepBooking, keptBookings } from './kept.js';
import { partyInWords } from './party.js';
import { receipt } from './receipt.js';
import { cancellationInWords, moment } from './terms-words.js';

/**
 * @typedef {import('./api.js').SiteBooking} SiteBooking
 * @typedef {{ api: import('./api.js').Api, site: import('./site.js').Site, code: string }} Context
 * @typedef {{ title: string, timezone: string | null, arrive: string, leave: string }} Place
 */

/** How often the page asks for news while a request waits. */
const ASK_EVERY_MS = 20_000;

/**
 * A booking that the visitor has made: what happens next, its price and terms, and how to withdraw it.
 *
 * @param {HTMLElement} main
 * @param {Context} context
 */
export async function showMyBooking(main, { api, site, code }) {
  document.title = `Booking ${code} · ${site.name}`;
  const key = keyOf(site.team, code);
  if (!key) return put(main, askForKey(site, code));
  let booking = await api.booking(code, key).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  if (!booking) return put(main, askForKey(site, code, 'This key does not open this booking.'));
  const place = await placeOf(api, booking);
  keepBooking(site.team, {
    code,
    key,
    title: place.title,
    checkIn: booking.check_in,
    checkOut: booking.check_out,
  });

  const state = h('section', { class: 'booking-state', 'aria-labelledby': 'state-title', tabindex: -1 });
  const problem = h('div', {});
  /** @param {SiteBooking} next @param {boolean} [isTold] */
  function show(next, isTold = false) {
    const hasChanged = booking?.status !== next.status;
    booking = next;
    put(state, ...stateOf(next, { place, site, onWithdraw: withdraw }));
    if (hasChanged || isTold) announce(headlineOf(next));
  }

  async function refresh() {
    try {
      show(await api.booking(code, /** @type {string} */ (key)));
      put(problem);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  async function withdraw() {
    try {
      show(await api.withdraw(code, /** @type {string} */ (key)), true);
      put(problem);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The team may have answered meanwhile.
      await refresh();
      put(problem, h('div', { class: 'problem', role: 'alert' }, h('p', {}, error.message)));
    }
    state.focus();
  }

  show(booking);
  put(
    main,
    h('p', { class: 'kicker' }, 'Your booking code'),
    h('p', { class: 'code' }, code),
    state,
    problem,
    details(booking, place),
    privateLink(site, code, key),
    others(site, code),
  );
  const timer = setInterval(() => {
    if (booking?.status !== 'pending') clearInterval(timer);
    else if (!document.hidden) void refresh();
  }, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh();
  });
}

/**
 * The key in the fragment of a private link, which is then removed from the address, else the key that is kept.
 *
 * @param {string} team
 * @param {string} code
 */
function keyOf(team, code) {
  const given = new URLSearchParams(location.hash.slice(1)).get('key');
  const kept = keptBookings(team).find((booking) => booking.code === code)?.key ?? null;
  if (!given) return kept;
  if (keepBooking(team, { code, key: given, title: '', checkIn: '', checkOut: '' }))
    history.replaceState(null, '', location.pathname + location.search);
  return given;
}

/** The place may no longer be shown. @param {import('./api.js').Api} api @param {SiteBooking} booking @returns {Promise<Place>} */
async function placeOf(api, { listing: slug }) {
  const listing = await api.listing(slug).catch(() => null);
  return {
    title: listing?.public_title ?? slug,
    timezone: listing?.timezone ?? null,
    arrive: listing ? ` from ${listing.check_in_time}` : '',
    leave: listing ? ` by ${listing.check_out_time}` : '',
  };
}

/** Whether a request has lapsed, which its status may tell a little later. @param {SiteBooking} booking */
const hasLapsed = ({ status, expires_at: at, cancelled_at: cancelled = null }) =>
  at !== null &&
  ((status === 'pending' && Date.parse(at) <= Date.now()) || (status === 'cancelled' && cancelled === at));

/** @param {SiteBooking} booking */
function headlineOf(booking) {
  if (hasLapsed(booking)) return 'Your request has lapsed';
  return {
    pending: 'Your request is with us',
    confirmed: 'Your booking is confirmed',
    completed: 'Your stay is over',
    cancelled: 'This booking is cancelled',
  }[booking.status];
}

/** @param {SiteBooking} booking @param {Place} place @returns {string[]} */
function nextSteps(booking, { timezone }) {
  if (hasLapsed(booking))
    return [
      'We did not answer in time, and the nights are free again. You are welcome to send a new request.',
    ];
  const { status, expires_at: until } = booking;
  if (status === 'confirmed')
    return ['We look forward to your stay. Keep your booking code: with it, we find your booking at once.'];
  if (status === 'completed') return ['Thank you for staying with us.'];
  if (status === 'cancelled')
    return ['The nights are free again. Nothing is owed for a request that was withdrawn.'];
  return [
    until
      ? `The nights are held for you until ${moment(until, timezone ?? undefined)}.`
      : 'The nights are held for you.',
    'We answer by email. This page shows the answer as well.',
    'You pay nothing before we confirm.',
  ];
}

/**
 * @param {SiteBooking} booking
 * @param {{ place: Place, site: Context['site'], onWithdraw: () => Promise<void> }} options
 */
function stateOf(booking, { place, site, onWithdraw }) {
  const isWaiting = booking.status === 'pending' && !hasLapsed(booking);
  return [
    h('h1', { id: 'state-title', 'data-status': booking.status }, headlineOf(booking)),
    h(
      'ul',
      { class: 'terms-list' },
      nextSteps(booking, place).map((text) => h('li', {}, text)),
    ),
    isWaiting ? withdrawal(onWithdraw) : null,
    booking.status === 'confirmed'
      ? h(
          'p',
          { class: 'hint' },
          'Would you like to change or cancel it? Please talk to us',
          ...(site.contact ? [': ', contactLink(site.contact)] : ['.']),
        )
      : null,
    isWaiting || booking.status === 'confirmed'
      ? null
      : h('a', { class: 'button', href: site.listingAddress(booking.listing) }, 'See the place again'),
  ];
}

/** A button that asks once more before it withdraws. @param {() => Promise<void>} onWithdraw */
function withdrawal(onWithdraw) {
  const box = h('div', { class: 'withdrawal' });
  const ask = h('button', { type: 'button', class: 'button plain' }, 'Withdraw this request');
  const yes = h('button', { type: 'button', class: 'button' }, 'Yes, withdraw it');
  const no = h('button', { type: 'button', class: 'button plain' }, 'No, keep it');
  ask.addEventListener('click', () => {
    put(box, h('p', { id: 'sure' }, 'Withdraw it? The nights are then free for others.'), yes, no);
    no.focus();
  });
  no.addEventListener('click', () => {
    put(box, ask);
    ask.focus();
  });
  yes.addEventListener('click', async () => {
    yes.disabled = true;
    await onWithdraw();
  });
  put(box, ask);
  return box;
}

/** @param {SiteBooking} booking @param {Place} place */
function details(booking, { title, timezone, arrive, leave }) {
  const { check_in: checkIn, check_out: checkOut, currency, grand_total, price_breakdown } = booking;
  const { adults, children_ages: childrenAges, pets } = booking.party;
  const price = { grand_total, currency, price_breakdown, coupon_code: null, nightly_rates: [] };
  const rows = [
    ['Place', title],
    ['Arrive', `${longDay(checkIn)}${arrive}`],
    ['Leave', `${longDay(checkOut)}${leave}`],
    ['Guests', partyInWords({ adults, childrenAges, pets })],
  ];
  const words = cancellationInWords(booking.cancellation, {
    today: todayIn(timezone ?? 'UTC'),
    ...(timezone ? { timeZone: timezone } : {}),
  });
  return h(
    'div',
    { class: 'booking-details' },
    h(
      'dl',
      { class: 'times' },
      rows.map(([term = '', text = '']) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
    ),
    h('section', { 'aria-label': 'Price' }, receipt({ price })),
    h(
      'section',
      { 'aria-labelledby': 'cancel-title' },
      h('h2', { id: 'cancel-title' }, 'If you cancel'),
      h(
        'ul',
        { class: 'terms-list' },
        words.map((text) => h('li', {}, text)),
      ),
    ),
  );
}

/** The key is in this browser alone, so the visitor may take it elsewhere. @param {Context['site']} site @param {string} code @param {string} key */
function privateLink(site, code, key) {
  const button = h('button', { type: 'button', class: 'button plain' }, 'Copy a private link');
  button.addEventListener('click', async () => {
    const address = new URL(`${site.listAddress({ booking: code })}#key=${key}`, location.href).href;
    const isCopied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? 'Link copied' : 'This browser does not allow it';
    announce(button.textContent);
  });
  return h(
    'section',
    { class: 'private-link', 'aria-label': 'On another device' },
    h(
      'p',
      { class: 'hint' },
      'This browser remembers your booking. With a private link you open it on another device. Anyone with the link can see the booking, and withdraw a request.',
    ),
    button,
  );
}

/** @param {Context['site']} site @param {string} code */
function others(site, code) {
  const rest = keptBookings(site.team).filter((booking) => booking.code !== code);
  if (rest.length === 0) return null;
  return h(
    'section',
    { 'aria-labelledby': 'others-title' },
    h('h2', { id: 'others-title' }, 'Your other bookings'),
    h(
      'ul',
      { class: 'terms-list' },
      rest.map((booking) =>
        h(
          'li',
          {},
          h('a', { href: site.listAddress({ booking: booking.code }) }, booking.code),
          booking.checkIn ? ` ${booking.title}, ${longDay(booking.checkIn)}` : '',
        ),
      ),
    ),
  );
}

/** @param {Context['site']} site @param {string} code @param {string} [problem] */
function askForKey(site, code, problem) {
  const input = h('input', {
    id: 'key',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: 100,
    'aria-describedby': 'key-problem',
  });
  const element = h(
    'form',
    { class: 'notice', novalidate: true },
    h('h1', {}, `Booking ${code}`),
    h(
      'p',
      {},
      'This browser does not have the key of this booking. Open your private link, or fill in the key.',
    ),
    h(
      'div',
      { class: 'field' },
      h('label', { for: 'key' }, 'Key'),
      input,
      h('p', { id: 'key-problem', class: 'field-problem' }, problem ?? ''),
    ),
    h('button', { class: 'button' }, 'Open the booking'),
    site.contact ? h('p', {}, 'Or ask us: ', contactLink(site.contact)) : null,
  );
  if (problem) {
    forgetBooking(site.team, code);
    input.setAttribute('aria-invalid', 'true');
  }
  element.addEventListener('submit', (event) => {
    event.preventDefault();
    const key = input.value.trim();
    if (!key) return input.focus();
    location.hash = `key=${key}`;
    location.reload();
  });
  return element;
}
