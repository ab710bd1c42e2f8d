/** Reads the text of a calendar, in a thread of its own, because parsing is slow for large calendars. */

import { countDaysBetween } from '../../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import { MAX_EVENT_UID_LENGTH, MAX_EVENTS_OF_CALENDAR_FEED } from '../../../../domain/limits.ts';
import { compose, foldCase } from '../../../../domain/text/text.ts';
import { type EventTexts, readEventTexts } from '../../domain/event-texts.ts';
import {
  type CalendarContent,
  type CalendarMoment,
  type FeedEvent,
  toDateOfMoment,
  toNightsOfEvent,
} from '../../domain/events.ts';
import {
  type CalendarComponent,
  findLine,
  type JcalProperty,
  listUsedLines,
  readComponents,
  readProperty,
  UnreadableLine,
} from './components.ts';
import { readBusyPeriods } from './free-busy.ts';
import { addByClock, isInWindow, parseMoment, type ReadingWindow } from './moments.ts';
import { type Amendments, buildOccurrenceKey, expandOccurrences } from './occurrences.ts';
import { type CalendarZones, readZones } from './zones.ts';

/**
 * The parameters for reading a calendar: the listing's zone, and the dates from the listing's today up to the
 * first one that is too far ahead. Events with one of the summaries in `ignored`, compared without regard to
 * case, take no nights.
 */
export type ReadingOptions = ReadingWindow & { ignored: ReadonlySet<string> };

export type ParsedCalendar =
  /** A calendar that was refused, because nothing of it can be used. */
  { kind: 'refused'; problem: string } | ({ kind: 'read'; hasTextAfterEnd: boolean } & CalendarContent);

/** How many occurrences of repeated events are looked at, including those before the window of dates. */
const MAX_OCCURRENCES = 100_000;

export const CALENDAR_PROBLEMS = {
  notACalendar: 'The answer is not a calendar.',
  cutOff: 'The calendar is not complete: its end is missing.',
  malformed: 'The calendar cannot be read.',
  tooMany: `The calendar has more than ${MAX_EVENTS_OF_CALENDAR_FEED.toLocaleString('en')} events.`,
  tooLong: 'The calendar has too many lines.',
};

const buildRefusal = (problem: string): ParsedCalendar => ({ kind: 'refused', problem });

/** The last line of a calendar. */
const END = /\nEND:VCALENDAR[ \t]*(?=\r?\n|$)/gi;

/** The nights that a calendar's events take, from today on. Text after the calendar's end is not read. */
export function parseCalendar(text: string, at: ReadingOptions): ParsedCalendar {
  const content = text.replace(/^\ufeff/, '').trimEnd();
  if (!/^\s*BEGIN:VCALENDAR[ \t]*\r?\n/i.test(content)) return buildRefusal(CALENDAR_PROBLEMS.notACalendar);
  const end = [...content.matchAll(END)].at(-1);
  if (!end) return buildRefusal(CALENDAR_PROBLEMS.cutOff);
  const calendar = content.slice(0, end.index + end[0].length);
  if ((calendar.match(/^BEGIN:VEVENT[ \t\r]*$/gim) ?? []).length > MAX_EVENTS_OF_CALENDAR_FEED)
    return buildRefusal(CALENDAR_PROBLEMS.tooMany);
  let lines: ReturnType<typeof listUsedLines>;
  try {
    lines = listUsedLines(calendar);
  } catch {
    // The calendar cannot be used: a line with millions of parameters is too long for the regular expression.
    return buildRefusal(CALENDAR_PROBLEMS.malformed);
  }
  if (lines === null) return buildRefusal(CALENDAR_PROBLEMS.tooLong);
  const { components, unreadable } = readComponents(lines);
  const read = components.some(({ name }) => name === 'vevent')
    ? readEvents(components, at)
    : readBusyPeriods(components, at);
  if (read.events.length > MAX_EVENTS_OF_CALENDAR_FEED) return buildRefusal(CALENDAR_PROBLEMS.tooMany);
  return {
    kind: 'read',
    ...read,
    unreadable: [...unreadable, ...read.unreadable].sort((a, b) => a - b),
    hasTextAfterEnd: calendar.length < content.length,
  };
}

