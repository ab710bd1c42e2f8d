/** How ranges of days change a listing's day overrides. */

import type { DayOverride } from '../pricing/nightly-rates.ts';
import { isoWeekdayOfDayNumber, type StayDate, toDayNumber } from './dates.ts';

type DayOverrideFields = Omit<DayOverride, 'date'>;
/** The prices and rules that a change sets on a day. A field that a change of a day leaves out keeps its value. */
export type DayOverrideChange = Partial<DayOverrideFields>;

/** A change of the prices and rules of a range of days, from its first to its last date. */
export interface DayOverrideRange {
  readonly startDate: StayDate;
  readonly endDate: StayDate;
  /** The ISO weekdays of the range that the change applies to, or null for all. */
  readonly weekdays: readonly number[] | null;
  readonly change: DayOverrideChange;
}

/** The values of an empty day override, with which a day has only the prices and rules of its season or listing. */
export const EMPTY_DAY_OVERRIDE: DayOverrideFields = {
  nightlyCents: null,
  minStay: null,
  maxStay: null,
  closedForArrival: false,
  closedForDeparture: false,
  closed: false,
};

/** Whether an override has any value: a day on which everything is null or false has no override. */
export const hasAnyOverrideValue = (day: DayOverrideChange): boolean =>
  Object.values(day).some((value) => (value ?? false) !== false);

/**
 * The number of days of a range, counting only its weekdays. Days are counted without listing them, because a
 * range may be 200 years long.
 */
export function countDaysOfRange({ startDate, endDate, weekdays }: Omit<DayOverrideRange, 'change'>): number {
  const first = toDayNumber(startDate);
  const days = toDayNumber(endDate) - first + 1;
  if (weekdays === null) return days;
  const weeks = Math.floor(days / 7);
  let count = weeks * new Set(weekdays).size;
  for (let day = first + 7 * weeks; day < first + days; day += 1)
    if (weekdays.includes(isoWeekdayOfDayNumber(day))) count += 1;
  return count;
}

/** The days of a range, as day numbers. */
export function listDayNumbersOfRange({ startDate, endDate, weekdays }: DayOverrideRange): number[] {
  const days: number[] = [];
  const last = toDayNumber(endDate);
  for (let day = toDayNumber(startDate); day <= last; day += 1) {
    if (weekdays === null || weekdays.includes(isoWeekdayOfDayNumber(day))) days.push(day);
  }
  return days;
}

/**
 * Adds what a range of days changes to the changes that are collected for each of its days. Ranges of days are
 * applied in order, field by field, so a later range wins.
 */
export function applyRangeToDayChanges(
  changes: Map<number, DayOverrideChange>,
  range: DayOverrideRange,
): void {
  for (const day of listDayNumbersOfRange(range)) changes.set(day, { ...changes.get(day), ...range.change });
}
