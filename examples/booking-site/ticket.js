/**
 * A booking as a ticket: first the place with its dates, address, directions and calendar, then how to arrive and what is
 * to be paid, then everything else.
 */
import { askUs } from './contact.js';
import { announce, h } from './dom.js';
import { addressLines, longDay, money, todayIn } from './format.js';
import { drawingOf, inOrder, picture } from './pictures.js';
import { houseRules } from './place-details.js';
import { receipt } from './receipt.js';
import { fill, sentences } from './sentences.js';
import { downloadStay } from './stay-calendar.js';
import { cancellationList } from './terms-words.js';
import { toPay } from './to-pay.js';
import { partyInWords } from './words.js';

/**
 * @typedef {import('./api.js').SiteBooking} SiteBooking
 * @typedef {{ title: string, listing: import('./api.js').Listing | null, details: import('./api.js').Details | null,
 *   contacts: import('./contact.js').Contact[] }} Place
 */

/** @param {SiteBooking} booking @param {Place} place */
export function ticket(booking, place) {
  const { ticket: words } = sentences;
  const { contacts, details } = place;
  const today = todayIn(booking.timezone);
  const isAhead = booking.status === 'pending' || booking.status === 'confirmed';
  return h(
    'article',
    { class: 'ticket', 'aria-label': words.title },
    placeOf(booking, place),
    booking.arrival_instructions
      ? h(
          'section',
          { class: 'arrival', 'aria-labelledby': 'arrival-title' },
          h('h2', { id: 'arrival-title' }, words.arrival),
          h('p', { class: 'words', lang: booking.langs?.arrival_instructions }, booking.arrival_instructions),
        )
      : null,
    toPay(booking),
    h(
      'div',
      { class: 'booking-details' },
      h(
        'section',
        { 'aria-labelledby': 'price-title' },
        h('h2', { id: 'price-title' }, words.price),
        receipt({ price: { ...booking, coupon_code: null, nightly_rates: [] } }),
        paymentsOf(booking),
      ),
      isAhead
        ? h(
            'section',
            { 'aria-labelledby': 'cancel-title' },
            h('h2', { id: 'cancel-title' }, words.ifYouCancel),
            cancellationList(booking.cancellation, { today, timeZone: booking.timezone, contacts }),
          )
        : null,
      details
        ? h(
            'section',
            { 'aria-labelledby': 'rules-title' },
            h('h2', { id: 'rules-title' }, sentences.rules.title),
            houseRules(details),
          )
        : null,
      h(
        'section',
        { 'aria-labelledby': 'ask-title' },
        h('h2', { id: 'ask-title' }, words.howToReach),
        h(
          'p',
          {},
          isAhead
            ? askUs(contacts, words.change, words.changeAlone)
            : askUs(contacts, words.questions, words.questionsAlone),
        ),
      ),
    ),
  );
}

/** @param {SiteBooking} booking @param {Place} place */
function placeOf(booking, { title, listing }) {
  const { address, status } = booking;
  const photo = listing ? inOrder(listing.photos)[0] : undefined;
  return h(
    'header',
    { class: 'ticket-head' },
    listing ? picture(photo, '', { drawing: drawingOf(listing), isLazy: false }) : null,
    h(
      'div',
      {},
      h('h2', {}, title),
      datesOf(booking),
      address ? h('p', { class: 'address' }, addressLines(address).join('\n')) : null,
      address ? mapLink(address) : null,
      status === 'pending' ? h('p', { class: 'hint' }, sentences.ticket.addressLater) : null,
      buttonsOf(booking, title),
    ),
  );
}

/** The place on a map: its position, else its address. @param {NonNullable<SiteBooking['address']>} address */
function mapLink(address) {
  const { latitude, longitude } = address;
  const lines = addressLines(address);
  if (!(latitude && longitude) && lines.length === 0) return null;
  const href =
    latitude && longitude
      ? `https://www.openstreetmap.org/?mlat=${encodeURIComponent(latitude)}&mlon=${encodeURIComponent(longitude)}#map=16/${encodeURIComponent(latitude)}/${encodeURIComponent(longitude)}`
      : `https://www.openstreetmap.org/search?query=${encodeURIComponent(lines.join(', '))}`;
  return h('p', {}, h('a', { href, rel: 'noreferrer', target: '_blank' }, sentences.ticket.openMap));
}

/** @param {SiteBooking} booking */
function datesOf(booking) {
  const { ticket: words } = sentences;
  const { adults, children_ages: childrenAges, pets } = booking.party;
  const rows = [
    [words.arrive, fill(words.arriveAt, { day: longDay(booking.check_in), time: booking.check_in_time })],
    [words.leave, fill(words.leaveAt, { day: longDay(booking.check_out), time: booking.check_out_time })],
    [words.guests, partyInWords({ adults, childrenAges, pets })],
  ];
  return h(
    'dl',
    { class: 'times' },
    rows.map(([term = '', text = '']) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
  );
}

/** @param {SiteBooking} booking @param {string} title */
function buttonsOf(booking, title) {
  const { ticket: words } = sentences;
  const print = h(
    'button',
    { type: 'button', class: 'button plain', onclick: () => window.print() },
    sentences.frame.print,
  );
  const calendar = h('button', { type: 'button', class: 'button plain' }, words.toCalendar);
  calendar.addEventListener('click', () => {
    downloadStay(booking, title, {
      name: fill(words.fileName, { code: booking.confirmation_code }),
      text: fill(words.fileText, { code: booking.confirmation_code }),
      language: sentences.code,
    });
    announce(words.toCalendarAloud);
  });
  return h('p', { class: 'ticket-buttons' }, booking.status === 'cancelled' ? null : calendar, print);
}

/** @param {SiteBooking} booking */
function paymentsOf({ currency, status, paid_total, balance_due, cancellation_fee, security_deposit }) {
  const { ticket: words } = sentences;
  const amount = (/** @type {number} */ number) => money(number, currency);
  const rows = [
    // A request owes nothing yet.
    ...(status === 'pending' && paid_total === 0 ? [] : [[words.paid, amount(paid_total)]]),
    ...(status === 'cancelled' || status === 'pending'
      ? []
      : [[balance_due < 0 ? words.paidTooMuch : words.stillDue, amount(Math.abs(balance_due))]]),
    ...(cancellation_fee === null ? [] : [[words.fee, amount(cancellation_fee)]]),
    ...(security_deposit
      ? [
          [
            words.deposit,
            fill(
              status === 'pending' && security_deposit.status === 'pending'
                ? words.depositOfRequest
                : depositWords()[security_deposit.status],
              { amount: amount(security_deposit.amount) },
            ),
          ],
        ]
      : []),
  ];
  if (rows.length === 0) return null;
  return h(
    'dl',
    { class: 'payments' },
    rows.map(([term = '', text = '']) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
  );
}

/** By the status of a deposit. */
const depositWords = () => ({
  pending: sentences.ticket.depositPending,
  held: sentences.ticket.depositHeld,
  returned: sentences.ticket.depositReturned,
  kept: sentences.ticket.depositKept,
  cancelled: sentences.ticket.depositCancelled,
});
