/** The lines that a team adds to a booking's price by hand. */
import { MAX_ADJUSTMENTS, MAX_NAME_LENGTH } from '../../../../../domain/limits.ts';
import type { PriceAdjustment } from '../../../../../domain/pricing/adjustments.ts';
import type { Form } from '../../../../../web/form.ts';
import type { SentForm } from '../../../../../web/sent-form.ts';
import { renderField, renderHidden, renderSelect } from '../../../../../web/views/fields.ts';
import { toAmountField } from '../../../../../web/views/format.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';

const ROWS = Array.from({ length: MAX_ADJUSTMENTS }, (_, row) => row);
const nameOfRow = (row: number, part: 'id' | 'name' | 'amount' | 'taxable') => `line_${row}_${part}`;

/** What lowers the price is taxed unless somebody says otherwise. */
const TAXED = [
  { value: 'lowering', name: 'If it lowers the price' },
  { value: 'yes', name: 'Yes' },
  { value: 'no', name: 'No' },
];

export const LINE_LABELS: Record<string, string> = {
  adjustments: 'The list of lines',
  ...Object.fromEntries(
    ROWS.flatMap((row) => [
      [nameOfRow(row, 'name'), 'What it is for'],
      [nameOfRow(row, 'amount'), 'Amount'],
    ]),
  ),
};

/** Such as `line_2_amount` for `adjustments.2.amount`. */
export function findLineField(path: string): string | null {
  const [, row, part] = /^adjustments\.(\d+)\.(name|amount)$/.exec(path) ?? [];
  return row === undefined ? null : `line_${row}_${part}`;
}

export const toLineValues = (
  adjustments: readonly PriceAdjustment[],
  currency: string,
): Record<string, string> =>
  Object.fromEntries(
    adjustments.flatMap(({ id, name, amountCents, taxable }, row) => [
      [nameOfRow(row, 'id'), id],
      [nameOfRow(row, 'name'), name],
      [nameOfRow(row, 'amount'), toAmountField(amountCents, currency)],
      [nameOfRow(row, 'taxable'), taxable ? 'yes' : 'no'],
    ]),
  );

/** One more row is empty. A line whose name and amount are emptied is removed. */
export function renderLineFields(form: Form, currency: string): Html {
  const isUsed = (row: number) =>
    Boolean(form.values[nameOfRow(row, 'name')] || form.values[nameOfRow(row, 'amount')]);
  const used = ROWS.findLast(isUsed) ?? -1;
  return html`${ROWS.slice(0, used + 2).map((row) => renderRow(form, row, currency))}
<datalist id="line-names"><option value="Late check-out"></option><option value="Early check-in"></option><option value="Goodwill"></option></datalist>`;
}

function renderRow(form: Form, row: number, currency: string): Html {
  const id = form.values[nameOfRow(row, 'id')] ?? '';
  const amount = {
    name: nameOfRow(row, 'amount'),
    label: 'Amount',
    keys: 'decimal',
    unit: currency,
    isOptional: 'unmarked',
    help: row === 0 ? 'With a minus it lowers the price.' : undefined,
  } as const;
  return html`<div class="fields">${id === '' ? EMPTY_HTML : renderHidden({ [nameOfRow(row, 'id')]: id })}
${renderField(form, { name: nameOfRow(row, 'name'), label: 'What it is for', maxLength: MAX_NAME_LENGTH, list: 'line-names', isOptional: 'unmarked' })}
${renderField(form, amount)}
${renderSelect(form, { name: nameOfRow(row, 'taxable'), label: 'Taxes of the nights count it', choices: id === '' ? TAXED : TAXED.slice(1), isOptional: 'unmarked' })}</div>`;
}

/** Without the rows that are empty. */
export function readLines(form: SentForm, currency: string): object[] {
  const rows = ROWS.map((row) => {
    const name = form.optional(nameOfRow(row, 'name'));
    const amount = form.cents(nameOfRow(row, 'amount'), currency, { mayBeNegative: true });
    const taxed = form.text(nameOfRow(row, 'taxable'));
    const taxable = taxed === 'yes' || (taxed !== 'no' && amount !== null && amount < 0);
    return { id: form.optional(nameOfRow(row, 'id')), name, amount, taxable };
  });
  const isEmpty = ({ name, amount }: (typeof rows)[number], row: number) =>
    name === null && amount === null && form.errors[nameOfRow(row, 'amount')] === undefined;
  const filled = rows.filter((line, row) => !isEmpty(line, row));
  moveRows(
    form,
    rows.flatMap((line, row) => (isEmpty(line, row) ? [] : [row])),
  );
  return filled;
}

/** So that each row has the number of its line in the request, and errors stand at the right one. */
function moveRows({ values, errors }: SentForm, filled: readonly number[]): void {
  const before = { values: { ...values }, errors: { ...errors } };
  for (const row of ROWS)
    for (const part of ['id', 'name', 'amount', 'taxable'] as const) {
      const [to, from] = [nameOfRow(row, part), nameOfRow(filled[row] ?? -1, part)];
      values[to] = before.values[from] ?? '';
      delete errors[to];
      if (before.errors[from] !== undefined) errors[to] = before.errors[from];
    }
}
