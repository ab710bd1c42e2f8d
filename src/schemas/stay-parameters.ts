/** The parameters of stays and calendars (contract, sections 3, 6 and 7). */
import { z } from 'zod';
import {
  FIRST_DATE,
  LAST_DATE,
  MAX_ALTERNATIVES,
  MAX_CALENDAR_DAYS,
  MAX_CALENDARS_DAYS,
  MAX_CODE_LENGTH,
  MAX_GUESTS,
  MAX_STAY_NIGHTS,
} from '../domain/limits.ts';
import { daysBetween, isStayDate } from '../domain/stay.ts';
import { problemOfStay } from '../domain/stay-rules.ts';
import type { StayRequest } from '../services/availability.ts';
import { integerParameter, textField } from './fields.ts';

export const dateField = z
  .string()
  .refine(isStayDate, { error: 'must be a date in the form YYYY-MM-DD.' })
  // The first check does not `abort`, because that would hide problems between other fields.
  .refine((date) => !isStayDate(date) || (date >= FIRST_DATE && date <= LAST_DATE), {
    error: `must be a date from ${FIRST_DATE} to ${LAST_DATE}.`,
  })
  .meta({ format: 'date' });

/** Whether two fields are both dates and so can be compared, even if other fields are wrong. */
const areDates = (value: unknown, first: string, second: string): boolean => {
  const fields = value as Record<string, unknown>;
  return [first, second].every((field) => dateField.safeParse(fields[field]).success);
};

type Dates = { check_in: string; check_out: string };
const datesAreGiven = ({ value }: { value: unknown }) => areDates(value, 'check_in', 'check_out');
const problemOf = ({ check_in: checkIn, check_out: checkOut }: Dates) => problemOfStay({ checkIn, checkOut });

/** The rules between a stay's two dates, reported even if other fields are wrong. */
export const stayChecks = [
  z.refine<Dates>((dates) => problemOf(dates) !== 'not_after', {
    path: ['check_out'],
    error: 'must be a date after check in.',
    when: datesAreGiven,
  }),
  z.refine<Dates>((dates) => problemOf(dates) !== 'too_long', {
    path: ['check_out'],
    error: `must be at most ${MAX_STAY_NIGHTS} nights after check in.`,
    when: datesAreGiven,
  }),
] as const;

/** A stay, and the number of other stays to name. */
export const stayFields = {
  check_in: dateField.describe('The day of arrival.'),
  check_out: dateField.describe(`The day of departure: 1 to ${MAX_STAY_NIGHTS} nights later.`),
  guests: integerParameter({ min: 1, max: MAX_GUESTS, byDefault: 1 }).describe('How many stay.'),
  alternatives: integerParameter({ min: 0, max: MAX_ALTERNATIVES, byDefault: 0 }).describe(
    'The maximum number of other stays to name if this one is not available and other dates could help.',
  ),
};

export const stayQuery = z
  .object({
    ...stayFields,
    coupon_code: textField({ max: MAX_CODE_LENGTH }).optional().describe('In either case; empty is none.'),
  })
  .check(...stayChecks);

export const stayRequestOf = (query: z.infer<typeof stayQuery>): StayRequest => ({
  stay: { checkIn: query.check_in, checkOut: query.check_out },
  guests: query.guests,
  couponCode: query.coupon_code || null,
  alternatives: query.alternatives,
});

/** Two dates with at most this many days between them, both included. */
const daysOf = (most: number) =>
  ({
    fields: {
      start_date: dateField.describe('The first day.'),
      end_date: dateField.describe(`The last day: at most ${most} days, both included.`),
    },
    checks: [
      z.refine<Days>(({ start_date, end_date }) => end_date >= start_date, {
        path: ['end_date'],
        error: 'must not be a date before start date.',
        when: ({ value }) => areDates(value, 'start_date', 'end_date'),
      }),
      z.refine<Days>(({ start_date, end_date }) => daysBetween(start_date, end_date) < most, {
        path: ['end_date'],
        error: `must be within ${most} days from start date, both included.`,
        when: ({ value }) => areDates(value, 'start_date', 'end_date'),
      }),
    ],
  }) as const;
type Days = { start_date: string; end_date: string };

const daysOfOne = daysOf(MAX_CALENDAR_DAYS);
/** Checks that one date does not come before another, even if other fields are wrong. */
export const orderCheck = <First extends string, Second extends string>(first: First, second: Second) =>
  z.refine<Record<First | Second, string>>((dates) => dates[second] >= dates[first], {
    path: [second],
    error: `must not be a date before ${first.replaceAll('_', ' ')}.`,
    when: ({ value }) => areDates(value, first, second),
  });

export const calendarQuery = z.object(daysOfOne.fields).check(...daysOfOne.checks);
/** The days of many calendars. */
export const calendarsDays = daysOf(MAX_CALENDARS_DAYS);

/** Checks that one date comes after another, even if other fields are wrong. */
export const rangeCheck = <First extends string, Second extends string>(first: First, second: Second) =>
  z.refine<Record<First | Second, string>>((dates) => dates[second] > dates[first], {
    path: [second],
    error: `must be a date after ${first.replaceAll('_', ' ')}.`,
    when: ({ value }) => areDates(value, first, second),
  });

/** A window of nights, from one date up to, but not including, another. */
export const windowChecks = [
  rangeCheck('from', 'to'),
  z.refine<{ from: string; to: string }>(({ from, to }) => daysBetween(from, to) <= MAX_CALENDAR_DAYS, {
    path: ['to'],
    error: `must be at most ${MAX_CALENDAR_DAYS} nights after from.`,
    when: ({ value }) => areDates(value, 'from', 'to'),
  }),
] as const;
