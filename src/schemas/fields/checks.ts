/**
 * Validation that compares several fields of a body or a query. An error message of a check continues the
 * field's name, as in "must be after check_in."
 */
import { z } from 'zod';
import { countDaysBetween } from '../../domain/dates/dates.ts';
import type { ErrorCode } from '../../domain/vocabulary.ts';
import { refuseAs } from '../entries/lists.ts';
import { dateField } from './dates.ts';

export const hasValue = (value: unknown): boolean => value !== undefined && value !== null;

/**
 * Makes a check of several fields, which runs even if other fields are wrong, but not if the body is not an
 * object.
 */
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
 * Whether the value at a path, or something around it, is already refused. A check that compares it with another value
 * then leaves it out.
 */
export const hasIssueAt = (
  issues: readonly { path?: PropertyKey[] | undefined }[],
  path: readonly PropertyKey[],
): boolean => issues.some((issue) => (issue.path ?? []).every((step, index) => step === path[index]));

/** Options of a check of an object that runs even if some of its fields are wrong. */
export const EVEN_IF_FIELDS_ARE_WRONG = {
  when: ({ value }: { value: unknown }) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};

/** Options of a check of a list that runs even if some of its items are wrong. */
export const EVEN_IF_ITEMS_ARE_WRONG = {
  when: ({ value }: { value: unknown }) => Array.isArray(value),
};

/** Reads a field from a body of any type. Returns undefined if the body does not have the field. */
const fieldOf = (sent: unknown, name: string): unknown =>
  typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>)[name] : undefined;

/**
 * Makes a check that compares two dates, even if other fields are wrong, and reports an error under the
 * second date.
 */
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

/** The number of days between two date fields, or NaN if one of them is no date. */
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
