/** It is printed without the pages' navigation. */

import { countDaysBetween } from '../../../../../domain/dates/dates.ts';
import { computeNetAndGross, type TaxSum } from '../../../../../domain/folio/invoice-document.ts';
import { isDraft } from '../../../../../domain/folio/numbering.ts';
import { ppmToPercent } from '../../../../../domain/formats.ts';
import { sumCents } from '../../../../../domain/money.ts';
import type { PriceLine } from '../../../../../domain/pricing/lines.ts';
import { writeAddressLine } from '../../../../../domain/text/address.ts';
import { nameInBuilding } from '../../../../../domain/text/place-name.ts';
import type { InvoiceKind, InvoiceStatus } from '../../../../../domain/vocabulary.ts';
import type { IssuedInvoice } from '../../../../../services/bookings/folio/invoice.ts';
import { dateWithYear, presentCount, presentMoney } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderDay } from '../../../../../web/views/parts.ts';
import { DRAFT, LINE_WORDS } from '../../../../../web/views/words.ts';
import { renderCount } from '../price/table.ts';

export const invoicePage = (bookingPath: string, issued: IssuedInvoice): Html => html`
<p class="back"><a href="${bookingPath}">Booking ${issued.confirmationCode}</a></p>
<article class="card invoice" aria-labelledby="invoice-heading">
<header>${renderSeller(issued)}${renderHead(issued)}</header>
${issued.invoice.status === 'void' ? renderVoid(issued) : ''}${isDraft(issued.invoice) ? RENDERED_DRAFT : ''}
<div class="invoice-parties">${renderGuest(issued)}${renderStay(issued)}</div>
${issued.corrected.length === 0 ? renderLines(issued) : renderCredits(issued)}
${renderSums(issued)}
${renderTaxes(issued)}
${issued.document.seller.footer === null ? '' : html`<p class="invoice-footer lines-kept">${issued.document.seller.footer}</p>`}
</article>
<p class="help">Print it, or save it as a PDF, with your browser.</p>
<p class="help">${NO_LEGAL_INVOICE}</p>`;

/** Which documents are legal invoices is in docs/invoices.md. */
export const NO_LEGAL_INVOICE =
  'It is no legal invoice where the law wants a certified program or a register, such as in Portugal, Spain, France and Italy.';

const renderSeller = ({ document: { seller } }: IssuedInvoice): Html => html`<div class="invoice-seller">
${seller.name === null ? '' : html`<p class="name"><strong>${seller.name}</strong></p>`}
${seller.address === null ? '' : html`<p class="name lines-kept">${seller.address}</p>`}
${seller.tax_number === null ? '' : html`<p class="name">Tax number: ${seller.tax_number}</p>`}</div>`;

const STATUS_NOTES = {
  open: '',
  issued: '',
  paid: 'Paid',
  void: 'Void',
} satisfies Record<InvoiceStatus, string>;

/** As a heading, and within a sentence. */
const KIND_WORDS = {
  invoice: ['Invoice', 'invoice'],
  credit_note: ['Credit note', 'credit note'],
} satisfies Record<InvoiceKind, [string, string]>;

const renderHead = ({
  invoice,
  document,
  corrected,
  timezone,
  currency,
  confirmationCode,
}: IssuedInvoice): Html => html`<div>
<h1 id="invoice-heading">${invoice.kind === 'invoice' ? (document.seller.title ?? KIND_WORDS.invoice[0]) : KIND_WORDS[invoice.kind][0]}</h1>
<dl>
${invoice.number === null ? '' : html`<div><dt>Number</dt><dd class="name">${invoice.number}</dd></div>`}
${corrected.length === 0 ? '' : html`<div><dt>Corrects</dt><dd class="name">${corrected.map((one, index) => html`${index === 0 ? '' : ', '}${renderReference(one, timezone)}`)}</dd></div>`}
${invoice.issuedAt === null ? '' : html`<div><dt>Date</dt><dd>${renderDay(invoice.issuedAt, timezone)}</dd></div>`}
${document.dueOn === undefined || invoice.status === 'void' ? '' : html`<div><dt>Due</dt><dd>${dateWithYear(document.dueOn)}</dd></div>`}
<div><dt>Booking</dt><dd class="code">${confirmationCode}</dd></div>
<div><dt>Currency</dt><dd>${currency}</dd></div>
${STATUS_NOTES[invoice.status] === '' ? '' : html`<div><dt>Status</dt><dd>${STATUS_NOTES[invoice.status]}</dd></div>`}
</dl></div>`;

const renderReference = (
  { number, issuedAt }: Pick<IssuedInvoice['invoice'], 'number' | 'issuedAt'>,
  timezone: string,
): Html => html`${number ?? DRAFT}${issuedAt === null ? '' : html` of ${renderDay(issuedAt, timezone)}`}`;

const renderVoid = ({ invoice, timezone }: IssuedInvoice): Html =>
  html`<p class="notice bad invoice-void"><strong>Void.</strong> This ${KIND_WORDS[invoice.kind][1]} does not count${invoice.voidedAt === null ? '' : html`: it was voided on ${renderDay(invoice.voidedAt, timezone)}`}. Nothing is to be paid by it.</p>`;

const RENDERED_DRAFT = html`<p class="notice"><strong>Draft.</strong> It is no invoice yet: it has no number until it is issued.</p>`;

const renderGuest = ({
  document,
  guestName,
}: IssuedInvoice): Html => html`<section aria-labelledby="invoice-guest">
<h2 id="invoice-guest">To</h2>
<p class="name">${document.billingName ?? guestName}</p>
${document.billingAddress === null ? '' : html`<p class="name lines-kept">${document.billingAddress}</p>`}</section>`;

