/** Reads the text of a calendar (contract, section 19). It is slow for large ones, so it runs in a thread of its own. */
import ICAL from 'ical.js';
import {
  type CalendarMoment,
  dateOfMoment,
  type FeedEvent,
  instantOfMoment,
  nightsOfEvent,
} from '../../domain/calendar-event.ts';
import { foldCase } from '../../domain/fold-case.ts';
import type { NightSpan } from '../../domain/inventory.ts';
import { MAX_FEED_EVENTS_READ, MAX_UID_LENGTH } from '../../domain/limits.ts';
import { isStayDate, type StayDate } from '../../domain/stay.ts';
import { type Zones, zonesOf } from './zones.ts';

/**
 * How a calendar is read: in the listing's zone, from its date up to the first one that is too far ahead. Events with
 * one of the summaries in `ignored` take nothing; those have one form for both cases.
 */
export type ReadAt = {
  timezone: string;
  today: StayDate;
  horizon: StayDate;
  ignored: ReadonlySet<string>;
};

export type ParsedCalendar =
  /** Nothing of it can be used. */
  | { kind: 'refused'; problem: string }
  /** `unreadable` is the number of events that could not be read. */
  | { kind: 'read'; events: FeedEvent[]; unreadable: number };

/** How many occurrences of repeated events are looked at, those before the window included. */
const MAX_OCCURRENCES = 100_000;

/** How many lines may decide which nights are taken: forty for each event. ical.js makes several objects of each. */
const MAX_LINES = 200_000;

/**
 * The beginning of a line that decides nothing here, such as a description. A line that breaks the rules of iCalendar is
 * not matched, so that ical.js refuses it.
 */
const UNUSED =
  /(?!(?:BEGIN|END|UID|DTSTART|DTEND|DURATION|RRULE|RDATE|EXDATE|RECURRENCE-ID|STATUS|TRANSP|SUMMARY|TZID|TZOFFSETFROM|TZOFFSETTO)[;:])[A-Z0-9-]+(?:;[A-Z0-9-]+=(?:"[^"\r\n]*"|[^",:;\r\n]*)(?:,(?:"[^"\r\n]*"|[^",:;\r\n]*))*)*:/iy;

/** A rule of these has to say when it ends, by COUNT or UNTIL. */
const OFTEN: ReadonlySet<string> = new Set(['SECONDLY', 'MINUTELY', 'HOURLY']);

export const PROBLEMS = {
  notACalendar: 'The answer is not a calendar.',
  cutOff: 'The calendar is not complete: its end is missing.',
  malformed: 'The calendar cannot be read.',
  tooMany: `The calendar has more than ${MAX_FEED_EVENTS_READ.toLocaleString('en')} events.`,
  tooLong: 'The calendar has too many lines.',
};

const refused = (problem: string): ParsedCalendar => ({ kind: 'refused', problem });

/** The nights that a calendar's events take, from today on. */
export function parseCalendar(text: string, at: ReadAt): ParsedCalendar {
  const content = text.replace(/^\ufeff/, '').trim();
  if (!/^BEGIN:VCALENDAR[ \t]*\r?\n/i.test(content)) return refused(PROBLEMS.notACalendar);
  if (!/\nEND:VCALENDAR$/i.test(content)) return refused(PROBLEMS.cutOff);
  if ((content.match(/^BEGIN:VEVENT[ \t\r]*$/gim) ?? []).length > MAX_FEED_EVENTS_READ)
    return refused(PROBLEMS.tooMany);
  let calendars: Jcal[];
  try {
    // A line with millions of parameters is too much for the regular expression, which throws.
    const lines = usedLines(content);
    if (lines.length > MAX_LINES) return refused(PROBLEMS.tooLong);
    const parsed = ICAL.parse(lines.join('')) as unknown as Jcal | Jcal[];
    calendars = typeof parsed[0] === 'string' ? [parsed as Jcal] : (parsed as Jcal[]);
  } catch {
    return refused(PROBLEMS.malformed);
  }
  if (!calendars.every(([name]) => name === 'vcalendar')) return refused(PROBLEMS.malformed);
  const components = calendars.flatMap(([, , parts]) => parts);
  const { events, unreadable } = eventsOf(components, at);
  if (events.length > MAX_FEED_EVENTS_READ) return refused(PROBLEMS.tooMany);
  return { kind: 'read', events, unreadable };
}

