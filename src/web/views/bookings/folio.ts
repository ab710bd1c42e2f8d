/** A booking's payments, invoices and deposit, with the steps that each can take. */

import type { FastifyReply } from 'fastify';
import { html } from 'ghtml';
import { maySetDeposit, maySetInvoice, maySetPayment } from '../../../domain/folio.ts';
import type { DepositStatus, InvoiceStatus, PaymentStatus } from '../../../domain/vocabulary.ts';
import type { Folio } from '../../../services/bookings/reading.ts';
import { dateWithYear, money } from '../../shown.ts';
import { dateOf } from '../../when.ts';
import { DEPOSIT_WORDS, INVOICE_WORDS, PAYMENT_WORDS } from '../../words.ts';
import { formToken, type Html } from '../layout.ts';

const PAYMENT_STEPS: Partial<Record<PaymentStatus, string>> = {
  paid: 'Mark as paid',
  failed: 'Failed',
  refunded: 'Refunded',
};
const INVOICE_STEPS: Partial<Record<InvoiceStatus, string>> = { paid: 'Mark as paid', void: 'Void' };
const DEPOSIT_STEPS: Partial<Record<DepositStatus, string>> = {
  held: 'Mark as held',
  returned: 'Returned',
  kept: 'Kept',
};

/** `path` is the booking's page. */
export function folioCard(reply: FastifyReply, { path, folio, isCancelled }: View): Html {
  const { currency } = folio;
  return html`<section class="card" id="folio" aria-labelledby="folio-heading">
<h2 id="folio-heading">Folio</h2>
<dl class="sums">
<div><dt>Total</dt><dd>${money(folio.grandTotalCents, currency)}</dd></div>
<div><dt>Paid</dt><dd>${money(folio.paidTotalCents, currency)}</dd></div>
<div><dt>${folio.balanceDueCents < 0 ? 'Overpaid' : 'Still due'}</dt><dd class="due">${money(Math.abs(folio.balanceDueCents), currency)}</dd></div>
</dl>
!${payments(reply, { path, folio, isCancelled })}
!${invoices(reply, { path, folio, isCancelled })}
!${deposit(reply, { path, folio, isCancelled })}
</section>`;
}

type View = { path: string; folio: Folio; isCancelled: boolean };

const payments = (reply: FastifyReply, { path, folio, isCancelled }: View): Html =>
  folio.payments.length === 0
    ? '<p class="faint">No payments.</p>'
    : part(
        'Payments',
        folio.payments.map(({ id, amountCents, status, dueOn, paidAt }) => [
          dueOn === null
            ? '<span class="faint">no date</span>'
            : html`<time datetime="${dueOn}">${dateWithYear(dueOn)}</time>`,
          html`${money(amountCents, folio.currency)}`,
          html`<span class="badge money-${status}">${PAYMENT_WORDS[status]}</span>!${paidAt ? html` <span class="faint">${dateOf(paidAt)}</span>` : ''}`,
          steps(
            reply,
            `${path}/payments/${id}`,
            PAYMENT_STEPS,
            (to) => maySetPayment(status, to, isCancelled) && to !== status,
          ),
        ]),
      );

const invoices = (reply: FastifyReply, { path, folio, isCancelled }: View): Html =>
  folio.invoices.length === 0
    ? ''
    : part(
        'Invoices',
        folio.invoices.map(({ id, number, amountCents, status, issuedAt }) => [
          html`<span class="name">${number}</span> <span class="faint">${dateOf(issuedAt)}</span>`,
          html`${money(amountCents, folio.currency)}`,
          html`<span class="badge money-${status}">${INVOICE_WORDS[status]}</span>`,
          steps(
            reply,
            `${path}/invoices/${id}`,
            INVOICE_STEPS,
            (to) => maySetInvoice(status, to, isCancelled) && to !== status,
          ),
        ]),
      );

function deposit(reply: FastifyReply, { path, folio, isCancelled }: View): Html {
  if (!folio.deposit) return '';
  const { status, amountCents } = folio.deposit;
  const row = [
    'Security deposit',
    html`${money(amountCents, folio.currency)}`,
    html`<span class="badge money-${status}">${DEPOSIT_WORDS[status]}</span>`,
    steps(
      reply,
      `${path}/security-deposit`,
      DEPOSIT_STEPS,
      (to) => maySetDeposit(status, to, isCancelled) && to !== status,
    ),
  ];
  return part('Security deposit', [row]);
}

/** A line for each: what it is, its amount, its status and its steps. */
const part = (label: string, rows: readonly (readonly Html[])[]): Html => html`<h3>${label}</h3>
<ul class="parts">!${rows.map(
  ([what = '', amount = '', status = '', next = '']) =>
    html`<li><span>!${what}</span><span class="amount">!${amount}</span><span>!${status}</span>!${next}</li>`,
)}</ul>`;

/** A button for each allowed step. */
function steps<Status extends string>(
  reply: FastifyReply,
  action: string,
  words: Partial<Record<Status, string>>,
  isAllowed: (to: Status) => boolean,
): Html {
  const allowed = (Object.entries(words) as [Status, string][]).filter(([to]) => isAllowed(to));
  return allowed.length === 0
    ? ''
    : html`<form method="post" action="${action}" class="steps-form">!${formToken(reply)}!${allowed.map(
        ([to, text]) =>
          html`<button class="quiet small" type="submit" name="status" value="${to}">${text}</button>`,
      )}</form>`;
}
