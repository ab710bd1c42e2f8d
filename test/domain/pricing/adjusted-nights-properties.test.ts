/** Many prices at once, and what restores them (docs/rules.md, 24.9). */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import { addDays, fromDayNumber, type StayDate } from '../../../src/domain/dates/dates.ts';
import {
  applyRangeToDayChanges,
  type DayOverrideChange,
  EMPTY_DAY_OVERRIDE,
  hasAnyOverrideValue,
  listDayNumbersOfRange,
} from '../../../src/domain/dates/day-ranges.ts';
import {
  type AdjustedNight,
  adjustNights,
  buildUndo,
  summarizeNights,
} from '../../../src/domain/pricing/adjusted-nights.ts';
import { createDayTermsFinder, type DayOverride } from '../../../src/domain/pricing/nightly-rates.ts';
import { anyDate, fewerRuns, itHolds, rateSourceFrom } from '../../helpers/arbitraries.ts';

const cents = fc.integer({ min: -200_000, max: 200_000 });
const change = fc
  .record({
    percentPpm: fc.option(fc.integer({ min: -900_000, max: 10_000_000 }), { nil: null }),
    cents,
    roundToCents: fc.oneof(fc.constantFrom(1, 100), fc.integer({ min: 1, max: 10_000 })),
  })
  .map(({ cents, ...drawn }) => ({ ...drawn, amountCents: drawn.percentPpm === null ? cents : null }));

const adjustment = anyDate.chain((startDate) =>
  fc.record({
    range: fc.record({
      startDate: fc.constant(startDate),
      endDate: fc.integer({ min: 0, max: 25 }).map((days) => addDays(startDate, days)),
      weekdays: fc.option(fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), { nil: null }),
      change: fc.constant({}),
    }),
    change,
    listings: fc
      .array(fc.tuple(fc.constantFrom('EUR', 'JPY', 'KWD'), rateSourceFrom(startDate)), {
        minLength: 1,
        maxLength: 3,
      })
      .map((drawn) =>
        drawn.map(([currency, { days, ...source }], index) => {
          const stored = days.filter(({ date, ...day }) => hasAnyOverrideValue(day));
          return { id: `listing-${index}`, currency, ...source, days: stored };
        }),
      ),
  }),
);

/** Day overrides after changes of some days: a day without any value is none. */
function applyChanges(days: readonly DayOverride[], changes: ReadonlyMap<StayDate, DayOverrideChange>) {
  const byDate = new Map(days.map((day) => [day.date, day]));
  for (const [date, changed] of changes) {
    const { date: _, ...after } = { ...EMPTY_DAY_OVERRIDE, ...byDate.get(date), ...changed, date };
    if (hasAnyOverrideValue(after)) byDate.set(date, { ...after, date });
    else byDate.delete(date);
  }
  return [...byDate.values()].toSorted((one, other) => one.date.localeCompare(other.date));
}

const inOrder = (days: readonly DayOverride[]) => applyChanges(days, new Map());

const listRaised = (nights: readonly AdjustedNight[], listingId: string) =>
  new Map(
    nights
      .filter((night) => night.listingId === listingId)
      .map(({ date, afterCents }) => [date, { nightlyCents: afterCents }]),
  );

/** What `POST /v1/days` does to each day with the ranges of an undo. */
function listRestored(undo: ReturnType<typeof buildUndo>, id: string) {
  const changes = new Map<number, DayOverrideChange>();
  const ranges = undo?.find(({ listingId }) => listingId === id)?.ranges ?? [];
  for (const { startDate, endDate, nightlyCents } of ranges)
    applyRangeToDayChanges(changes, { startDate, endDate, weekdays: null, change: { nightlyCents } });
  return new Map([...changes].map(([day, changed]) => [fromDayNumber(day), changed]));
}

describe('any adjustment of many prices', () => {
  itHolds(
    'is restored exactly by its undo, which touches only nights that the adjustment changed',
    fc.property(adjustment, ({ range, change, listings }) => {
      const dates = listDayNumbersOfRange(range).map(fromDayNumber);
      const nights = listings.flatMap((listing) => adjustNights(listing, dates, change));
      const undo = buildUndo(nights);
      for (const { id, days } of listings) {
        const raised = listRaised(nights, id);
        const restored = listRestored(undo, id);
        expect([...restored.keys()].sort()).toEqual([...raised.keys()].sort());
        expect(applyChanges(applyChanges(days, raised), restored)).toEqual(inOrder(days));
      }
    }),
    fewerRuns,
  );

  itHolds(
    'gives each changed night its new rate, leaves all others, and is summed up by currency',
    fc.property(adjustment, ({ range, change, listings }) => {
      const dates = listDayNumbersOfRange(range).map(fromDayNumber);
      const nights = listings.flatMap((listing) => adjustNights(listing, dates, change));
      for (const listing of listings) {
        const raised = listRaised(nights, listing.id);
        const days = applyChanges(listing.days, raised);
        const [findBefore, findAfter] = [
          createDayTermsFinder(listing),
          createDayTermsFinder({ ...listing, days }),
        ];
        const around = Array.from({ length: 30 }, (_, index) => addDays(range.startDate, index - 2));
        const expected = around.map((date) => {
          const terms = findBefore(date);
          return { ...terms, baseRateCents: raised.get(date)?.nightlyCents ?? terms.baseRateCents };
        });
        expect(around.map(findAfter)).toEqual(expected);
      }
      const summaries = summarizeNights(nights);
      expect(summaries.reduce((sum, { days }) => sum + days, 0)).toBe(nights.length);
      for (const night of nights) {
        const summary = summaries.find(({ currency }) => currency === night.currency);
        expect(summary?.lowestBeforeCents).toBeLessThanOrEqual(night.beforeCents);
        expect(summary?.highestBeforeCents).toBeGreaterThanOrEqual(night.beforeCents);
        expect(summary?.lowestAfterCents).toBeLessThanOrEqual(night.afterCents);
        expect(summary?.highestAfterCents).toBeGreaterThanOrEqual(night.afterCents);
      }
    }),
    fewerRuns,
  );
});