/** The lines that ical.js reads. Others are left out before it makes objects of them: a calendar can have a million. */
function usedLines(content: string): string[] {
  const lines: string[] = [];
  let isUsed = true;
  for (let from = 0; from < content.length; ) {
    const to = content.indexOf('\n', from) + 1 || content.length;
    const isContinued = content[from] === ' ' || content[from] === '\t';
    UNUSED.lastIndex = from;
    if (!isContinued) isUsed = !UNUSED.test(content);
    if (isUsed) lines.push(content.slice(from, to));
    from = to;
  }
  return lines;
}

/** A component in ical.js's jCal: its name, its properties and its parts. */
export type Jcal = [name: string, properties: Property[], parts: Jcal[]];
type Property = [name: string, parameters: Record<string, string>, type: string, ...values: unknown[]];

type ReadEvent = {
  uid: string;
  start: CalendarMoment;
  end: CalendarMoment | null;
  nights: NightSpan;
  recurrence: string | null;
  isFree: boolean;
  properties: Property[];
};

function eventsOf(components: readonly Jcal[], at: ReadAt): { events: FeedEvent[]; unreadable: number } {
  const zones = zonesOf(components);
  const read: ReadEvent[] = [];
  let unreadable = 0;
  let occurrences = 0;
  for (const [name, properties] of components) {
    if (name !== 'vevent') continue;
    try {
      read.push(readEvent(properties, at, zones));
    } catch {
      unreadable += 1;
    }
  }
  const overridden = new Set(
    read.flatMap(({ uid, recurrence }) => (recurrence ? [`${uid}\n${recurrence}`] : [])),
  );
  const events: FeedEvent[] = [];
  for (const event of read) {
    if (event.isFree || events.length > MAX_FEED_EVENTS_READ) continue;
    const repeats =
      event.recurrence === null && event.properties.some(([name]) => name === 'rrule' || name === 'rdate');
    if (!repeats) {
      const { nights } = event;
      if (nights.endDate > at.today && nights.startDate < at.horizon)
        events.push({ uid: event.uid, recurrence: event.recurrence, ...nights });
      continue;
    }
    try {
      for (const occurrence of occurrencesOf(event, at, zones)) {
        occurrences += 1;
        if (occurrences > MAX_OCCURRENCES) throw new Error('There are too many occurrences.');
        if (!occurrence || overridden.has(`${event.uid}\n${occurrence.recurrence}`)) continue;
        events.push(occurrence);
        if (events.length > MAX_FEED_EVENTS_READ) break;
      }
    } catch {
      unreadable += 1;
    }
  }
  return { events, unreadable };
}

const propertyOf = (properties: readonly Property[], name: string) =>
  properties.find((property) => property[0] === name);
const textOf = (properties: readonly Property[], name: string): string => {
  const value = propertyOf(properties, name)?.[3];
  return typeof value === 'string' ? value : '';
};

/** Throws if the event cannot be read. */
function readEvent(properties: Property[], at: ReadAt, zones: Zones): ReadEvent {
  const dtstart = propertyOf(properties, 'dtstart');
  if (!dtstart) throw new Error('An event has no beginning.');
  const start = momentOf(dtstart, zones);
  const dtend = propertyOf(properties, 'dtend');
  const duration = propertyOf(properties, 'duration');
  const end = dtend ? momentOf(dtend, zones) : duration ? afterDuration(start, duration[3]) : null;
  const nights = nightsOfEvent(start, end, at.timezone);
  const recurrenceId = propertyOf(properties, 'recurrence-id');
  return {
    uid: uidOf(properties, nights),
    start,
    end,
    nights,
    recurrence: recurrenceId ? occurrenceKey(momentOf(recurrenceId, zones), at) : null,
    isFree:
      textOf(properties, 'status').toUpperCase() === 'CANCELLED' ||
      textOf(properties, 'transp').toUpperCase() === 'TRANSPARENT' ||
      at.ignored.has(foldCase(textOf(properties, 'summary').trim())),
    properties,
  };
}

