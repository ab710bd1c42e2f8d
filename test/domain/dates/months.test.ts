/** Months add up to the stays, to the cent (docs/rules.md, 24). */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, countDaysBetween } from '../../../src/domain/dates/dates.ts';
import {
  countMonths,
  createMonthsSum,
  listMonths,
  shareOfNights,
  toMonth,
} from '../../../src/domain/dates/months.ts';
import { dateBetween, itHolds } from '../../helpers/arbitraries.ts';

const cents = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.integer({ min: 0, max: 10_000_000 }));
const stay = fc
  .record({
    checkIn: dateBetween('2030-01-15', '2031-10-01'),
    nights: fc.integer({ min: 1, max: 60 }),
    currency: fc.constantFrom('EUR', 'USD'),
    units: fc.integer({ min: 1, max: 4 }),
    accommodationTotalCents: cents,
    feesTotalCents: cents,
    taxesTotalCents: cents,
    taxesIncludedTotalCents: cents,
    part: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ nights, part, ...stay }) => {
    const discountTotalCents = Math.floor((stay.accommodationTotalCents * part) / 100);
    const { accommodationTotalCents, feesTotalCents, taxesTotalCents } = stay;
    const grandTotalCents = accommodationTotalCents - discountTotalCents + feesTotalCents + taxesTotalCents;
    const checkOut = addDays(stay.checkIn, nights);
    return { ...stay, checkOut, discountTotalCents, grandTotalCents, pricedUnits: stay.units };
  });

itHolds(
  'the months of any stays add up to their totals and their nights',
  fc.property(fc.array(stay, { maxLength: 8 }), (stays) => {
    const sum = createMonthsSum(listMonths('2030-01', '2031-12'), ['EUR', 'USD']);
    for (const one of stays) sum.addStay(one);
    const figures = sum.list();
    expect(figures).toHaveLength(48);
    for (const currency of ['EUR', 'USD']) {
      const ofCurrency = stays.filter((one) => one.currency === currency);
      const inMonths = figures.filter((one) => one.currency === currency);
      for (const name of [
        'accommodationTotalCents',
        'discountTotalCents',
        'feesTotalCents',
        'taxesTotalCents',
        'taxesIncludedTotalCents',
        'grandTotalCents',
      ] as const)
        expect(inMonths.reduce((total, one) => total + one[name], 0)).toBe(
          ofCurrency.reduce((total, one) => total + one[name], 0),
        );
      expect(inMonths.reduce((total, { nightsSold }) => total + nightsSold, 0)).toBe(
        ofCurrency.reduce((total, one) => total + countDaysBetween(one.checkIn, one.checkOut) * one.units, 0),
      );
    }
  }),
);

it('an amount split over nights keeps its sum, and leftover cents go to the first nights', () => {
  const each = [0, 1, 2].map((from) => shareOfNights(1_000, 3, { from, to: from + 1 }));
  expect(each).toEqual([334, 333, 333]);
  expect(shareOfNights(-5, 2, { from: 0, to: 1 }) + shareOfNights(-5, 2, { from: 1, to: 2 })).toBe(-5);
});

it('a list of months continues across years', () => {
  expect(listMonths('2030-11', '2031-02')).toEqual(['2030-11', '2030-12', '2031-01', '2031-02']);
  expect(countMonths('2030-11', '2031-02')).toBe(4);
  expect(toMonth('2031-02-28')).toBe('2031-02');
});
