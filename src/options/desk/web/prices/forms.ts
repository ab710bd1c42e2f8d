import type { z } from 'zod';
import type { ratesSchema } from '../../../../schemas/listings/rates.ts';
import type { Form } from '../../../../web/form.ts';
import type { SentForm } from '../../../../web/sent-form.ts';
import { toAmountField, toNumberField } from '../../../../web/views/format.ts';

type Rates = z.infer<typeof ratesSchema>;

export const OWN_LABELS = {
  rates_nightly: 'A night',
  rates_weekend_nightly: 'A weekend night',
  rates_weekend_days: 'Weekend nights',
  rates_included_guests: 'Guests included',
  rates_extra_guest_nightly: 'Each further guest',
  rates_extra_child_nightly: 'Each further child',
  rules_min_stay: 'Minimum stay',
  rules_max_stay: 'Maximum stay',
  rules_advance_notice_days: 'Days of notice',
  rules_booking_window_days: 'Days ahead',
  rules_preparation_days: 'Nights empty after a stay',
  security_deposit: 'Security deposit',
};
export const SEASON_LABELS = {
  season_name: 'Name',
  season_start_date: 'First night',
  season_end_date: 'Last night',
  season_nightly: 'A night',
  season_weekend_nightly: 'A weekend night',
  season_min_stay: 'Minimum stay',
  season_max_stay: 'Maximum stay',
};
export const DAY_LABELS = {
  start_date: 'From',
  end_date: 'To',
  weekdays: 'Weekdays',
  nightly: 'Price of a night',
  min_stay: 'Minimum stay',
  max_stay: 'Maximum stay',
  closed: 'Closed',
  closed_for_arrival: 'No arrivals',
  closed_for_departure: 'No departures',
  clear: 'Removing',
};

export function toOwnForm({ rates, rules, security_deposit, currency }: Rates): Form {
  const cents = (value: number | null) => toAmountField(value, currency);
  const values = {
    rates_nightly: cents(rates.nightly),
    rates_weekend_nightly: cents(rates.weekend_nightly),
    rates_weekend_days: rates.weekend_days.join(','),
    rates_included_guests: toNumberField(rates.included_guests),
    rates_extra_guest_nightly: cents(rates.extra_guest_nightly),
    rates_extra_child_nightly: cents(rates.extra_child_nightly),
    rules_min_stay: toNumberField(rules.min_stay),
    rules_max_stay: toNumberField(rules.max_stay),
    rules_advance_notice_days: toNumberField(rules.advance_notice_days),
    rules_booking_window_days: toNumberField(rules.booking_window_days),
    rules_preparation_days: toNumberField(rules.preparation_days),
    security_deposit: cents(security_deposit),
  };
  return { values, errors: {} };
}

export const toOwnBody = (form: SentForm, currency: string) => ({
  rates: {
    nightly: form.cents('rates_nightly', currency),
    weekend_nightly: form.cents('rates_weekend_nightly', currency),
    weekend_days: form.list('rates_weekend_days').map(Number),
    included_guests: form.integer('rates_included_guests'),
    extra_guest_nightly: form.cents('rates_extra_guest_nightly', currency),
    extra_child_nightly: form.cents('rates_extra_child_nightly', currency),
  },
  rules: {
    min_stay: form.integer('rules_min_stay'),
    max_stay: form.integer('rules_max_stay'),
    advance_notice_days: form.integer('rules_advance_notice_days'),
    booking_window_days: form.integer('rules_booking_window_days'),
    preparation_days: form.integer('rules_preparation_days'),
  },
  security_deposit: form.cents('security_deposit', currency),
});

/** Empty if no season begins on that day. */
export function toSeasonForm({ seasons, currency }: Rates, startDate: string): Form {
  const season = seasons.find(({ start_date }) => start_date === startDate);
  if (!season) return { values: {}, errors: {} };
  const cents = (value: number | null) => toAmountField(value, currency);
  const values = {
    season_name: season.name,
    season_start_date: season.start_date,
    season_end_date: season.end_date,
    season_nightly: cents(season.nightly),
    season_weekend_nightly: cents(season.weekend_nightly),
    season_min_stay: toNumberField(season.min_stay),
    season_max_stay: toNumberField(season.max_stay),
  };
  return { values, errors: {} };
}

export const toSeasonBody = (form: SentForm, currency: string) => ({
  name: form.text('season_name'),
  start_date: form.text('season_start_date'),
  end_date: form.text('season_end_date'),
  nightly: form.cents('season_nightly', currency),
  weekend_nightly: form.cents('season_weekend_nightly', currency),
  min_stay: form.integer('season_min_stay'),
  max_stay: form.integer('season_max_stay'),
});

export function toSeasonField(path: string): string {
  const [, field] = /^seasons\.\d+\.(\w+)$/.exec(path) ?? [];
  return field ? `season_${field}` : 'season_start_date';
}

/** Empty fields keep their stored values, unless everything is removed first. */
export function toDaysBody(form: SentForm, currency: string) {
  const span = { start_date: form.text('start_date'), end_date: form.text('end_date') };
  const weekdays = form.list('weekdays').map(Number);
  const range = weekdays.length === 0 ? span : { ...span, weekdays };
  if (form.isChecked('back')) return { ranges: [{ ...range, nightly: null }] };
  const fields = {
    nightly: form.cents('nightly', currency),
    min_stay: form.integer('min_stay'),
    max_stay: form.integer('max_stay'),
    closed: parseYesNo(form.text('closed')),
    closed_for_arrival: parseYesNo(form.text('closed_for_arrival')),
    closed_for_departure: parseYesNo(form.text('closed_for_departure')),
  };
  const typedFields = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  const isCleared = form.isChecked('clear');
  return { ranges: [...(isCleared ? [{ ...range, clear: true }] : []), { ...range, ...typedFields }] };
}

const parseYesNo = (word: string): boolean | string | null =>
  word === '' ? null : word === 'yes' ? true : word === 'no' ? false : word;

export const toDayField = (path: string): string => path.replace(/^ranges(\.\d+)?\.?/, '') || 'start_date';
