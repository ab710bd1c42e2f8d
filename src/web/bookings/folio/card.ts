/** A booking's payments, invoices and deposit, with a button for each possible change of status. */

import type { FastifyReply } from 'fastify';
import {
  maySetInvoiceStatus,
  maySetPaymentStatus,
  maySetSecurityDepositStatus,
} from '../../../domain/folio/folio.ts';
import { doesInvoiceStay, listUncredited, sumInvoicesCents } from '../../../domain/folio/invoices.ts';
import { MAX_PAYMENT_REFERENCE_LENGTH } from '../../../domain/limits.ts';
import {
  type InvoiceStatus,
  PAYMENT_METHODS,
  type PaymentStatus,
  type SecurityDepositStatus,
} from '../../../domain/vocabulary.ts';
import type { Folio } from '../../../services/bookings/read.ts';
import type { Form } from '../../form.ts';
import { renderCheckbox, renderField, renderSelect } from '../../views/fields.ts';
import { dateWithYear, presentMoney, toAmountField } from '../../views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../views/html.ts';
import { renderFormToken } from '../../views/layout.ts';
import type { PresentMoment } from '../../views/when.ts';
import {
  DEPOSIT_WORDS,
  DRAFT,
  INVOICE_KIND_WORDS,
  INVOICE_WORDS,
  METHOD_WORDS,
  PAYMENT_WORDS,
} from '../../views/words.ts';

const PAYMENT_STEPS: Partial<Record<PaymentStatus, string>> = {
  paid: 'Mark as paid',
  failed: 'Failed',
  scheduled: 'Not paid after all',
};
/** The name under which a refused step of the deposit is shown at the deposit. */
export const DEPOSIT = 'deposit';

/** The name under which a refused invoice that would be missing is shown below the invoices. */
export const MISSING_INVOICE = 'missing_invoice';

/** What a step that cannot be undone says before it is taken, and its button. */
type Question = { lead: string; button: string };
const INVOICE_QUESTIONS: Partial<Record<InvoiceStatus, Question>> = {
  void: {
    lead: 'It stays in the list, no longer counts, and cannot be opened again. Its number is not used again.',
    button: 'Void this invoice',
  },
};
const DRAFT_QUESTIONS: Partial<Record<InvoiceStatus, Question>> = {
  issued: {
    lead: 'It gets the next number, and never changes from then on: what is wrong is credited. You cannot undo this.',
    button: 'Issue this invoice',
  },
  paid: {
    lead: 'It is issued too: it gets the next number, and never changes from then on. You cannot undo this.',
    button: 'Issue it as paid',
  },
  void: { lead: 'The draft disappears. It can be made anew below.', button: 'Remove this draft' },
};
const DEPOSIT_QUESTIONS: Partial<Record<SecurityDepositStatus, Question>> = {
  returned: { lead: 'The guest has all of it back. You cannot undo this.', button: 'It is returned' },
  kept: { lead: 'Your team keeps all of it. You cannot undo this.', button: 'It is kept' },
};
const INVOICE_STEPS: Partial<Record<InvoiceStatus, string>> = {
  issued: 'Issue',
  paid: 'Mark as paid',
  void: 'Void',
};
const DEPOSIT_STEPS: Partial<Record<SecurityDepositStatus, string>> = {
  held: 'Mark as held',
  returned: 'Returned',
  kept: 'Kept',
};

