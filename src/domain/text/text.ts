/**
 * Lengths are in code points, after trimming and composing. A text of one line (a name, a title, an email, a
 * code) has no control characters, which could move the cursor of a terminal or change the direction of the
 * text around it.
 */
export type TextRules = { min?: number; max: number; oneLine?: boolean };

/** C0, C1 and DEL, and those that set the direction of text. */
const CONTROL_CHARACTER_PATTERN = /[\p{Cc}\p{Bidi_Control}]/u;
const EVERY_CONTROL_CHARACTER_PATTERN = new RegExp(CONTROL_CHARACTER_PATTERN, 'gu');

/** For a terminal: what would move its cursor, colour it or change its direction is escaped as in JSON. */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    EVERY_CONTROL_CHARACTER_PATTERN,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The result is a valid text of one line with the same length. */
export const replaceControlCharacters = (text: string): string =>
  text.replace(EVERY_CONTROL_CHARACTER_PATTERN, '\uFFFD');

/** How much of a value an error message shows. */
const MAX_VALUE_LENGTH = 60;

/** Somebody else's text then cannot break the line, fill the screen or control the terminal. */
export function toOneLine(text: string): string {
  const characters = [...text.slice(0, 2 * MAX_VALUE_LENGTH)];
  const short = characters.slice(0, MAX_VALUE_LENGTH).join('');
  const visible = short.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '�');
  return characters.length > MAX_VALUE_LENGTH ? `${visible}…` : visible;
}

/** `message` is the end of a sentence. */
type TextProblem = { code: 'invalid' | 'required' | 'too_short' | 'too_long'; message: string };

/** No text contains a NUL, which PostgreSQL refuses, or a lone surrogate, which it would silently replace. */
export function findTextProblem(
  text: string,
  { min = 0, max, oneLine = false }: TextRules,
): TextProblem | null {
  if (text.includes('\0') || !text.isWellFormed())
    return { code: 'invalid', message: 'must not contain a NUL character or a lone surrogate.' };
  if (oneLine && CONTROL_CHARACTER_PATTERN.test(text))
    return { code: 'invalid', message: 'must not contain control characters.' };
  // Counting is slow, and a text never has more characters than UTF-16 units, nor fewer than half as many.
  const isCounted = text.length <= 2 * max && (text.length > max || min > 1);
  const length = isCounted ? [...text].length : text.length;
  if (length > max) return { code: 'too_long', message: `must not have more than ${max} characters.` };
  if (length >= min) return null;
  return min === 1
    ? { code: 'required', message: 'is required.' }
    : { code: 'too_short', message: `must have at least ${min} characters.` };
}

/**
 * By code point, like PostgreSQL's `COLLATE "C"`, so that sorting here and in the database never differs. Can
 * be passed to `sort`.
 *
 * JavaScript's `<` compares UTF-16 units, and would sort characters above U+FFFF (surrogates, from D800)
 * before U+E000 to U+FFFF. At the first unit that differs, `codePointAt` reads the whole character. If texts
 * first differ in the second half of a surrogate pair, their first halves are equal, and the second halves
 * sort like the whole characters.
 */
export function compareCodePoints(a: string, b: string): number {
  const shared = Math.min(a.length, b.length);
  for (let index = 0; index < shared; index += 1) {
    if (a.charCodeAt(index) !== b.charCodeAt(index)) {
      return (a.codePointAt(index) ?? 0) - (b.codePointAt(index) ?? 0);
    }
  }
  return a.length - b.length;
}

/**
 * For comparing emails, coupon codes and searches. Computed here and stored, because databases disagree on
 * lower case outside ASCII.
 */
export const foldCase = (text: string): string =>
  // `toLowerCase` writes a Greek sigma differently at the end of a word: a search for part of a word would
  // miss it.
  text.toLowerCase().replaceAll('ς', 'σ');

/**
 * Unicode's composed form, in which "é" is one code point. All texts are stored and compared in it
 * (docs/rules.md, 2.6).
 */
export const compose = (text: string): string => text.normalize('NFC');

export function composeTexts<Value>(value: Value): Value {
  if (typeof value === 'string') return compose(value) as Value;
  if (Array.isArray(value)) return value.map(composeTexts) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, composeTexts(item)])) as Value;
}

/**
 * As it is, then composed. Some names from before version 2 are not composed, because they would have become
 * the same as another name.
 */
export const listWrittenForms = (typed: string): string[] => [...new Set([typed, compose(typed)])];

/** Name and email are on separate lines, so no match spans both. */
export const buildGuestSearchText = (name: string, email: string | null): string =>
  foldCase(`${name}\n${email ?? ''}`);

/** Digits in a row that make a text worth looking for in phone numbers. */
const MIN_PHONE_DIGITS = 4;

/** Null if the text has other characters than those in which phone numbers are written, or too few digits. */
export function findPhoneDigits(text: string): string | null {
  if (!/^[\d\s+()./-]+$/.test(text)) return null;
  const digits = text.replaceAll(/\D/g, '');
  return digits.length < MIN_PHONE_DIGITS ? null : digits;
}
