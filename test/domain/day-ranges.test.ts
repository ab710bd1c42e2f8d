import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  type DayRange,
  daysWithin,
  NO_OVERRIDE,
  resolveRanges,
  saysSomething,
} from '../../src/domain/day-ranges.ts';
import { addDays } from '../../src/domain/stay.ts';

const range = (startDate: string, endDate: string, more: Partial<DayRange> = {}): DayRange => ({
  startDate,
  endDate,
  weekdays: null,
  change: { minStay: 2 },
  ...more,
});

describe('ranges of days (section 18)', () => {
  it('include both of their dates', () => {
    expect(resolveRanges([range('2028-02-28', '2028-03-01')])).toEqual(
      new Map([
        ['2028-02-28', { minStay: 2 }],
        ['2028-02-29', { minStay: 2 }],
        ['2028-03-01', { minStay: 2 }],
      ]),
    );
    expect([...resolveRanges([range('2027-05-05', '2027-05-05')]).keys()]).toEqual(['2027-05-05']);
    expect(resolveRanges([range('2027-05-05', '2027-05-04')]).size).toBe(0);
    expect(resolveRanges([]).size).toBe(0);
  });

  it('may name weekdays: 1 is Monday, 7 is Sunday', () => {
    // 2027-03-01 is a Monday.
    const weekend = range('2027-03-01', '2027-03-14', { weekdays: [6, 7] });
    expect([...resolveRanges([weekend]).keys()]).toEqual([
      '2027-03-06',
      '2027-03-07',
      '2027-03-13',
      '2027-03-14',
    ]);
    expect(resolveRanges([range('2027-03-01', '2027-03-14', { weekdays: [] })]).size).toBe(0);
  });

  it('apply in order and field by field, so that a later range wins', () => {
    const first = range('2027-03-01', '2027-03-02', { change: { minStay: 2, closed: true } });
    const second = range('2027-03-02', '2027-03-03', { change: { minStay: null, nightlyCents: 900 } });
    expect(resolveRanges([first, second])).toEqual(
      new Map([
        ['2027-03-01', { minStay: 2, closed: true }],
        ['2027-03-02', { minStay: null, closed: true, nightlyCents: 900 }],
        ['2027-03-03', { minStay: null, nightlyCents: 900 }],
      ]),
    );
    expect(first.change).toEqual({ minStay: 2, closed: true });
  });

  it('have as many days as they resolve to, if they do not overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 5 }), (lengths) => {
        let start = '2027-01-01';
        const ranges = lengths.map((length) => {
          const one = range(start, addDays(start, length));
          start = addDays(start, length + 1);
          return one;
        });
        expect(daysWithin(ranges)).toBe(resolveRanges(ranges).size);
      }),
    );
  });
});

describe('an override', () => {
  test.each([{}, NO_OVERRIDE, { closed: false, nightlyCents: null }])('is none if it is %j', (day) => {
    expect(saysSomething(day)).toBe(false);
  });

  test.each([{ nightlyCents: 0 }, { closed: true }, { ...NO_OVERRIDE, minStay: 1 }])(
    'is one if it is %j',
    (day) => {
      expect(saysSomething(day)).toBe(true);
    },
  );

  it('without any value has every field', () => {
    expect(NO_OVERRIDE).toEqual({
      nightlyCents: null,
      minStay: null,
      maxStay: null,
      closedForArrival: false,
      closedForDeparture: false,
      closed: false,
    });
  });
});
