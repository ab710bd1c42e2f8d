/** The occurrences of repeated events (docs/calendars.md shows an example). */
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import {
  type CalendarMoment,
  type FeedEvent,
  isInUtc,
  toDateOfMoment,
  toNamedDate,
  toNightsOfEvent,
} from '../../domain/calendar-feed/events.ts';
import { addDays, countDaysBetween, type StayDate } from '../../domain/dates/dates.ts';
import type { NightSpan } from '../../domain/inventory/inventory.ts';
import { findLine, type JcalProperty, readProperty, UnreadableLine } from './components.ts';
import { addByClock, type CalendarSpan, parseMoment, parsePeriod, toOwnClock } from './moments.ts';
import type { CalendarZones } from './zones.ts';

/**
 * The dates within which a calendar is read: from today in the listing's time zone up to the first date that is
 * too far ahead.
 */
export type ReadingWindow = { timezone: string; today: StayDate; horizon: StayDate };

/** Whether some of the nights are within the dates that are read. */
export const isInWindow = ({ startDate, endDate }: NightSpan, { today, horizon }: ReadingWindow): boolean =>
  endDate > today && startDate < horizon;

/**
 * What other events of the calendar say of a repeated event: the keys of the occurrences that they replace, and
 * how they change the later ones (RANGE=THISANDFUTURE).
 */
export type Amendments = { replaced: ReadonlySet<string>; laterChanges: readonly LaterChange[] };

/** Occurrences after the one with the key `after` begin some days later, or earlier, and last some nights. */
type LaterChange = { after: string; days: number; nights: number };

type RepeatedEvent = CalendarSpan & { uid: string; properties: JcalProperty[] };
/** The numbers of lines that cannot be read are added to `unreadable`. */
type Reader = ReadingWindow & { zones: CalendarZones; unreadable: number[] };

/** Recurrence rules that repeat by the hour or more often must say when they end, by COUNT or UNTIL. */
const OFTEN: ReadonlySet<string> = new Set(['SECONDLY', 'MINUTELY', 'HOURLY']);
/** How many days, weeks, months or years of a recurrence rule are searched for occurrences. */
const MAX_PERIODS = 100_000;

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
  reader: Reader,
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

/** The nights of an occurrence as each change to it and later ones makes them. */
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
  reader: Reader,
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

const toInstant = (moment: Exclude<CalendarMoment, Temporal.PlainDate>, timezone: string): Temporal.Instant =>
  (moment instanceof Temporal.ZonedDateTime ? moment : moment.toZonedDateTime(timezone)).toInstant();

