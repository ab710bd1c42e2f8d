import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, isoWeekday } from '../../src/domain/dates.ts';
import {
  countDays,
  type DayRange,
  daysWithin,
  NO_OVERRIDE,
  resolveRanges,
  saysSomething,
} from '../../src/domain/day-ranges.ts';
import { atOnce, type Steps } from '../../src/domain/steps.ts';

const resolved = (ranges: readonly DayRange[]) => atOnce(resolveRanges(ranges));

const range = (startDate: string, endDate: string, more: Partial<DayRange> = {}): DayRange => ({
  startDate,
  endDate,
  weekdays: null,
  change: { minStay: 2 },
  ...more,
});

describe('ranges of days (section 18)', () => {
  it('include both of their dates', () => {
    expect(resolved([range('2028-02-28', '2028-03-01')])).toEqual(
      new Map([
        ['2028-02-28', { minStay: 2 }],
        ['2028-02-29', { minStay: 2 }],
        ['2028-03-01', { minStay: 2 }],
      ]),
    );
    expect([...resolved([range('2027-05-05', '2027-05-05')]).keys()]).toEqual(['2027-05-05']);
    expect(resolved([range('2027-05-05', '2027-05-04')]).size).toBe(0);
    expect(resolved([]).size).toBe(0);
  });

  it('may name weekdays: 1 is Monday, 7 is Sunday', () => {
    // 2027-03-01 is a Monday.
    const weekend = range('2027-03-01', '2027-03-14', { weekdays: [6, 7] });
    expect([...resolved([weekend]).keys()]).toEqual(['2027-03-06', '2027-03-07', '2027-03-13', '2027-03-14']);
    expect(resolved([range('2027-03-01', '2027-03-14', { weekdays: [] })]).size).toBe(0);
  });

  it('apply in order and field by field, so that a later range wins', () => {
    const first = range('2027-03-01', '2027-03-02', { change: { minStay: 2, closed: true } });
    const second = range('2027-03-02', '2027-03-03', { change: { minStay: null, nightlyCents: 900 } });
    expect(resolved([first, second])).toEqual(
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
        expect(daysWithin(ranges)).toBe(resolved(ranges).size);
      }),
    );
  });
});

describe('many ranges of days', () => {
  const change = fc.record(
    {
      nightlyCents: fc.option(fc.nat(3), { nil: null }),
      minStay: fc.option(fc.nat(3), { nil: null }),
      closed: fc.boolean(),
    },
    { requiredKeys: [] },
  );
  const anyRange = fc
    .tuple(
      fc.nat(40),
      fc.nat(30),
      fc.option(fc.subarray([1, 2, 3, 4, 5, 6, 7]), { nil: null }),
      fc.oneof(change, fc.constant(NO_OVERRIDE)),
    )
    .map(([from, length, weekdays, one]) =>
      range(addDays('2027-12-20', from), addDays('2027-12-20', from + length), { weekdays, change: one }),
    );

  it('have the changes and the number of days that they have one after the other', () => {
    fc.assert(
      fc.property(fc.array(anyRange, { maxLength: 8 }), fc.nat(60), (ranges, limit) => {
        const expected = new Map<string, object>();
        for (const { startDate, endDate, weekdays, change: one } of ranges)
          for (let date = startDate; date <= endDate; date = addDays(date, 1))
            if (weekdays === null || weekdays.includes(isoWeekday(date)))
              expected.set(date, { ...expected.get(date), ...one });
        const changes = resolved(ranges);
        expect(changes).toEqual(expected);
        expect([...changes.keys()]).toEqual([...expected.keys()].sort());
        expect(atOnce(countDays(ranges, 1_000))).toBe(expected.size);
        expect(atOnce(countDays(ranges, limit))).toBe(Math.min(expected.size, limit + 1));
      }),
    );
  });

  const stepsOf = (work: Steps<unknown>): number => {
    let steps = 0;
    while (!work.next().done) steps += 1;
    return steps;
  };
  const century = range('2000-01-01', '2099-12-31');
  const DAYS = 36_525;

  it('take as many steps as they have days, however many ranges name each day', () => {
    const often = Array.from({ length: 27 }, () => century);
    expect(stepsOf(countDays(often, DAYS))).toBe(DAYS + 27);
    // The days themselves, their one field, and their dates in order.
    const steps = stepsOf(resolveRanges(often));
    expect(steps).toBeGreaterThanOrEqual(3 * DAYS);
    expect(steps).toBeLessThanOrEqual(3 * (DAYS + 27));
  });

  it('are counted only up to the limit', () => {
    expect(stepsOf(countDays([century, century], 1_000))).toBe(1_000);
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
