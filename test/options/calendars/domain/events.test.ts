import { describe, expect, it } from 'vitest';
import {
  type CalendarMoment,
  toDateOfMoment,
  toNamedDate,
  toNightsOfEvent,
} from '../../../../src/options/calendars/domain/events.ts';

const ZONE = 'Europe/Lisbon';
const local = (text: string) => Temporal.PlainDateTime.from(text);
const zoned = (text: string, zone: string) => local(text).toZonedDateTime(zone);
const MOMENTS = {
  date: Temporal.PlainDate.from('2031-06-08'),
  local: local('2031-06-08T00:30'),
  here: zoned('2031-06-08T23:30', ZONE),
  inTheEast: zoned('2031-06-08T01:00', 'Pacific/Kiritimati'),
  inTheWest: zoned('2031-06-08T20:00', 'America/Los_Angeles'),
  inUtc: zoned('2031-06-08T23:30', 'UTC'),
} satisfies Record<string, CalendarMoment>;

const datesBy = (toDate: (moment: CalendarMoment, zone: string) => string) =>
  Object.fromEntries(Object.entries(MOMENTS).map(([name, moment]) => [name, toDate(moment, ZONE)]));

describe('times in a calendar feed', () => {
  it('a time in a calendar feed has the date that it falls on in the listing’s time zone', () => {
    expect(datesBy(toDateOfMoment)).toEqual({
      date: '2031-06-08',
      local: '2031-06-08',
      here: '2031-06-08',
      inTheEast: '2031-06-07',
      inTheWest: '2031-06-09',
      inUtc: '2031-06-09',
    });
  });

  it('a time that names a day has its date in the zone that it names, and in UTC that of the listing', () => {
    expect(datesBy(toNamedDate)).toEqual({
      date: '2031-06-08',
      local: '2031-06-08',
      here: '2031-06-08',
      inTheEast: '2031-06-08',
      inTheWest: '2031-06-08',
      inUtc: '2031-06-09',
    });
  });

  it('a time on the listing’s clock keeps its date, also in an hour or on a day that the clock skips', () => {
    // Clocks in Santiago go from 23:59 to 01:00 in that night. Samoa had no 30 December 2011.
    expect(toDateOfMoment(local('2031-09-07T00:30'), 'America/Santiago')).toBe('2031-09-07');
    expect(toDateOfMoment(local('2011-12-30T11:00'), 'Pacific/Apia')).toBe('2011-12-30');
    expect(toDateOfMoment(zoned('2011-12-30T11:00', 'UTC'), 'Pacific/Apia')).toBe('2011-12-31');
  });
});

describe('nights of a calendar event', () => {
  const nights = (start: CalendarMoment, end: CalendarMoment | null) => {
    const { startDate, endDate } = toNightsOfEvent(start, end, ZONE);
    return `${startDate}/${endDate}`;
  };
  const later = Temporal.PlainDate.from('2031-06-12');

  it('a feed’s event takes the nights from its start date to its end date', () => {
    expect(nights(MOMENTS.date, later)).toBe('2031-06-08/2031-06-12');
    expect(nights(MOMENTS.inTheEast, MOMENTS.inUtc)).toBe('2031-06-07/2031-06-09');
  });

  it('a feed’s event takes one night if it does not end after its start', () => {
    for (const end of [null, MOMENTS.date, MOMENTS.local, MOMENTS.inTheEast])
      expect(nights(MOMENTS.date, end)).toBe('2031-06-08/2031-06-09');
  });
});