type ReadEvent = {
  uid: string;
  line: number;
  start: CalendarMoment;
  end: CalendarMoment | null;
  nights: NightSpan;
  /**
   * The occurrence of a repeated event that this event replaces. If the line that names the replaced occurrence
   * cannot be read, the occurrence at the event's own beginning is taken.
   */
  occurrence: CalendarMoment | null;
  /** Whether the event also changes the occurrences after the one that it replaces. */
  changesLater: boolean;
  /** The number of the line that names the replaced occurrence, if that line cannot be read or obeyed. */
  unreadableLine: number | null;
  /**
   * The version of an event: the version with the higher sequence is newer, or with the later stamp if the
   * sequences are equal.
   */
  version: { sequence: number; stamp: string };
  isFree: boolean;
  isCancelled: boolean;
  isIgnored: boolean;
  texts: Partial<EventTexts>;
  properties: JcalProperty[];
};

function readEvents(components: readonly CalendarComponent[], at: ReadingOptions): CalendarContent {
  const zones = readZones(components, at.timezone);
  const content: CalendarContent = { events: [], cancelled: [], leftOut: 0, unreadable: [] };
  const read: ReadEvent[] = [];
  const keepProblem = (error: unknown, line: number) =>
    content.unreadable.push(error instanceof UnreadableLine ? error.line : line);
  for (const component of components) {
    if (component.name !== 'vevent') continue;
    try {
      const event = readEvent(component, at, zones);
      read.push(event);
      if (event.unreadableLine !== null) content.unreadable.push(event.unreadableLine);
    } catch (error) {
      keepProblem(error, component.line);
    }
  }
  const latest = selectLatestVersions(read, at);
  let occurrences = 0;
  for (const { event, recurrence, amendments } of latest) {
    if (event.isIgnored || content.events.length > MAX_EVENTS_OF_CALENDAR_FEED) continue;
    const take = (taken: FeedEvent) => {
      if (event.isCancelled) content.cancelled.push(taken.uid);
      if (event.isFree) content.leftOut += 1;
      else content.events.push(taken);
    };
    const { nights, uid, texts } = event;
    if (recurrence !== null || !isRepeated(event)) {
      if (isInWindow(nights, at)) take({ uid, ...nights, ...texts });
      continue;
    }
    try {
      const unreadable = event.isFree ? [] : content.unreadable;
      for (const occurrence of expandOccurrences(event, amendments, {
        ...at,
        zones,
        unreadable,
      })) {
        occurrences += 1;
        if (occurrences > MAX_OCCURRENCES) throw new Error('There are too many occurrences.');
        if (occurrence) take({ ...occurrence, ...texts });
        if (content.events.length > MAX_EVENTS_OF_CALENDAR_FEED) break;
      }
    } catch (error) {
      if (!event.isFree) keepProblem(error, event.line);
    }
  }
  return content;
}

const isRepeated = ({ properties }: ReadEvent) =>
  properties.some(([name]) => name === 'rrule' || name === 'rdate');

/**
 * If a calendar has several versions of an event or of one of its occurrences, only the newest counts, wherever
 * it stands. Versions of an event with the same sequence and stamp all count. Each event is returned with what
 * other events of the calendar say of its occurrences.
 */
function selectLatestVersions(read: readonly ReadEvent[], at: ReadingOptions) {
  const allDayUids = new Set(
    read.flatMap(({ uid, occurrence, start }) =>
      occurrence === null && start instanceof Temporal.PlainDate ? [uid] : [],
    ),
  );
  const named = read.map((event) => {
    const { uid, occurrence } = event;
    const isAllDay = allDayUids.has(uid);
    return { event, recurrence: occurrence && buildOccurrenceKey(occurrence, at, { isAllDay }) };
  });
  // A line break separates the parts of the key, because no UID contains one.
  const versions = Map.groupBy(named, ({ event, recurrence }) => `${event.uid}\n${recurrence}`);
  const isNewer = (one: ReadEvent, other: ReadEvent) =>
    one.version.sequence !== other.version.sequence
      ? one.version.sequence > other.version.sequence
      : one.version.stamp > other.version.stamp;
  const latest = named.filter(({ event, recurrence }) => {
    const others = versions.get(`${event.uid}\n${recurrence}`) ?? [];
    return !others.some((other) => isNewer(other.event, event));
  });
  const amendments = new Map<string, Amendments>();
  const replacing = Map.groupBy(
    latest.filter(({ recurrence }) => recurrence !== null),
    ({ event }) => event.uid,
  );
  const findAmendments = (uid: string): Amendments => {
    const others = replacing.get(uid) ?? [];
    return {
      replaced: new Set(others.map(({ recurrence }) => recurrence ?? '')),
      laterChanges: others.flatMap(({ event, recurrence }) => {
        const { occurrence, nights, changesLater, isFree, isIgnored } = event;
        if (!changesLater || isFree || isIgnored || !occurrence) return [];
        return [
          {
            after: recurrence ?? '',
            days: countDaysBetween(toDateOfMoment(occurrence, at.timezone), nights.startDate),
            nights: countDaysBetween(nights.startDate, nights.endDate),
          },
        ];
      }),
    };
  };
  return latest.map((one) => ({
    ...one,
    amendments: amendments.getOrInsertComputed(one.event.uid, findAmendments),
  }));
}

