import type { Form } from '../../../../web/form.ts';
import type { Labels, SentForm } from '../../../../web/sent-form.ts';
import { readPercent } from '../../../../web/views/percent.ts';

export const ADJUST_LABELS: Labels = {
  places: 'Places',
  listings: 'Only these places',
  start_date: 'First night',
  end_date: 'Last night',
  weekdays: 'Weekdays',
  way: 'What to do',
  value: 'By how much',
  round_to: 'Round to',
};

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
  const weekdays = form.list('weekdays').map(Number);
  return {
    listing_ids: isOfSome ? ids : null,
    start_date: form.text('start_date'),
    end_date: form.text('end_date'),
    weekdays: weekdays.length === 0 ? null : weekdays,
    ...(isPercent ? { percent: signed } : { amount: signed }),
    round_to: form.cents('round_to', currency),
  };
}
