/**
 * The kinds of fields in bodies and in team files. Texts are trimmed and composed, and an empty text counts as none.
 * Nothing else is converted. An error is the end of a sentence that begins with the field's name.
 */
import { z } from 'zod';
import { addDays, isTimeZone } from '../domain/dates.ts';
import { percentToPpm } from '../domain/formats.ts';
import {
  FIRST_ALLOWED_DATE,
  LAST_ALLOWED_DATE,
  MAX_CENTS,
  MAX_CODE_LENGTH,
  MAX_COMPUTED_CENTS,
  MAX_EMAIL_LENGTH,
  MAX_GUESTS,
  MAX_LISTINGS_OF_CHARGE,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_PHOTO_URL_LENGTH,
  MAX_RULE_DAYS,
} from '../domain/limits.ts';
import { isPhotoAddress, PHOTO_ADDRESS_RULE } from '../domain/listing.ts';
import { DNS_LABEL_PATTERN, isDnsLabel } from '../domain/slug.ts';
import { compose, composeTexts, findTextProblem, type TextRules } from '../domain/text.ts';
import { isWebAddress, sayWebAddressRule } from '../domain/web-address.ts';
import { listOf, mustBe } from './entries/lists.ts';

/** Earlier than stays may be, for data from older systems and for moments that follow from a stay, such as its end. */
const FIRST_ALLOWED_INSTANT = new Date('1900-01-01T00:00:00Z');
const END_OF_ALLOWED_INSTANTS = new Date('2201-01-01T00:00:00Z');
/** Payments are due before a stay, but never before its booking. */
const FIRST_DUE_DATE = '1899-01-01';
const MAX_JSON_DEPTH = 20;

/** Any UUID, in either case. Answers have it in lower case. */
export const idField = z.guid(mustBe('a UUID')).toLowerCase().meta({ format: 'uuid' });

const buildTextField = (
  text: z.ZodString,
  { min = 0, max, oneLine = true }: TextRules,
  toCountedText = (value: string) => value,
) =>
  text
    .trim()
    .check((context) => {
      const problem = findTextProblem(toCountedText(context.value), { min, max, oneLine });
      if (problem)
        context.issues.push({ code: 'custom', message: problem.replace(/\.$/, ''), input: context.value });
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });

/** A text of `min` to `max` code points, trimmed and composed, by default of one line (docs/rules.md, 2.6). */
export const textField = (rules: TextRules) =>
  buildTextField(z.string(mustBe('a text')).normalize('NFC'), rules);

/**
 * A name or code by which something stored is found. It is trimmed and stays as it was typed, because it may be stored in
 * either form (`listWrittenForms`).
 */
export const typedTextField = (rules: TextRules) =>
  buildTextField(z.string(mustBe('a text')), rules, compose);

/** A required text of one line. An empty one counts as missing. */
export const requiredText = (max: number) => textField({ min: 1, max });

/** A text that may be missing or null. An empty one becomes null. */
const emptyToNull = (field: z.ZodString) => field.transform((text) => text || null).nullish();

/** The same for a text of a certain form, which is not composed, because it is ASCII or an address of the web. */
function optionalCheckedText(
  isSound: (text: string) => boolean,
  refusal: { error: string },
  meta: Record<string, unknown>,
  text = z.string(refusal).trim(),
) {
  return emptyToNull(text.refine((value) => value === '' || isSound(value), refusal).meta(meta));
}

/** The address of a picture in a body. An empty one becomes null. */
export const optionalPhotoAddressField = optionalCheckedText(
  isPhotoAddress,
  { error: PHOTO_ADDRESS_RULE },
  { format: 'uri', maxLength: MAX_PHOTO_URL_LENGTH },
);

/** An address of the web that pages link to. An empty one becomes null. */
export const optionalWebAddressField = (max: number) =>
  optionalCheckedText(
    (text) => isWebAddress(text, max),
    { error: sayWebAddressRule(max) },
    { format: 'uri', maxLength: max },
  );

export const optionalText = (max: number) => emptyToNull(textField({ max }));

/** An address of the web, which is trimmed but never composed (docs/rules.md, 2.6). */
const webAddressField = (rules: TextRules) => buildTextField(z.string(mustBe('a text')), rules);
export const urlField = (max: number) => webAddressField({ min: 1, max });
export const optionalUrlField = (max: number) => emptyToNull(webAddressField({ max }));

/** The name of a file in a folder that is known: no path, which could lead out of it. */
export const optionalFileNameField = optionalCheckedText(
  (text) =>
    findTextProblem(text, { max: MAX_NAME_LENGTH, oneLine: true }) === null &&
    !/[/\\:]/.test(text) &&
    text !== '.' &&
    text !== '..',
  mustBe('the name of a file, without a folder'),
  { maxLength: MAX_NAME_LENGTH },
);

