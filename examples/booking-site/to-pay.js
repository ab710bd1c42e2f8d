/** What is to be paid, when and how, and the documents of a booking. */
import { h } from './dom.js';
import { longDay, money } from './format.js';
import { fill, fillNodes, sentences } from './sentences.js';

/**
 * @typedef {import('./api.js').SiteBooking} SiteBooking
 * @typedef {import('./api.js').GuestDocument} GuestDocument
 */

/** @param {SiteBooking['payments'][number]['status']} status */
const isOpen = (status) => status === 'scheduled' || status === 'failed';

/** @param {SiteBooking['payments'][number]} payment @param {string} currency */
function paymentInWords({ amount: cents, due_on: day, status }, currency) {
  const { openOn, paid, refunded, cancelled } = sentences.payments;
  const amount = h('strong', {}, money(cents, currency));
  if (isOpen(status)) return day ? fillNodes(openOn, { amount, day: longDay(day) }) : [amount];
  return fillNodes({ paid, refunded, cancelled }[/** @type {'paid' | 'refunded' | 'cancelled'} */ (status)], {
    amount,
  });
}

/** Nothing if nothing is owed. @param {SiteBooking} booking */
export function toPay({ payments, payment_instructions: words, payment_link: link, currency, langs }) {
  if (payments.length === 0) return null;
  return h(
    'section',
    { class: 'to-pay', 'aria-labelledby': 'pay-title' },
    h('h2', { id: 'pay-title' }, sentences.payments.title),
    h(
      'ul',
      { class: 'terms-list' },
      payments.map((payment) =>
        h('li', isOpen(payment.status) ? {} : { class: 'is-paid' }, paymentInWords(payment, currency)),
      ),
    ),
    words ? h('p', { class: 'words', lang: langs?.payment_instructions }, words) : null,
    link
      ? h('p', {}, h('a', { class: 'button', href: link, rel: 'noreferrer' }, sentences.payments.payOnline))
      : null,
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
  const { payments: words } = sentences;
  return h(
    'section',
    { 'aria-labelledby': 'documents-title' },
    h('h2', { id: 'documents-title' }, sentences.payments.documents),
    h(
      'ul',
      { class: 'terms-list' },
      documents.map(({ id, kind, number, amount, status }) =>
        h(
          'li',
          {},
          fillNodes(status === 'paid' ? words.documentPaid : words.document, {
            link: h(
              'a',
              { href: addressOf(id) },
              fill(kind === 'invoice' ? words.invoice : words.creditNote, { number }),
            ),
            amount: money(amount, currency),
          }),
        ),
      ),
    ),
  );
}
