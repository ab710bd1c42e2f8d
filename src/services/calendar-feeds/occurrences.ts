import ICAL from 'ical.js';
import {
  type CalendarMoment,
  type FeedEvent,
  toDateOfMoment,
  toInstantOfMoment,
  toNamedDate,
  toNightsOfEvent,
} from '../../domain/calendar-feed/events.ts';
import { addDays, type StayDate } from '../../domain/dates/dates.ts';
import { type JcalProperty, readProperty, UnreadableLine } from './components.ts';
import { addMs, atWallClock, parseMoment, toWallClock } from './moments.ts';
import type { CalendarZones } from './zones.ts';

/**
 * The dates within which a calendar is read: from today in the listing's time zone up to the first date that is
 * too far ahead.
 */
export type ReadingWindow = { timezone: string; today: StayDate; horizon: StayDate };

type RepeatedEvent = {
  uid: string;
  start: CalendarMoment;
  end: CalendarMoment | null;
  properties: JcalProperty[];
};

/** Recurrence rules that repeat by the hour or more often must say when they end, by COUNT or UNTIL. */
const OFTEN: ReadonlySet<string> = new Set(['SECONDLY', 'MINUTELY', 'HOURLY']);

/**
 * The key of an occurrence of a repeated event: its date for an all-day event, otherwise its instant, whatever
 * zone names it. Some calendars name an occurrence of an all-day event by a time, which counts as the date in
 * the time's own zone.
 */
export const buildOccurrenceKey = (
  moment: CalendarMoment,
  { timezone }: ReadingWindow,
  { isAllDay }: { isAllDay: boolean },
): string => {
  if (moment.kind === 'date' || isAllDay) return toNamedDate(moment, timezone);
  return toInstantOfMoment(moment, timezone).toISOString();
};

/**
 * The occurrences of a repeated event in the window, without excluded ones and without those that other events
 * of the calendar replace. For an occurrence that is left out, null is yielded, so that the caller can count it
 * towards the limit. Throws if a recurrence rule cannot be read. Lines with dates that cannot be read neither
 * exclude nor add occurrences, and their numbers are added to `unreadable`.
 */
export function* expandOccurrences(
  event: RepeatedEvent,
  replaced: ReadonlySet<string>,
  at: ReadingWindow,
  { zones, unreadable }: { zones: CalendarZones; unreadable: number[] },
): Generator<FeedEvent | null> {
  const { start, end, uid, properties } = event;
  const lengthMs = end === null ? null : computeLengthMs(start, end, at);
  const kind = { isAllDay: start.kind === 'date' };
  const excluded = new Set(replaced);
  for (const moment of listMoments(properties, 'exdate', { zones, unreadable }))
    excluded.add(buildOccurrenceKey(moment, at, kind));
  const seen = new Set<string>();
  for (const moment of expandStarts(event, at, { zones, unreadable })) {
    const recurrence = buildOccurrenceKey(moment, at, kind);
    const isExcluded = excluded.has(recurrence) || excluded.has(toWallClock(moment).slice(0, 10));
    if (isExcluded || seen.has(recurrence)) {
      yield null;
      continue;
    }
    seen.add(recurrence);
    const nights = toNightsOfEvent(moment, lengthMs === null ? null : addMs(moment, lengthMs), at.timezone);
    const isInWindow = nights.endDate > at.today && nights.startDate < at.horizon;
    yield isInWindow ? { uid, ...nights } : null;
  }
}

/** How long an event takes: by the clock if its start and end are in the same zone, else in elapsed time. */
function computeLengthMs(start: CalendarMoment, end: CalendarMoment, { timezone }: ReadingWindow): number {
  const isOneClock =
    start.kind === end.kind && (start.kind !== 'zoned' || (end.kind === 'zoned' && end.zone === start.zone));
  if (isOneClock) return Date.parse(`${toWallClock(end)}Z`) - Date.parse(`${toWallClock(start)}Z`);
  if (start.kind === 'date' || end.kind === 'date')
    return Date.parse(toDateOfMoment(end, timezone)) - Date.parse(toDateOfMoment(start, timezone));
  return toInstantOfMoment(end, timezone).getTime() - toInstantOfMoment(start, timezone).getTime();
}

/**
 * The moments in all lines of a calendar property such as EXDATE. If a line with dates, such as RDATE, has a
 * period, the beginning of the period counts.
 */
function listMoments(
  properties: readonly JcalProperty[],
  name: 'exdate' | 'rdate',
  { zones, unreadable }: { zones: CalendarZones; unreadable: number[] },
): CalendarMoment[] {
  const read = ([, parameters, type, ...values]: JcalProperty) =>
    values.map((value) =>
      parseMoment([name, parameters, type === 'period' ? 'date-time' : type, [value].flat()[0]], zones),
    );
  return properties.flatMap((property) => {
    if (property[0] !== name) return [];
    try {
      return readProperty(property, read);
    } catch (error) {
      if (error instanceof UnreadableLine) unreadable.push(error.line);
      return [];
    }
  });
}

/** The beginnings of all occurrences of an event up to the end of the window. */
function* expandStarts(
  { start, properties }: RepeatedEvent,
  at: ReadingWindow,
  { zones, unreadable }: { zones: CalendarZones; unreadable: number[] },
): Generator<CalendarMoment> {
  const rules = properties.filter(([name]) => name === 'rrule');
  if (rules.length === 0) yield start;
  for (const [, , , data] of rules) {
    const { until, ...rule } = data as { until?: string; freq?: string; count?: number };
    if (!rule.freq) throw new Error('A rule has no frequency.');
    if (OFTEN.has(rule.freq) && until === undefined && rule.count === undefined)
      throw new Error('A rule more frequent than daily has no end.');
    const last = until === undefined ? null : parseUntil(until, start, at, zones);
    const iterator = ICAL.Recur.fromData(rule as never).iterator(
      ICAL.Time.fromString(toTimeText(start), null as never),
    );
    for (let next = iterator.next(); next; next = iterator.next()) {
      const moment = atWallClock(start, String(next));
      if (isAfter(moment, last, at) || toWallClock(moment).slice(0, 10) >= addDays(at.horizon, 1)) break;
      yield moment;
    }
  }
  yield* listMoments(properties, 'rdate', { zones, unreadable });
}

/**
 * The last moment of a recurrence rule (UNTIL). For an all-day event, an end that has a time counts as the
 * later of its dates in UTC and in the listing's zone.
 */
function parseUntil(
  until: string,
  start: CalendarMoment,
  { timezone }: ReadingWindow,
  zones: CalendarZones,
): CalendarMoment {
  const moment = parseMoment(['until', {}, 'date-time', until], zones);
  if (start.kind !== 'date' || moment.kind !== 'instant') return moment;
  const [utc, local] = [moment.at.toISOString().slice(0, 10), toDateOfMoment(moment, timezone)];
  return { kind: 'date', date: utc > local ? utc : local };
}

const toTimeText = (moment: CalendarMoment) =>
  moment.kind === 'date' ? moment.date : `${toWallClock(moment)}:00`;

function isAfter(moment: CalendarMoment, last: CalendarMoment | null, at: ReadingWindow): boolean {
  if (last === null) return false;
  if (last.kind === 'date' || moment.kind === 'date')
    return toWallClock(moment).slice(0, 10) > toWallClock(last).slice(0, 10);
  return toInstantOfMoment(moment, at.timezone) > toInstantOfMoment(last, at.timezone);
}
