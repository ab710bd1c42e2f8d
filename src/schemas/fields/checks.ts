/** Checks of several fields. An error message continues the field's name, as in "must be after check_in." */
import { z } from 'zod';
import { countDaysBetween } from '../../domain/dates/dates.ts';
import type { ErrorCode } from '../../domain/vocabulary.ts';
import { dateField } from './dates.ts';
import { refuseAs } from './lists.ts';

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const hasValue = (value: unknown): boolean => value !== undefined && value !== null;

/** Runs even if other fields are wrong, but not if the body is not an object. */
export const buildFieldsCheck = (
  path: string,
  code: ErrorCode,
  error: string,
  isMet: (fields: Record<string, unknown>) => boolean,
) =>
  z.refine<Record<string, unknown>>(isMet, {
    path: [path],
    ...refuseAs(code, error),
    ...EVEN_IF_FIELDS_ARE_WRONG,
  });

/**
 * Whether the value, or something around it, is already refused. A check that compares it with another value
 * then leaves it out.
 */
export const hasIssueAt = (
  issues: readonly { path?: PropertyKey[] | undefined }[],
  path: readonly PropertyKey[],
): boolean => issues.some((issue) => (issue.path ?? []).every((step, index) => step === path[index]));

/** For a check of an object. */
export const EVEN_IF_FIELDS_ARE_WRONG = {
  when: ({ value }: { value: unknown }) => isObject(value),
};

/** For a check of a list. */
export const EVEN_IF_ITEMS_ARE_WRONG = {
  when: ({ value }: { value: unknown }) => Array.isArray(value),
};

/** `sent` may be anything. */
const fieldOf = (sent: unknown, name: string): unknown =>
  typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>)[name] : undefined;

/** Even if other fields are wrong. The error is reported under the second date. */
export const buildDatesCheck = <First extends string, Second extends string>(
  [first, second]: readonly [First, Second],
  code: ErrorCode,
  error: string,
  isMet: (first: string, second: string) => boolean,
) =>
  z.refine<Record<First | Second, string>>((dates) => isMet(dates[first], dates[second]), {
    path: [second],
    ...refuseAs(code, error),
    when: ({ value }) => [first, second].every((name) => dateField.safeParse(fieldOf(value, name)).success),
  });

/** NaN if one of them is no date. */
export const countDaysBetweenFields = (first: unknown, second: unknown): number =>
  [first, second].every((date) => dateField.safeParse(date).success)
    ? countDaysBetween(String(first), String(second))
    : Number.NaN;

export const buildOrderCheck = <First extends string, Second extends string>(first: First, second: Second) =>
  buildDatesCheck(
    [first, second],
    'contradicts',
    `must not be a date before ${toWords(first)}.`,
    (from, to) => to >= from,
  );

export const buildRangeCheck = <First extends string, Second extends string>(first: First, second: Second) =>
  buildDatesCheck(
    [first, second],
    'contradicts',
    `must be a date after ${toWords(first)}.`,
    (from, to) => to > from,
  );

const toWords = (field: string) => field.replaceAll('_', ' ');
