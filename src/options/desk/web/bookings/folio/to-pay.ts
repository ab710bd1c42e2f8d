import type { FastifyReply } from 'fastify';
import { MAX_PAYMENT_REFERENCE_LENGTH } from '../../../../../domain/limits.ts';
import type { BookingStatus } from '../../../../../domain/vocabulary.ts';
import type { Folio } from '../../../../../services/bookings/read.ts';
import { field } from '../../../../../web/form-table.ts';
import { presentMoney } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import { definePayment, PAID_AT } from './forms.ts';
import type { FolioView } from './parts.ts';
import { renderPayments } from './payments.ts';
import { renderPlan } from './plan.ts';

const PRICE_WAYS = {
  pending: 'Agreed price, or lines by hand',
  confirmed: 'Agreed price, or lines by hand',
  completed: 'Extras, or lines by hand',
  cancelled: 'Lower the cancellation fee',
} as const satisfies Record<BookingStatus, string>;

/** Named by addresses that lead to the form of a new payment. */
export const NEW_PAYMENT = 'payment';

export function renderToPayCard(reply: FastifyReply, view: FolioView): Html {
  const { folio, status, path } = view;
  return html`<section class="card" id="folio" aria-labelledby="folio-heading">
<h2 id="folio-heading">To pay</h2>
${renderSums(folio, status)}
${renderPayments(reply, view)}
${mayRecordPayment(folio, status) ? renderNewPayment(reply, view) : ''}
${renderPlan(reply, view)}
<p class="ways"><a href="${path}/price">${PRICE_WAYS[status]}</a></p>
</section>`;
}

export const mayRecordPayment = ({ payableCents }: Folio, status: BookingStatus): boolean =>
  status !== 'cancelled' || payableCents > 0;

/** A pending booking owes nothing yet (docs/rules.md, 12.19). */
export function nameBalance(balanceDueCents: number, status: BookingStatus): string {
  if (balanceDueCents < 0) return 'Overpaid';
  return status === 'pending' ? 'To pay once confirmed' : 'Still due';
}

/** Of a cancelled booking the fee is owed, and not its total. */
function renderSums(
  { grandTotalCents, cancellationFeeCents, paidTotalCents, balanceDueCents, refundDueCents, currency }: Folio,
  status: BookingStatus,
): Html {
  const isCancelled = status === 'cancelled';
  const sum = (name: string, cents: number, isDue = false) =>
    html`<div><dt>${name}</dt><dd${isDue ? html` class="due"` : ''}>${presentMoney(cents, currency)}</dd></div>`;
  return html`<dl class="sums">
${isCancelled ? EMPTY_HTML : sum('Total', grandTotalCents)}
${cancellationFeeCents === null ? EMPTY_HTML : sum('Cancellation fee', cancellationFeeCents)}
${sum('Paid', paidTotalCents)}
${sum(nameBalance(balanceDueCents, status), Math.abs(balanceDueCents), status !== 'pending' || balanceDueCents < 0)}
${refundDueCents === 0 ? EMPTY_HTML : sum('To pay back', refundDueCents, true)}
</dl>`;
}

function renderNewPayment(reply: FastifyReply, { path, form, folio, status }: FolioView): Html {
  const PAYMENT = definePayment(folio.currency);
  return html`<details class="more"${form.errors.payment_amount || form.errors.paid_on || form.errors.payment_reference ? ' open' : ''}><summary>Record a payment that came otherwise</summary>
<form method="post" action="${path}/payments" class="inline" id="${NEW_PAYMENT}">${renderFormToken(reply)}
${field(form, PAYMENT, 'amount', { label: `Amount in ${folio.currency}` })}
${field(form, PAYMENT, PAID_AT)}
${field(form, PAYMENT, 'reference', { maxLength: MAX_PAYMENT_REFERENCE_LENGTH })}
${field(form, PAYMENT, 'method')}
${status === 'cancelled' ? '' : field(form, PAYMENT, 'allow_overpayment')}
<button class="quiet" type="submit">Record payment</button></form></details>`;
}
