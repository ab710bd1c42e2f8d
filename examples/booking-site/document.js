/** An invoice or a credit note of a booking, as it is printed. */
import { ApiError } from './api.js';
import { askForKey, keyOf } from './booking-key.js';
import { contactsOf } from './contact.js';
import { h, put } from './dom.js';
import { count, longDay, money, percent } from './format.js';
import { dayIn } from './terms-words.js';

/**
 * @typedef {import('./api.js').WholeGuestDocument} Document
 * @typedef {import('./site.js').Context & { code: string, id: string }} Context
 */

/** @param {HTMLElement} main @param {Context} context */
export async function showDocument(main, { api, site, host, code, id }) {
  const key = keyOf(site.team, code);
  const contacts = contactsOf(site.contact, await host);
  if (!key) return put(main, askForKey({ api, site, code, contacts }));
  const found = await api.document(code, key, id).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  const back = h(
    'p',
    { class: 'crumbs' },
    h('a', { href: site.listAddress({ booking: code }) }, '‹ Your booking'),
  );
  if (!found) return put(main, back, h('h1', {}, 'There is no such document'));
  document.title = `${titleOf(found)} ${found.number} · ${site.name}`;
  const print = h(
    'button',
    { type: 'button', class: 'button plain', onclick: () => window.print() },
    'Print',
  );
  put(main, back, sheet(found), h('p', { class: 'ticket-buttons' }, print));
}

/** @param {Document} document */
const titleOf = ({ kind, title }) => (kind === 'credit_note' ? 'Credit note' : (title ?? 'Invoice'));

/** @param {Document} document */
function sheet(document) {
  const { seller, to, place, currency, lines, taxes, due, paid } = document;
  const amount = (/** @type {number} */ number) => money(number, currency);
  const head = [
    ['Number', document.number],
    ['Date', dayIn(document.issued_at, document.timezone)],
    ...(document.corrects.length > 0 ? [['Corrects', document.corrects.join(', ')]] : []),
    ...(document.due_on ? [['Due', longDay(document.due_on)]] : []),
    ['Booking', document.confirmation_code],
  ];
  const before = document.lines_total - document.amount;
  const sums = [
    ...(lines.length > 0 && before > 0
      ? [[['Invoiced before', ...document.invoiced_before].join(' '), amount(-before)]]
      : []),
    [`Amount of this ${titleOf(document).toLowerCase()}`, amount(document.amount)],
    ...(paid === null ? [] : [['Paid', amount(paid)]]),
    ...(due === null ? [] : [['Due', amount(due)]]),
  ];
  return h(
    'article',
    { class: 'ticket sheet', 'aria-labelledby': 'sheet-title' },
    h('p', { class: 'words' }, [seller.name, seller.address].filter(Boolean).join('\n')),
    seller.tax_number ? h('p', {}, `Tax number: ${seller.tax_number}`) : null,
    h('h1', { id: 'sheet-title' }, titleOf(document)),
    pairs('times', head),
    h('h2', {}, 'To'),
    h('p', { class: 'words' }, [to.name, to.address].filter(Boolean).join('\n')),
    h('h2', {}, 'Stay'),
    h('p', { class: 'words' }, [place.title, place.address].filter(Boolean).join('\n')),
    h(
      'p',
      {},
      `${longDay(document.check_in)} to ${longDay(document.check_out)}, ${count(document.number_of_guests, 'guest')}`,
    ),
    lines.length > 0
      ? pairs('payments', [
          ...lines.map((line) => [
            line.type === 'accommodation' ? 'Nights' : line.included ? `Included: ${line.name}` : line.name,
            amount(line.amount),
          ]),
          ['Total', amount(document.lines_total)],
        ])
      : null,
    pairs('payments', sums),
    taxes.length > 0
      ? pairs(
          'payments',
          taxes.map(({ name, percent: share, net, amount: tax }) => [
            `${name}${share === null ? '' : ` ${percent(share)}`}${net === null ? '' : ` of ${amount(net)} net`}`,
            amount(tax),
          ]),
        )
      : null,
    seller.footer ? h('p', { class: 'words hint' }, seller.footer) : null,
  );
}

/** @param {string} name @param {string[][]} rows */
const pairs = (name, rows) =>
  h(
    'dl',
    { class: name },
    rows.map(([term = '', text = '']) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
  );
