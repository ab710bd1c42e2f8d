import {
  type ParsedCalendar,
  parseCalendar,
} from '../../../../src/options/calendars/services/parsing/parse-calendar.ts';
import { calendarOf } from './channel.ts';

export const AT = {
  timezone: 'Europe/Lisbon',
  today: '2031-05-05',
  horizon: '2033-05-05',
  ignored: new Set<string>(),
};

/** The nights of a calendar's events, or why it was refused. */
export const nightsIn = (read: ParsedCalendar) =>
  read.kind === 'read'
    ? read.events.map(({ startDate, endDate }) => `${startDate}/${endDate}`)
    : read.problem;

/** The calendar of one event with these lines. */
export const parsed = (...lines: string[]) => parseCalendar(calendarOf({ uid: 'a', lines }), AT);

/** The nights of one event with these lines. */
export const nightsOf = (...lines: string[]) => nightsIn(parsed(...lines));
