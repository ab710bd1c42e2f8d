import { expect, test } from 'vitest';
import { ago, exactly, left } from '../../src/web/when.ts';

const NOW = new Date('2031-05-05T10:00:00Z');
const before = (seconds: number) => new Date(NOW.getTime() - seconds * 1_000);
const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test.each([
  [-10, 'just now'],
  [0, 'just now'],
  [59, 'just now'],
  [MINUTE, '1 minute ago'],
  [2 * MINUTE + 59, '2 minutes ago'],
  [HOUR - 1, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [DAY - 1, '23 hours ago'],
  [DAY, '1 day ago'],
  [30 * DAY - 1, '29 days ago'],
  [30 * DAY, '1 month ago'],
  [364 * DAY, '12 months ago'],
  [365 * DAY, '1 year ago'],
  [900 * DAY, '2 years ago'],
])('%i seconds ago is "%s"', (seconds, text) => {
  expect(ago(before(seconds), NOW)).toBe(text);
});

test.each([
  [72 * HOUR, '72 hours'],
  [2 * HOUR - 1, '1 hour'],
  [HOUR - 1, 'less than an hour'],
])('%i seconds to come are "%s"', (seconds, text) => {
  expect(left(before(-seconds), NOW)).toBe(text);
});

test('an exact moment is in UTC, whatever the machine’s time zone', () => {
  expect(exactly(new Date('2031-05-05T23:59:59Z'))).toBe('5 May 2031, 23:59:59 UTC');
});