/** An event without a UID is known by its nights. No UID has characters that a one-line text cannot have. */
function uidOf(properties: readonly Property[], { startDate, endDate }: NightSpan): string {
  const given = textOf(properties, 'uid')
    .replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '')
    .trim();
  if (given !== '') return given.slice(0, MAX_UID_LENGTH);
  return `${startDate}/${endDate}`;
}

/** ical.js writes whatever the calendar says in the form of a date, so a moment is checked here. Throws. */
function momentOf([, { tzid }, type, value]: Property, zones: Zones): CalendarMoment {
  const [, date = '', hours, minutes, seconds, utc] =
    /^(\d{4}-\d{2}-\d{2})(?:T(?:(\d{2}):(\d{2}):(\d{2})|::)(Z?))?$/.exec(String(value)) ?? [];
  if (!isStayDate(date) || (type !== 'date' && type !== 'date-time')) throw new Error('This is no date.');
  if (hours === undefined || minutes === undefined) return { kind: 'date', date };
  if (Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 60) throw new Error('This is no time.');
  const time = `${hours}:${minutes}`;
  if (utc === 'Z') return { kind: 'instant', at: new Date(`${date}T${time}:00Z`) };
  return zones.inZone(date, time, tzid);
}

const DAY_MS = 86_400_000;

/** Days and weeks of a duration are those of the calendar, so it is added to the time that the clock shows. */
function afterDuration(start: CalendarMoment, duration: unknown): CalendarMoment {
  const seconds = ICAL.Duration.fromString(String(duration)).toSeconds();
  if (!Number.isSafeInteger(seconds)) throw new Error('This is no duration.');
  return later(start, seconds * 1_000);
}

/** A moment later by the clock, or by whole days for a date. */
function later(start: CalendarMoment, ms: number): CalendarMoment {
  if (start.kind === 'instant') return { kind: 'instant', at: new Date(start.at.getTime() + ms) };
  const time = start.kind === 'date' ? '00:00' : start.time;
  const text = new Date(Date.parse(`${start.date}T${time}:00Z`) + ms).toISOString();
  const date = text.slice(0, 10);
  return start.kind === 'date' ? { kind: 'date', date } : { ...start, date, time: text.slice(11, 16) };
}

/** Identifies an occurrence: by its date, or by its instant in any zone. */
const occurrenceKey = (moment: CalendarMoment, { timezone }: ReadAt): string =>
  moment.kind === 'date' ? moment.date : instantOfMoment(moment, timezone).toISOString();

/** The text of a moment by its own clock, `YYYY-MM-DDTHH:MM`, which recurrences count by. */
const wallOf = (moment: CalendarMoment): string =>
  moment.kind === 'instant'
    ? moment.at.toISOString().slice(0, 16)
    : `${moment.date}T${moment.kind === 'date' ? '00:00' : moment.time}`;

/**
 * The occurrences of a repeated event in the window, without excluded ones. Yields null for one that is left out, so that the caller counts
 * it. Throws if a rule cannot be read.
 */