/** The option `path` is the path of the booking's page. */
export function renderFolioCard(reply: FastifyReply, view: View): Html {
  const { folio, isCancelled } = view;
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
${renderInvoices(reply, view)}
${renderDeposit(reply, view)}
</section>`;
}

type View = {
  path: string;
  presentMoment: PresentMoment;
  folio: Folio;
  isCancelled: boolean;
  /** The form for recording a payment that was not planned. */
  form: Form;
};

const renderPayments = (
  reply: FastifyReply,
  { path, presentMoment, folio, isCancelled, form }: View,
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
            html`${renderSteps(reply, { action: `${path}/payments/${id}`, more: isTooMuch ? renderOverpayment(id) : EMPTY_HTML, error: findStepError(form, id) }, PAYMENT_STEPS, (to) => mayBe(to) && to !== status)}${mayBe('refunded') ? renderRefund(reply, `${path}/payments/${id}`, payment, { folio, isCancelled, form }) : ''}`,
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

export const renderTime = (at: Date, presentMoment: PresentMoment): Html =>
  html`<time datetime="${at.toISOString()}">${presentMoment(at)}</time>`;

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
  { folio: { refundDueCents, currency }, isCancelled, form }: Pick<View, 'folio' | 'isCancelled' | 'form'>,
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
${isCancelled ? '' : renderLowerPrice(id, isRefused && form.values.lower_price === 'on')}
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
  { path, form, folio, isCancelled }: View,
): Html => html`<details class="more"${form.errors.payment_amount || form.errors.paid_on || form.errors.payment_reference ? ' open' : ''}><summary>Record a payment that came otherwise</summary>
<form method="post" action="${path}/payments" class="inline">${renderFormToken(reply)}
${renderField(form, { name: 'payment_amount', label: `Amount in ${folio.currency}`, keys: 'decimal' })}
${renderField(form, { name: 'paid_on', label: 'Paid on', type: 'date', isOptional: 'unmarked' })}
${renderField(form, { name: 'payment_reference', label: 'Reference', maxLength: MAX_PAYMENT_REFERENCE_LENGTH, isOptional: 'unmarked' })}
${renderSelect(form, { name: 'payment_method', label: 'How', choices: METHOD_CHOICES, isOptional: 'unmarked' })}
${isCancelled ? '' : renderCheckbox(form, { name: 'allow_overpayment', label: 'May be more than what is owed' })}
<button class="quiet" type="submit">Record payment</button></form></details>`;

const CREDIT_QUESTION: Question = {
  lead: 'A credit note takes it back in whole. You cannot undo this. What is then missing can be issued anew, with the address of today.',
  button: 'Credit this invoice',
};

/** Why the invoices do not add up is known to the team: one was voided or credited by hand. */
const renderMissingInvoice = (reply: FastifyReply, { path, folio, form }: View): Html => {
  const missingCents = folio.invoiceableCents - sumInvoicesCents(folio.invoices);
  const error = findStepError(form, MISSING_INVOICE);
  return folio.state === 'closed' || missingCents === 0 || folio.invoices.length === 0
    ? EMPTY_HTML
    : html`<form method="post" action="${path}/invoices">${renderFormToken(reply)}
<p class="help">The invoices do not add up to the ${folio.state === 'fee' ? 'cancellation fee' : 'total'}: ${presentMoney(missingCents, folio.currency)} is missing.</p>
<button class="quiet small" type="submit">Issue what is missing</button>${error === null ? '' : html`<p class="error">${error}</p>`}</form>`;
};

const renderInvoices = (reply: FastifyReply, view: View): Html =>
  html`${renderInvoiceList(reply, view)}${renderMissingInvoice(reply, view)}`;

const renderInvoiceList = (reply: FastifyReply, { path, presentMoment, folio, form }: View): Html => {
  const creditable = listUncredited(folio.invoices).filter(({ invoice }) => doesInvoiceStay(invoice));
  const mayCredit = (id: string) => creditable.some(({ invoice }) => invoice.id === id);
  return folio.invoices.length === 0
    ? EMPTY_HTML
    : renderPart(
        'Invoices',
        folio.invoices.map(({ id, kind, number, amountCents, status, issuedAt }) => [
          html`${kind === 'credit_note' ? `${INVOICE_KIND_WORDS[kind]} ` : ''}<a class="name" href="${path}/invoices/${id}">${number ?? DRAFT}</a>${issuedAt === null ? '' : html` <span class="faint">${renderTime(issuedAt, presentMoment)}</span>`}`,
          presentMoney(amountCents, folio.currency),
          issuedAt === null
            ? html`<span class="badge">Not issued</span>`
            : html`<span class="badge money-${status}">${INVOICE_WORDS[status]}</span>`,
          renderSteps(
            reply,
            {
              action: `${path}/invoices/${id}`,
              questions: {
                ...INVOICE_QUESTIONS,
                ...(issuedAt === null ? DRAFT_QUESTIONS : {}),
                credit: CREDIT_QUESTION,
              },
              error: findStepError(form, id),
            },
            { ...INVOICE_STEPS, ...(issuedAt === null ? { void: 'Remove' } : {}), credit: 'Credit' },
            (to) => (to === 'credit' ? mayCredit(id) : maySetInvoiceStatus(status, to, folio.state)),
          ),
        ]),
      );
};

function renderDeposit(reply: FastifyReply, { path, folio, form }: View): Html {
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

/** A line for each payment, invoice or deposit: its name, its amount, its status and its buttons. */
const renderPart = (
  label: string,
  rows: readonly (readonly (string | Html)[])[],
): Html => html`<h3>${label}</h3>
<ul class="parts">${rows.map(
  ([what = '', amount = '', status = '', next = '']) =>
    html`<li><span>${what}</span><span>${amount}</span><span>${status}</span>${next}</li>`,
)}</ul>`;

/** What is wrong with the refused step of a payment, an invoice or the deposit, save what stands at the refund's field. */
function findStepError({ values, errors }: Form, part: string): string | null {
  if (values.step_of !== part) return null;
  const { refunded_amount: _atField, ...others } = errors;
  return Object.values(others).join(' ') || null;
}

type StepsView<Status extends string> = {
  action: string;
  more?: Html;
  questions?: Partial<Record<Status, Question>>;
  error: string | null;
};

/**
 * A button for each allowed change of status, after the element `more`. A step that cannot be undone first
 * opens its question.
 */
function renderSteps<Status extends string>(
  reply: FastifyReply,
  { action, more = EMPTY_HTML, questions = {}, error }: StepsView<Status>,
  words: Partial<Record<Status, string>>,
  isAllowed: (to: Status) => boolean,
): Html {
  const allowed = (Object.entries(words) as [Status, string][]).filter(([to]) => isAllowed(to));
  return allowed.length === 0
    ? EMPTY_HTML
    : html`<form method="post" action="${action}">${renderFormToken(reply)}${more}${allowed.map(
        ([to, text]) => renderStep(to, text, questions[to]),
      )}${error === null ? '' : html`<p class="error">${error}</p>`}</form>`;
}

const renderStep = (to: string, text: string, question: Question | undefined): Html =>
  question === undefined
    ? html`<button class="quiet small" type="submit" name="status" value="${to}">${text}</button>`
    : html`<details class="more"><summary>${text}</summary><p class="help">${question.lead}</p>
<button class="quiet small danger" type="submit" name="status" value="${to}">${question.button}</button></details>`;
