/** It is printed without the pages' navigation. */

import { countDaysBetween } from '../../../../../domain/dates/dates.ts';
import {
  computeNetAndGross,
  languageOfDocument,
  nameInDocument,
  type TaxSum,
} from '../../../../../domain/folio/invoice-document.ts';
import { isDraft } from '../../../../../domain/folio/numbering.ts';
import { fill } from '../../../../../domain/languages/sentences.ts';
import { sumCents } from '../../../../../domain/money.ts';
import type { PriceLine } from '../../../../../domain/pricing/lines.ts';
import { writeAddressLine } from '../../../../../domain/text/address.ts';
import { nameInBuilding } from '../../../../../domain/text/place-name.ts';
import type { IssuedInvoice } from '../../../../../services/bookings/folio/invoice.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { createDocumentWords, type DocumentWords } from './document-words.ts';

type Written = IssuedInvoice & { said: DocumentWords };

export function invoicePage(bookingPath: string, issued: IssuedInvoice): Html {
  const language = languageOfDocument(issued.document);
  const written = { ...issued, said: createDocumentWords({ ...issued, language }) };
  return html`
<p class="back"><a href="${bookingPath}">Booking ${issued.confirmationCode}</a></p>
<article class="card invoice" lang="${language}" aria-labelledby="invoice-heading">
<header>${renderSeller(written)}${renderHead(written)}</header>
${issued.invoice.status === 'void' ? renderVoid(written) : ''}${isDraft(issued.invoice) ? renderDraft(written) : ''}
<div class="invoice-parties">${renderGuest(written)}${renderStay(written)}</div>
${issued.corrected.length === 0 ? renderLines(written) : renderCredits(written)}
${renderSums(written)}
${renderTaxes(written)}
${issued.document.seller.footer === null ? '' : html`<p class="invoice-footer lines-kept">${issued.document.seller.footer}</p>`}
</article>
<p class="help">Print it, or save it as a PDF, with your browser.</p>
<p class="help">${NO_LEGAL_INVOICE}</p>`;
}

/** Which documents are legal invoices is in docs/invoices.md. */
const NO_LEGAL_INVOICE =
  'It is no legal invoice where the law wants a certified program or a register, such as in Portugal, Spain, France and Italy.';

const renderSeller = ({
  document: { seller },
  said: { words },
}: Written): Html => html`<div class="invoice-seller">
${seller.name === null ? '' : html`<p class="name"><strong>${seller.name}</strong></p>`}
${seller.address === null ? '' : html`<p class="name lines-kept">${seller.address}</p>`}
${seller.tax_number === null ? '' : html`<p class="name">${fill(words.taxNumber, { number: seller.tax_number })}</p>`}</div>`;

const findStatusNote = ({ invoice, said: { words } }: Written): string | null =>
  ({ open: null, issued: null, paid: words.paid, void: words.void })[invoice.status];

/** By the kind of the document. */
const choose = <Words>({ invoice }: Written, words: { invoice: Words; credit_note: Words }): Words =>
  words[invoice.kind];

function renderHead(written: Written): Html {
  const { invoice, document, corrected, currency, confirmationCode } = written;
  const { words, day, renderDayOf } = written.said;
  const title = choose(written, {
    invoice: document.seller.title ?? words.invoice,
    credit_note: words.creditNote,
  });
  const note = findStatusNote(written);
  return html`<div>
<h1 id="invoice-heading">${title}</h1>
<dl>
${invoice.number === null ? '' : html`<div><dt>${words.number}</dt><dd class="name">${invoice.number}</dd></div>`}
${corrected.length === 0 ? '' : html`<div><dt>${words.corrects}</dt><dd class="name">${corrected.map((one) => writeReference(written, one)).join(', ')}</dd></div>`}
${invoice.issuedAt === null ? '' : html`<div><dt>${words.date}</dt><dd>${renderDayOf(invoice.issuedAt)}</dd></div>`}
${document.dueOn === undefined || invoice.status === 'void' ? '' : html`<div><dt>${words.dueOn}</dt><dd>${day(document.dueOn)}</dd></div>`}
<div><dt>${words.booking}</dt><dd class="code">${confirmationCode}</dd></div>
<div><dt>${words.currency}</dt><dd>${currency}</dd></div>
${note === null ? '' : html`<div><dt>${words.status}</dt><dd>${note}</dd></div>`}
</dl></div>`;
}

