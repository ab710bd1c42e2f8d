import type { FastifyReply } from 'fastify';
import { findBookingChangeRefusal } from '../../../../../domain/booking.ts';
import { isStayDate, type StayDate } from '../../../../../domain/dates/dates.ts';
import { MAX_PLANNED_PAYMENTS } from '../../../../../domain/limits.ts';
import type { Folio } from '../../../../../services/bookings/read.ts';
import type { Form } from '../../../../../web/form.ts';
import { computeFormVersion, type Labels, type SentForm } from '../../../../../web/sent-form.ts';
import { renderField, renderHidden } from '../../../../../web/views/fields.ts';
import { presentMoney, toAmountField } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import type { FolioView } from './parts.ts';

/** Errors about all payments together are shown at the group of rows. */
const ALL = 'plan';
/** The hash of the payments that the form's sender saw. */
export const PLAN_SEEN = 'plan_seen';
const EMPTY_ROWS = 2;
const ROWS = Array.from({ length: MAX_PLANNED_PAYMENTS }, (_, row) => row);
type Part = 'amount' | 'due_on';
const nameOf = (row: number, part: Part): string => `${ALL}_${row}_${part}`;

export const PLAN_LABELS: Labels = {
  [ALL]: 'The payments',
  ...Object.fromEntries(
    ROWS.flatMap((row) => [
      [nameOf(row, 'amount'), `The amount of payment ${row + 1}`],
      [nameOf(row, 'due_on'), `The day of payment ${row + 1}`],
    ]),
  ),
};
const IS_PAST = 'must not be before today.';
const IS_EARLIER = 'must not be before that of the payment above.';

const listScheduled = ({ payments }: Folio) => payments.filter(({ status }) => status === 'scheduled');

/** To notice changes by others. */
export const computePlanVersion = (folio: Folio): string =>
  computeFormVersion([
    folio.payableCents,
    folio.paymentPlan,
    listScheduled(folio).map(({ amountCents, dueOn }) => [amountCents, dueOn]),
  ]);

const toPlanValues = (folio: Folio): Record<string, string> =>
  Object.fromEntries(
    listScheduled(folio).flatMap(({ amountCents, dueOn }, row) => [
      [nameOf(row, 'amount'), toAmountField(amountCents, folio.currency)],
      [nameOf(row, 'due_on'), dueOn ?? ''],
    ]),
  );

type SentPayment = { row: number; amount: number | null; due_on: string };

/**
 * Without the rows in which nothing was typed. A day that is past, or before that of the row above, is refused
 * at its row.
 */
export function readPlan(form: SentForm, currency: string, today: StayDate): SentPayment[] {
  // The group also counts as a field, so that errors about the sum can stand there.
  form.cents(ALL, currency);
  const rows = ROWS.map((row) => ({
    row,
    amount: form.cents(nameOf(row, 'amount'), currency),
    due_on: form.text(nameOf(row, 'due_on')).trim(),
  })).filter(({ row, due_on }) => form.values[nameOf(row, 'amount')]?.trim() || due_on !== '');
  let latest = today;
  for (const { row, due_on } of rows) {
    if (!isStayDate(due_on)) continue;
    const name = nameOf(row, 'due_on');
    if (due_on < latest) form.errors[name] = `${PLAN_LABELS[name]} ${due_on < today ? IS_PAST : IS_EARLIER}`;
    else latest = due_on;
  }
  return rows;
}

/** Such as `plan_2_amount` for `payments.1.amount`, if row 1 of the form is empty. */
export function toPlanField(path: string, rows: readonly SentPayment[]): string {
  const [, index = '-1', part] = /^payments\.(\d+)\.(amount|due_on)$/.exec(path) ?? [];
  const row = rows[Number(index)]?.row;
  return row === undefined ? ALL : nameOf(row, part === 'amount' ? 'amount' : 'due_on');
}

/** A plan that the team has made can be set back to its terms. */
export function renderPlan(reply: FastifyReply, { path, status, folio, form }: FolioView): Html {
  const { payableCents, paymentPlan, currency } = folio;
  const mayPlan = findBookingChangeRefusal(status) === null;
  if (!mayPlan || (payableCents === 0 && paymentPlan === null)) return EMPTY_HTML;
  const isRefused = form.values[PLAN_SEEN] !== undefined;
  const shown = isRefused ? form : { values: toPlanValues(folio), errors: {} };
  const error = shown.errors[ALL];
  const used = ROWS.findLast(
    (row) => shown.values[nameOf(row, 'amount')] || shown.values[nameOf(row, 'due_on')],
  );
  return html`<details class="more"${isRefused ? ' open' : ''}><summary>Change the plan</summary>
<form method="post" action="${path}/payment-plan">${renderFormToken(reply)}${renderHidden({ [PLAN_SEEN]: computePlanVersion(folio) })}
<fieldset class="field"${error ? html` aria-describedby="${ALL}-error"` : ''}><legend id="${ALL}" tabindex="-1">When ${presentMoney(payableCents, currency)} is to be paid</legend>
<p class="help">The payments add up to what is owed. An emptied row is left out.${paymentPlan === null ? ' Now they follow your team’s terms.' : ''}</p>
${error ? html`<p class="error" id="${ALL}-error">${error}</p>` : ''}
${payableCents === 0 ? '' : ROWS.slice(0, (used ?? -1) + 1 + EMPTY_ROWS).map((row) => renderRow(shown, row, currency))}</fieldset>
<div class="actions">${payableCents === 0 ? '' : html`<button class="quiet" type="submit" name="step" value="save">Save the plan</button>`}
${paymentPlan === null ? '' : html`<button class="quiet" type="submit" name="step" value="terms">Back to your team’s terms</button>`}</div></form></details>`;
}

const renderRow = (form: Form, row: number, currency: string): Html => html`<div class="fields">
${renderField(form, { name: nameOf(row, 'amount'), label: `Amount of payment ${row + 1}`, keys: 'decimal', unit: currency, isOptional: 'unmarked' })}
${renderField(form, { name: nameOf(row, 'due_on'), label: `Day of payment ${row + 1}`, type: 'date', isOptional: 'unmarked' })}</div>`;
