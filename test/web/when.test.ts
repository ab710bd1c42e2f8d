import { afterEach, expect, test, vi } from 'vitest';
import { presentAgo, presentDate, presentExactTime, presentHoursLeft } from '../../src/web/views/when.ts';

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
])('a time %i seconds ago is written as "%s"', (seconds, text) => {
  expect(presentAgo(before(seconds), NOW)).toBe(text);
});

test.each([
  [72 * HOUR, '72 hours'],
  // A link that was made a moment ago.
  [72 * HOUR - 1, '72 hours'],
  [71.5 * HOUR - 1, '71 hours'],
  [HOUR - 1, '1 hour'],
  [HOUR / 2 - 1, 'less than an hour'],
])('a time in %i seconds is written as "%s"', (seconds, text) => {
  expect(presentHoursLeft(before(-seconds), NOW)).toBe(text);
});

test.each([
  ['America/Los_Angeles', '2031-05-06T03:01:59Z', '5 May 2031', '5 May 2031, 20:01 PDT'],
  ['America/Los_Angeles', '2031-01-01T07:59:59Z', '31 Dec 2030', '31 Dec 2030, 23:59 PST'],
  ['Pacific/Auckland', '2031-05-05T12:00:00Z', '6 May 2031', '6 May 2031, 00:00 Auckland time'],
  ['Europe/Lisbon', '2031-01-05T12:00:00Z', '5 Jan 2031', '5 Jan 2031, 12:00 Lisbon time'],
  ['America/Sao_Paulo', '2031-01-05T12:00:00Z', '5 Jan 2031', '5 Jan 2031, 09:00 Sao Paulo time'],
  ['UTC', '2031-05-05T23:59:59Z', '5 May 2031', '5 May 2031, 23:59 UTC'],
])('in %s, %s is shown as %s, and precisely as %s', (zone, moment, date, exact) => {
  for (const processZone of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
    vi.stubEnv('TZ', processZone);
    expect([presentDate(new Date(moment), zone), presentExactTime(new Date(moment), zone)]).toEqual([
      date,
      exact,
    ]);
  }
});

afterEach(() => {
  vi.unstubAllEnvs();
});
