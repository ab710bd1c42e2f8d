/**
 * The kinds of fields of a team's own data, in a team file and in the API. Texts are trimmed, and an empty text counts as
 * none. Nothing else is converted. Messages are ends of sentences that begin with the field's name.
 */

import { z } from 'zod';
import { isStayDate } from '../../domain/dates.ts';
import { ppmOf } from '../../domain/formats.ts';
import {
  FIRST_DATE,
  LAST_DATE,
  MAX_CENTS,
  MAX_COMPUTED_CENTS,
  MAX_EMAIL_LENGTH,
  MAX_GUESTS,
  MAX_RULE_DAYS,
} from '../../domain/limits.ts';
import { DNS_LABEL, isDnsLabel } from '../../domain/slug.ts';
import { problemOfText, type TextRules } from '../../domain/text.ts';
import { longList } from './long-lists.ts';
import { must, ofList } from './must.ts';

/** Earlier than stays may be, for data from older systems and for moments that follow from a stay, such as its end. */
const FIRST_INSTANT = new Date('1900-01-01T00:00:00Z');
const END_OF_INSTANTS = new Date('2201-01-01T00:00:00Z');
/** Payments are due before a stay, but never before its booking. */
const FIRST_DUE_DATE = '1899-01-01';
const MAX_DATA_DEPTH = 20;

/** A required text of one line. */
export const text = (max: number) =>
  z
    .string(must('a text'))
    .trim()
    .check(textCheck({ min: 1, max, oneLine: true }))
    .meta({ minLength: 1, maxLength: max });

const orNone = (rules: TextRules) =>
  z
    .string(must('a text'))
    .trim()
    .check(textCheck(rules))
    .meta({ maxLength: rules.max })
    .transform((value) => value || null)
    .nullish();

/** A text of one line that may be missing, null or empty. */
export const optionalText = (max: number) => orNone({ max, oneLine: true });

/** An optional text of several lines: notes, descriptions, reasons. */
export const optionalLongText = (max: number) => orNone({ max });

export const email = text(MAX_EMAIL_LENGTH)
  .refine((value) => z.email().safeParse(value).success, must('an email address'))
  .meta({ format: 'email', maxLength: MAX_EMAIL_LENGTH });
export const optionalEmail = z
  .string(must('a text'))
  .trim()
  .refine(
    (value) => value === '' || z.email().max(MAX_EMAIL_LENGTH).safeParse(value).success,
    must('an email address'),
  )
  .meta({ format: 'email', maxLength: MAX_EMAIL_LENGTH })
  .transform((value) => value || null)
  .nullish();

export const slug = z
  .string(must('a text'))
  .trim()
  .refine(isDnsLabel, must('a DNS label: lower-case letters, digits and hyphens, at most 63'))
  .meta({ format: 'hostname', pattern: DNS_LABEL.source });

/** A slug that may be missing, null or empty. */
export const optionalSlug = z
  .string(must('a text'))
  .trim()
  .refine(
    (value) => value === '' || isDnsLabel(value),
    must('a DNS label: lower-case letters, digits and hyphens, at most 63'),
  )
  .meta({ format: 'hostname' })
  .transform((value) => value || null)
  .nullish();

export const id = z.guid(must('a UUID')).toLowerCase();

export const integer = (min: number, max: number) => {
  const predicate = must(`an integer from ${min} to ${max}`);
  return z.number(predicate).int(predicate).min(min, predicate).max(max, predicate);
};
export const cents = integer(0, MAX_CENTS);
/** A sum of several amounts, which may be larger than each of them: any amount that can be computed exactly. */
export const sumOfCents = integer(0, MAX_COMPUTED_CENTS);
export const signedCents = integer(-MAX_COMPUTED_CENTS, MAX_COMPUTED_CENTS);
export const count = integer(0, 100_000);
export const guestCount = integer(1, MAX_GUESTS);
export const ruleDays = integer(0, MAX_RULE_DAYS);
export const stayRule = integer(1, MAX_RULE_DAYS);

/** A percentage from 0 to 100 with at most four decimals, as parts per million. */
export const percent = z
  .number(must('a percentage from 0 to 100'))
  .min(0, must('a percentage from 0 to 100'))
  .max(100, must('a percentage from 0 to 100'))
  .refine(
    (value) => /^[0-9]+(\.[0-9]{1,4})?$/.test(String(value)),
    must('a percentage with at most 4 decimals'),
  )
  .meta({ title: 'percentage' })
  .transform(ppmOf);

