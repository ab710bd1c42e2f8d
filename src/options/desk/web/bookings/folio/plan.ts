import type { FastifyReply } from 'fastify';
import { findBookingChangeRefusal } from '../../../../../domain/booking.ts';
import { isStayDate, type StayDate } from '../../../../../domain/dates/dates.ts';
import { MAX_PLANNED_PAYMENTS } from '../../../../../domain/limits.ts';
import { presentFolio } from '../../../../../schemas/bookings/folio.ts';
import type { Folio } from '../../../../../services/bookings/read.ts';
import type { Form } from '../../../../../web/form.ts';
import { defineRows } from '../../../../../web/form-table/rows.ts';
import { amount, date, unmarked } from '../../../../../web/form-table.ts';
import { computeFormVersion, readForm, type SentForm } from '../../../../../web/sent-form.ts';
import { renderHidden } from '../../../../../web/views/fields.ts';
import { presentMoney } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';
import { renderFormToken } from '../../../../../web/views/layout.ts';
import type { FolioView } from './parts.ts';

/** Errors about all payments together are shown at the group of rows. */
const ALL = 'plan';
/** The hash of the payments that the form's sender saw. */
export const PLAN_SEEN = 'plan_seen';
const EMPTY_ROWS = 2;

const definePlan = (currency: string) =>
  defineRows(
    ALL,
    (number) => ({
      amount: unmarked(amount(`The amount of payment ${number}`, currency)),
      due_on: unmarked(date(`The day of payment ${number}`)),
    }),
    { max: MAX_PLANNED_PAYMENTS, path: 'payments' },
  );

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

const toPlanValues = (folio: Folio): Record<string, string> => {
  const payments = presentFolio(folio).payments.filter(({ status }) => status === 'scheduled');
  return definePlan(folio.currency).toValues({ payments });
};

/** Errors about the sum stand at the group of rows. */
export function openPlan(sent: unknown, currency: string): SentForm {
  const PLAN = definePlan(currency);
  const labels = { ...PLAN.labels, [ALL]: 'The payments' };
  return readForm(sent, labels, (path, values) =>
    path === 'payments' ? ALL : (PLAN.findName(path, values) ?? ALL),
  );
}

/** A day that is past, or before that of the row above, is refused at its row. */
export function readPlan(form: SentForm, currency: string, today: StayDate): object[] {
  const PLAN = definePlan(currency);
  // The group also counts as a field, so that its errors give amounts in the currency.
  form.cents(ALL, currency);
  const rows = PLAN.readItems(form);
  let latest = today;
  for (const { row, item } of rows) {
    const dueOn = String(item.due_on);
    if (!isStayDate(dueOn)) continue;
    const name = PLAN.nameOf(row, 'due_on');
    if (dueOn < latest) form.errors[name] = `${PLAN.labels[name]} ${dueOn < today ? IS_PAST : IS_EARLIER}`;
    else latest = dueOn;
  }
  return rows.map(({ item }) => item);
}

/** A plan that the team has made can be set back to its terms. */
export function renderPlan(reply: FastifyReply, { path, status, folio, form }: FolioView): Html {
  const { payableCents, paymentPlan, currency } = folio;
  const mayPlan = findBookingChangeRefusal(status) === null;
  if (!mayPlan || (payableCents === 0 && paymentPlan === null)) return EMPTY_HTML;
  const isRefused = form.values[PLAN_SEEN] !== undefined;
  const shown = isRefused ? form : { values: toPlanValues(folio), errors: {} };
  const error = shown.errors[ALL];
  const PLAN = definePlan(currency);
  const used = PLAN.findFilled(shown.values).at(-1) ?? -1;
  const rows = [...Array(MAX_PLANNED_PAYMENTS).keys()].slice(0, used + 1 + EMPTY_ROWS);
  return html`<details class="more"${isRefused ? ' open' : ''}><summary>Change the plan</summary>
<form method="post" action="${path}/payment-plan">${renderFormToken(reply)}${renderHidden({ [PLAN_SEEN]: computePlanVersion(folio) })}
<fieldset class="field"${error ? html` aria-describedby="${ALL}-error"` : ''}><legend id="${ALL}" tabindex="-1">When ${presentMoney(payableCents, currency)} is to be paid</legend>
<p class="help">The payments add up to what is owed. An emptied row is left out.${paymentPlan === null ? ' Now they follow your team’s terms.' : ''}</p>
${error ? html`<p class="error" id="${ALL}-error">${error}</p>` : ''}
${payableCents === 0 ? '' : rows.map((row) => renderRow(shown, row, currency))}</fieldset>
<div class="actions">${payableCents === 0 ? '' : html`<button class="quiet" type="submit" name="step" value="save">Save the plan</button>`}
${paymentPlan === null ? '' : html`<button class="quiet" type="submit" name="step" value="terms">Back to your team’s terms</button>`}</div></form></details>`;
}

const renderRow = (form: Form, row: number, currency: string): Html => {
  const PLAN = definePlan(currency);
  return html`<div class="fields">
${PLAN.field(form, row, 'amount', { label: `Amount of payment ${row + 1}`, unit: currency })}
${PLAN.field(form, row, 'due_on', { label: `Day of payment ${row + 1}` })}</div>`;
};
