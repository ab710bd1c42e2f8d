/** Months in their order (docs/rules.md, 24). */
import { expect, it } from 'vitest';
import { countMonths, createMonthsSum, listMonths, toMonth } from '../../../src/domain/dates/months.ts';

it('a list of months continues across years', () => {
  expect(listMonths('2030-11', '2031-02')).toEqual(['2030-11', '2030-12', '2031-01', '2031-02']);
  expect(countMonths('2030-11', '2031-02')).toBe(4);
  expect(toMonth('2031-02-28')).toBe('2031-02');
});

it.each([
  [1, 200, 1],
  [1, 201, 0],
  [5, 200, 3],
  [1, 3, 33],
  [2, 3, 67],
])(
  'the occupancy of %i of %i nights is rounded half up to %i percent',
  (nightsSold, nightsAvailable, percent) => {
    const sum = createMonthsSum(['2031-05'], ['EUR']);
    sum.add('2031-05', 'EUR', { nightsSold, nightsAvailable });
    expect(sum.list()).toMatchObject([{ occupancyPercent: percent }]);
  },
);

it.each([
  [-1, 2, 0],
  [-3, 2, -1],
  [-4, 3, -1],
  [-5, 3, -2],
])('an average of %i cents over %i nights is rounded half up to %i cents', (cents, nightsPriced, average) => {
  const sum = createMonthsSum(['2031-05'], ['EUR']);
  sum.add('2031-05', 'EUR', { discountTotalCents: -cents, nightsPriced });
  expect(sum.list()).toMatchObject([{ averageNightlyCents: average }]);
});
