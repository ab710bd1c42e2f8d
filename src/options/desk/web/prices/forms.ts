import type { z } from 'zod';
import type { ratesSchema } from '../../../../schemas/listings/rates.ts';
import type { Form } from '../../../../web/form.ts';
import {
  amount,
  date,
  defineForm,
  type FieldKind,
  optionalAmount,
  optionalInteger,
  required,
  tick,
  ticks,
  unmarked,
  yesNo,
} from '../../../../web/form-table.ts';
import type { SentForm } from '../../../../web/sent-form.ts';
import { toChoices } from '../../../../web/views/fields.ts';

type Rates = z.infer<typeof ratesSchema>;

export const WEEKDAYS = toChoices({
  1: 'Mon',
  2: 'Tue',
  3: 'Wed',
  4: 'Thu',
  5: 'Fri',
  6: 'Sat',
  7: 'Sun',
});

const weekdays = (label: string): FieldKind => ({
  ...ticks(label, WEEKDAYS),
  read: (form, name) => form.list(name).map(Number),
});

/** If none is ticked, every day is meant. */
export const someWeekdays = (label: string): FieldKind => ({
  ...weekdays(label),
  read(form, name) {
    const ticked = form.list(name).map(Number);
    return ticked.length === 0 ? null : ticked;
  },
});

/** Null if it stays as it is. */
const change = (label: string): FieldKind => yesNo(label, { '': 'Leave as it is', yes: 'Yes', no: 'No' });

const count = (label: string): FieldKind => unmarked(optionalInteger(label));
const someAmount = (label: string, currency: string): FieldKind => unmarked(optionalAmount(label, currency));

export const buildRatesForm = (currency: string) =>
  defineForm({
    'rates.nightly': amount('A night', currency),
    'rates.weekend_nightly': someAmount('A weekend night', currency),
    'rates.weekend_days': weekdays('Weekend nights'),
    'rates.included_guests': count('Guests included'),
    'rates.extra_guest_nightly': someAmount('Each further guest', currency),
    'rates.extra_child_nightly': someAmount('Each further child', currency),
    'rules.min_stay': count('Minimum stay'),
    'rules.max_stay': count('Maximum stay'),
    'rules.advance_notice_days': count('Days of notice'),
    'rules.booking_window_days': count('Days ahead'),
    'rules.preparation_days': count('Nights empty after a stay'),
    security_deposit: someAmount('Security deposit', currency),
  });

export const buildSeasonForm = (currency: string) =>
  defineForm({
    'season.name': required('Name'),
    'season.start_date': date('First night'),
    'season.end_date': date('Last night'),
    'season.nightly': someAmount('A night', currency),
    'season.weekend_nightly': someAmount('A weekend night', currency),
    'season.min_stay': count('Minimum stay'),
    'season.max_stay': count('Maximum stay'),
  });

export const buildDaysForm = (currency: string) =>
  defineForm({
    start_date: date('From'),
    end_date: date('To'),
    weekdays: someWeekdays('Weekdays'),
    nightly: someAmount('Price of a night', currency),
    min_stay: count('Minimum stay'),
    max_stay: count('Maximum stay'),
    closed: change('Closed'),
    closed_for_arrival: change('No arrivals'),
    closed_for_departure: change('No departures'),
    clear: tick('Removing'),
  });

/** Empty if no season begins on that day. */
export const toSeasonForm = ({ seasons, currency }: Rates, startDate: string): Form => ({
  values: buildSeasonForm(currency).toValues({
    season: seasons.find(({ start_date }) => start_date === startDate),
  }),
  errors: {},
});

/** An error about all seasons is shown at the first field. */
export function toSeasonPath(path: string): string {
  const [, field = 'start_date'] = /^seasons\.\d+\.(\w+)$/.exec(path) ?? [];
  return `season.${field}`;
}

const SPAN: ReadonlySet<string> = new Set(['start_date', 'end_date', 'weekdays']);

export const isDaysChange = (range: object): boolean => Object.keys(range).some((field) => !SPAN.has(field));

/** Empty fields keep their stored values, unless everything is removed first. */
export function toDaysBody(form: SentForm, currency: string) {
  const isBack = form.isChecked('back');
  const sent = buildDaysForm(currency).read(form, (path) => isBack && !SPAN.has(path));
  const { start_date, end_date, weekdays, clear, ...fields } = sent;
  const range = { start_date, end_date, weekdays };
  if (isBack) return { ranges: [{ ...range, nightly: null }] };
  const typed = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return { ranges: [...(clear === true ? [{ ...range, clear }] : []), { ...range, ...typed }] };
}

export const toDayPath = (path: string): string => path.replace(/^ranges(\.\d+)?\.?/, '') || 'start_date';
