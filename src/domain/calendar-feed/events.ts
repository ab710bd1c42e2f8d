import { addDays, dateInZone, type StayDate, toInstant } from '../dates.ts';
import type { NightSpan } from '../inventory.ts';

/** A beginning or an end in a calendar, as it is written there. Times are `HH:MM`. */
export type CalendarMoment =
  | { kind: 'date'; date: StayDate }
  /** A time without a known zone. The listing's zone applies. */
  | { kind: 'local'; date: StayDate; time: string }
  | { kind: 'zoned'; date: StayDate; time: string; zone: string }
  | { kind: 'instant'; at: Date };

/** An event of a calendar feed, as the nights that it takes. */
export type FeedEvent = NightSpan & {
  uid: string;
  /** Identifies an occurrence of a repeated event. Null for an event that is not repeated. */
  recurrence: string | null;
};

/** The instant of a moment that has a time of day. */
export function toInstantOfMoment(moment: Exclude<CalendarMoment, { kind: 'date' }>, zone: string): Date {
  if (moment.kind === 'instant') return moment.at;
  return toInstant(moment.date, moment.time, moment.kind === 'zoned' ? moment.zone : zone);
}

/** The listing's date at a moment: a date as it is, a time as the date that it is then in the listing's zone. */
export function toDateOfMoment(moment: CalendarMoment, zone: string): StayDate {
  const isHere = moment.kind === 'local' || (moment.kind === 'zoned' && moment.zone === zone);
  if (moment.kind === 'date' || isHere) return moment.date;
  return dateInZone(zone, toInstantOfMoment(moment, zone));
}

/**
 * The nights `[start, end)` of an event, in the listing's zone. Without an end, or if the end is not after the start,
 * it is one night.
 */
export function toNightsOfEvent(start: CalendarMoment, end: CalendarMoment | null, zone: string): NightSpan {
  const startDate = toDateOfMoment(start, zone);
  const endDate = end === null ? startDate : toDateOfMoment(end, zone);
  return { startDate, endDate: endDate > startDate ? endDate : addDays(startDate, 1) };
}