const findProperty = (properties: readonly JcalProperty[], name: string) =>
  properties.find((property) => property[0] === name);
const readText = (properties: readonly JcalProperty[], name: string): string => {
  const value = findProperty(properties, name)?.[3];
  return typeof value === 'string' ? compose(value) : '';
};

/** Throws if the event's dates cannot be read. */
function readEvent(
  { line, properties }: CalendarComponent,
  at: ReadingOptions,
  zones: CalendarZones,
): ReadEvent {
  const parseMomentOf = (name: string) => {
    const property = findProperty(properties, name);
    return property ? readProperty(property, () => parseMoment(property, zones)) : null;
  };
  const start = parseMomentOf('dtstart');
  if (start === null) throw new Error('An event has no beginning.');
  const duration = findProperty(properties, 'duration');
  const lasting = duration && readProperty(duration, () => addByClock(start, String(duration[3])));
  const end = parseMomentOf('dtend') ?? lasting ?? null;
  const nights = toNightsOfEvent(start, end, at.timezone);
  const sequence = Number(findProperty(properties, 'sequence')?.[3] ?? 0);
  const isCancelled = readText(properties, 'status').toUpperCase() === 'CANCELLED';
  const isFree = isCancelled || readText(properties, 'transp').toUpperCase() === 'TRANSPARENT';
  const recurrence = findProperty(properties, 'recurrence-id');
  const range = recurrence?.[1].range?.toUpperCase();
  let occurrence: CalendarMoment | null;
  // A range can only be obeyed in part, so that its line counts as unreadable.
  let unreadableLine = recurrence && range !== undefined ? findLine(recurrence) : null;
  try {
    occurrence = parseMomentOf('recurrence-id');
  } catch (error) {
    if (isFree || !(error instanceof UnreadableLine)) throw error;
    occurrence = start;
    unreadableLine = error.line;
  }
  return {
    uid: readUid(properties, nights),
    line,
    start,
    end,
    nights,
    occurrence,
    changesLater: range === 'THISANDFUTURE',
    unreadableLine,
    version: {
      sequence: Number.isFinite(sequence) ? sequence : 0,
      stamp: readText(properties, 'last-modified') || readText(properties, 'dtstamp'),
    },
    isFree,
    isCancelled,
    isIgnored: at.ignored.has(foldCase(readText(properties, 'summary').trim())),
    texts: readTexts(properties),
    properties,
  };
}

/** The texts that an event has. Those that it lacks are left out, because a calendar may have thousands of events. */
function readTexts(properties: readonly JcalProperty[]): Partial<EventTexts> {
  const [summary, description, url, location] = ['summary', 'description', 'url', 'location'].map((name) =>
    readText(properties, name),
  ) as [string, string, string, string];
  const texts = readEventTexts({ summary, description, url, location });
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null));
}

/** An event without a UID is identified by its nights, in characters that no UID can have. */
function readUid(properties: readonly JcalProperty[], { startDate, endDate }: NightSpan): string {
  const uid = readText(properties, 'uid')
    .replace(/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu, '')
    .trim();
  if (uid !== '') return uid.slice(0, MAX_EVENT_UID_LENGTH);
  return `${startDate}/${endDate}`;
}
