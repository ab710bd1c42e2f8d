/** The kinds of fields in requests. Values are never converted. An error is the end of a sentence. */
import { z } from 'zod';
import { addDays, isStayDate } from '../domain/dates.ts';
import {
  FIRST_DATE,
  LAST_DATE,
  MAX_CODE_LENGTH,
  MAX_COMPUTED_CENTS,
  MAX_EMAIL_LENGTH,
  MAX_GUESTS,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
} from '../domain/limits.ts';
import { DNS_LABEL } from '../domain/slug.ts';
import { problemOfText, type TextRules } from '../domain/text.ts';

/** Any UUID, in either case. Answers have it in lower case. */
export const idField = z.guid({ error: 'must be a UUID.' }).toLowerCase().meta({ format: 'uuid' });

/** A slug as it is stored. */
export const slugField = z.string().regex(DNS_LABEL, {
  error: 'must be a DNS label: lower-case letters, digits and hyphens, at most 63.',
});

/** A trimmed text of `min` to `max` characters as a reader counts them, by default of one line. */
export function textField({ min = 0, max, oneLine = true }: TextRules) {
  return z
    .string()
    .trim()
    .check((context) => {
      const problem = problemOfText(context.value, { min, max, oneLine });
      if (problem) context.issues.push({ code: 'custom', message: problem, input: context.value });
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });
}

const isEmail = (text: string) => z.email().safeParse(text).success;
export const emailField = textField({ max: MAX_EMAIL_LENGTH })
  .refine(isEmail, { error: 'must be a valid email address.' })
  .meta({ format: 'email' });

/** Checks several fields, even if some of them are wrong, but not a body that is not an object. */
export const fieldsCheck = (
  path: string,
  error: string,
  isMet: (fields: Record<string, unknown>) => boolean,
) =>
  z.refine<Record<string, unknown>>(isMet, {
    path: [path],
    error,
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  });

/** The value of a body's field, whatever the body is. Undefined if it has none. */
const fieldIn = (sent: unknown, name: string): unknown =>
  typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>)[name] : undefined;

export const dateField = z
  .string()
  .refine(isStayDate, { error: 'must be a date in the form YYYY-MM-DD.' })
  // The first check does not `abort`, because that would hide problems between other fields.
  .refine((date) => !isStayDate(date) || (date >= FIRST_DATE && date <= LAST_DATE), {
    error: `must be a date from ${FIRST_DATE} to ${LAST_DATE}.`,
  })
  .meta({ format: 'date' });

/** Checks two dates, even if other fields are wrong. The error belongs to the second one. */
export const datesCheck = <First extends string, Second extends string>(
  [first, second]: readonly [First, Second],
  error: string,
  isMet: (first: string, second: string) => boolean,
) =>
  z.refine<Record<First | Second, string>>((dates) => isMet(dates[first], dates[second]), {
    path: [second],
    error,
    when: ({ value }) => [first, second].every((name) => dateField.safeParse(fieldIn(value, name)).success),
  });

export const orderCheck = <First extends string, Second extends string>(first: First, second: Second) =>
  datesCheck([first, second], `must not be a date before ${spoken(first)}.`, (from, to) => to >= from);

export const rangeCheck = <First extends string, Second extends string>(first: First, second: Second) =>
  datesCheck([first, second], `must be a date after ${spoken(first)}.`, (from, to) => to > from);

const spoken = (field: string) => field.replaceAll('_', ' ');

type Bounds = { min: number; max: number };

/** A number in a query, in plain digits: no plus sign, no leading zero, no exponent. */
const numberIn = (digits: RegExp, error: string, { min, max }: Bounds) =>
  z
    .string()
    .refine((text) => digits.test(text), { error })
    .transform(Number)
    .pipe(z.number().min(min).max(max));

export const integerParameter = ({ min, max }: Bounds) =>
  numberIn(/^(0|-?[1-9][0-9]{0,15})$/, 'must be an integer.', { min, max }).meta({
    type: 'integer',
    minimum: min,
    maximum: max,
  });

