/** Recurrence rules: rrule-temporal expands them, and ical.js what rrule-temporal cannot. */
import ICAL from 'ical.js';
import { RRuleTemporal } from 'rrule-temporal';
import { type CalendarMoment, isInUtc } from '../../domain/events.ts';
import { findLine, type JcalProperty } from './components.ts';
import { type CalendarReader, parseMoment, toInstant, toOwnClock } from './moments.ts';

/** Recurrence rules that repeat by the hour or more often must say when they end, by COUNT or UNTIL. */
const OFTEN: ReadonlySet<string> = new Set(['SECONDLY', 'MINUTELY', 'HOURLY']);
/** How many days, weeks, months or years of a recurrence rule are searched for occurrences. */
const MAX_PERIODS = 100_000;

type RepeatingEvent = { start: CalendarMoment; properties: readonly JcalProperty[] };
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
type Between = { from: Temporal.PlainDate; to: Temporal.PlainDate };

/**
 * The beginnings of the occurrences of a recurrence rule between two dates, counted on the event's own clock. If
 * the rule cannot be expanded, its line is unreadable, and the event's own beginning and the occurrences that
 * ical.js finds are taken.
 */
export function* expandRule(
  property: JcalProperty,
  { start, properties }: RepeatingEvent,
  { from, to }: Between,
  reader: CalendarReader,
): Generator<CalendarMoment> {
  const { zones, unreadable } = reader;
  const { until: _, ...rule } = property[3] as Rule;
  const tzid = properties.find(([name]) => name === 'dtstart')?.[1].tzid;
  const place = (time: Temporal.PlainDateTime): CalendarMoment => {
    if (start instanceof Temporal.PlainDate) return time.toPlainDate();
    return isInUtc(start) ? zones.inUtc(time) : zones.inZone(time, tzid);
  };
  let last: CalendarMoment | null;
  try {
    last = readEnd(property[3] as Rule, { start, place }, reader);
  } catch {
    unreadable.push(findLine(property));
    yield start;
    return;
  }
  // The end is exact in the comparison below. Here it has to be late enough in every zone.
  const lastDate = last && toOwnClock(last).toPlainDate().add({ days: 2 });
  const between = { from, to: lastDate && Temporal.PlainDate.compare(lastDate, to) < 0 ? lastDate : to };
  const first = toOwnClock(start);
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
/** Each weekday is there this often in a year, or once more. */
const WEEKS_OF_YEAR = 52;

/**
 * The weekdays of a yearly rule in forms that rrule-temporal 2.2.8 reads correctly. If a rule has only weeks, it
 * would take the weekday from another day than the event's first. Of numbered and plain weekdays in one list, such
 * as `1MO,SU`, it would leave out the plain ones. For a 53rd Monday that a year does not have, it would take the next
 * year's first.
 */
function findWeekdays({ freq, byday, byweekno, bymonth }: Rule, first: Temporal.PlainDateTime) {
  if (freq !== 'YEARLY') return {};
  if (byday === undefined) return byweekno === undefined ? {} : { byday: WEEKDAYS[first.dayOfWeek - 1] };
  const days = [byday].flat();
  const isNumbered = (day: string) => day.length > 2;
  if (bymonth !== undefined || !days.some(isNumbered)) return {};
  if (days.some((day) => Math.abs(Number.parseInt(day, 10)) > WEEKS_OF_YEAR))
    throw new Error('A day of another year would be taken.');
  // The last one is the 52nd or the 53rd.
  const numbers = [...Array.from({ length: WEEKS_OF_YEAR }, (_, nth) => nth + 1), -1];
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

type EventClock = { start: CalendarMoment; place(time: Temporal.PlainDateTime): CalendarMoment };

/**
 * The last moment of a recurrence rule (UNTIL), or null if it has none. For an all-day event, an end that has a
 * time counts as the later of its dates in UTC and in the listing's zone. For an event with a zone, an end without one
 * counts as the later of its moments on the event's clock and on the listing's. Throws if the rule does not say how
 * often it repeats, or repeats too often without an end.
 */
function readEnd(
  { freq, count, until }: Rule,
  { start, place }: EventClock,
  reader: CalendarReader,
): CalendarMoment | null {
  const { timezone, zones } = reader;
  if (freq === undefined) throw new Error('The rule has no frequency.');
  if (until === undefined) {
    if (OFTEN.has(freq) && count === undefined) throw new Error('The rule has no end.');
    return null;
  }
  const moment = parseMoment(['until', {}, 'date-time', until], zones);
  if (moment instanceof Temporal.PlainDateTime && start instanceof Temporal.ZonedDateTime) {
    const onOwnClock = place(moment);
    return isAfter(onOwnClock, moment, reader) ? onOwnClock : moment;
  }
  if (!(start instanceof Temporal.PlainDate) || !isInUtc(moment)) return moment;
  const dates = [moment.toPlainDate(), moment.withTimeZone(timezone).toPlainDate()];
  return dates.sort(Temporal.PlainDate.compare)[1] ?? moment;
}

function isAfter(moment: CalendarMoment, last: CalendarMoment, { timezone }: CalendarReader): boolean {
  if (moment instanceof Temporal.PlainDate || last instanceof Temporal.PlainDate)
    return Temporal.PlainDate.compare(toOwnClock(moment).toPlainDate(), toOwnClock(last).toPlainDate()) > 0;
  return Temporal.Instant.compare(toInstant(moment, timezone), toInstant(last, timezone)) > 0;
}