const dateFrom = (first: string) =>
  z
    .string(must('a date, YYYY-MM-DD'))
    .refine(isStayDate, must('a date, YYYY-MM-DD'))
    .refine((value) => value >= first && value <= LAST_DATE, must(`a date from ${first} to ${LAST_DATE}`))
    .meta({ format: 'date' });
export const date = dateFrom(FIRST_DATE);
/** A date that Innkeep computes from others. */
export const dueDate = dateFrom(FIRST_DUE_DATE);

/** A moment with an offset, cut to the second. */
export const instant = z
  .string(must('a timestamp with an offset'))
  .refine((value) => z.iso.datetime({ offset: true }).safeParse(value).success, {
    ...must('a timestamp with seconds and an offset, such as 2027-01-05T14:03:22+00:00'),
    abort: true,
  })
  .meta({ format: 'date-time' })
  .transform((value) => new Date(Math.floor(Date.parse(value) / 1_000) * 1_000))
  .refine(
    (value) => value >= FIRST_INSTANT && value < END_OF_INSTANTS,
    must('a timestamp from 1900 to 2200'),
  );

/** When an entity was created and last changed. An export writes both, and an import keeps them. */
export const times = {
  created_at: instant.nullish().meta({ description: 'When it was created. Default: now.' }),
  updated_at: instant
    .nullish()
    .meta({ description: 'When it was last changed. Default: now, if anything changes.' }),
};

export const timeOfDay = z
  .string(must('a time of day, HH:MM'))
  .regex(/^([01][0-9]|2[0-3]):[0-5][0-9]$/, must('a time of day, HH:MM'))
  .meta({ title: 'time of day' });

export const flag = z.boolean(must('true or false'));
export const word = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, must(`one of ${words.join(', ')}`));

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
export const currency = z
  .string(must('a text'))
  .refine((value) => CURRENCIES.has(value), must('an ISO 4217 currency code, such as EUR'))
  .meta({ title: 'currency code', pattern: '^[A-Z]{3}$' });
export const timezone = z
  .string(must('a text'))
  .refine(isTimeZone, must('an IANA time zone, such as Europe/Lisbon'))
  .meta({ title: 'time zone' });

/** A coordinate in degrees, kept with the decimals given. */
export const coordinate = (max: number) =>
  z
    .string(must('a text'))
    .trim()
    .refine(
      (value) =>
        value === '' || (/^-?[0-9]{1,3}(\.[0-9]{1,15})?$/.test(value) && Math.abs(Number(value)) <= max),
      must(`a text with degrees from -${max} to ${max}, such as "38.711300"`),
    )
    .meta({ title: 'degrees as text' })
    .transform((value) => value || null)
    .nullish();

export const list = <Item extends z.ZodType>(item: Item, max: number) =>
  z
    .array(item, must('a list'))
    .refine((items) => items.length <= max, ofList(must(`a list of at most ${max}`)))
    .meta({ maxItems: max });

/** A list that is not empty. */
export const filledList = <Item extends z.ZodType>(item: Item, max: number, ifEmpty: { error: string }) =>
  list(item, max)
    .refine((items) => items.length > 0, ofList(ifEmpty))
    .meta({ minItems: 1 });

/** The listings that a charge applies to, or null for all. */
export const listingSlugs = longList(slug, 100_000).nullish();

export const object = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape, must('an object'));

/** The data of an event: any JSON that the database can store. */
export const jsonObject = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isStorable(value, 0),
    must(`an object of at most ${MAX_DATA_DEPTH} levels, without NUL characters and lone surrogates`),
  )
  .meta({ type: 'object' });

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return problemOfText(value, { max: Number.MAX_SAFE_INTEGER }) === null;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < MAX_DATA_DEPTH &&
    Object.entries(value).every(([key, item]) => isStorable(key, depth) && isStorable(item, depth + 1))
  );
}

function textCheck(rules: TextRules) {
  return (context: z.core.ParsePayload<string>) => {
    const message = problemOfText(context.value, rules);
    if (message)
      context.issues.push({ code: 'custom', message: message.replace(/\.$/, ''), input: context.value });
  };
}

function isTimeZone(value: string): boolean {
  // `Intl` accepts offsets such as "+01:00", but they have no clock changes, and a listing is in a real place.
  if (!/^[A-Za-z]/.test(value)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return true;
  } catch {
    return false;
  }
}
