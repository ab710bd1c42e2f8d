import { ApiError } from './api.js';
import { createCancellation } from './booking-cancellation.js';
import { askForKey, bookingAddress, keyOf } from './booking-key.js';
import { findBuildings, nameOf } from './buildings.js';
import { contactsOf } from './contact.js';
import { announce, h, put } from './dom.js';
import { longDay, money } from './format.js';
import { isKept, keepBooking, keptBookings } from './kept.js';
import { fill, fillNodes, sentences } from './sentences.js';
import { moment } from './terms-words.js';
import { ticket } from './ticket.js';
import { documentList } from './to-pay.js';

/**
 * @typedef {import('./api.js').SiteBooking} SiteBooking
 * @typedef {import('./site.js').Context & { code: string }} Context
 * @typedef {import('./contact.js').Contact[]} Contacts
 */

/** While a request waits. */
const ASK_EVERY_MS = 20_000;

/**
 * A booking that the visitor has made, as a ticket: what happens next, the place, the dates, what is paid, and how to
 * cancel it.
 *
 * @param {HTMLElement} main
 * @param {Context} context
 */
export async function showMyBooking(main, { api, site, host, code }) {
  document.title = `${fill(sentences.booking.title, { code })} · ${site.name}`;
  const key = keyOf(site.team, code);
  const contacts = contactsOf(site.contact, await host);
  const asking = { api, site, code, contacts };
  if (!key) return put(main, askForKey(asking));
  const found = await api.booking(code, key).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  if (!found) return put(main, askForKey(asking, sentences.key.wrong));
  let booking = found;
  const place = await placeOf(api, booking);
  const title = place.listing ? nameOf(place.listing, place.buildings) : booking.listing;
  keepBooking(site.team, { code, key, title, checkIn: booking.check_in, checkOut: booking.check_out });

  const state = h('section', { class: 'booking-state', 'aria-labelledby': 'state-title', tabindex: -1 });
  const problem = h('div', {});
  const details = h('div', {});
  const documents = h('div', { class: 'documents' });
  const cancellation = createCancellation({
    api,
    code,
    key,
    onCancelled: (next) => showNews(next, true),
    onRefused,
  });

  let headline = '';
  let shown = '';

  /** What has not changed stays as the visitor has opened it. @param {SiteBooking} next @param {boolean} [isTold] */
  function showNews(next, isTold = false) {
    booking = next;
    const known = endedIfLapsed(next);
    if (JSON.stringify(known) !== shown) put(details, ticket(known, { ...place, title, contacts }));
    shown = JSON.stringify(known);
    if (headlineOf(next) !== headline) {
      const isFirst = headline === '';
      headline = headlineOf(next);
      put(state, ...stateOf(next, site));
      cancellation.update(next, hasLapsed(next));
      if (!isFirst) announce(headline);
    }
    if (isTold) state.focus();
  }

  async function refresh() {
    try {
      showNews(await api.booking(code, /** @type {string} */ (key)));
      put(problem);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
  }

  /** The team may have answered meanwhile. @param {ApiError} error */
  async function onRefused(error) {
    await refresh();
    put(problem, h('div', { class: 'problem', role: 'alert' }, h('p', {}, error.message)));
    state.focus();
  }

  showNews(booking);
  put(
    main,
    h('p', { class: 'kicker' }, sentences.booking.code),
    h('p', { class: 'code' }, code),
    state,
    problem,
    details,
    documents,
    privateLink(site, code, key),
    others(site, code),
    cancellation.element,
  );
  void showDocuments(documents, { api, site, key, booking });
  const timer = setInterval(() => {
    if (booking.status !== 'pending') clearInterval(timer);
    else if (!document.hidden) void refresh();
  }, ASK_EVERY_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) void refresh();
  });
}

/**
 * The page works without its documents.
 *
 * @param {HTMLElement} place
 * @param {{ api: Context['api'], site: Context['site'], key: string, booking: SiteBooking }} options
 */
async function showDocuments(place, { api, site, key, booking }) {
  const { confirmation_code: code, currency } = booking;
  const documents = await api.documents(code, key).catch(() => []);
  put(
    place,
    documentList(documents, (id) => bookingAddress(site, code, key, { document: id }), currency),
  );
}