/** The dates, times and periods in all lines of a calendar property such as EXDATE. Only a period has an end. */
function listDates(
  properties: readonly JcalProperty[],
  name: 'exdate' | 'rdate',
  { zones, unreadable }: Reader,
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

/** A recurrence rule as ical.js reads it. A part with one value is no list. */
type Rule = {
  freq?: string;
  count?: number;
  until?: string;
  wkst?: number;
  byday?: string | string[];
  bymonth?: unknown;
  byweekno?: unknown;
  rscale?: string;
};
/** The dates between which occurrences of a rule begin. */
type Between = { from: Temporal.PlainDate; to: Temporal.PlainDate };

/**
 * The beginnings of the occurrences of a recurrence rule between two dates, counted on the event's own clock. If
 * the rule cannot be expanded, its line is unreadable, and the event's own beginning and the occurrences that
 * ical.js finds are taken.
 */
function* expandRule(
  property: JcalProperty,
  { start, properties }: RepeatedEvent,
  { from, to }: Between,
  reader: Reader,
): Generator<CalendarMoment> {
  const { zones, unreadable } = reader;
  const { until, ...rule } = property[3] as Rule;
  const isEndless = until === undefined && rule.count === undefined;
  if (rule.freq === undefined || (OFTEN.has(rule.freq) && isEndless)) {
    unreadable.push(findLine(property));
    yield start;
    return;
  }
  const last = until === undefined ? null : parseUntil(until, start, reader);
  // The end is exact in the comparison below. Here it has to be late enough in every zone.
  const lastDate = last && toOwnClock(last).toPlainDate().add({ days: 2 });
  const between = { from, to: lastDate && Temporal.PlainDate.compare(lastDate, to) < 0 ? lastDate : to };
  const tzid = properties.find(([name]) => name === 'dtstart')?.[1].tzid;
  const first = toOwnClock(start);
  const place = (time: Temporal.PlainDateTime) => {
    if (start instanceof Temporal.PlainDate) return time.toPlainDate();
    return zones.inZone(time, isInUtc(start) ? 'UTC' : tzid);
  };
  function* placeUntilLast(times: Generator<Temporal.PlainDateTime>): Generator<CalendarMoment> {
    for (const time of times) {
      const moment = place(time);
      if (last !== null && isAfter(moment, last, reader)) return;
      yield moment;
    }
  }
  try {
    yield* placeUntilLast(expandByTemporal(rule, first, between));
  } catch {
    unreadable.push(findLine(property));
    yield start;
    yield* placeUntilLast(expandByIcal(rule, first, between));
  }
}

/**
 * Expands a rule by rrule-temporal. Times are those of UTC, because UTC has no changes of clocks, at which
 * occurrences would be left out whose time is skipped.
 */
function* expandByTemporal(
  rule: Rule,
  first: Temporal.PlainDateTime,
  { from, to }: Between,
): Generator<Temporal.PlainDateTime> {
  // ical.js loses the leap months of other calendars, and rrule-temporal ignores calendars that it does not know.
  if (rule.rscale !== undefined && rule.rscale !== 'GREGORIAN') throw new Error('This calendar is unknown.');
  const wkst = rule.wkst === undefined ? {} : { wkst: ICAL.Recur.numericDayToIcalDay(rule.wkst) };
  const parts = Object.entries({ ...rule, ...wkst, ...findWeekdays(rule, first) });
  const expanded = new RRuleTemporal({
    rruleString: parts.map(([part, value]) => `${part.toUpperCase()}=${value}`).join(';'),
    dtstart: first.toZonedDateTime('UTC'),
    until: to.toZonedDateTime('UTC'),
    maxIterations: MAX_PERIODS,
    temporal: Temporal,
  });
  let next = expanded.next(from.toZonedDateTime('UTC'), true);
  for (; next; next = expanded.next(next)) yield next.toPlainDateTime();
}

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const MAX_WEEKS_OF_YEAR = 53;

/**
 * The weekdays of a yearly rule in forms that rrule-temporal 2.2.8 reads correctly. If a rule has only weeks, it
 * would take the weekday from another day than the event's first. Of numbered and plain weekdays in one list, such
 * as `1MO,SU`, it would leave out the plain ones.
 */
function findWeekdays({ freq, byday, byweekno, bymonth }: Rule, first: Temporal.PlainDateTime) {
  if (freq !== 'YEARLY') return {};
  if (byday === undefined) return byweekno === undefined ? {} : { byday: WEEKDAYS[first.dayOfWeek - 1] };
  const days = [byday].flat();
  const isNumbered = (day: string) => day.length > 2;
  if (bymonth !== undefined || !days.some(isNumbered)) return {};
  const numbers = Array.from({ length: MAX_WEEKS_OF_YEAR }, (_, nth) => nth + 1);
  return { byday: days.flatMap((day) => (isNumbered(day) ? day : numbers.map((nth) => `${nth}${day}`))) };
}

/** Expands a rule by ical.js, as far as it can. */
function* expandByIcal(
  rule: Rule,
  first: Temporal.PlainDateTime,
  { to }: Between,
): Generator<Temporal.PlainDateTime> {
  try {
    const start = ICAL.Time.fromString(first.toString({ smallestUnit: 'second' }), null as never);
    const iterator = ICAL.Recur.fromData(rule as never).iterator(start);
    for (let next = iterator.next(); next; next = iterator.next()) {
      const time = Temporal.PlainDateTime.from(String(next));
      if (Temporal.PlainDate.compare(time.toPlainDate(), to) > 0) return;
      yield time;
    }
  } catch {
    // The event's own beginning is taken all the same.
  }
}

/**
 * The last moment of a recurrence rule (UNTIL). For an all-day event, an end that has a time counts as the
 * later of its dates in UTC and in the listing's zone.
 */
function parseUntil(until: string, start: CalendarMoment, { timezone, zones }: Reader): CalendarMoment {
  const moment = parseMoment(['until', {}, 'date-time', until], zones);
  if (!(start instanceof Temporal.PlainDate) || !isInUtc(moment)) return moment;
  const dates = [moment.toPlainDate(), moment.withTimeZone(timezone).toPlainDate()];
  return dates.sort(Temporal.PlainDate.compare)[1] ?? moment;
}

function isAfter(moment: CalendarMoment, last: CalendarMoment, { timezone }: ReadingWindow): boolean {
  if (moment instanceof Temporal.PlainDate || last instanceof Temporal.PlainDate)
    return Temporal.PlainDate.compare(toOwnClock(moment).toPlainDate(), toOwnClock(last).toPlainDate()) > 0;
  return Temporal.Instant.compare(toInstant(moment, timezone), toInstant(last, timezone)) > 0;
}
