/**
 * A booking as a ticket: first the place with its dates, address, directions and calendar, then how to arrive and what is
 * to be paid, then everything else.
 */
import { askUs } from './contact.js';
import { announce, h } from './dom.js';
import { countryName, longDay, money, todayIn } from './format.js';
import { partyInWords } from './party.js';
import { drawingOf, inOrder, picture } from './pictures.js';
import { houseRules } from './place-details.js';
import { receipt } from './receipt.js';
import { downloadStay } from './stay-calendar.js';
import { cancellationList } from './terms-words.js';
import { toPay } from './to-pay.js';

/**
 * @typedef {import('./api.js').SiteBooking} SiteBooking
 * @typedef {{ title: string, listing: import('./api.js').Listing | null, details: import('./api.js').Details | null,
 *   contacts: import('./contact.js').Contact[] }} Place
 */

/** @param {SiteBooking} booking @param {Place} place */
export function ticket(booking, place) {
  const { contacts, details } = place;
  const today = todayIn(booking.timezone);
  const isAhead = booking.status === 'pending' || booking.status === 'confirmed';
  return h(
    'article',
    { class: 'ticket', 'aria-label': 'Your booking' },
    placeOf(booking, place),
    booking.arrival_instructions
      ? h(
          'section',
          { class: 'arrival', 'aria-labelledby': 'arrival-title' },
          h('h2', { id: 'arrival-title' }, 'Your arrival'),
          h('p', { class: 'words' }, booking.arrival_instructions),
        )
      : null,
    toPay(booking),
    h(
      'div',
      { class: 'booking-details' },
      h(
        'section',
        { 'aria-labelledby': 'price-title' },
        h('h2', { id: 'price-title' }, 'Price'),
        receipt({ price: { ...booking, coupon_code: null, nightly_rates: [] } }),
        paymentsOf(booking),
      ),
      isAhead
        ? h(
            'section',
            { 'aria-labelledby': 'cancel-title' },
            h('h2', { id: 'cancel-title' }, 'If you cancel'),
            cancellationList(booking.cancellation, { today, timeZone: booking.timezone, contacts }),
          )
        : null,
      details
        ? h(
            'section',
            { 'aria-labelledby': 'rules-title' },
            h('h2', { id: 'rules-title' }, 'House rules'),
            houseRules(details),
          )
        : null,
      h(
        'section',
        { 'aria-labelledby': 'ask-title' },
        h('h2', { id: 'ask-title' }, 'How to reach us'),
        h(
          'p',
          {},
          ...askUs(
            isAhead ? 'Would you like to change something? Please talk to us' : 'Questions? Please ask us',
            contacts,
          ),
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
      status === 'pending'
        ? h('p', { class: 'hint' }, 'You see the whole address here once your booking is confirmed.')
        : null,
      buttonsOf(booking, title),
    ),
  );
}

/** @param {NonNullable<SiteBooking['address']>} address @returns {string[]} */
function addressLines({ street, postcode, city, state, country }) {
  const place = [postcode, city].filter((part) => part).join(' ');
  return [street, place, state, country ? countryName(country) : null].flatMap((line) => line || []);
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
  return h('p', {}, h('a', { href, rel: 'noreferrer', target: '_blank' }, 'Open the map'));
}

/** @param {SiteBooking} booking */
function datesOf(booking) {
  const { adults, children_ages: childrenAges, pets } = booking.party;
  const rows = [
    ['Arrive', `${longDay(booking.check_in)} from ${booking.check_in_time}`],
    ['Leave', `${longDay(booking.check_out)} by ${booking.check_out_time}`],
    ['Guests', partyInWords({ adults, childrenAges, pets })],
  ];
  return h(
    'dl',
    { class: 'times' },
    rows.map(([term = '', text = '']) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
  );
}

/** @param {SiteBooking} booking @param {string} title */
function buttonsOf(booking, title) {
  const print = h(
    'button',
    { type: 'button', class: 'button plain', onclick: () => window.print() },
    'Print',
  );
  const calendar = h('button', { type: 'button', class: 'button plain' }, 'Add to calendar');
  calendar.addEventListener('click', () => {
    downloadStay(booking, title);
    announce('The stay is saved as a file for your calendar.');
  });
  return h('p', { class: 'ticket-buttons' }, booking.status === 'cancelled' ? null : calendar, print);
}

/** @param {SiteBooking} booking */
function paymentsOf({ currency, status, paid_total, balance_due, cancellation_fee, security_deposit }) {
  const amount = (/** @type {number} */ number) => money(number, currency);
  const rows = [
    // A request owes nothing yet.
    ...(status === 'pending' && paid_total === 0 ? [] : [['Paid', amount(paid_total)]]),
    ...(status === 'cancelled' || status === 'pending'
      ? []
      : [[balance_due < 0 ? 'Paid too much' : 'Still due', amount(Math.abs(balance_due))]]),
    ...(cancellation_fee === null ? [] : [['Cancellation fee', amount(cancellation_fee)]]),
    ...(security_deposit
      ? [['Security deposit', `${amount(security_deposit.amount)}, ${DEPOSITS[security_deposit.status]}`]]
      : []),
  ];
  if (rows.length === 0) return null;
  return h(
    'dl',
    { class: 'payments' },
    rows.map(([term = '', text = '']) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
  );
}

const DEPOSITS = {
  pending: 'to be paid',
  held: 'paid, and given back after your stay',
  returned: 'given back',
  kept: 'kept',
  cancelled: 'no longer due',
};
