/** A booking's payments, invoices and deposit, with a button for each possible change of status. */

import type { FastifyReply } from 'fastify';
import { maySetPaymentStatus, maySetSecurityDepositStatus } from '../../../domain/folio/folio.ts';
import { MAX_PAYMENT_REFERENCE_LENGTH } from '../../../domain/limits.ts';
import {
  PAYMENT_METHODS,
  type PaymentStatus,
  type SecurityDepositStatus,
} from '../../../domain/vocabulary.ts';
import type { Folio } from '../../../services/bookings/read.ts';
import { renderCheckbox, renderField, renderSelect } from '../../views/fields.ts';
import { dateWithYear, presentMoney, toAmountField } from '../../views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../views/html.ts';
import { renderFormToken } from '../../views/layout.ts';
import type { PresentMoment } from '../../views/when.ts';
import { DEPOSIT_WORDS, METHOD_WORDS, PAYMENT_WORDS } from '../../views/words.ts';
import { renderInvoices } from './invoices.ts';
import {
  type FolioView,
  findStepError,
  type Question,
  renderPart,
  renderSteps,
  renderTime,
} from './parts.ts';
import { renderPlan } from './plan.ts';

const PAYMENT_STEPS: Partial<Record<PaymentStatus, string>> = {
  paid: 'Mark as paid',
  failed: 'Failed',
  scheduled: 'Not paid after all',
};
/** The name under which a refused step of the deposit is shown at the deposit. */
export const DEPOSIT = 'deposit';

const DEPOSIT_QUESTIONS: Partial<Record<SecurityDepositStatus, Question>> = {
  returned: { lead: 'The guest has all of it back. You cannot undo this.', button: 'It is returned' },
  kept: { lead: 'Your team keeps all of it. You cannot undo this.', button: 'It is kept' },
};
const DEPOSIT_STEPS: Partial<Record<SecurityDepositStatus, string>> = {
  held: 'Mark as held',
  returned: 'Returned',
  kept: 'Kept',
};

/** The option `path` is the path of the booking's page. */
export function renderFolioCard(reply: FastifyReply, view: FolioView): Html {
  const { folio, status } = view;
  const isCancelled = status === 'cancelled';
  const { currency } = folio;
  return html`<section class="card" id="folio" aria-labelledby="folio-heading">
<h2 id="folio-heading">Payments</h2>
<dl class="sums">
<div><dt>Total</dt><dd>${presentMoney(folio.grandTotalCents, currency)}</dd></div>
<div><dt>Paid</dt><dd>${presentMoney(folio.paidTotalCents, currency)}</dd></div>
<div><dt>${folio.balanceDueCents < 0 ? 'Overpaid' : 'Still due'}</dt><dd class="due">${presentMoney(Math.abs(folio.balanceDueCents), currency)}</dd></div>
${folio.cancellationFeeCents === null ? '' : html`<div><dt>Cancellation fee</dt><dd>${presentMoney(folio.cancellationFeeCents, currency)}</dd></div>`}
${folio.refundDueCents === 0 ? '' : html`<div><dt>To pay back</dt><dd class="due">${presentMoney(folio.refundDueCents, currency)}</dd></div>`}
</dl>
${renderPayments(reply, view)}
${isCancelled && folio.payableCents === 0 ? '' : renderNewPayment(reply, view)}
${renderPlan(reply, view)}
${renderInvoices(reply, view)}
${renderDeposit(reply, view)}
</section>`;
}

const renderPayments = (
  reply: FastifyReply,
  { path, presentMoment, folio, status: bookingStatus, form }: FolioView,
): Html =>
  folio.payments.length === 0
    ? html`<p class="faint">No payments.</p>`
    : renderPart(
        'Paid and planned',
        folio.payments.map((payment) => {
          const { id, amountCents, status, dueOn, refundedCents } = payment;
          const mayBe = (to: PaymentStatus) =>
            maySetPaymentStatus(status, to, folio.state) && (to !== 'scheduled' || refundedCents === 0);
          const isTooMuch = mayBe('paid') && amountCents > folio.balanceDueCents;
          return [
            dueOn === null
              ? html`<span class="faint">no date</span>`
              : html`<time datetime="${dueOn}">${dateWithYear(dueOn)}</time>`,
            presentMoney(amountCents, folio.currency),
            renderPaymentState(payment, folio.currency, presentMoment),
            html`${renderSteps(reply, { action: `${path}/payments/${id}`, more: isTooMuch ? renderOverpayment(id) : EMPTY_HTML, error: findStepError(form, id) }, PAYMENT_STEPS, (to) => mayBe(to) && to !== status)}${mayBe('refunded') ? renderRefund(reply, `${path}/payments/${id}`, payment, { folio, status: bookingStatus, form }) : ''}`,
          ];
        }),
      );

type Payment = Folio['payments'][number];

