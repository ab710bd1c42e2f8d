/** The lines that a team adds to a booking's price by hand. */
import { chooseLanguage } from '../../../../../domain/languages/choose.ts';
import { type Language, type LanguageCode, languages } from '../../../../../domain/languages/languages.ts';
import { MAX_ADJUSTMENTS, MAX_NAME_LENGTH } from '../../../../../domain/limits.ts';
import { presentBareBooking } from '../../../../../schemas/bookings/booking.ts';
import type { Booking } from '../../../../../services/bookings/read.ts';
import type { Form } from '../../../../../web/form.ts';
import { defineRows } from '../../../../../web/form-table/rows.ts';
import { amount, type FieldKind, oneOf, optional, unmarked } from '../../../../../web/form-table.ts';
import type { SentForm } from '../../../../../web/sent-form.ts';
import { renderHidden } from '../../../../../web/views/fields.ts';
import { EMPTY_HTML, type Html, html } from '../../../../../web/views/html.ts';

type LineNamesByHand = Language['linesByHand'];

/** What lowers the price is taxed unless somebody says otherwise. */
const TAXED = [
  { value: 'lowering', name: 'If it lowers the price' },
  { value: 'yes', name: 'Yes' },
  { value: 'no', name: 'No' },
];

/** A new line has none. */
const lineId = (label: string): FieldKind => ({
  ...optional(label),
  draw: ({ values }, { name }) => (values[name] ? renderHidden({ [name]: values[name] }) : EMPTY_HTML),
});

const taxed = (label: string): FieldKind => ({
  ...unmarked(oneOf(label, TAXED)),
  show: (value) => (value === true ? 'yes' : 'no'),
});

/** A line whose name and amount are emptied is removed. */
export const defineLines = (currency: string) =>
  defineRows(
    'line',
    () => ({
      name: unmarked(optional('What it is for')),
      amount: {
        ...unmarked(amount('Amount', currency)),
        read: (form, name) => form.cents(name, currency, { mayBeNegative: true }),
      },
      taxable: taxed('Taxes of the nights count it'),
      id: lineId('The line'),
    }),
    {
      max: MAX_ADJUSTMENTS,
      path: 'adjustments',
      isEmpty: (text, field) => field === 'id' || field === 'taxable' || text.trim() === '',
    },
  );

/** An error about all of them stands above the form. */
export const LINES_LABEL = { adjustments: 'The list of lines' };

export const toLineValues = (stored: Booking): Record<string, string> =>
  defineLines(stored.booking.currency).toValues(presentBareBooking(stored));

export function readLines(form: SentForm, currency: string): object[] {
  const { nameOf, findFilled, findShown, readItems } = defineLines(currency);
  const lines = readItems(form).map(({ item }) => {
    const lowers = item.taxable !== 'no' && typeof item.amount === 'number' && item.amount < 0;
    return { ...item, taxable: item.taxable === 'yes' || lowers };
  });
  // What is typed into an emptied row next is a new line.
  const filled = findFilled(form.values);
  for (const row of findShown(form.values)) if (!filled.includes(row)) form.values[nameOf(row, 'id')] = '';
  return lines;
}

/** In the language in which the guest is written to (docs/rules.md, 26.40). */
export const findLineNames = (
  offered: readonly LanguageCode[],
  { booking, guest }: Pick<Booking, 'booking' | 'guest'>,
): LineNamesByHand => languages[chooseLanguage(offered, booking.language, guest.language)].linesByHand;

export function renderLineFields(form: Form, currency: string, names: LineNamesByHand): Html {
  const LINES = defineLines(currency);
  const renderRow = (row: number): Html => {
    const isNew = !form.values[LINES.nameOf(row, 'id')];
    const help = row === 0 ? 'With a minus it lowers the price.' : undefined;
    return html`<div class="fields">${LINES.field(form, row, 'id')}
${LINES.field(form, row, 'name', { maxLength: MAX_NAME_LENGTH, list: 'line-names' })}
${LINES.field(form, row, 'amount', { unit: currency, help })}
${LINES.field(form, row, 'taxable', { choices: isNew ? TAXED : TAXED.slice(1) })}</div>`;
  };
  return html`${LINES.findShown(form.values).slice(0, MAX_ADJUSTMENTS).map(renderRow)}
<datalist id="line-names">${[names.lateCheckOut, names.earlyCheckIn, names.goodwill].map((name) => html`<option value="${name}"></option>`)}</datalist>`;
}
