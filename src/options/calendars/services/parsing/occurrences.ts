/** The occurrences of repeated events (docs/calendars.md shows an example). */

import { addDays, countDaysBetween } from '../../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import {
  type CalendarMoment,
  type FeedEvent,
  toDateOfMoment,
  toNamedDate,
  toNightsOfEvent,
} from '../../domain/events.ts';
import { type JcalProperty, readProperty, UnreadableLine } from './components.ts';
import {
  addByClock,
  type CalendarReader,
  type CalendarSpan,
  isInWindow,
  parseMoment,
  parsePeriod,
  type ReadingWindow,
  toInstant,
  toOwnClock,
} from './moments.ts';
import { expandRule } from './rules.ts';

/**
 * What other events of the calendar say of a repeated event: the keys of the occurrences that they replace, and
 * how they change the later ones (RANGE=THISANDFUTURE).
 */
export type Amendments = { replaced: ReadonlySet<string>; laterChanges: readonly LaterChange[] };

/** Occurrences after the one with the key `after` begin some days later, or earlier, and last some nights. */
type LaterChange = { after: string; days: number; nights: number };

type RepeatedEvent = CalendarSpan & { uid: string; properties: JcalProperty[] };

/**
 * The key of an occurrence of a repeated event: its date for an all-day event, otherwise its instant, whatever
 * zone names it. Some calendars name an occurrence of an all-day event by a time, which counts as the date in
 * the time's own zone. Of two keys of one event, the lesser is the earlier.
 */
export function buildOccurrenceKey(
  moment: CalendarMoment,
  { timezone }: ReadingWindow,
  { isAllDay }: { isAllDay: boolean },
): string {
  if (moment instanceof Temporal.PlainDate || isAllDay) return toNamedDate(moment, timezone);
  return toInstant(moment, timezone).toString();
}

/**
 * The occurrences of a repeated event in the window, without excluded ones and without those that other events
 * of the calendar replace. Those that another event shifts or lengthens are yielded both as they were and as
 * changed. For an occurrence that is left out, null is yielded, so that the caller can count it towards the
 * limit. Dates that cannot be read neither exclude nor add occurrences.
 */
export function* expandOccurrences(
  event: RepeatedEvent,
  { replaced, laterChanges }: Amendments,
  reader: CalendarReader,
): Generator<FeedEvent | null> {
  const kind = { isAllDay: event.start instanceof Temporal.PlainDate };
  const excluded = new Set(replaced);
  for (const { start } of listDates(event.properties, 'exdate', reader))
    excluded.add(buildOccurrenceKey(start, reader, kind));
  const seen = new Set<string>();
  for (const { start, end } of expandSpans(event, laterChanges, reader)) {
    const recurrence = buildOccurrenceKey(start, reader, kind);
    const isExcluded = excluded.has(recurrence) || excluded.has(toOwnClock(start).toPlainDate().toString());
    if (isExcluded || seen.has(recurrence)) {
      yield null;
      continue;
    }
    seen.add(recurrence);
    const nights = toNightsOfEvent(start, end, reader.timezone);
    for (const taken of [nights, ...changeLater(nights, recurrence, laterChanges)])
      yield isInWindow(taken, reader) ? { uid: event.uid, ...taken } : null;
  }
}

/** As each change to it and later ones makes them. */
const changeLater = ({ startDate }: NightSpan, recurrence: string, changes: readonly LaterChange[]) =>
  changes
    .filter(({ after }) => recurrence > after)
    .map(({ days, nights }) => ({
      startDate: addDays(startDate, days),
      endDate: addDays(startDate, days + nights),
    }));

/** All occurrences of an event that its recurrence rules and RDATE name and that may have nights in the window. */
function* expandSpans(
  event: RepeatedEvent,
  laterChanges: readonly LaterChange[],
  reader: CalendarReader,
): Generator<CalendarSpan> {
  const { start, end, properties } = event;
  const length = end === null ? null : computeLength(start, end, reader);
  const toSpan = (from: CalendarMoment) => ({ start: from, end: length && addByClock(from, length) });
  const rules = properties.filter(([name]) => name === 'rrule');
  if (rules.length === 0) yield { start, end };
  // An occurrence that a change shifts into the window may itself be outside it.
  const reach = Math.max(0, ...laterChanges.map(({ days, nights }) => Math.abs(days) + nights));
  const lengthDays = Math.max(0, Math.ceil(length?.total('days') ?? 0));
  const from = Temporal.PlainDate.from(reader.today).subtract({ days: lengthDays + reach + 2 });
  const to = Temporal.PlainDate.from(reader.horizon).add({ days: reach + 2 });
  for (const rule of rules)
    for (const moment of expandRule(rule, event, { from, to }, reader)) yield toSpan(moment);
  for (const listed of listDates(properties, 'rdate', reader))
    yield listed.end === null ? toSpan(listed.start) : listed;
}

/** How long an event takes: by the clock if its start and end are in the same zone, else in elapsed time. */
function computeLength(
  start: CalendarMoment,
  end: CalendarMoment,
  { timezone }: ReadingWindow,
): Temporal.Duration {
  const findClock = (moment: CalendarMoment) =>
    moment instanceof Temporal.ZonedDateTime ? moment.timeZoneId : moment.constructor.name;
  if (findClock(start) === findClock(end)) return toOwnClock(start).until(toOwnClock(end));
  if (start instanceof Temporal.PlainDate || end instanceof Temporal.PlainDate)
    return Temporal.Duration.from({
      days: countDaysBetween(toDateOfMoment(start, timezone), toDateOfMoment(end, timezone)),
    });
  return toInstant(start, timezone).until(toInstant(end, timezone));
}

/** The dates, times and periods in all lines of a calendar property such as EXDATE. Only a period has an end. */
function listDates(
  properties: readonly JcalProperty[],
  name: 'exdate' | 'rdate',
  { zones, unreadable }: CalendarReader,
): CalendarSpan[] {
  const read = (property: JcalProperty) => {
    const [, parameters, type, ...values] = property;
    return values.map((value) =>
      Array.isArray(value)
        ? parsePeriod(property, value, zones)
        : { start: parseMoment([name, parameters, type, value], zones), end: null },
    );
  };
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
