/** Moments of a calendar: dates, instants, and times by the clock of a zone. */
import ICAL from 'ical.js';
import type { CalendarMoment } from '../../domain/calendar-feed/events.ts';
import { isStayDate } from '../../domain/dates/dates.ts';
import type { JcalProperty } from './components.ts';
import type { CalendarZones } from './zones.ts';

/**
 * ical.js does not check dates, so moments such as the 31st of February are refused after it has read them.
 * Reads a moment of a calendar, and throws an error if it is not a real date and time.
 */
export function parseMoment([, { tzid }, type, value]: JcalProperty, zones: CalendarZones): CalendarMoment {
  const [, date = '', hours, minutes, seconds, utc] =
    /^(\d{4}-\d{2}-\d{2})(?:T(?:(\d{2}):(\d{2}):(\d{2})|::)(Z?))?$/.exec(String(value)) ?? [];
  if (!isStayDate(date) || (type !== 'date' && type !== 'date-time')) throw new Error('This is no date.');
  if (hours === undefined || minutes === undefined) return { kind: 'date', date };
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) throw new Error('This is no time.');
  const time = `${hours}:${minutes}`;
  if (utc === 'Z') return { kind: 'instant', at: new Date(`${date}T${time}:00Z`) };
  return zones.inZone(date, time, tzid);
}

/**
 * Adds the duration of an event by the clock, not in elapsed time: one day after 12:00 is 12:00 of the next
 * day, even if clocks change between.
 */
export function addDuration(start: CalendarMoment, duration: unknown): CalendarMoment {
  const seconds = ICAL.Duration.fromString(String(duration)).toSeconds();
  if (!Number.isSafeInteger(seconds)) throw new Error('This is no duration.');
  return addMs(start, seconds * 1_000);
}

/**
 * The moment that a clock in the moment's own time zone shows some milliseconds later. A moment that is only a
 * date moves by whole days.
 */
export function addMs(start: CalendarMoment, ms: number): CalendarMoment {
  const startMs = start.kind === 'instant' ? start.at.getTime() : Date.parse(`${toWallClock(start)}Z`);
  return atWallClock(start, new Date(startMs + ms).toISOString());
}

/**
 * The moment in the same time zone at another date and time (`YYYY-MM-DDTHH:MM:SS`). If a moment of a calendar
 * is only a date, the result is only a date too.
 */
export function atWallClock(moment: CalendarMoment, text: string): CalendarMoment {
  if (moment.kind === 'instant') return { kind: 'instant', at: new Date(`${text.slice(0, 19)}Z`) };
  const date = text.slice(0, 10);
  return moment.kind === 'date' ? { kind: 'date', date } : { ...moment, date, time: text.slice(11, 16) };
}

/** The date and time of a moment in its own zone, as `YYYY-MM-DDTHH:MM`, by which recurrence rules count. */
export const toWallClock = (moment: CalendarMoment): string =>
  moment.kind === 'instant'
    ? moment.at.toISOString().slice(0, 16)
    : `${moment.date}T${moment.kind === 'date' ? '00:00' : moment.time}`;
