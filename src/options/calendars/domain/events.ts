import { addDays, type StayDate } from '../../../domain/dates/dates.ts';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
import type { EventTexts } from './event-texts.ts';

/**
 * A date, a time on the listing's clock, or a time in another zone. If the zone is unknown, the listing's
 * clock counts.
 */
export type CalendarMoment = Temporal.PlainDate | Temporal.PlainDateTime | Temporal.ZonedDateTime;

/** An event of a calendar feed, with the nights that it takes. A text that the event does not have may be left out. */
export type FeedEvent = NightSpan & { uid: string } & Partial<EventTexts> & {
    /** Whether the calendar now says something else of the event, but was read in part and so frees no nights. */
    isOld?: boolean;
  };

/** From today up to how far ahead calendars are read. */
export type CalendarContent = {
  events: FeedEvent[];
  cancelled: string[];
  /** Cancelled and transparent events, which take no nights. */
  leftOut: number;
  /** Lines that cannot be read, or on which such an event begins. */
  unreadable: number[];
};

/** A date begins at midnight. */
function toListingClock(moment: CalendarMoment, zone: string): Temporal.PlainDateTime {
  if (moment instanceof Temporal.PlainDate) return moment.toPlainDateTime();
  return moment instanceof Temporal.ZonedDateTime ? moment.withTimeZone(zone).toPlainDateTime() : moment;
}

export const toDateOfMoment = (moment: CalendarMoment, zone: string): StayDate =>
  toListingClock(moment, zone).toPlainDate().toString();

/** Many systems write in UTC what is meant as a date or as the listing's time. */
export const isInUtc = (moment: CalendarMoment): moment is Temporal.ZonedDateTime =>
  moment instanceof Temporal.ZonedDateTime && moment.timeZoneId === 'UTC';

/** In the moment's own zone. A time in UTC counts in the listing's zone, because no listing is in UTC. */
export const toNamedDate = (moment: CalendarMoment, zone: string): StayDate =>
  moment instanceof Temporal.ZonedDateTime && moment.timeZoneId !== 'UTC'
    ? moment.toPlainDate().toString()
    : toDateOfMoment(moment, zone);

/**
 * The nights `[start, end)`, in the listing's zone. Without an end, or with one that is not after the start:
 * one night. From midnight to midnight in UTC may mean whole days, or times on the listing's clock: the
 * nights of both.
 */
export function toNightsOfEvent(start: CalendarMoment, end: CalendarMoment | null, zone: string): NightSpan {
  const startDate = toDateOfMoment(start, zone);
  const nights = toSpan(startDate, end === null ? startDate : toDateOfMoment(end, zone));
  if (end === null || !isMidnightInUtc(start) || !isMidnightInUtc(end)) return nights;
  const dates = toSpan(start.toPlainDate().toString(), end.toPlainDate().toString());
  return {
    startDate: dates.startDate < nights.startDate ? dates.startDate : nights.startDate,
    endDate: dates.endDate > nights.endDate ? dates.endDate : nights.endDate,
  };
}

const isMidnightInUtc = (moment: CalendarMoment): moment is Temporal.ZonedDateTime =>
  isInUtc(moment) && moment.hour === 0 && moment.minute === 0;

const toSpan = (startDate: StayDate, endDate: StayDate): NightSpan => ({
  startDate,
  endDate: endDate > startDate ? endDate : addDays(startDate, 1),
});