/** An optional text of several lines: notes, descriptions, reasons. */
export const optionalLongText = (max: number) => emptyToNull(textField({ max, oneLine: false }));

export const nameField = requiredText(MAX_NAME_LENGTH);
export const phoneField = optionalText(MAX_PHONE_LENGTH);
export const notesField = optionalLongText(MAX_NOTES_LENGTH);
export const couponCodeField = emptyToNull(typedTextField({ max: MAX_CODE_LENGTH }));

const emailSchema = z.email();
const isEmail = (text: string) => emailSchema.safeParse(text).success;
const INVALID_EMAIL = mustBe('a valid email address');
export const emailField = textField({ max: MAX_EMAIL_LENGTH })
  .refine(isEmail, INVALID_EMAIL)
  .meta({ format: 'email' });

/** An email in a body that may be missing or null. An empty one becomes null. */
export const optionalEmailField = emptyToNull(
  textField({ max: MAX_EMAIL_LENGTH })
    .refine((text) => text === '' || isEmail(text), INVALID_EMAIL)
    .meta({ format: 'email' }),
);

/** The same in a team file. */
export const emailEntry = requiredText(MAX_EMAIL_LENGTH)
  .refine(isEmail, mustBe('an email address'))
  .meta({ format: 'email', maxLength: MAX_EMAIL_LENGTH });
const NOT_AN_EMAIL = mustBe('an email address');
export const optionalEmailEntry = optionalCheckedText(
  (text) => text.length <= MAX_EMAIL_LENGTH && isEmail(text),
  NOT_AN_EMAIL,
  { format: 'email', maxLength: MAX_EMAIL_LENGTH },
  z.string(NOT_AN_EMAIL).trim().normalize('NFC'),
);

const NOT_A_DNS_LABEL = mustBe('a DNS label: lower-case letters, digits and hyphens, at most 63');

/** A slug in a path or a query, as it is stored. */
export const slugParameter = z.string().regex(DNS_LABEL_PATTERN, NOT_A_DNS_LABEL);
export const slugField = z
  .string(mustBe('a text'))
  .trim()
  .refine(isDnsLabel, NOT_A_DNS_LABEL)
  .meta({ format: 'hostname', pattern: DNS_LABEL_PATTERN.source });
export const optionalSlugField = optionalCheckedText(isDnsLabel, NOT_A_DNS_LABEL, { format: 'hostname' });

/** A check like zod's own `int`, which would end the checks between the fields around it, too. */
const createIntegerCheck =
  (message: string) =>
  ({ value, issues }: z.core.ParsePayload<number>) => {
    if (!Number.isInteger(value)) issues.push({ code: 'custom', message, input: value });
  };

export const integer = (min: number, max: number) => {
  const predicate = mustBe(`an integer from ${min} to ${max}`);
  return z
    .number(predicate)
    .check(createIntegerCheck(predicate.error))
    .min(min, predicate)
    .max(max, predicate)
    .meta({ type: 'integer' });
};
export const centsField = integer(0, MAX_CENTS);
/** A sum of several amounts, which may be larger than each of them: any amount that can be computed exactly. */
export const sumOfCentsField = integer(0, MAX_COMPUTED_CENTS);
export const signedCentsField = integer(-MAX_COMPUTED_CENTS, MAX_COMPUTED_CENTS);
export const countField = integer(0, 100_000);
export const guestCountEntry = integer(1, MAX_GUESTS);
export const ruleDaysField = integer(0, MAX_RULE_DAYS);
export const stayLengthField = integer(1, MAX_RULE_DAYS);

/** In a body of a booking, where a number is refused for one reason at a time. */
export const integerField = (min: number, max: number) =>
  z.number().check(createIntegerCheck('must be an integer')).min(min).max(max).meta({ type: 'integer' });
export const guestCountField = integerField(1, MAX_GUESTS);
export const computedCentsField = integerField(0, MAX_COMPUTED_CENTS);

const NOT_A_PERCENTAGE = mustBe('a percentage from 0 to 100');

/** A percentage from 0 to 100 with at most four decimals, as parts per million. */
export const percentField = z
  .number(NOT_A_PERCENTAGE)
  .min(0, NOT_A_PERCENTAGE)
  .max(100, NOT_A_PERCENTAGE)
  .refine(
    (value) => /^[0-9]+(\.[0-9]{1,4})?$/.test(String(value)),
    mustBe('a percentage with at most 4 decimals'),
  )
  .meta({ title: 'percentage' })
  .transform(percentToPpm);

const isDate = (text: string) => z.regexes.date.test(text);

const createDateEntry = (first: string) =>
  z
    .string(mustBe('a date, YYYY-MM-DD'))
    .refine(isDate, mustBe('a date, YYYY-MM-DD'))
    .refine(
      (value) => value >= first && value <= LAST_ALLOWED_DATE,
      mustBe(`a date from ${first} to ${LAST_ALLOWED_DATE}`),
    )
    .meta({ format: 'date' });
