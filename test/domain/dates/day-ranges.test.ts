import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { addDays, fromDayNumber, isoWeekdayOfDate } from '../../../src/domain/dates/dates.ts';
import {
  applyRangeToDayChanges,
  countDaysOfRange,
  type DayOverrideChange,
  type DayOverrideRange,
  EMPTY_DAY_OVERRIDE,
  hasAnyOverrideValue,
  listDayNumbersOfRange,
} from '../../../src/domain/dates/day-ranges.ts';

/** The combined changes of ranges, by date. */
function resolved(ranges: readonly DayOverrideRange[]): Map<string, DayOverrideChange> {
  const changes = new Map<number, DayOverrideChange>();
  for (const one of ranges) applyRangeToDayChanges(changes, one);
  return new Map([...changes].sort(([a], [b]) => a - b).map(([day, change]) => [fromDayNumber(day), change]));
}

const range = (
  startDate: string,
  endDate: string,
  more: Partial<DayOverrideRange> = {},
): DayOverrideRange => ({
  startDate,
  endDate,
  weekdays: null,
  change: { minStay: 2 },
  ...more,
});

describe('ranges of days', () => {
  it('a range of days includes its first and its last date', () => {
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

  it('a range of days may be limited to weekdays, from 1 for Monday to 7 for Sunday', () => {
    // 2027-03-01 is a Monday.
    const weekend = range('2027-03-01', '2027-03-14', { weekdays: [6, 7] });
    expect([...resolved([weekend]).keys()]).toEqual(['2027-03-06', '2027-03-07', '2027-03-13', '2027-03-14']);
    expect(resolved([range('2027-03-01', '2027-03-14', { weekdays: [] })]).size).toBe(0);
  });

  it('if ranges of days overlap, the later one wins field by field', () => {
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

  it('a range of days has as many days as its weekdays select', () => {
    const anyWeekdays = fc.option(fc.array(fc.integer({ min: 1, max: 7 })), { nil: null });
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), anyWeekdays, (from, length, weekdays) => {
        const start = addDays('2027-01-01', from);
        const one = range(start, addDays(start, length), { weekdays });
        expect(countDaysOfRange(one)).toBe(resolved([one]).size);
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
      fc.oneof(change, fc.constant(EMPTY_DAY_OVERRIDE)),
    )
    .map(([from, length, weekdays, one]) =>
      range(addDays('2027-12-20', from), addDays('2027-12-20', from + length), { weekdays, change: one }),
    );

  it('many ranges of days give the same changes as applying them one after the other', () => {
    fc.assert(
      fc.property(fc.array(anyRange, { maxLength: 8 }), (ranges) => {
        const expected = new Map<string, object>();
        for (const { startDate, endDate, weekdays, change: one } of ranges)
          for (let date = startDate; date <= endDate; date = addDays(date, 1))
            if (weekdays === null || weekdays.includes(isoWeekdayOfDate(date)))
              expected.set(date, { ...expected.get(date), ...one });
        const changes = resolved(ranges);
        expect(changes).toEqual(expected);
        expect([...changes.keys()]).toEqual([...expected.keys()].sort());
        expect(new Set(ranges.flatMap(listDayNumbersOfRange)).size).toBe(expected.size);
      }),
    );
  });
});

describe('a day override', () => {
  test.each([{}, EMPTY_DAY_OVERRIDE, { closed: false, nightlyCents: null }])(
    '%j is no day override, because no field is set',
    (day) => {
      expect(hasAnyOverrideValue(day)).toBe(false);
    },
  );

  test.each([{ nightlyCents: 0 }, { closed: true }, { ...EMPTY_DAY_OVERRIDE, minStay: 1 }])(
    '%j is a day override',
    (day) => {
      expect(hasAnyOverrideValue(day)).toBe(true);
    },
  );

  it('a day override without any value still has every field', () => {
    expect(EMPTY_DAY_OVERRIDE).toEqual({
      nightlyCents: null,
      minStay: null,
      maxStay: null,
      closedForArrival: false,
      closedForDeparture: false,
      closed: false,
    });
  });
});
