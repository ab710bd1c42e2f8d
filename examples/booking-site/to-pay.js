/** What is to be paid, when and how, and the documents of a booking. */
import { h } from './dom.js';
import { longDay, money } from './format.js';

/**
 * @typedef {import('./api.js').SiteBooking} SiteBooking
 * @typedef {import('./api.js').GuestDocument} GuestDocument
 */

const IS_OPEN = { scheduled: true, failed: true, paid: false, refunded: false, cancelled: false };
const PAID = { scheduled: '', failed: '', paid: 'paid', refunded: 'given back', cancelled: '' };

/** Nothing if nothing is owed. @param {SiteBooking} booking */
export function toPay({ payments, payment_instructions: words, payment_link: link, currency }) {
  if (payments.length === 0) return null;
  return h(
    'section',
    { class: 'to-pay', 'aria-labelledby': 'pay-title' },
    h('h2', { id: 'pay-title' }, 'To pay'),
    h(
      'ul',
      { class: 'terms-list' },
      payments.map(({ amount, due_on: day, status }) =>
        h(
          'li',
          IS_OPEN[status] ? {} : { class: 'is-paid' },
          h('strong', {}, money(amount, currency)),
          IS_OPEN[status] ? (day ? `, due on ${longDay(day)}` : '') : `, ${PAID[status]}`,
        ),
      ),
    ),
    words ? h('p', { class: 'words' }, words) : null,
    link ? h('p', {}, h('a', { class: 'button', href: link, rel: 'noreferrer' }, 'Pay online')) : null,
  );
}

/**
 * The invoices and credit notes, each on a page that can be printed.
 *
 * @param {GuestDocument[]} documents
 * @param {(id: string) => string} addressOf
 * @param {string} currency
 */
export function documentList(documents, addressOf, currency) {
  if (documents.length === 0) return null;
  return h(
    'section',
    { 'aria-labelledby': 'documents-title' },
    h('h2', { id: 'documents-title' }, 'Invoices'),
    h(
      'ul',
      { class: 'terms-list' },
      documents.map(({ id, kind, number, amount, status }) =>
        h(
          'li',
          {},
          h('a', { href: addressOf(id) }, `${kind === 'invoice' ? 'Invoice' : 'Credit note'} ${number}`),
          `, ${money(amount, currency)}${status === 'paid' ? ', paid' : ''}`,
        ),
      ),
    ),
  );
}