/**
 * What the site shows of the place. It may no longer show it.
 *
 * @param {import('./api.js').Api} api
 * @param {SiteBooking} booking
 */
async function placeOf(api, { listing: slug }) {
  const [listing, details] = await Promise.all([
    api.listing(slug).catch(() => null),
    api.details(slug).catch(() => null),
  ]);
  return { listing, details, buildings: await findBuildings(api, listing ? [listing] : []) };
}

/** Its status may tell it a little later. @param {SiteBooking} booking */
const hasLapsed = ({ status, expires_at: at, cancelled_at: cancelled = null }) =>
  at !== null &&
  ((status === 'pending' && Date.parse(at) <= Date.now()) || (status === 'cancelled' && cancelled === at));

/** A request that has lapsed is over, also before its status says so. @param {SiteBooking} booking @returns {SiteBooking} */
const endedIfLapsed = (booking) => (hasLapsed(booking) ? { ...booking, status: 'cancelled' } : booking);

/** @param {SiteBooking} booking */
function headlineOf(booking) {
  return sentences.booking[hasLapsed(booking) ? 'lapsed' : booking.status];
}

/** @param {SiteBooking} booking @returns {string[]} */
function nextSteps(booking) {
  const { booking: words } = sentences;
  if (hasLapsed(booking)) return [words.lapsedHint];
  const { status, expires_at: until, timezone, cancellation_fee: fee, paid_total: paid, currency } = booking;
  if (status === 'confirmed') return [words.confirmedHint];
  if (status === 'completed') return [words.completedHint];
  if (status === 'cancelled') {
    const refund = fee === null ? 0 : Math.max(0, paid - fee);
    return [
      fee ? fill(words.cancelledFor, { fee: money(fee, currency) }) : words.cancelledFree,
      ...(refund > 0 ? [fill(sentences.cancelling.refund, { amount: money(refund, currency) })] : []),
    ];
  }
  return [
    until ? fill(words.heldUntil, { moment: moment(until, timezone) }) : words.held,
    words.answerByEmail,
    words.payNothing,
  ];
}

/** @param {SiteBooking} booking @param {Context['site']} site */
function stateOf(booking, site) {
  const isOpen = (booking.status === 'pending' && !hasLapsed(booking)) || booking.status === 'confirmed';
  return [
    h('h1', { id: 'state-title', 'data-status': booking.status }, headlineOf(booking)),
    h(
      'ul',
      { class: 'terms-list' },
      nextSteps(booking).map((text) => h('li', {}, text)),
    ),
    isOpen
      ? null
      : h('a', { class: 'button', href: site.listingAddress(booking.listing) }, sentences.booking.seePlace),
  ];
}

/**
 * The key is in this browser alone, or only in this page's address, so the visitor may take it elsewhere.
 *
 * @param {Context['site']} site
 * @param {string} code
 * @param {string} key
 */
function privateLink(site, code, key) {
  const { booking: words } = sentences;
  const button = h('button', { type: 'button', class: 'button plain' }, words.copyLink);
  button.addEventListener('click', async () => {
    const address = new URL(`${site.listAddress({ booking: code })}#key=${key}`, location.href).href;
    const isCopied = await navigator.clipboard.writeText(address).then(
      () => true,
      () => false,
    );
    button.textContent = isCopied ? words.copied : words.notAllowed;
    announce(button.textContent);
  });
  return h(
    'section',
    { class: 'private-link', 'aria-label': words.elsewhere },
    h('p', { class: 'hint' }, isKept(site.team, code, key) ? words.elsewhereHint : words.notKeptHint),
    button,
  );
}

/** @param {Context['site']} site @param {string} code */
function others(site, code) {
  const rest = keptBookings(site.team).filter((booking) => booking.code !== code);
  if (rest.length === 0) return null;
  return h(
    'section',
    { class: 'others', 'aria-labelledby': 'others-title' },
    h('h2', { id: 'others-title' }, sentences.booking.others),
    h(
      'ul',
      { class: 'terms-list' },
      rest.map(({ code: other, title, checkIn }) => {
        const link = h('a', { href: site.listAddress({ booking: other }) }, other);
        const known = { code: link, place: title, day: checkIn && longDay(checkIn) };
        return h('li', {}, checkIn ? fillNodes(sentences.booking.line, known) : link);
      }),
    ),
  );
}
