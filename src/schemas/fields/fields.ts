/**
 * Texts are trimmed and put in Unicode's composed form, and an empty one counts as missing. A value of the
 * wrong type is refused and not converted. An error message continues the field's name, as in "must be a
 * text."
 */
import { z } from 'zod';
import { isTimeZone } from '../../domain/dates/dates.ts';
import { isPaymentLink, PAYMENT_LINK_RULE } from '../../domain/folio/payment-link.ts';
import { percentToPpm } from '../../domain/formats.ts';
import {
  MAX_CENTS,
  MAX_CODE_LENGTH,
  MAX_COMPUTED_CENTS,
  MAX_GUESTS,
  MAX_LISTINGS_OF_CHARGE,
  MAX_NAME_LENGTH,
  MAX_NOTES_LENGTH,
  MAX_PHONE_LENGTH,
  MAX_RULE_DAYS,
  MAX_WEB_ADDRESS_LENGTH,
} from '../../domain/limits.ts';
import { INTEGER, type MessageText, namedNumber } from '../../domain/text/message-text.ts';
import { DNS_LABEL_PATTERN, isDnsLabel, MAX_DNS_LABEL_LENGTH } from '../../domain/text/slug.ts';
import { compose, composeTexts, findTextProblem, type TextRules } from '../../domain/text/text.ts';
import { containsWebAddress, isWebAddress, sayWebAddressRule } from '../../domain/text/web-address.ts';
import { buildIssue, listOf, mustBe } from './lists.ts';

const MAX_JSON_DEPTH = 20;

/** Answers show it in lower case. */
export const idField = z
  .guid(mustBe('a UUID'))
  .toLowerCase()
  .meta({ description: 'A UUID, in either case.', format: 'uuid' });

export const buildTextField = (
  text: z.ZodString,
  { min = 0, max, oneLine = true }: TextRules,
  toCountedText = (value: string) => value,
) =>
  text
    .trim()
    .check((context) => {
      const problem = findTextProblem(toCountedText(context.value), { min, max, oneLine });
      if (problem)
        context.issues.push({
          ...buildIssue(problem.code, problem.message.replace(/\.$/, '')),
          input: context.value,
        });
    })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: max });

/** `min` to `max` code points, trimmed and composed, by default of one line (docs/rules.md, 2.6). */
export const textField = (rules: TextRules) =>
  buildTextField(z.string(mustBe('a text')).normalize('NFC'), rules);

/**
 * Something stored is looked up by it. Trimmed but not composed, because a name may be stored in either form
 * (`listWrittenForms`).
 */
export const typedTextField = (rules: TextRules) =>
  buildTextField(z.string(mustBe('a text')), rules, compose);

/** An empty text counts as missing. */
export const requiredText = (max: number) => textField({ min: 1, max });

export const emptyToNull = (field: z.ZodString) => field.transform((text) => text || null).nullish();

/** A text, or one that depends on what was sent. */
type Refusal = { error: string | ((issue: { input?: unknown }) => string) };

/** A text that is longer than any of the form is `too_long`. */
const buildFormCheck =
  (isSound: (text: string) => boolean, { error }: Refusal, maxLength = Number.POSITIVE_INFINITY) =>
  ({ value, issues }: z.core.ParsePayload<string>): void => {
    if (isSound(value)) return;
    const code = [...value].length > maxLength ? 'too_long' : 'invalid';
    const message = typeof error === 'string' ? error : error({ input: value });
    issues.push({ ...buildIssue(code, message), input: value, continue: true });
  };

/** For example a slug. */
export function optionalCheckedText(
  isSound: (text: string) => boolean,
  refusal: Refusal,
  meta: Record<string, unknown> & { maxLength?: number },
  text = z.string(refusal).trim(),
) {
  const isSoundOrEmpty = (value: string) => value === '' || isSound(value);
  return emptyToNull(text.check(buildFormCheck(isSoundOrEmpty, refusal, meta.maxLength)).meta(meta));
}

/** Pages link to it, or show its picture. An empty text becomes null. */
export const optionalWebAddressField = (max: number) =>
  optionalCheckedText(
    (text) => isWebAddress(text, max),
    { error: sayWebAddressRule(max) },
    { format: 'uri', maxLength: max },
  );

/** With placeholders. */
export const optionalPaymentLinkField = optionalCheckedText(
  isPaymentLink,
  { error: PAYMENT_LINK_RULE },
  { maxLength: MAX_WEB_ADDRESS_LENGTH },
);

export const optionalText = (max: number) => emptyToNull(textField({ max }));

/** Trimmed but not composed (docs/rules.md, 2.6). */
const webAddressField = (rules: TextRules) => buildTextField(z.string(mustBe('a text')), rules);
export const urlField = (max: number) => webAddressField({ min: 1, max });
export const optionalUrlField = (max: number) => emptyToNull(webAddressField({ max }));

/** A path is refused, because it could lead out of the folder. */
export const optionalFileNameField = optionalCheckedText(
  (text) =>
    findTextProblem(text, { max: MAX_NAME_LENGTH, oneLine: true }) === null &&
    !/[/\\:]/.test(text) &&
    text !== '.' &&
    text !== '..',
  mustBe('the name of a file, without a folder'),
  { maxLength: MAX_NAME_LENGTH },
);

