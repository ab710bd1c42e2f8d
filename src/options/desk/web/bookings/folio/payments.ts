import type { FastifyReply } from 'fastify';
import { maySetPaymentStatus } from '../../../../../domain/folio/folio.ts';
import type { PaymentStatus } from '../../../../../domain/vocabulary.ts';
import type { Folio } from '../../../../../services/bookings/read.ts';
import { emptyForm, type Form } from '../../../../../web/form.ts';
import { field } from '../../../../../web/form-table.ts';
import { dateWithYear, presentMoney, toAmountField } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import type { PresentMoment } from '../../../../../web/views/when.ts';
import { METHOD_WORDS, PAYMENT_WORDS } from '../../../../../web/views/words.ts';
import { definePaymentStep, PAID_AT, STEP_METHOD, STEP_PAID_ON } from './forms.ts';
import { isLate } from './late.ts';
import { type FolioView, findStepError, renderPart, renderSteps, renderTime } from './parts.ts';

const PAYMENT_STEPS: Partial<Record<PaymentStatus, string>> = {
  paid: 'Mark as paid',
  failed: 'Failed',
  scheduled: 'Not paid after all',
};
/** What is due back is asked for at the last payment that has enough left of it, or else at the last one. */
function findRefundable({ payments, refundDueCents }: Folio): string | undefined {
  if (refundDueCents === 0) return undefined;
  const paid = payments.filter(({ status }) => status === 'paid').toReversed();
  const enough = paid.find(({ amountCents, refundedCents }) => amountCents - refundedCents >= refundDueCents);
  return (enough ?? paid[0])?.id;
}

export function renderPayments(reply: FastifyReply, view: FolioView): Html {
  const { path, presentMoment, folio, status: bookingStatus, today, form } = view;
  if (folio.payments.length === 0) return html`<p class="faint">No payments.</p>`;
  const refundable = findRefundable(folio);
  const renderRow = (payment: Payment) => {
    const { id, amountCents, status, dueOn, refundedCents } = payment;
    const mayBe = (to: PaymentStatus) =>
      maySetPaymentStatus(status, to, folio.state) && (to !== 'scheduled' || refundedCents === 0);
    const isTooMuch = mayBe('paid') && amountCents > folio.balanceDueCents;
    const action = `${path}/payments/${id}`;
    const more = mayBe('paid')
      ? renderPaidFields(id, { form, isTooMuch, currency: folio.currency })
      : EMPTY_HTML;
    const steps = renderSteps(
      reply,
      { action, usual: bookingStatus === 'pending' ? [] : ['paid'], more, error: findStepError(form, id) },
      PAYMENT_STEPS,
      (to) => mayBe(to) && to !== status,
    );
    const refund = mayBe('refunded')
      ? renderRefund(reply, action, payment, {
          folio,
          status: bookingStatus,
          form,
          isDue: id === refundable,
        })
      : EMPTY_HTML;
    return [
      dueOn === null
        ? html`<span class="faint">no date</span>`
        : html`<time datetime="${dueOn}">${dateWithYear(dueOn)}</time>`,
      presentMoney(amountCents, folio.currency),
      renderPaymentState(payment, isLate(payment, bookingStatus, today), {
        currency: folio.currency,
        presentMoment,
      }),
      html`${steps}${refund}`,
    ];
  };
  return renderPart(folio.payments.map(renderRow));
}

type Payment = Folio['payments'][number];

const renderPaymentState = (
  { status, paidAt, method, refunds, reference }: Payment,
  isLate: boolean,
  { currency, presentMoment }: { currency: string; presentMoment: PresentMoment },
): Html =>
  html`<span class="badge ${isLate ? 'bad' : `money-${status}`}">${PAYMENT_WORDS[status]}${isLate ? ', late' : ''}</span>${paidAt ? html` <span class="faint">${renderTime(paidAt, presentMoment)}</span>` : ''}${method === null ? '' : html` <span class="faint">${METHOD_WORDS[method]}</span>`}${reference === null ? '' : html` <span class="faint name">${reference}</span>`}${refunds.map((refund) => renderMadeRefund(refund, currency, presentMoment))}`;

/** An earlier version did not note when a refund was made. */
const renderMadeRefund = (
  { amountCents, refundedAt, reference }: Payment['refunds'][number],
  currency: string,
  presentMoment: PresentMoment,
): Html =>
  html`<br><span class="faint">${presentMoney(amountCents, currency)} refunded${refundedAt === null ? '' : html` ${renderTime(new Date(refundedAt), presentMoment)}`}${reference === null ? '' : html` <span class="name">${reference}</span>`}</span>`;

/** If they are empty, the payment came now, and its method is not known. */
function renderPaidFields(
  id: string,
  { form, isTooMuch, currency }: { form: Form; isTooMuch: boolean; currency: string },
): Html {
  const PAYMENT_STEP = definePaymentStep(currency);
  const isRefused =
    form.values.step_of === id && [STEP_PAID_ON, STEP_METHOD].some((name) => form.errors[name] !== undefined);
  const shown: Form = isRefused ? form : emptyForm;
  const idOf = (name: string) => (isRefused ? name : `${name}-${id}`);
  return html`<details class="more"${isRefused ? ' open' : ''}><summary>Day and method</summary>
${field(shown, PAYMENT_STEP, PAID_AT, { id: idOf(STEP_PAID_ON) })}
${field(shown, PAYMENT_STEP, 'method', { id: idOf(STEP_METHOD) })}</details>${isTooMuch ? field(shown, PAYMENT_STEP, 'allow_overpayment', { id: `overpay-${id}` }) : ''}`;
}

/**
 * Suggests the amount to pay back after a cancellation, or else the whole payment, but never more than what is
 * left of it.
 */
function renderRefund(
  reply: FastifyReply,
  action: string,
  { id, amountCents, refundedCents }: Payment,
  {
    folio: { refundDueCents, currency },
    status,
    form,
    isDue,
  }: Pick<FolioView, 'folio' | 'status' | 'form'> & { isDue: boolean },
): Html {
  const isRefused = form.values.step_of === id && form.errors.refunded_amount !== undefined;
  const leftCents = amountCents - refundedCents;
  const suggestedCents = refundDueCents === 0 ? leftCents : Math.min(refundDueCents, leftCents);
  const suggested = toAmountField(suggestedCents, currency);
  const shown = {
    values: { refunded_amount: isRefused ? (form.values.refunded_amount ?? '') : suggested },
    errors: isRefused ? form.errors : {},
  };
  return html`<details class="more"${isRefused || isDue ? ' open' : ''}><summary>Refund</summary>
<p class="help">A refund that is recorded stays: you cannot undo it.${status === 'cancelled' || refundDueCents > 0 ? '' : ' What is given back is owed again, unless it lowers the price.'}</p>
<form method="post" action="${action}" class="inline">${renderFormToken(reply)}
${field(shown, definePaymentStep(currency), 'refunded_amount', { id: isRefused ? 'refunded_amount' : `refund-${id}`, label: 'Amount' })}
${status === 'cancelled' ? '' : renderLowerPrice(id, isRefused && form.values.lower_price === 'on')}
<button class="${isDue ? 'small' : 'quiet small'}" type="submit" name="status" value="refunded">Record refund</button></form></details>`;
}

/** Goodwill: what is given back is not asked for again. No field of the API, which gets a line by hand as well. */
const renderLowerPrice = (id: string, isTicked: boolean): Html =>
  html`<span class="tick"><input type="checkbox" id="lower-${id}" name="lower_price" value="on"${isTicked ? ' checked' : ''}> <label for="lower-${id}">Lower the price by what is given back</label></span>`;
