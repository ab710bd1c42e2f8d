import type { Form } from '../../../../web/form.ts';
import { somePlaces, toWhichPlaces } from '../../../../web/form-table/places.ts';
import { amount, date, defineForm, type FieldKind, oneOf } from '../../../../web/form-table.ts';
import type { SentForm } from '../../../../web/sent-form.ts';
import { toChoices } from '../../../../web/views/fields.ts';
import { readPercent } from '../../../../web/views/percent.ts';
import { someWeekdays } from './forms.ts';

const WAYS = {
  raise_percent: 'Raise by percent',
  lower_percent: 'Lower by percent',
  raise_amount: 'Raise by an amount',
  lower_amount: 'Lower by an amount',
};

const isByAmount = (form: SentForm): boolean => form.text('way').endsWith('amount');

/** The way decides between percentage and amount, and whether it has a minus. */
const howMuch = (label: string, currency: string): FieldKind => ({
  ...amount(label, currency),
  read(form, name) {
    const value = isByAmount(form) ? form.cents(name, currency) : readPercent(form, name);
    if (value === null) form.errors[name] ??= `${label} is required.`;
    return typeof value === 'number' && form.text('way').startsWith('lower') ? -value : value;
  },
});

/** `way` and `value` are the percentage or the amount of the API. */
export const buildAdjustForm = (currency: string) =>
  defineForm(
    {
      listing_ids: somePlaces('Only these places', 'Tick the places whose prices change.'),
      start_date: date('First night'),
      end_date: date('Last night'),
      weekdays: someWeekdays('Weekdays'),
      way: oneOf('What to do', toChoices(WAYS)),
      value: howMuch('By how much', currency),
      round_to: amount('Round to', currency),
    },
    { listing_ids: 'listings' },
  );

/** `roundTo` is a whole unit of the currency, as by default in the API. */
export const toNewAdjustForm = (roundTo: string): Form => ({
  values: { ...toWhichPlaces(null), way: 'raise_percent', round_to: roundTo },
  errors: {},
});

export const toAdjustPath = (path: string): string =>
  path === 'percent' || path === 'amount' ? 'value' : path;

export function toAdjustBody(form: SentForm, currency: string) {
  const { way: _way, value, ...body } = buildAdjustForm(currency).read(form);
  return { ...body, ...(isByAmount(form) ? { amount: value } : { percent: value }) };
}
