import { addDays, type StayDate } from '../dates/dates.ts';
import type { NightSpan } from '../inventory/inventory.ts';
import type { EventTexts } from './event-texts.ts';

/**
 * The beginning or end of an event as its calendar writes it: a date, a time on the listing's clock, or a time in
 * another zone. A time whose zone is unknown is on the listing's clock.
 */
export type CalendarMoment = Temporal.PlainDate | Temporal.PlainDateTime | Temporal.ZonedDateTime;

/** An event of a calendar feed, with the nights that it takes. A text that the event does not have may be left out. */
export type FeedEvent = NightSpan & { uid: string } & Partial<EventTexts>;

/** The events of a calendar, from today up to how far ahead calendars are read. */
export type CalendarContent = {
  events: FeedEvent[];
  /** The UIDs of the events that the calendar says were cancelled. */
  cancelled: string[];
  /** How many events of the calendar are cancelled or transparent, so that they take no nights. */
  leftOut: number;
  /** The numbers of the lines that cannot be read, or on which an event begins that cannot be read. */
  unreadable: number[];
};

/** The date and time that the listing's clock shows at a moment. A date begins at midnight. */
export function toListingClock(moment: CalendarMoment, zone: string): Temporal.PlainDateTime {
  if (moment instanceof Temporal.PlainDate) return moment.toPlainDateTime();
  return moment instanceof Temporal.ZonedDateTime ? moment.withTimeZone(zone).toPlainDateTime() : moment;
}

/** The date in the listing's zone at a moment of a calendar. A moment that is only a date is that date. */
export const toDateOfMoment = (moment: CalendarMoment, zone: string): StayDate =>
  toListingClock(moment, zone).toPlainDate().toString();

/** Whether a moment is in UTC, in which many systems write what is meant as a date or as the listing's time. */
export const isInUtc = (moment: CalendarMoment): moment is Temporal.ZonedDateTime =>
  moment instanceof Temporal.ZonedDateTime && moment.timeZoneId === 'UTC';

/**
 * The date that a moment of a calendar has in the moment's own zone. A time in UTC counts as the date in the
 * listing's zone, because no listing is in UTC.
 */
export const toNamedDate = (moment: CalendarMoment, zone: string): StayDate =>
  moment instanceof Temporal.ZonedDateTime && moment.timeZoneId !== 'UTC'
    ? moment.toPlainDate().toString()
    : toDateOfMoment(moment, zone);

/**
 * The nights `[start, end)` of an event, in the listing's zone. An event without an end, or whose end is not
 * after the start, takes one night. An event from midnight to midnight in UTC may mean whole days, or times on
 * the listing's clock, so it takes the nights of both readings.
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
