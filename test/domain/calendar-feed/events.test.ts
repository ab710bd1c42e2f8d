import { describe, expect, it } from 'vitest';
import {
  type CalendarMoment,
  toDateOfMoment,
  toInstantOfMoment,
  toNightsOfEvent,
} from '../../../src/domain/calendar-feed/events.ts';

const ZONE = 'Europe/Lisbon';
const MOMENTS = {
  date: { kind: 'date', date: '2031-06-08' },
  local: { kind: 'local', date: '2031-06-08', time: '00:30' },
  here: { kind: 'zoned', date: '2031-06-08', time: '23:30', zone: ZONE },
  inTheEast: { kind: 'zoned', date: '2031-06-08', time: '01:00', zone: 'Pacific/Kiritimati' },
  inTheWest: { kind: 'zoned', date: '2031-06-08', time: '20:00', zone: 'America/Los_Angeles' },
  instant: { kind: 'instant', at: new Date('2031-06-08T23:30:00Z') },
} satisfies Record<string, CalendarMoment>;

describe('times in a calendar feed', () => {
  it('a time in a calendar feed is read in its own time zone, else in the listing’s', () => {
    const { local, here, inTheEast, instant } = MOMENTS;
    expect(
      [local, here, inTheEast, instant].map((moment) => toInstantOfMoment(moment, ZONE).toISOString()),
    ).toEqual([
      '2031-06-07T23:30:00.000Z',
      '2031-06-08T22:30:00.000Z',
      '2031-06-07T11:00:00.000Z',
      '2031-06-08T23:30:00.000Z',
    ]);
  });

  it('a time in a calendar feed has the date that it falls on in the listing’s time zone', () => {
    const dates = Object.entries(MOMENTS).map(([name, moment]) => [name, toDateOfMoment(moment, ZONE)]);
    expect(Object.fromEntries(dates)).toEqual({
      date: '2031-06-08',
      local: '2031-06-08',
      here: '2031-06-08',
      inTheEast: '2031-06-07',
      inTheWest: '2031-06-09',
      instant: '2031-06-09',
    });
  });

  it('a time in the hour that clocks skip keeps its date', () => {
    // Clocks in Santiago go from 23:59 to 01:00 in that night.
    const left: CalendarMoment = { kind: 'local', date: '2031-09-07', time: '00:30' };
    expect(toDateOfMoment(left, 'America/Santiago')).toBe('2031-09-07');
    expect(toDateOfMoment({ ...left, kind: 'zoned', zone: 'America/Santiago' }, 'America/Santiago')).toBe(
      '2031-09-07',
    );
  });

  it('a time on a day that a time zone skips keeps its date', () => {
    // Samoa crossed the date line and had no 30 December 2011. A clock of another zone had it.
    const left: CalendarMoment = { kind: 'local', date: '2011-12-30', time: '11:00' };
    const dateOf = (moment: CalendarMoment) => toDateOfMoment(moment, 'Pacific/Apia');
    expect(dateOf(left)).toBe('2011-12-30');
    expect(dateOf({ ...left, kind: 'zoned', zone: 'Pacific/Apia' })).toBe('2011-12-30');
    expect(dateOf({ ...left, kind: 'zoned', zone: 'UTC' })).toBe('2011-12-31');
  });
});

describe('nights of a calendar event', () => {
  const nights = (start: CalendarMoment, end: CalendarMoment | null) => {
    const { startDate, endDate } = toNightsOfEvent(start, end, ZONE);
    return `${startDate}/${endDate}`;
  };
  const later: CalendarMoment = { kind: 'date', date: '2031-06-12' };

  it('a feed’s event takes the nights from its start date to its end date', () => {
    expect(nights(MOMENTS.date, later)).toBe('2031-06-08/2031-06-12');
    expect(nights(MOMENTS.inTheEast, MOMENTS.instant)).toBe('2031-06-07/2031-06-09');
  });

  it('a feed’s event takes one night if it does not end after its start', () => {
    for (const end of [null, MOMENTS.date, MOMENTS.local, MOMENTS.inTheEast])
      expect(nights(MOMENTS.date, end)).toBe('2031-06-08/2031-06-09');
  });
});
