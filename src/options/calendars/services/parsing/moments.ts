/** Moments of a calendar: dates, times on the listing's clock, and times in other zones. */

import type { StayDate } from '../../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import type { CalendarMoment } from '../../domain/events.ts';
import type { JcalProperty } from './components.ts';
import type { CalendarZones } from './zones.ts';

/** From today in the listing's zone up to the first date that is too far ahead. */
export type ReadingWindow = { timezone: string; today: StayDate; horizon: StayDate };

export const isInWindow = ({ startDate, endDate }: NightSpan, { today, horizon }: ReadingWindow): boolean =>
  endDate > today && startDate < horizon;

/** The numbers of lines that cannot be read are added to `unreadable`. */
export type CalendarReader = ReadingWindow & { zones: CalendarZones; unreadable: number[] };

/** A moment as ical.js writes it. A date that its calendar does not mark as one has a time without digits. */
const MOMENT = /^(\d{4}-\d{2}-\d{2})(?:T(?:(\d{2}:\d{2}):(?:[0-5]\d|60)|::)(Z?))?$/;

/**
 * Reads a moment of a calendar. Throws if it is not a real date and time, such as the 31st of February, because
 * ical.js does not check that.
 */
export function parseMoment([, { tzid }, type, value]: JcalProperty, zones: CalendarZones): CalendarMoment {
  const [, date, time, utc] = MOMENT.exec(String(value)) ?? [];
  if (date === undefined || (type !== 'date' && type !== 'date-time')) throw new Error('This is no date.');
  if (time === undefined) return Temporal.PlainDate.from(date);
  const clock = Temporal.PlainDateTime.from(`${date}T${time}`);
  return utc === 'Z' ? zones.inUtc(clock) : zones.inZone(clock, tzid);
}

/** An event, an occurrence or a busy period, from its start to its end, if it has one. */
export type CalendarSpan = { start: CalendarMoment; end: CalendarMoment | null };

/** It has a start, and either an end or a duration. */
export function parsePeriod(
  [name, parameters]: JcalProperty,
  [first, last]: unknown[],
  zones: CalendarZones,
): CalendarSpan {
  const parse = (value: unknown) => parseMoment([name, parameters, 'date-time', value], zones);
  const start = parse(first);
  return { start, end: /^[+-]?P/.test(String(last)) ? addByClock(start, String(last)) : parse(last) };
}

/**
 * Adds a duration by the clock, not in elapsed time: one day after 12:00 is 12:00 of the next day, even if
 * clocks change between. A moment that is only a date moves by whole days.
 */
export const addByClock = (
  start: CalendarMoment,
  duration: Temporal.DurationLike | string,
): CalendarMoment =>
  start instanceof Temporal.ZonedDateTime
    ? start.toPlainDateTime().add(duration).toZonedDateTime(start.timeZoneId)
    : start.add(duration);

/** A date begins at midnight. */
export const toOwnClock = (moment: CalendarMoment): Temporal.PlainDateTime =>
  moment instanceof Temporal.PlainDateTime ? moment : moment.toPlainDateTime();

/** A time without a zone is on the listing's clock. */
export const toInstant = (
  moment: Exclude<CalendarMoment, Temporal.PlainDate>,
  timezone: string,
): Temporal.Instant =>
  (moment instanceof Temporal.ZonedDateTime ? moment : moment.toZonedDateTime(timezone)).toInstant();