function* occurrencesOf(event: ReadEvent, at: ReadAt, zones: Zones): Generator<FeedEvent | null> {
  const { start, end, uid, properties } = event;
  const lengthMs = end === null ? null : lengthOf(start, end, at);
  const excluded = new Set<string>();
  for (const property of properties.filter(([name]) => name === 'exdate'))
    for (const value of property.slice(3)) {
      const moment = momentOf([property[0], property[1], property[2], value], zones);
      excluded.add(occurrenceKey(moment, at));
    }
  const seen = new Set<string>();
  for (const moment of startsOf(event, at, zones)) {
    const recurrence = occurrenceKey(moment, at);
    const isExcluded = excluded.has(recurrence) || excluded.has(wallOf(moment).slice(0, 10));
    if (isExcluded || seen.has(recurrence)) {
      yield null;
      continue;
    }
    seen.add(recurrence);
    const nights = nightsOfEvent(moment, lengthMs === null ? null : later(moment, lengthMs), at.timezone);
    const isInWindow = nights.endDate > at.today && nights.startDate < at.horizon;
    yield isInWindow ? { uid, recurrence, ...nights } : null;
  }
}

/** How long an event is: by its own clock if both ends are on the same, else in time that passes. */
function lengthOf(start: CalendarMoment, end: CalendarMoment, { timezone }: ReadAt): number {
  const isOneClock =
    start.kind === end.kind && (start.kind !== 'zoned' || (end.kind === 'zoned' && end.zone === start.zone));
  if (isOneClock) return Date.parse(`${wallOf(end)}Z`) - Date.parse(`${wallOf(start)}Z`);
  if (start.kind === 'date' || end.kind === 'date')
    return Date.parse(dateOfMoment(end, timezone)) - Date.parse(dateOfMoment(start, timezone));
  return instantOfMoment(end, timezone).getTime() - instantOfMoment(start, timezone).getTime();
}

/** The beginnings of all occurrences up to the end of the window. */
function* startsOf({ start, properties }: ReadEvent, at: ReadAt, zones: Zones): Generator<CalendarMoment> {
  const rules = properties.filter(([name]) => name === 'rrule');
  if (rules.length === 0) yield start;
  for (const [, , , data] of rules) {
    const { until, ...rule } = data as { until?: string; freq?: string; count?: number };
    if (!rule.freq) throw new Error('A rule has no frequency.');
    if (OFTEN.has(rule.freq) && until === undefined && rule.count === undefined)
      throw new Error('A rule more frequent than daily has no end.');
    const last = until === undefined ? null : momentOf(['until', {}, 'date-time', until], zones);
    const iterator = ICAL.Recur.fromData(rule as never).iterator(
      ICAL.Time.fromString(timeText(start), null as never),
    );
    for (let next = iterator.next(); next; next = iterator.next()) {
      const moment = atWall(start, String(next));
      if (isAfter(moment, last, at) || wallOf(moment).slice(0, 10) >= dayAfter(at.horizon)) break;
      yield moment;
    }
  }
  for (const property of properties.filter(([name]) => name === 'rdate'))
    for (const value of property.slice(3))
      yield momentOf(
        [property[0], property[1], property[2] === 'period' ? 'date-time' : property[2], [value].flat()[0]],
        zones,
      );
}

const timeText = (moment: CalendarMoment) => (moment.kind === 'date' ? moment.date : `${wallOf(moment)}:00`);
const dayAfter = (date: StayDate): StayDate => new Date(Date.parse(date) + DAY_MS).toISOString().slice(0, 10);

/** The moment at another time by the same clock. */
function atWall(start: CalendarMoment, text: string): CalendarMoment {
  if (start.kind === 'instant') return { kind: 'instant', at: new Date(`${text.slice(0, 16)}:00Z`) };
  const date = text.slice(0, 10);
  return start.kind === 'date' ? { kind: 'date', date } : { ...start, date, time: text.slice(11, 16) };
}

function isAfter(moment: CalendarMoment, last: CalendarMoment | null, at: ReadAt): boolean {
  if (last === null) return false;
  if (last.kind === 'date' || moment.kind === 'date')
    return wallOf(moment).slice(0, 10) > wallOf(last).slice(0, 10);
  return instantOfMoment(moment, at.timezone) > instantOfMoment(last, at.timezone);
}
