import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays, listDatesBetween } from '../../../src/domain/dates/dates.ts';
import { createDayTermsFinder, type DayTermsSource } from '../../../src/domain/pricing/nightly-rates.ts';
import { buildPriceRuns } from '../../../src/services/availability/price-runs.ts';

const START = '2031-06-01';
const terms: DayTermsSource['terms'] = {
  nightlyCents: 10_000,
  weekendNightlyCents: null,
  weekendDays: [5, 6],
  includedGuests: null,
  extraGuestNightlyCents: 0,
  extraChildNightlyCents: null,
  maxGuests: 2,
  maxChildren: null,
  maxInfants: null,
  maxPets: 0,
  minStay: null,
  maxStay: null,
  advanceNoticeDays: null,
  bookingWindowDays: null,
  preparationDays: 0,
};

const dayArbitrary = fc.record({
  offset: fc.integer({ min: 0, max: 20 }),
  nightlyCents: fc.option(fc.constantFrom(10_000, 12_000)),
  minStay: fc.option(fc.constantFrom(1, 2)),
  closed: fc.boolean(),
});

test('runs of equal prices follow each other in order and without gaps, and neighbours differ', () => {
  fc.assert(
    fc.property(
      fc.option(fc.constantFrom(10_000, 15_000)),
      fc.uniqueArray(dayArbitrary, { selector: ({ offset }) => offset }),
      fc.integer({ min: 0, max: 21 }),
      (weekendNightlyCents, overrides, count) => {
        const days = overrides.map(({ offset, ...override }) => ({
          ...override,
          date: addDays(START, offset),
          maxStay: null,
          closedForArrival: false,
          closedForDeparture: false,
        }));
        const source = { terms: { ...terms, weekendNightlyCents }, seasons: [], days };
        const end = addDays(START, count);
        const runs = buildPriceRuns(source, START, end);
        const termsOn = createDayTermsFinder(source);
        const expected = listDatesBetween(START, end).map((date) => {
          const { baseRateCents, minStay, closed } = termsOn(date);
          return { rateCents: baseRateCents, minStay, closed };
        });
        const spread = runs.flatMap(({ from: _from, count: length, ...rest }) =>
          Array.from({ length }, () => rest),
        );
        expect(spread).toEqual(expected);
        for (const [index, run] of runs.entries()) {
          const next = runs[index + 1];
          expect(run.from).toBe(runs.slice(0, index).reduce((sum, { count: length }) => sum + length, 0));
          if (next) expect({ ...next, from: 0, count: 0 }).not.toEqual({ ...run, from: 0, count: 0 });
        }
      },
    ),
  );
});

test('a week of one price is one run of days', () => {
  const source = { terms, seasons: [], days: [] };
  expect(buildPriceRuns(source, START, addDays(START, 7))).toEqual([
    { from: 0, count: 7, rateCents: 10_000, minStay: 1, closed: false },
  ]);
});
