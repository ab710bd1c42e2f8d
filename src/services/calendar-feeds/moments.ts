/** Moments of a calendar: dates, instants, and times by the clock of a zone. */
import ICAL from 'ical.js';
import type { CalendarMoment } from '../../domain/calendar-feed/events.ts';
import { isStayDate } from '../../domain/dates.ts';
import type { JcalProperty } from './components.ts';
import type { CalendarZones } from './zones.ts';

/**
 * ical.js writes whatever the calendar says in the form of a date, so a moment is checked after ical.js.
 * Throws an error if a moment is not a real date and time.
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
 * Days and weeks of a duration are those of the calendar, so a duration is added to the time that the clock
 * shows.
 */
export function addDuration(start: CalendarMoment, duration: unknown): CalendarMoment {
  const seconds = ICAL.Duration.fromString(String(duration)).toSeconds();
  if (!Number.isSafeInteger(seconds)) throw new Error('This is no duration.');
  return addMs(start, seconds * 1_000);
}

/** A moment that is later by a duration: by the clock, or by whole days for a date. */
export function addMs(start: CalendarMoment, ms: number): CalendarMoment {
  const startMs = start.kind === 'instant' ? start.at.getTime() : Date.parse(`${toWallClock(start)}Z`);
  return atWallClock(start, new Date(startMs + ms).toISOString());
}

/** A moment at another time by the same clock: `YYYY-MM-DDTHH:MM:SS`, or only a date for a date. */
export function atWallClock(moment: CalendarMoment, text: string): CalendarMoment {
  if (moment.kind === 'instant') return { kind: 'instant', at: new Date(`${text.slice(0, 19)}Z`) };
  const date = text.slice(0, 10);
  return moment.kind === 'date' ? { kind: 'date', date } : { ...moment, date, time: text.slice(11, 16) };
}

/** The text of a moment by its own clock, `YYYY-MM-DDTHH:MM`, which recurrences count by. */
export const toWallClock = (moment: CalendarMoment): string =>
  moment.kind === 'instant'
    ? moment.at.toISOString().slice(0, 16)
    : `${moment.date}T${moment.kind === 'date' ? '00:00' : moment.time}`;
