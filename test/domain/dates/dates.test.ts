import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  addDays,
  addMonths,
  countDaysBetween,
  dateInZone,
  fromDayNumber,
  isoWeekdayOfDate,
  isStayDate,
  listDatesBetween,
  listNights,
  mayDateHaveBegun,
  toDayNumber,
  todayInZone,
  toInstant,
} from '../../../src/domain/dates/dates.ts';
import { anyDate, dateBetween, itHolds } from '../../helpers/arbitraries.ts';
import { words } from '../../helpers/words.ts';
import { daysInMonth, wallClock } from '../availability/calendar-rules.ts';

const two = (number: number) => String(number).padStart(2, '0');

describe('stay dates', () => {
  it('dates are converted to day numbers and back for all 400 years after which the calendar repeats', () => {
    let day = toDayNumber('2000-01-01');
    let weekday = 6; // a Saturday
    for (let year = 2000; year < 2400; year += 1) {
      const wrong: string[] = [];
      for (let month = 1; month <= 12; month += 1) {
        for (let dayOfMonth = 1; dayOfMonth <= daysInMonth(year, month); dayOfMonth += 1) {
          const date = `${year}-${two(month)}-${two(dayOfMonth)}`;
          const isRight =
            toDayNumber(date) === day &&
            fromDayNumber(day) === date &&
            isoWeekdayOfDate(date) === weekday &&
            isStayDate(date);
          if (!isRight) wrong.push(date);
          day += 1;
          weekday = (weekday % 7) + 1;
        }
      }
      expect(wrong).toEqual([]);
    }
    expect(day - toDayNumber('2000-01-01')).toBe(146_097);
  });

  it('a date is a real day, in exactly the form YYYY-MM-DD', () => {
    for (const year of [2000, 2027, 2028, 2100]) {
      for (let month = 0; month <= 13; month += 1) {
        for (let dayOfMonth = 0; dayOfMonth <= 32; dayOfMonth += 1) {
          const isReal =
            month >= 1 && month <= 12 && dayOfMonth >= 1 && dayOfMonth <= daysInMonth(year, month);
          expect(isStayDate(`${year}-${two(month)}-${two(dayOfMonth)}`)).toBe(isReal);
        }
      }
    }
  });

  it.each([
    '',
    'today',
    'infinity',
    '2027-1-5',
    '2027-02-30',
    '27-01-05',
    ' 2027-01-05',
    '2027-01-05\n',
    '2027-01-05T00:00',
    '+02027-01-05',
    '2027/01/05',
    '２０２７-01-05',
  ])('%j is not a date', (text) => {
    expect(isStayDate(text)).toBe(false);
  });

  it('days before 1970 are dates too', () => {
    expect(toDayNumber('1969-12-31')).toBe(-1);
    expect(isoWeekdayOfDate('1969-12-31')).toBe(3);
  });

  it('adding and subtracting days works over 29 February and the end of a year', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-02-28', 1)).toBe('2027-03-01');
    expect(addDays('2028-01-01', -1)).toBe('2027-12-31');
  });

  itHolds(
    'addDays and daysBetween undo each other',
    fc.property(anyDate, fc.integer({ min: -4_000, max: 4_000 }), (date, days) => {
      expect(countDaysBetween(date, addDays(date, days))).toBe(days);
      expect(addDays(date, days) > date).toBe(days > 0);
    }),
  );

  it('nights of a stay are counted by dates, so changing clocks do not matter', () => {
    expect(listNights({ checkIn: '2027-03-27', checkOut: '2027-03-29' })).toEqual([
      '2027-03-27',
      '2027-03-28',
    ]);
    expect(countDaysBetween('2027-10-30', '2027-11-01')).toBe(2);
  });

  it('the nights of a stay do not include the check-out day', () => {
    expect(listNights({ checkIn: '2027-12-30', checkOut: '2028-01-02' })).toEqual([
      '2027-12-30',
      '2027-12-31',
      '2028-01-01',
    ]);
    expect(listDatesBetween('2027-01-02', '2027-01-02')).toEqual([]);
    expect(listDatesBetween('2027-01-02', '2027-01-01')).toEqual([]);
  });

  it('an invalid date is refused instead of giving NaN', () => {
    expect(() => toDayNumber('soon')).toThrow(new RangeError('Not a date: "soon"'));
    // The characters just before and after the digits.
    for (const text of ['2027-0/-01', '2027-01-:1', '/027-01-01', '202:-01-01'])
      expect(() => toDayNumber(text)).toThrow(new RangeError(`Not a date: "${text}"`));
  });
});

const zones = words(`
  UTC Europe/Lisbon America/New_York America/St_Johns Asia/Kathmandu Australia/Lord_Howe
  Africa/Casablanca Pacific/Kiritimati Pacific/Pago_Pago`);

const instant = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2199, 11, 31) });

