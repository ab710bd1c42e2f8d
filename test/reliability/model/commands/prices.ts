/** What a back office writes about prices: rates, rules, seasons and days (contract, section 18). */
import fc from 'fast-check';
import { notThere } from '../answers.ts';
import { anyDay, anyRates, anyRules } from '../any-team.ts';
import { command, write } from '../asking.ts';
import { type Day, nights, plus, weekday } from '../dates.ts';
import { NOBODY, picked } from '../drawing.ts';
import { type State, todayOf } from '../state.ts';
import { type DayRule, type Listing, ruleOf } from '../team.ts';
import { anyWrite, askedBy, ok } from './back-office.ts';

const shownRates = (
  state: State,
  { rates, rules, security_deposit, cancellation_policy, seasons }: Listing,
) => ({
  ...{ currency: state.team.team.currency, rates, rules, security_deposit, cancellation_policy },
  seasons: seasons.toSorted((a, b) => (a.start_date < b.start_date ? -1 : 1)),
});

/** Prices belong to no field that a listing shows, so its last change stays. */
export const changeRates = command(
  'rates',
  fc.record({
    ...anyWrite,
    rates: fc.option(anyRates.map((rates) => rates as Partial<Listing['rates']>)),
    rules: fc.option(anyRules),
    only: fc.constantFrom<(keyof Listing['rates'])[]>('nightly', 'weekend_nightly', 'extra_guest_nightly'),
    isWhole: fc.boolean(),
    keepsSeasons: fc.constantFrom(true, true, false),
  }),
  async (state, service, { rates: drawn, rules, only, isWhole, keepsSeasons, ...how }) => {
    const listing = picked(state.team.listings, how.pick);
    const rates = drawn && (isWhole ? drawn : { [only]: drawn[only] });
    const seasons = listing.seasons.slice(1);
    const body = {
      ...(rates ? { rates } : {}),
      ...(rules ? { rules } : {}),
      ...(keepsSeasons ? {} : { seasons }),
    };
    const judge = () =>
      ok(200, () => {
        listing.rates = { ...listing.rates, ...rates };
        listing.rules = { ...listing.rules, ...rules };
        if (!keepsSeasons) listing.seasons = seasons;
        return { data: shownRates(state, listing) };
      });
    const path = `/listings/${listing.id}/rates`;
    await write(state, service, 'rates', { method: 'PUT', path, body, ...askedBy(state, how), judge });
  },
);

const RULE_FIELDS = [
  'nightly',
  'min_stay',
  'max_stay',
  'closed_for_arrival',
  'closed_for_departure',
  'closed',
] as const;
const NO_RULE = {
  ...{ nightly: null, min_stay: null, max_stay: null },
  ...{ closed_for_arrival: false, closed_for_departure: false, closed: false },
};
const saysNothing = (rule: Omit<DayRule, 'date'>) =>
  RULE_FIELDS.every((field) => !rule[field] && rule[field] !== 0);

/** A range of days: where it begins, how long it is, and which of its fields are sent. */
const anyRange = fc.record({
  rule: anyDay,
  days: fc.integer({ min: 1, max: 9 }),
  weekdays: fc.constantFrom<(number[] | null)[]>(null, null, [5, 6], [1]),
  fields: fc.subarray([...RULE_FIELDS], { minLength: 1 }),
  clear: fc.constantFrom(false, false, false, true),
});
type RangeDraw = typeof anyRange extends fc.Arbitrary<infer T> ? T : never;

function rangeIn(state: State, { rule, days, weekdays, fields, clear }: RangeDraw) {
  const start_date = plus(todayOf(state), rule.offset);
  const sent = clear ? { clear } : Object.fromEntries(fields.map((field) => [field, rule[field]]));
  return { start_date, end_date: plus(start_date, days - 1), weekdays, ...sent };
}
type Range = ReturnType<typeof rangeIn>;

/** Applies ranges to a listing, one after the other. Returns the days named, and those that differ afterwards. */
function applyRanges(listing: Listing, ranges: readonly Range[]) {
  const before = new Map(listing.days.map((rule) => [rule.date, rule]));
  const named = new Set<Day>();
  for (const { start_date, end_date, weekdays, ...sent } of ranges)
    for (const date of nights(start_date, plus(end_date, 1))) {
      if (weekdays && !weekdays.includes(weekday(date))) continue;
      named.add(date);
      const { clear, ...fields } = sent as { clear?: boolean };
      const rule = { ...NO_RULE, ...(clear ? {} : ruleOf(listing, date)), ...fields, date };
      listing.days = [...listing.days.filter((one) => one.date !== date), rule];
    }
  listing.days = listing.days.filter((rule) => !named.has(rule.date) || !saysNothing(rule));
  const shown = (rule: DayRule | undefined, date: Day): DayRule => ({ ...NO_RULE, ...rule, date });
  const isSame = (date: Day) =>
    RULE_FIELDS.every(
      (field) => shown(before.get(date), date)[field] === shown(ruleOf(listing, date), date)[field],
    );
  const days = [...named].sort();
  return {
    days: days.map((date) => shown(ruleOf(listing, date), date)),
    changed: days.filter((day) => !isSame(day)),
  };
}

export const changeDays = command(
  'days',
  fc.record({
    ...anyWrite,
    ranges: fc.array(anyRange, { minLength: 1, maxLength: 3 }),
    isUnknown: fc.nat(19),
  }),
  async (state, service, { ranges: drawn, isUnknown, ...how }) => {
    const listing = picked(state.team.listings, how.pick);
    const ranges = drawn.map((one) => rangeIn(state, one));
    await write(state, service, 'days', {
      method: 'PUT',
      path: `/listings/${isUnknown === 0 ? NOBODY : listing.id}/days`,
      body: { ranges },
      ...askedBy(state, how),
      missing: isUnknown === 0 ? notThere('listing') : null,
      judge: () => ok(200, () => ({ data: applyRanges(listing, ranges).days })),
    });
  },
);

/** Two listings at once. One that is not the team's refuses both. */
export const changeManyDays = command(
  'many days',
  fc.record({
    ...anyWrite,
    ranges: fc.array(anyRange, { minLength: 1, maxLength: 2 }),
    isUnknown: fc.nat(9),
  }),
  async (state, service, { ranges: drawn, isUnknown, ...how }) => {
    const both = [picked(state.team.listings, how.pick), picked(state.team.listings, how.pick + 1)];
    const ranges = drawn.map((one) => rangeIn(state, one));
    const updates = both.map(({ id: listing_id }) => ({ listing_id, ranges }));
    if (isUnknown === 0) updates[1] = { listing_id: NOBODY, ranges };
    await write(state, service, 'many days', {
      method: 'POST',
      path: '/days',
      body: { updates },
      ...askedBy(state, how),
      unknown: isUnknown === 0 ? [['updates.1.listing_id', 'The team has no listing with this id.']] : [],
      judge: () =>
        ok(200, () => {
          const changed = both.map((listing) => applyRanges(listing, ranges).changed.length);
          const listings = changed.filter((days) => days > 0).length;
          return { data: { listings, days: changed.reduce((sum, days) => sum + days, 0) } };
        }),
    });
  },
);
