import { z } from 'zod';
import { addDays } from '../../domain/dates/dates.ts';
import { FIRST_ALLOWED_DATE, LAST_ALLOWED_DATE } from '../../domain/limits.ts';
import { mustBe, refuseAs } from './lists.ts';

/** In a team file. Earlier than any stay, so that data from older systems can be imported. */
const FIRST_ALLOWED_INSTANT = new Date('1900-01-01T00:00:00Z');
const END_OF_ALLOWED_INSTANTS = new Date('2201-01-01T00:00:00Z');
/** A payment is due before the stay, which begins at the first allowed date or later. */
const FIRST_DUE_DATE = '1899-01-01';

const isDate = (text: string) => z.regexes.date.test(text);

const sayDates = (first: string) => `must be a date from ${first} to ${LAST_ALLOWED_DATE}`;

const createDateEntry = (first: string) =>
  z
    .string(mustBe('a date, YYYY-MM-DD'))
    .refine(isDate, mustBe('a date, YYYY-MM-DD'))
    .refine((value) => value >= first, refuseAs('too_small', sayDates(first)))
    .refine((value) => value <= LAST_ALLOWED_DATE, refuseAs('too_large', sayDates(first)))
    .meta({ format: 'date' });
export const dateEntry = createDateEntry(FIRST_ALLOWED_DATE);
/** Innkeep may compute it from other dates. */
export const dueDateEntry = createDateEntry(FIRST_DUE_DATE);

/** In a query or a body. */
export const dateField = z
  .string()
  .refine(isDate, mustBe('a date in the form YYYY-MM-DD'))
  // No `abort`, so that problems of other fields are also reported.
  .refine(
    (value) => !isDate(value) || value >= FIRST_ALLOWED_DATE,
    refuseAs('too_small', sayDates(FIRST_ALLOWED_DATE)),
  )
  .refine(
    (value) => !isDate(value) || value <= LAST_ALLOWED_DATE,
    refuseAs('too_large', sayDates(FIRST_ALLOWED_DATE)),
  )
  .meta({ format: 'date' });

const isTimestamp = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success;
const TIMESTAMP_EXAMPLE = 'such as 2027-01-05T14:03:22+00:00';
const cutToSecond = (moment: Date) => new Date(Math.floor(moment.getTime() / 1_000) * 1_000);

/** In a team file, with its offset from UTC and without fractions of a second. */
export const instantEntry = z
  .string(mustBe('a timestamp with an offset'))
  .refine(isTimestamp, {
    ...mustBe(`a timestamp with seconds and an offset, ${TIMESTAMP_EXAMPLE}`),
    abort: true,
  })
  .meta({ format: 'date-time' })
  .transform((text) => cutToSecond(new Date(text)))
  .refine(
    (moment) => moment >= FIRST_ALLOWED_INSTANT,
    refuseAs('too_small', 'must be a timestamp from 1900 to 2200'),
  )
  .refine(
    (moment) => moment < END_OF_ALLOWED_INSTANTS,
    refuseAs('too_large', 'must be a timestamp from 1900 to 2200'),
  );

const buildInstantSchema = (toTimestamp: (text: string) => string) =>
  z
    .string()
    .refine(
      (text) => isTimestamp(toTimestamp(text)),
      mustBe(`a timestamp with an offset, ${TIMESTAMP_EXAMPLE}`),
    )
    .meta({ format: 'date-time' })
    .transform((text) => new Date(toTimestamp(text)))
    .refine(isInFourDigitYear, mustBe('a timestamp from year 1 to 9999 in UTC'));

/**
 * With seconds and its offset from UTC. A plus that is not encoded arrives as a blank, so a blank before the
 * offset is a plus.
 */
export const instantParameter = buildInstantSchema((text) => text.replace(/ (?=\d{2}:\d{2}$)/, '+'));

/** With seconds and its offset from UTC. */
const instantField = buildInstantSchema((text) => text);

const RECEIVED_AT_RANGE = `must be a timestamp from ${FIRST_ALLOWED_DATE} to ${LAST_ALLOWED_DATE}`;

/** Cut to the second, within the allowed dates. */
export const receivedAtField = instantField
  .refine((moment) => moment >= new Date(FIRST_ALLOWED_DATE), refuseAs('too_small', RECEIVED_AT_RANGE))
  .refine(
    (moment) => moment < new Date(addDays(LAST_ALLOWED_DATE, 1)),
    refuseAs('too_large', RECEIVED_AT_RANGE),
  )
  .transform(cutToSecond);

/** In UTC, where PostgreSQL and JavaScript then write it in the same way: an offset can change the year. */
function isInFourDigitYear(moment: Date): boolean {
  return /^\d{4}-/.test(moment.toISOString()) && moment.getUTCFullYear() > 0;
}

/** An export writes both times, and an import keeps them. */
export const createdAndUpdatedEntries = {
  created_at: instantEntry.nullish().meta({ description: 'When it was created. Default: now.' }),
  updated_at: instantEntry
    .nullish()
    .meta({ description: 'When it was last changed. Default: now, if anything changes.' }),
};

export const timeOfDayField = z
  .string(mustBe('a time of day, HH:MM'))
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, mustBe('a time of day, HH:MM'))
  .meta({ title: 'time of day' });
