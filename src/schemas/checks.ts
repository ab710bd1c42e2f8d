/** Checks between the fields of a body or a query. An error is the end of a sentence. */
import { z } from 'zod';
import { countDaysBetween } from '../domain/dates.ts';
import { dateField } from './date-fields.ts';

export const hasValue = (value: unknown): boolean => value !== undefined && value !== null;

/** Checks several fields, even if some of them are wrong, but not a body that is not an object. */
export const buildFieldsCheck = (
  path: string,
  error: string,
  isMet: (fields: Record<string, unknown>) => boolean,
) =>
  z.refine<Record<string, unknown>>(isMet, {
    path: [path],
    error,
    when: ({ value }) => typeof value === 'object' && value !== null && !Array.isArray(value),
  });

/** The value of a body's field, whatever the body is. Undefined if the body does not have the field. */
const fieldOf = (sent: unknown, name: string): unknown =>
  typeof sent === 'object' && sent !== null ? (sent as Record<string, unknown>)[name] : undefined;

/** Checks two dates, even if other fields are wrong. The error belongs to the second one. */
export const buildDatesCheck = <First extends string, Second extends string>(
  [first, second]: readonly [First, Second],
  error: string,
  isMet: (first: string, second: string) => boolean,
) =>
  z.refine<Record<First | Second, string>>((dates) => isMet(dates[first], dates[second]), {
    path: [second],
    error,
    when: ({ value }) => [first, second].every((name) => dateField.safeParse(fieldOf(value, name)).success),
  });

/** The days between two fields. NaN if one of them is not a date. */
export const countDaysBetweenFields = (first: unknown, second: unknown): number =>
  [first, second].every((date) => dateField.safeParse(date).success)
    ? countDaysBetween(String(first), String(second))
    : Number.NaN;

export const buildOrderCheck = <First extends string, Second extends string>(first: First, second: Second) =>
  buildDatesCheck([first, second], `must not be a date before ${toWords(first)}.`, (from, to) => to >= from);

export const buildRangeCheck = <First extends string, Second extends string>(first: First, second: Second) =>
  buildDatesCheck([first, second], `must be a date after ${toWords(first)}.`, (from, to) => to > from);

const toWords = (field: string) => field.replaceAll('_', ' ');
