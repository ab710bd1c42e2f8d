/** Reads the text of a calendar. It is slow for large ones, so it runs in a thread of its own. */
import ICAL from 'ical.js';
import { type CalendarMoment, type FeedEvent, toNightsOfEvent } from '../../domain/calendar-feed/events.ts';
import type { NightSpan } from '../../domain/inventory.ts';
import { MAX_EVENT_UID_LENGTH, MAX_EVENTS_OF_CALENDAR_FEED } from '../../domain/limits.ts';
import { foldCase } from '../../domain/text.ts';
import { addDuration, type JcalProperty, parseMoment } from './moments.ts';
import { buildOccurrenceKey, expandOccurrences, type ReadingWindow } from './occurrences.ts';
import { type CalendarZones, readZones } from './zones.ts';

/**
 * How a calendar is read: in the listing's zone, from its date up to the first one that is too far ahead. Events with
 * one of the summaries in `ignored` take nothing; those have one form for both cases.
 */
export type ReadingOptions = ReadingWindow & { ignored: ReadonlySet<string> };

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

export const CALENDAR_PROBLEMS = {
  notACalendar: 'The answer is not a calendar.',
  cutOff: 'The calendar is not complete: its end is missing.',
  malformed: 'The calendar cannot be read.',
  tooMany: `The calendar has more than ${MAX_EVENTS_OF_CALENDAR_FEED.toLocaleString('en')} events.`,
  tooLong: 'The calendar has too many lines.',
};

const buildRefusal = (problem: string): ParsedCalendar => ({ kind: 'refused', problem });

/** The nights that a calendar's events take, from today on. */
export function parseCalendar(text: string, at: ReadingOptions): ParsedCalendar {
  const content = text.replace(/^\ufeff/, '').trim();
  if (!/^BEGIN:VCALENDAR[ \t]*\r?\n/i.test(content)) return buildRefusal(CALENDAR_PROBLEMS.notACalendar);
  if (!/\nEND:VCALENDAR$/i.test(content)) return buildRefusal(CALENDAR_PROBLEMS.cutOff);
  if ((content.match(/^BEGIN:VEVENT[ \t\r]*$/gim) ?? []).length > MAX_EVENTS_OF_CALENDAR_FEED)
    return buildRefusal(CALENDAR_PROBLEMS.tooMany);
  let vcalendars: JcalComponent[];
  try {
    // A line with millions of parameters is too much for the regular expression, which throws.
    const lines = listUsedLines(content);
    if (lines.length > MAX_LINES) return buildRefusal(CALENDAR_PROBLEMS.tooLong);
    const parsed = ICAL.parse(lines.join('')) as unknown as JcalComponent | JcalComponent[];
    vcalendars = typeof parsed[0] === 'string' ? [parsed as JcalComponent] : (parsed as JcalComponent[]);
  } catch {
    return buildRefusal(CALENDAR_PROBLEMS.malformed);
  }
  if (!vcalendars.every(([name]) => name === 'vcalendar')) return buildRefusal(CALENDAR_PROBLEMS.malformed);
  const components = vcalendars.flatMap(([, , parts]) => parts);
  const { events, unreadable } = readEvents(components, at);
  if (events.length > MAX_EVENTS_OF_CALENDAR_FEED) return buildRefusal(CALENDAR_PROBLEMS.tooMany);
  return { kind: 'read', events, unreadable };
}

/** The lines that ical.js reads. Others are left out before it makes objects of them: a calendar can have a million. */
function listUsedLines(content: string): string[] {
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
export type JcalComponent = [name: string, properties: JcalProperty[], parts: JcalComponent[]];
type ReadEvent = {
  uid: string;
  start: CalendarMoment;
  end: CalendarMoment | null;
  nights: NightSpan;
  recurrence: string | null;
  isFree: boolean;
  properties: JcalProperty[];
};

function readEvents(
  components: readonly JcalComponent[],
  at: ReadingOptions,
): { events: FeedEvent[]; unreadable: number } {
  const zones = readZones(components);
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
    if (event.isFree || events.length > MAX_EVENTS_OF_CALENDAR_FEED) continue;
    const repeats =
      event.recurrence === null && event.properties.some(([name]) => name === 'rrule' || name === 'rdate');
    if (!repeats) {
      const { nights } = event;
      if (nights.endDate > at.today && nights.startDate < at.horizon)
        events.push({ uid: event.uid, recurrence: event.recurrence, ...nights });
      continue;
    }
    try {
      for (const occurrence of expandOccurrences(event, at, zones)) {
        occurrences += 1;
        if (occurrences > MAX_OCCURRENCES) throw new Error('There are too many occurrences.');
        if (!occurrence || overridden.has(`${event.uid}\n${occurrence.recurrence}`)) continue;
        events.push(occurrence);
        if (events.length > MAX_EVENTS_OF_CALENDAR_FEED) break;
      }
    } catch {
      unreadable += 1;
    }
  }
  return { events, unreadable };
}

const findProperty = (properties: readonly JcalProperty[], name: string) =>
  properties.find((property) => property[0] === name);
const readText = (properties: readonly JcalProperty[], name: string): string => {
  const value = findProperty(properties, name)?.[3];
  return typeof value === 'string' ? value : '';
};

/** Throws if the event cannot be read. */
function readEvent(properties: JcalProperty[], at: ReadingOptions, zones: CalendarZones): ReadEvent {
  const dtstart = findProperty(properties, 'dtstart');
  if (!dtstart) throw new Error('An event has no beginning.');
  const start = parseMoment(dtstart, zones);
  const dtend = findProperty(properties, 'dtend');
  const duration = findProperty(properties, 'duration');
  const end = dtend ? parseMoment(dtend, zones) : duration ? addDuration(start, duration[3]) : null;
  const nights = toNightsOfEvent(start, end, at.timezone);
  const recurrenceId = findProperty(properties, 'recurrence-id');
  return {
    uid: readUid(properties, nights),
    start,
    end,
    nights,
    recurrence: recurrenceId ? buildOccurrenceKey(parseMoment(recurrenceId, zones), at) : null,
    isFree:
      readText(properties, 'status').toUpperCase() === 'CANCELLED' ||
      readText(properties, 'transp').toUpperCase() === 'TRANSPARENT' ||
      at.ignored.has(foldCase(readText(properties, 'summary').trim())),
    properties,
  };
}

/** An event without a UID is known by its nights. No UID has characters that a one-line text cannot have. */
function readUid(properties: readonly JcalProperty[], { startDate, endDate }: NightSpan): string {
  const uid = readText(properties, 'uid')
    .replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '')
    .trim();
  if (uid !== '') return uid.slice(0, MAX_EVENT_UID_LENGTH);
  return `${startDate}/${endDate}`;
}
