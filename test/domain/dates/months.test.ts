/** Months in their order (docs/rules.md, 24). */
import { expect, it } from 'vitest';
import { countMonths, listMonths, toMonth } from '../../../src/domain/dates/months.ts';

it('a list of months continues across years', () => {
  expect(listMonths('2030-11', '2031-02')).toEqual(['2030-11', '2030-12', '2031-01', '2031-02']);
  expect(countMonths('2030-11', '2031-02')).toBe(4);
  expect(toMonth('2031-02-28')).toBe('2031-02');
});