type Reference = Pick<IssuedInvoice['invoice'], 'number' | 'issuedAt'>;

const writeReference = ({ said: { words, dayOf } }: Written, { number, issuedAt }: Reference): string =>
  issuedAt === null
    ? (number ?? words.draft)
    : fill(words.reference, { number: number ?? words.draft, date: dayOf(issuedAt) });

function renderVoid(written: Written): Html {
  const { words, dayOf } = written.said;
  const { voidedAt } = written.invoice;
  const sentence =
    voidedAt === null
      ? choose(written, { invoice: words.voidInvoice, credit_note: words.voidCreditNote })
      : fill(choose(written, { invoice: words.voidInvoiceOn, credit_note: words.voidCreditNoteOn }), {
          date: dayOf(voidedAt),
        });
  return html`<p class="notice bad invoice-void"><strong>${words.void}.</strong> ${sentence}</p>`;
}

const renderDraft = ({ said: { words } }: Written): Html =>
  html`<p class="notice"><strong>${words.draft}.</strong> ${words.isDraft}</p>`;

const renderGuest = ({
  document,
  guestName,
  said,
}: Written): Html => html`<section aria-labelledby="invoice-guest">
<h2 id="invoice-guest">${said.words.to}</h2>
<p class="name">${document.billingName ?? guestName ?? said.words.erasedGuest}</p>
${document.billingAddress === null ? '' : html`<p class="name lines-kept">${document.billingAddress}</p>`}</section>`;

function renderStay({ document, said }: Written): Html {
  const { place, checkIn, checkOut, numberOfGuests } = document;
  const address = writeAddressLine(place);
  const counts = { nights: countDaysBetween(checkIn, checkOut), guests: numberOfGuests };
  return html`<section aria-labelledby="invoice-stay">
<h2 id="invoice-stay">${said.words.stay}</h2>
<p class="name">${nameInBuilding(place.title, place.building ?? null, said.language)}</p>
${address === null ? '' : html`<p class="name">${address}</p>`}
<p>${said.stay(checkIn, checkOut, counts)}</p></section>`;
}

const renderLines = ({
  document,
  document: { lines },
  totalCents,
  said,
  said: { words, money },
}: Written): Html =>
  lines.length === 0
    ? EMPTY_HTML
    : html`<table class="price" role="table" aria-label="${words.lines}">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${words.line}</th><th role="columnheader" scope="col">${words.counted}</th><th role="columnheader" scope="col">${words.amount}</th></tr></thead>
<tbody role="rowgroup">
${lines.map((line) => renderLine({ ...line, name: nameInDocument(document, line) }, said))}
</tbody>
<tfoot role="rowgroup"><tr role="row"><th role="rowheader" scope="row" colspan="2">${words.total}</th><td role="cell">${money(totalCents)}</td></tr></tfoot>
</table>`;

/** A credit note has no lines of its own: it takes back something of the invoices that it corrects. */
function renderCredits(written: Written): Html {
  const { invoice, corrected, said } = written;
  const { words } = said;
  const references = corrected.map((one) => writeReference(written, one));
  return html`<table class="price credits" role="table" aria-label="${words.lines}">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${words.line}</th><th role="columnheader" scope="col">${words.amount}</th></tr></thead>
<tbody role="rowgroup">
<tr role="row"><td role="cell"><span class="name">${said.takenBack(references)}</span></td><td role="cell">${said.money(invoice.amountCents)}</td></tr>
</tbody></table>`;
}

