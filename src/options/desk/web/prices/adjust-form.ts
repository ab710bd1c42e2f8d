import type { Form } from '../../../../web/form.ts';
import { amount, date, defineForm } from '../../../../web/form-table.ts';
import type { Labels, SentForm } from '../../../../web/sent-form.ts';
import { readPercent } from '../../../../web/views/percent.ts';
import { someWeekdays } from './forms.ts';

export const buildAdjustForm = (currency: string) =>
  defineForm({
    start_date: date('First night'),
    end_date: date('Last night'),
    weekdays: someWeekdays('Weekdays'),
    round_to: amount('Round to', currency),
  });

export const findAdjustLabels = (currency: string): Labels => ({
  ...buildAdjustForm(currency).labels,
  listings: 'Only these places',
  value: 'By how much',
});

export const WAYS = {
  raise_percent: 'Raise by percent',
  lower_percent: 'Lower by percent',
  raise_amount: 'Raise by an amount',
  lower_amount: 'Lower by an amount',
};

/** `roundTo` is a whole unit of the currency, as by default in the API. */
export const toNewAdjustForm = (roundTo: string): Form => ({
  values: { places: 'all', way: 'raise_percent', round_to: roundTo },
  errors: {},
});

export function toAdjustField(path: string): string {
  if (path.startsWith('listing_ids')) return 'listings';
  return { percent: 'value', amount: 'value' }[path] ?? path.replace(/\..*/, '');
}

export function toAdjustBody(form: SentForm, currency: string) {
  const isOfSome = form.text('places') === 'some';
  const ids = form.list('listings');
  if (isOfSome && ids.length === 0) form.errors.listings = 'Tick the places whose prices change.';
  const way = form.text('way');
  const sign = way.startsWith('lower') ? -1 : 1;
  const isPercent = !way.endsWith('amount');
  const value = isPercent ? readPercent(form, 'value') : form.cents('value', currency);
  if (value === null) form.errors.value ??= 'By how much is required.';
  const signed = typeof value === 'number' ? sign * value : value;
  return {
    ...buildAdjustForm(currency).read(form),
    ...(isPercent ? { percent: signed } : { amount: signed }),
    listing_ids: isOfSome ? ids : null,
  };
}
