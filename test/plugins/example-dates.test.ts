import { expect, test } from 'vitest';
import { addDays, countDaysBetween, isoWeekdayOfDate } from '../../src/domain/dates/dates.ts';
import { findStayOfExamples, moveExamples } from '../../src/plugins/openapi/example-dates.ts';

test('the examples’ stay begins on a Monday in April, early enough for the early bird, within the booking window', () => {
  for (let day = 0; day < 1_461; day += 1) {
    const today = addDays('2026-11-26', day);
    const stay = findStayOfExamples(today);
    expect([today, isoWeekdayOfDate(stay)]).toEqual([today, 1]);
    expect([today, stay.slice(5) >= '04-16' && stay.slice(5) <= '04-22']).toEqual([today, true]);
    const ahead = countDaysBetween(today, stay);
    expect([today, ahead >= 91 && ahead <= 470]).toEqual([today, true]);
  }
});

test('dates and months in examples move with the stay, times with today, and other texts stay', () => {
  const part = {
    description: '2027-04-19',
    example: { check_in: '2027-04-19', month: '2027-04', at: '2027-01-05T14:03:22+00:00', code: '2027-0419' },
    properties: { date: { default: '2027-04-19', examples: ['2027-04-23'] } },
  };
  expect(moveExamples(part, '2031-05-05')).toEqual({
    description: '2027-04-19',
    example: { check_in: '2032-04-19', month: '2032-04', at: '2031-05-05T14:03:22+00:00', code: '2027-0419' },
    properties: { date: { default: '2027-04-19', examples: ['2032-04-23'] } },
  });
});