function renderStay({ document: { place, checkIn, checkOut, numberOfGuests } }: IssuedInvoice): Html {
  const address = writeAddressLine(place);
  return html`<section aria-labelledby="invoice-stay">
<h2 id="invoice-stay">Stay</h2>
<p class="name">${nameInBuilding(place.title, place.building ?? null)}</p>
${address === null ? '' : html`<p class="name">${address}</p>`}
<p>${dateWithYear(checkIn)} to ${dateWithYear(checkOut)}, ${presentCount(countDaysBetween(checkIn, checkOut), 'night')}, ${presentCount(numberOfGuests, 'guest')}</p></section>`;
}

const renderLines = ({ document: { lines }, currency, totalCents }: IssuedInvoice): Html =>
  lines.length === 0
    ? EMPTY_HTML
    : html`<table class="price" role="table" aria-label="Lines">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Line</th><th role="columnheader" scope="col">How it is counted</th><th role="columnheader" scope="col">Amount</th></tr></thead>
<tbody role="rowgroup">
${lines.map((line) => renderLine(line, currency))}
</tbody>
<tfoot role="rowgroup"><tr role="row"><th role="rowheader" scope="row" colspan="2">Total</th><td role="cell">${presentMoney(totalCents, currency)}</td></tr></tfoot>
</table>`;

/** A credit note has no lines of its own: it takes back something of the invoices that it corrects. */
const renderCredits = ({ invoice, corrected, currency, timezone }: IssuedInvoice): Html =>
  html`<table class="price credits" role="table" aria-label="Lines">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Line</th><th role="columnheader" scope="col">Amount</th></tr></thead>
<tbody role="rowgroup">
<tr role="row"><td role="cell">Taken back of ${corrected.length === 1 ? 'invoice' : 'invoices'} ${corrected.map((one, index) => html`${index === 0 ? '' : ', '}<span class="name">${renderReference(one, timezone)}</span>`)}, for the stay above</td><td role="cell">${presentMoney(invoice.amountCents, currency)}</td></tr>
</tbody></table>`;

const renderLine = (line: PriceLine, currency: string): Html =>
  html`<tr role="row"><td role="cell"><span class="name">${line.type === 'accommodation' ? 'Nights' : line.name}</span>${line.type === 'tax' ? html` <span class="faint">${LINE_WORDS.tax}, ${sayContained(line)}</span>` : ''}</td><td role="cell" class="faint">${renderCount(line, currency)}</td><td role="cell">${line.included ? html`<span class="faint">${presentMoney(line.amountCents, currency)} contained</span>` : presentMoney(line.amountCents, currency)}</td></tr>`;

const sayContained = ({ included }: Pick<PriceLine, 'included'>): string =>
  included ? 'contained in the lines above' : 'added';

function renderSums({ invoice, totalCents, issuedBefore, settlement, currency }: IssuedInvoice): Html {
  const beforeCents = totalCents - invoice.amountCents;
  const row = (what: string | Html, cents: number, isSum = false) =>
    html`<div><dt>${what}</dt><dd${isSum ? html` class="due"` : ''}>${presentMoney(cents, currency)}</dd></div>`;
  const before =
    issuedBefore.length === 0
      ? 'Invoiced before'
      : html`Invoiced before <span class="name">(${issuedBefore.join(', ')})</span>`;
  return html`<dl class="sums invoice-sums">
${invoice.kind === 'invoice' && beforeCents > 0 ? row(before, -beforeCents) : ''}
${row(`Amount of this ${KIND_WORDS[invoice.kind][1]}`, invoice.amountCents, true)}
${settlement === null ? '' : html`${row('Paid', settlement.paidCents)}${row('Due', settlement.dueCents, true)}`}
</dl>`;
}

/** By rate: without the tax, the tax, and both. */
function renderTaxes({ invoice, taxes, currency }: IssuedInvoice): Html {
  if (taxes.length === 0)
    return invoice.amountCents === 0 ? EMPTY_HTML : html`<p>The amount contains no tax.</p>`;
  const taxCents = sumCents(taxes.map(({ amountCents }) => amountCents));
  return html`<table class="price by-tax" role="table" aria-label="Sums by tax">
<thead role="rowgroup"><tr role="row"><th role="columnheader" scope="col">Sums by tax</th><th role="columnheader" scope="col">Net</th><th role="columnheader" scope="col">Tax</th><th role="columnheader" scope="col">Gross</th></tr></thead>
<tbody role="rowgroup">
${taxes.map((tax) => renderTax(tax, currency))}
</tbody>
<tfoot role="rowgroup"><tr role="row"><th role="rowheader" scope="row">This ${KIND_WORDS[invoice.kind][1]}</th>${[invoice.amountCents - taxCents, taxCents, invoice.amountCents].map((cents) => html`<td role="cell">${presentMoney(cents, currency)}</td>`)}</tr></tfoot>
</table>`;
}

function renderTax(tax: TaxSum, currency: string): Html {
  const { name, percentPpm, amountCents } = tax;
  const { netCents, grossCents } = computeNetAndGross(tax);
  const cell = (cents: number | null) =>
    html`<td role="cell" class="faint">${cents === null ? '' : presentMoney(cents, currency)}</td>`;
  return html`<tr role="row"><td role="cell"><span class="name">${name}</span>${percentPpm === null ? '' : ` ${ppmToPercent(percentPpm)}%`} <span class="faint">${tax.included ? 'contained' : 'added'}</span></td>${cell(netCents)}<td role="cell">${presentMoney(amountCents, currency)}</td>${cell(grossCents)}</tr>`;
}