export const dateEntry = createDateEntry(FIRST_ALLOWED_DATE);
/** A date that Innkeep computes from others. */
export const dueDateEntry = createDateEntry(FIRST_DUE_DATE);

/** A date of a stay, in a query or a body. */
export const dateField = z
  .string()
  .refine(isDate, mustBe('a date in the form YYYY-MM-DD'))
  // The first check does not `abort`, because that would hide problems between other fields.
  .refine(
    (value) => !isDate(value) || (value >= FIRST_ALLOWED_DATE && value <= LAST_ALLOWED_DATE),
    mustBe(`a date from ${FIRST_ALLOWED_DATE} to ${LAST_ALLOWED_DATE}`),
  )
  .meta({ format: 'date' });

const isTimestamp = (text: string) => z.iso.datetime({ offset: true }).safeParse(text).success;
const TIMESTAMP_EXAMPLE = 'such as 2027-01-05T14:03:22+00:00';
const cutToSecond = (moment: Date) => new Date(Math.floor(moment.getTime() / 1_000) * 1_000);

/** A moment with an offset, cut to the second. */
export const instantEntry = z
  .string(mustBe('a timestamp with an offset'))
  .refine(isTimestamp, {
    ...mustBe(`a timestamp with seconds and an offset, ${TIMESTAMP_EXAMPLE}`),
    abort: true,
  })
  .meta({ format: 'date-time' })
  .transform((text) => cutToSecond(new Date(text)))
  .refine(
    (moment) => moment >= FIRST_ALLOWED_INSTANT && moment < END_OF_ALLOWED_INSTANTS,
    mustBe('a timestamp from 1900 to 2200'),
  );

/** A moment with seconds and an offset, in a query. */
export const instantParameter = z
  .string()
  .refine(isTimestamp, mustBe(`a timestamp with an offset, ${TIMESTAMP_EXAMPLE}`))
  .meta({ format: 'date-time' })
  .transform((text) => new Date(text))
  .refine(isInFourDigitYear, mustBe('a timestamp from year 1 to 9999 in UTC'));

/** When money was received, cut to the second: on a date within the limits. */
export const receivedAtField = instantParameter
  .refine(
    (moment) => moment >= new Date(FIRST_ALLOWED_DATE) && moment < new Date(addDays(LAST_ALLOWED_DATE, 1)),
    mustBe(`a timestamp from ${FIRST_ALLOWED_DATE} to ${LAST_ALLOWED_DATE}`),
  )
  .transform(cutToSecond);

/** Whether PostgreSQL and JavaScript write a moment the same way. An offset can lead to a year without four digits. */
function isInFourDigitYear(moment: Date): boolean {
  return /^\d{4}-/.test(moment.toISOString()) && moment.getUTCFullYear() > 0;
}

/** When an entity was created and last changed. An export writes both, and an import keeps them. */
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

export const booleanField = z.boolean(mustBe('true or false'));
export const wordField = <const Words extends readonly [string, ...string[]]>(words: Words) =>
  z.enum(words, mustBe(`one of ${words.join(', ')}`));

const CURRENCIES = new Set(Intl.supportedValuesOf('currency'));
export const currencyField = z
  .string(mustBe('a text'))
  .refine((value) => CURRENCIES.has(value), mustBe('an ISO 4217 currency code, such as EUR'))
  .meta({ title: 'currency code', pattern: '^[A-Z]{3}$' });
export const timezoneField = z
  .string(mustBe('a text'))
  .refine(isTimeZone, mustBe('an IANA time zone, such as Europe/Lisbon'))
  .meta({ title: 'time zone' });

/** A coordinate in degrees. Its decimals are kept as they were sent. */
export const coordinateField = (max: number) =>
  optionalCheckedText(
    (text) => /^-?[0-9]{1,3}(\.[0-9]{1,15})?$/.test(text) && Math.abs(Number(text)) <= max,
    mustBe(`a text with degrees from -${max} to ${max}, such as "38.711300"`),
    { title: 'degrees as text' },
  );

/** The listings that a charge applies to, or null for all. */
export const listingSlugsEntry = listOf(slugField, MAX_LISTINGS_OF_CHARGE).nullish();

export const objectEntry = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape, mustBe('an object'));

/** The data of an event: any JSON that the database can store. */
export const jsonObjectField = z
  .custom<Record<string, unknown>>(
    (value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isStorable(value, 0),
    mustBe(`an object of at most ${MAX_JSON_DEPTH} levels, without NUL characters and lone surrogates`),
  )
  .transform(composeTexts)
  .meta({ type: 'object' });

function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return findTextProblem(value, { max: Number.MAX_SAFE_INTEGER }) === null;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object' || value === null) return true;
  return (
    depth < MAX_JSON_DEPTH &&
    Object.entries(value).every(([key, item]) => isStorable(key, depth) && isStorable(item, depth + 1))
  );
}