/** Such as notes or a description. */
export const optionalLongText = (max: number) => emptyToNull(textField({ max, oneLine: false }));

export const nameField = requiredText(MAX_NAME_LENGTH);
/**
 * Somebody else has typed the name of the person who gets the message: it must not carry an address into it.
 */
export const addressedNameField = nameField.refine((name) => !containsWebAddress(name), {
  error: 'must not contain an address of the web.',
});
export const phoneField = optionalText(MAX_PHONE_LENGTH);
export const notesField = optionalLongText(MAX_NOTES_LENGTH);
export const couponCodeField = emptyToNull(typedTextField({ max: MAX_CODE_LENGTH }));

const NOT_A_DNS_LABEL = mustBe('a DNS label: lower-case letters, digits and hyphens, at most 63');

/** Spelled exactly as it is stored. */
export const slugParameter = z.string().regex(DNS_LABEL_PATTERN, NOT_A_DNS_LABEL);
export const slugField = z
  .string(mustBe('a text'))
  .trim()
  .check(buildFormCheck(isDnsLabel, NOT_A_DNS_LABEL, MAX_DNS_LABEL_LENGTH))
  .meta({ format: 'hostname', pattern: DNS_LABEL_PATTERN.source });
export const optionalSlugField = optionalCheckedText(isDnsLabel, NOT_A_DNS_LABEL, {
  format: 'hostname',
  maxLength: MAX_DNS_LABEL_LENGTH,
});

type IntegerProblem = 'invalid' | 'too_small' | 'too_large';

function findIntegerProblem(
  value: unknown,
  { min, max }: { min: number; max: number },
): IntegerProblem | null {
  if (!isInteger(value)) return 'invalid';
  if (value < min) return 'too_small';
  return value > max ? 'too_large' : null;
}

/**
 * `describe` has the error message for each problem. After the error of zod's `int`, zod skips the checks
 * that compare fields, and its message does not contain the limits as data.
 */
const createIntegerField = (min: number, max: number, describe: Record<IntegerProblem, MessageText>) =>
  z
    .custom<number>()
    .check(({ value, issues }) => {
      const problem = findIntegerProblem(value, { min, max });
      if (problem === null) return;
      const issue = { ...buildIssue(problem, describe[problem]), input: value };
      // An integer out of range does not stop the checks that compare several fields.
      issues.push(isInteger(value) ? { ...issue, continue: true } : issue);
    })
    .meta({ type: 'integer', minimum: min, maximum: max });

export const integer = (min: number, max: number) => {
  const range = ['must be ', INTEGER, ' from ', namedNumber(min), ' to ', namedNumber(max)];
  return createIntegerField(min, max, { invalid: range, too_small: range, too_large: range });
};
export const centsField = integer(0, MAX_CENTS);
/** May be larger than the limit of a single amount. */
export const sumOfCentsField = integer(0, MAX_COMPUTED_CENTS);
export const signedCentsField = integer(-MAX_COMPUTED_CENTS, MAX_COMPUTED_CENTS);
export const countField = integer(0, 100_000);
export const guestCountEntry = integer(1, MAX_GUESTS);
export const ruleDaysField = integer(0, MAX_RULE_DAYS);
export const stayLengthField = integer(1, MAX_RULE_DAYS);

/** The error message gives only the first problem. */
export const integerField = (min: number, max: number) =>
  createIntegerField(min, max, {
    invalid: ['must be ', INTEGER],
    too_small: ['must be at least ', namedNumber(min)],
    too_large: ['must not be greater than ', namedNumber(max)],
  });

const isInteger = (value: unknown): value is number => Number.isInteger(value);

export const guestCountField = integerField(1, MAX_GUESTS);
export const computedCentsField = integerField(0, MAX_COMPUTED_CENTS);

const NOT_A_PERCENTAGE = mustBe('a percentage from 0 to 100');

/** From 0 to 100 with at most four decimals, as parts per million. */
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

const NOT_A_COLOR = mustBe('a colour in six hexadecimal digits, such as #1f6f5c');
/** In either case, kept in lower case. An empty text becomes null. */
export const optionalColorField = optionalCheckedText(
  (text) => /^#[0-9a-f]{6}$/.test(text),
  NOT_A_COLOR,
  { title: 'colour', pattern: '^#[0-9A-Fa-f]{6}$' },
  z.string(NOT_A_COLOR).trim().toLowerCase(),
);

/** In degrees, kept as a text with the decimals that were sent. */
export const coordinateField = (max: number) =>
  optionalCheckedText(
    (text) => /^-?[0-9]{1,3}(\.[0-9]{1,15})?$/.test(text) && Math.abs(Number(text)) <= max,
    mustBe(`a text with degrees from -${max} to ${max}, such as "38.711300"`),
    { title: 'degrees as text' },
  );

/** Null for all listings. */
export const listingSlugsEntry = listOf(slugField, MAX_LISTINGS_OF_CHARGE).nullish();

export const objectEntry = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape, mustBe('an object'));

/** Any JSON that PostgreSQL can store. */
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