describe('today', () => {
  it('today is another date on each side of the date line', () => {
    const now = new Date('2027-01-01T10:30:00Z');
    expect(todayInZone('Pacific/Kiritimati', now)).toBe('2027-01-02');
    expect(todayInZone('UTC', now)).toBe('2027-01-01');
    expect(todayInZone('Pacific/Pago_Pago', now)).toBe('2026-12-31');
  });

  it('today changes at local midnight', () => {
    expect(todayInZone('Europe/Lisbon', new Date('2027-07-01T22:59:59.999Z'))).toBe('2027-07-01');
    expect(todayInZone('Europe/Lisbon', new Date('2027-07-01T23:00:00.000Z'))).toBe('2027-07-02');
  });

  it('today changes at local midnight in zones that are off by half an hour', () => {
    expect(todayInZone('Asia/Kolkata', new Date('2027-07-01T18:29:59.999Z'))).toBe('2027-07-01');
    expect(todayInZone('Asia/Kolkata', new Date('2027-07-01T18:30:00.000Z'))).toBe('2027-07-02');
  });

  itHolds(
    'today is the date that Intl gives, in every time zone at any instant',
    fc.property(fc.constantFrom(...zones), instant, (zone, ms) => {
      expect(todayInZone(zone, new Date(ms))).toBe(wallClock(zone, new Date(ms)).slice(0, 10));
    }),
  );

  it('today in a time zone is computed at most once a second', () => {
    const first = new Date('2027-07-01T22:59:59.001Z');
    const later = new Date('2027-07-01T22:59:59.999Z');
    const looks = vi.spyOn(later, 'getTime');
    todayInZone('Europe/Lisbon', first);
    expect(todayInZone('Europe/Lisbon', later)).toBe('2027-07-01');
    // It looks at the second, and no further.
    expect(looks).toHaveBeenCalledTimes(1);
  });

  it('today in an unknown time zone is refused', () => {
    expect(() => todayInZone('Europe/Nowhere', new Date(0))).toThrow(
      new RangeError('Not a time zone: "Europe/Nowhere"'),
    );
  });
});

describe('dates around the Earth', () => {
  it('a date may have begun somewhere on Earth from 24 hours before it begins in UTC', () => {
    expect(mayDateHaveBegun('2027-07-02', new Date('2027-07-01T00:00:00Z'))).toBe(true);
    expect(mayDateHaveBegun('2027-07-02', new Date('2027-06-30T23:59:59.999Z'))).toBe(false);
  });

  itHolds(
    'a date that has begun in some time zone has always begun somewhere',
    fc.property(fc.constantFrom(...zones), instant, (zone, ms) => {
      expect(mayDateHaveBegun(dateInZone(zone, new Date(ms)), new Date(ms))).toBe(true);
    }),
  );
});

describe('local times', () => {
  it.each([
    ['2027-01-15', '11:00', 'Europe/Lisbon', '2027-01-15T11:00:00.000Z'],
    ['2027-07-15', '11:00', 'Europe/Lisbon', '2027-07-15T10:00:00.000Z'],
    ['2027-03-28', '11:00', 'Europe/Lisbon', '2027-03-28T10:00:00.000Z'],
    ['2027-10-31', '11:00', 'Europe/Lisbon', '2027-10-31T11:00:00.000Z'],
    ['2027-07-15', '00:00', 'Pacific/Kiritimati', '2027-07-14T10:00:00.000Z'],
    ['2027-07-15', '23:59', 'Pacific/Pago_Pago', '2027-07-16T10:59:00.000Z'],
    ['2027-07-15', '10:30', 'Asia/Kathmandu', '2027-07-15T04:45:00.000Z'],
  ])('local time %s %s in %s is the instant %s', (date, time, zone, instant) => {
    expect(toInstant(date, time, zone).toISOString()).toBe(instant);
  });

  it('a local time that occurs twice when clocks are put back is the first of the two', () => {
    expect(toInstant('2027-10-31', '01:30', 'Europe/Lisbon').toISOString()).toBe('2027-10-31T00:30:00.000Z');
    expect(toInstant('2027-11-07', '01:30', 'America/New_York').toISOString()).toBe(
      '2027-11-07T05:30:00.000Z',
    );
    expect(toInstant('2027-04-04', '01:45', 'Australia/Lord_Howe').toISOString()).toBe(
      '2027-04-03T14:45:00.000Z',
    );
  });

  it('a local time that does not exist when clocks are put forward is moved by the gap', () => {
    const inGap = toInstant('2027-03-14', '02:30', 'America/New_York');
    expect(wallClock('America/New_York', inGap)).toBe('2027-03-14 03:30');
    // Samoa crossed the date line and skipped 30 December 2011.
    const skipped = toInstant('2011-12-30', '11:00', 'Pacific/Apia');
    expect(wallClock('Pacific/Apia', skipped)).toBe('2011-12-31 11:00');
  });

  const minutes = fc.integer({ min: 0, max: 1_439 });
  // The years in which these zones change their clocks most, also close to the changes.
  const date = fc.oneof(
    dateBetween('2024-01-01', '2032-12-31'),
    fc.constantFrom('2027-03-28', '2027-10-31', '2027-03-14', '2027-11-07', '2027-04-04', '2027-10-03'),
  );
  itHolds(
    'the instant of a local time shows that time in its zone and is the earliest one, unless clocks skip that time',
    fc.property(fc.constantFrom(...zones), date, minutes, (zone, day, minute) => {
      const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
      const instant = toInstant(day, time, zone);
      const shownAt = (ms: number) => wallClock(zone, new Date(ms)) === `${day} ${time}`;
      // Clocks are put back by an hour, on Lord Howe by half an hour.
      expect([1_800_000, 3_600_000].some((ms) => shownAt(instant.getTime() - ms))).toBe(false);
      expect(shownAt(instant.getTime()) || wallClock(zone, instant) > `${day} ${time}`).toBe(true);
    }),
  );
});

describe('months', () => {
  it.each([
    ['2027-01-15', 1, '2027-02-15'],
    ['2027-01-31', 1, '2027-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2027-12-31', 2, '2028-02-29'],
    ['2027-03-31', -1, '2027-02-28'],
    ['2027-01-01', -1, '2026-12-01'],
    ['2027-06-30', 13, '2028-07-30'],
    ['2027-06-30', 0, '2027-06-30'],
  ])('%s plus %i months is %s', (date, months, expected) => {
    expect(addMonths(date, months)).toBe(expected);
  });
});
