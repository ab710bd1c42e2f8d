/** An invoice or a credit note of a booking, as it is printed. */
import { ApiError } from './api.js';
import { askForKey, bookingAddress, keyOf } from './booking-key.js';
import { contactsOf } from './contact.js';
import { h, put } from './dom.js';
import { longDay, money, percent } from './format.js';
import { addressIn } from './language.js';
import { fill, sentences } from './sentences.js';
import { dayIn } from './terms-words.js';
import { counted } from './words.js';

/**
 * @typedef {import('./api.js').WholeGuestDocument} Document
 * @typedef {import('./site.js').Context & { code: string, id: string }} Context
 */

/** @param {HTMLElement} main @param {Context} context */
export async function showDocument(main, { api, site, host, code, id }) {
  const key = keyOf(site.team, code);
  const team = await host;
  const contacts = contactsOf(site.contact, team);
  if (!key) return put(main, askForKey({ api, site, code, contacts }));
  const found = await api.document(code, key, id).catch((error) => {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  });
  const back = h(
    'p',
    { class: 'crumbs' },
    h('a', { href: bookingAddress(site, code, key) }, sentences.document.back),
  );
  if (!found) return put(main, back, h('h1', {}, sentences.document.none));
  // It is printed in its own language. An older copy of the page may lack that one.
  const address = addressIn(found.language);
  const isOffered = found.language !== sentences.code && team?.languages?.includes(found.language);
  if (isOffered && address !== location.href) return location.replace(address);
  document.title = `${titleOf(found)} ${found.number} · ${site.name}`;
  const print = h(
    'button',
    { type: 'button', class: 'button plain', onclick: () => window.print() },
    sentences.frame.print,
  );
  put(main, back, sheet(found), h('p', { class: 'ticket-buttons' }, print));
}

/** @param {Document} document */
const titleOf = ({ kind, title }) =>
  kind === 'credit_note' ? sentences.document.creditNote : (title ?? sentences.document.invoice);

/** @param {Document} document */
function sheet(document) {
  const { document: words } = sentences;
  const { seller, to, place, currency, lines, taxes, credited, due, paid } = document;
  const amount = (/** @type {number} */ number) => money(number, currency);
  const head = [
    [words.number, document.number],
    [words.date, dayIn(document.issued_at, document.timezone)],
    ...(document.corrects.length > 0 ? [[words.corrects, document.corrects.join(', ')]] : []),
    ...(document.due_on ? [[words.dueOn, longDay(document.due_on)]] : []),
    [words.booking, document.confirmation_code],
  ];
  const before = lines.length > 0 ? document.invoiced_before_amount : 0;
  const apart = lines.length > 0 ? document.lines_total - before - document.amount : 0;
  const withNumbers = (/** @type {string} */ sentence, /** @type {string[]} */ numbers) =>
    fill(sentence, { numbers: numbers.join(' ') }).trim();
  const sums = [
    ...(before === 0 ? [] : [[withNumbers(words.invoicedBefore, document.invoiced_before), amount(-before)]]),
    ...(apart === 0 ? [] : [[words.invoicedApart, amount(-apart)]]),
    [amountTitle(document), amount(document.amount)],
    ...(credited === 0 ? [] : [[withNumbers(words.credited, document.credited_by), amount(-credited)]]),
    ...(paid === null ? [] : [[words.paid, amount(paid)]]),
    ...(due === null ? [] : [[words.due, amount(due)]]),
  ];
  return h(
    'article',
    { class: 'ticket sheet', 'aria-labelledby': 'sheet-title' },
    h('p', { class: 'words' }, [seller.name, seller.address].filter(Boolean).join('\n')),
    seller.tax_number ? h('p', {}, fill(words.taxNumber, { number: seller.tax_number })) : null,
    h('h1', { id: 'sheet-title' }, titleOf(document)),
    pairs('times', head),
    h('h2', {}, words.to),
    h('p', { class: 'words' }, [to.name, to.address].filter(Boolean).join('\n')),
    h('h2', {}, words.stay),
    h('p', { class: 'words' }, [place.title, place.address].filter(Boolean).join('\n')),
    h(
      'p',
      {},
      fill(words.dates, {
        from: longDay(document.check_in),
        to: longDay(document.check_out),
        guests: counted(document.number_of_guests, 'guests'),
      }),
    ),
    lines.length > 0
      ? pairs('payments', [
          ...lines.map((line) => [nameOfLine(line), amount(line.amount)]),
          [words.total, amount(document.lines_total)],
        ])
      : null,
    pairs('payments', sums),
    taxes.length > 0
      ? pairs(
          'payments',
          taxes.map((tax) => [taxInWords(tax, amount), amount(tax.amount)]),
        )
      : null,
    seller.footer ? h('p', { class: 'words hint' }, seller.footer) : null,
  );
}

/** @param {Document} document */
function amountTitle({ kind, title }) {
  const { amountOf, amountOfInvoice, amountOfCreditNote } = sentences.document;
  if (kind === 'credit_note') return amountOfCreditNote;
  return title === null ? amountOfInvoice : fill(amountOf, { title });
}

/** @param {import('./api.js').Line} line */
function nameOfLine({ type, included, name }) {
  if (type === 'accommodation') return sentences.document.nights;
  return included ? fill(sentences.document.included, { name }) : name;
}

/** @param {Document['taxes'][number]} tax @param {(cents: number) => string} amount */
function taxInWords({ name, percent: share, net }, amount) {
  const { taxPercent, taxOfNet, taxPercentOfNet } = sentences.document;
  if (share === null) return net === null ? name : fill(taxOfNet, { name, net: amount(net) });
  const known = { name, percent: percent(share) };
  return net === null ? fill(taxPercent, known) : fill(taxPercentOfNet, { ...known, net: amount(net) });
}

/** @param {string} name @param {string[][]} rows */
const pairs = (name, rows) =>
  h(
    'dl',
    { class: name },
    rows.map(([term = '', text = '']) => h('div', {}, h('dt', {}, term), h('dd', {}, text))),
  );