function renderLine(line: PriceLine, { words, money, count }: DocumentWords): Html {
  const amount = money(line.amountCents);
  return html`<tr role="row"><td role="cell"><span class="name">${line.type === 'accommodation' ? words.nights : line.name}</span>${line.type === 'tax' ? html` <span class="faint">${line.included ? words.taxInLines : words.taxAdded}</span>` : ''}</td><td role="cell" class="faint">${count(line)}</td><td role="cell">${line.included ? html`<span class="faint">${fill(words.amountContained, { amount })}</span>` : amount}</td></tr>`;
}

function renderSums(written: Written): Html {
  const { invoice, document, totalCents, invoicedBefore, credited, settlement } = written;
  const { words, money } = written.said;
  const isSummed = invoice.kind === 'invoice' && invoice.status !== 'void' && document.lines.length > 0;
  const apartCents = isSummed ? totalCents - invoicedBefore.amountCents - invoice.amountCents : 0;
  const row = (what: string, cents: number, isSum = false) =>
    html`<div><dt class="name">${what}</dt><dd${isSum ? html` class="due"` : ''}>${money(cents)}</dd></div>`;
  const withNumbers = (sentence: string, numbers: readonly string[]) =>
    fill(sentence, { numbers: numbers.length === 0 ? '' : `(${numbers.join(', ')})` }).trim();
  const amountOf = choose(written, { invoice: words.amountOfInvoice, credit_note: words.amountOfCreditNote });
  return html`<dl class="sums invoice-sums">
${isSummed && invoicedBefore.amountCents !== 0 ? row(withNumbers(words.invoicedBefore, invoicedBefore.numbers), -invoicedBefore.amountCents) : ''}
${apartCents === 0 ? '' : row(words.invoicedApart, -apartCents)}
${row(amountOf, invoice.amountCents, true)}
${credited.amountCents === 0 ? '' : row(withNumbers(words.credited, credited.numbers), -credited.amountCents)}
${settlement === null ? '' : html`${row(words.paid, settlement.paidCents)}${row(words.due, settlement.dueCents, true)}`}
</dl>`;
}

/** By rate: without the tax, the tax, and both. */
function renderTaxes(written: Written): Html {
  const { invoice, taxes } = written;
  const { words, money } = written.said;
  if (taxes.length === 0) return invoice.amountCents === 0 ? EMPTY_HTML : html`<p>${words.noTax}</p>`;
  const taxCents = sumCents(taxes.map(({ amountCents }) => amountCents));
  const own = choose(written, { invoice: words.thisInvoice, credit_note: words.thisCreditNote });
  return html`<table class="price by-tax" role="table" aria-label="${words.sumsByTax}">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">${words.sumsByTax}</th><th role="columnheader" scope="col">${words.net}</th><th role="columnheader" scope="col">${words.tax}</th><th role="columnheader" scope="col">${words.gross}</th></tr></thead>
<tbody role="rowgroup">
${taxes.map((tax) => renderTax({ ...tax, name: nameInDocument(written.document, tax) }, written.said))}
</tbody>
<tfoot role="rowgroup"><tr role="row"><th role="rowheader" scope="row">${own}</th>${[invoice.amountCents - taxCents, taxCents, invoice.amountCents].map((cents) => html`<td role="cell">${money(cents)}</td>`)}</tr></tfoot>
</table>`;
}

function renderTax(tax: TaxSum, { words, money, percent }: DocumentWords): Html {
  const { name, percentPpm, amountCents } = tax;
  const { netCents, grossCents } = computeNetAndGross(tax);
  const cell = (cents: number | null) =>
    html`<td role="cell" class="faint">${cents === null ? '' : money(cents)}</td>`;
  return html`<tr role="row"><td role="cell"><span class="name">${name}</span>${percentPpm === null ? '' : ` ${percent(percentPpm)}`} <span class="faint">${tax.included ? words.contained : words.added}</span></td>${cell(netCents)}<td role="cell">${money(amountCents)}</td>${cell(grossCents)}</tr>`;
}