/** With decimals or without. */
export const numberParameter = ({ min, max }: Bounds) =>
  numberIn(/^(0|[1-9][0-9]{0,15})(\.[0-9]+)?$/, 'must be a number.', { min, max }).meta({
    type: 'number',
    minimum: min,
    maximum: max,
  });

/** A comma-separated list of known words in a query, which may be absent. Repeated words count once. */
export function wordListParameter<Word extends string>(words: readonly Word[]) {
  return z
    .string()
    .transform((text) => [...new Set(text.split(','))])
    .refine((list): list is Word[] => list.every((word) => (words as readonly string[]).includes(word)), {
      error: `must be a comma list of ${words.join(', ')}.`,
    })
    .meta({ type: 'array', minItems: 1, items: { type: 'string', enum: [...words] } })
    .optional()
    .describe('Any of these, separated by commas.');
}

/** A comma-separated list of at most `most` ids in a query. Repeated ids count once. */
export function idListParameter(most: number) {
  return z
    .string()
    .transform((text) => [...new Set(text.toLowerCase().split(','))])
    .refine((ids) => ids.every((id) => idField.safeParse(id).success), {
      error: 'must be a comma list of UUIDs.',
    })
    .refine((ids) => ids.length <= most, { error: `must not name more than ${most}.` })
    .meta({ type: 'array', minItems: 1, maxItems: most, items: { type: 'string', format: 'uuid' } });
}

/** A required text in a body. An empty one counts as missing. */
export const requiredText = (max: number) => textField({ min: 1, max });

const orNull = (field: ReturnType<typeof textField>) => field.transform((text) => text || null).nullable();

/** A text in a body that may be null. An empty one becomes null. */
export const nullableTextField = (max: number) => orNull(textField({ max }));

/** The same, with several lines: notes, requests, reasons. */
export const nullableLongText = (max: number) => orNull(textField({ max, oneLine: false }));

export const nameField = requiredText(MAX_NAME_LENGTH);
/** Fields of bodies that may be null or absent. */
export const phoneField = nullableTextField(MAX_PHONE_LENGTH).optional();
export const notesField = nullableLongText(MAX_NOTES_LENGTH).optional();
export const couponCodeField = nullableTextField(MAX_CODE_LENGTH).optional();

export const guestCountField = z.int().min(1).max(MAX_GUESTS);
/** An amount up to any that Innkeep computes. */
export const totalField = z.int().min(0).max(MAX_COMPUTED_CENTS);

/** An email in a body that may be null. An empty one becomes null. */
export const nullableEmail = orNull(
  textField({ max: MAX_EMAIL_LENGTH })
    .refine((text) => text === '' || isEmail(text), { error: 'must be a valid email address.' })
    .meta({ format: 'email' }),
);

/** Whether PostgreSQL and JavaScript write a moment the same way. An offset can lead to a year without four digits. */
function isInFourDigitYear(moment: Date): boolean {
  return /^\d{4}-/.test(moment.toISOString()) && moment.getUTCFullYear() > 0;
}

/** A moment in a query, with seconds and an offset. */
export const instantParameter = z
  .string()
  .refine((text) => z.iso.datetime({ offset: true }).safeParse(text).success, {
    error: 'must be a timestamp with an offset, such as 2027-01-05T14:03:22+00:00.',
  })
  .meta({ format: 'date-time' })
  .transform((text) => new Date(text))
  .refine(isInFourDigitYear, { error: 'must be a timestamp from year 1 to 9999 in UTC.' });

/** When money was received, cut to the second: on a date within the limits. */
export const receivedAt = instantParameter
  .refine((moment) => moment >= new Date(FIRST_DATE) && moment < new Date(addDays(LAST_DATE, 1)), {
    error: `must be a timestamp from ${FIRST_DATE} to ${LAST_DATE}.`,
  })
  .transform((moment) => new Date(Math.floor(moment.getTime() / 1_000) * 1_000));