const renderPaymentState = (
  { status, paidAt, refundedCents, reference }: Payment,
  currency: string,
  presentMoment: PresentMoment,
): Html =>
  html`<span class="badge money-${status}">${PAYMENT_WORDS[status]}</span>${paidAt ? html` <span class="faint">${renderTime(paidAt, presentMoment)}</span>` : ''}${refundedCents > 0 && status === 'paid' ? html` <span class="faint">${presentMoney(refundedCents, currency)} refunded</span>` : ''}${reference === null ? '' : html` <span class="faint name">${reference}</span>`}`;

/** A box to tick if a payment may be more than what the guest owes. */
const renderOverpayment = (id: string): Html =>
  html`<span class="tick"><input type="checkbox" id="overpay-${id}" name="allow_overpayment" value="on"> <label for="overpay-${id}">May be more than what is owed</label></span>`;

/**
 * The form for refunding a payment. The suggested refund is the amount to pay back after a cancellation, or
 * else the whole payment, but never more than what is left of it.
 */
function renderRefund(
  reply: FastifyReply,
  action: string,
  { id, amountCents, refundedCents }: Payment,
  { folio: { refundDueCents, currency }, status, form }: Pick<FolioView, 'folio' | 'status' | 'form'>,
): Html {
  const isRefused = form.values.step_of === id && form.errors.refunded_amount !== undefined;
  const leftCents = amountCents - refundedCents;
  const suggestedCents = refundDueCents === 0 ? leftCents : Math.min(refundDueCents, leftCents);
  const suggested = toAmountField(suggestedCents, currency);
  const field = {
    values: { refunded_amount: isRefused ? (form.values.refunded_amount ?? '') : suggested },
    errors: isRefused ? form.errors : {},
  };
  return html`<details class="more"${isRefused ? ' open' : ''}><summary>Refund</summary>
<p class="help">A refund that is recorded stays: you cannot undo it.</p>
<form method="post" action="${action}" class="inline">${renderFormToken(reply)}
${renderField(field, { name: 'refunded_amount', id: isRefused ? 'refunded_amount' : `refund-${id}`, label: 'Amount', keys: 'decimal', isOptional: 'unmarked' })}
${status === 'cancelled' ? '' : renderLowerPrice(id, isRefused && form.values.lower_price === 'on')}
<button class="quiet small" type="submit" name="status" value="refunded">Record refund</button></form></details>`;
}

/** Goodwill: what is given back is not asked for again. */
const renderLowerPrice = (id: string, isTicked: boolean): Html =>
  html`<span class="tick"><input type="checkbox" id="lower-${id}" name="lower_price" value="on"${isTicked ? ' checked' : ''}> <label for="lower-${id}">Lower the price by what is given back</label></span>`;

const METHOD_CHOICES = [
  { value: '', name: 'Not said' },
  ...PAYMENT_METHODS.map((value) => ({ value, name: METHOD_WORDS[value] })),
];

const renderNewPayment = (
  reply: FastifyReply,
  { path, form, folio, status }: FolioView,
): Html => html`<details class="more"${form.errors.payment_amount || form.errors.paid_on || form.errors.payment_reference ? ' open' : ''}><summary>Record a payment that came otherwise</summary>
<form method="post" action="${path}/payments" class="inline">${renderFormToken(reply)}
${renderField(form, { name: 'payment_amount', label: `Amount in ${folio.currency}`, keys: 'decimal' })}
${renderField(form, { name: 'paid_on', label: 'Paid on', type: 'date', isOptional: 'unmarked' })}
${renderField(form, { name: 'payment_reference', label: 'Reference', maxLength: MAX_PAYMENT_REFERENCE_LENGTH, isOptional: 'unmarked' })}
${renderSelect(form, { name: 'payment_method', label: 'How', choices: METHOD_CHOICES, isOptional: 'unmarked' })}
${status === 'cancelled' ? '' : renderCheckbox(form, { name: 'allow_overpayment', label: 'May be more than what is owed' })}
<button class="quiet" type="submit">Record payment</button></form></details>`;

function renderDeposit(reply: FastifyReply, { path, folio, form }: FolioView): Html {
  if (!folio.deposit) return EMPTY_HTML;
  const { status, amountCents } = folio.deposit;
  const row = [
    'Security deposit',
    presentMoney(amountCents, folio.currency),
    html`<span class="badge money-${status}">${DEPOSIT_WORDS[status]}</span>`,
    renderSteps(
      reply,
      {
        action: `${path}/security-deposit`,
        questions: DEPOSIT_QUESTIONS,
        error: findStepError(form, DEPOSIT),
      },
      DEPOSIT_STEPS,
      (to) => maySetSecurityDepositStatus(status, to, folio.state) && to !== status,
    ),
  ];
  return renderPart('Security deposit', [row]);
}
