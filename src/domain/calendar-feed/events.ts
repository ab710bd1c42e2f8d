import { addDays, dateInZone, type StayDate, toInstant } from '../dates/dates.ts';
import type { NightSpan } from '../inventory/inventory.ts';
import type { EventTexts } from './event-texts.ts';

/** The beginning or end of an event as its calendar writes it, with times as `HH:MM`. */
export type CalendarMoment =
  | { kind: 'date'; date: StayDate }
  /** A time without a known time zone, which is read in the listing's zone. */
  | { kind: 'local'; date: StayDate; time: string }
  | { kind: 'zoned'; date: StayDate; time: string; zone: string }
  /**
   * An instant, from a time in UTC or in a zone that the calendar itself describes. `date` is the date in a
   * zone that the calendar describes, and is missing for UTC.
   */
  | { kind: 'instant'; at: Date; date?: StayDate };

/** An event of a calendar feed, with the nights that it takes. A text that the event does not have may be left out. */
export type FeedEvent = NightSpan & { uid: string } & Partial<EventTexts>;

/** The events of a calendar, from today up to how far ahead calendars are read. */
export type CalendarContent = {
  events: FeedEvent[];
  /** How many events of the calendar are cancelled or transparent, so that they take no nights. */
  leftOut: number;
  /** The numbers of the lines that cannot be read, or on which an event begins that cannot be read. */
  unreadable: number[];
};

/** The instant of a date and time in a calendar. A time without a zone is read in the listing's `zone`. */
export function toInstantOfMoment(moment: Exclude<CalendarMoment, { kind: 'date' }>, zone: string): Date {
  if (moment.kind === 'instant') return moment.at;
  return toInstant(moment.date, moment.time, moment.kind === 'zoned' ? moment.zone : zone);
}

/**
 * The date in the listing's zone at a moment of a calendar. A calendar's moment that is only a date is returned
 * as it is.
 */
export function toDateOfMoment(moment: CalendarMoment, zone: string): StayDate {
  const isHere = moment.kind === 'local' || (moment.kind === 'zoned' && moment.zone === zone);
  if (moment.kind === 'date' || isHere) return moment.date;
  return dateInZone(zone, toInstantOfMoment(moment, zone));
}

/**
 * The date that a moment of a calendar has in the moment's own zone. A time in UTC counts as the date in the
 * listing's zone, because no listing is in UTC.
 */
export const toNamedDate = (moment: CalendarMoment, zone: string): StayDate =>
  moment.date ?? toDateOfMoment(moment, zone);

/**
 * The UTC date of a moment that is midnight in UTC, because many systems write a date in this way. Returns null
 * for any other moment.
 */
function findDateOfUtcMidnight(moment: CalendarMoment | null): StayDate | null {
  if (moment?.kind !== 'instant' || moment.date !== undefined) return null;
  const text = moment.at.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : null;
}

/**
 * The nights `[start, end)` of an event, in the listing's zone. An event without an end, or whose end is not
 * after the start, takes one night. An event from midnight to midnight in UTC may mean whole days, or times on
 * the listing's clock, so it takes the nights of both readings.
 */
export function toNightsOfEvent(start: CalendarMoment, end: CalendarMoment | null, zone: string): NightSpan {
  const startDate = toDateOfMoment(start, zone);
  const nights = toSpan(startDate, end === null ? startDate : toDateOfMoment(end, zone));
  const [from, to] = [findDateOfUtcMidnight(start), findDateOfUtcMidnight(end)];
  if (from === null || to === null) return nights;
  const dates = toSpan(from, to);
  return {
    startDate: dates.startDate < nights.startDate ? dates.startDate : nights.startDate,
    endDate: dates.endDate > nights.endDate ? dates.endDate : nights.endDate,
  };
}

const toSpan = (startDate: StayDate, endDate: StayDate): NightSpan => ({
  startDate,
  endDate: endDate > startDate ? endDate : addDays(startDate, 1),
});
