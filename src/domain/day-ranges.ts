/** How ranges of days change a listing's day overrides. */

import { dayNumber, type StayDate, weekdayOfDayNumber } from './dates.ts';
import type { DayOverride } from './pricing/nightly-rates.ts';

type DayTermsSet = Omit<DayOverride, 'date'>;
/** The fields that a change sets on a day. Fields that it leaves out keep their values. */
export type DayChange = Partial<DayTermsSet>;

/** A change of some days, both dates included. */
export interface DayRange {
  readonly startDate: StayDate;
  readonly endDate: StayDate;
  /** ISO weekdays, or null for all. */
  readonly weekdays: readonly number[] | null;
  readonly change: DayChange;
}

/** The values of a day without an override. */
export const NO_OVERRIDE: DayTermsSet = {
  nightlyCents: null,
  minStay: null,
  maxStay: null,
  closedForArrival: false,
  closedForDeparture: false,
  closed: false,
};

/** Whether an override has any value. A day on which everything is null or false has no override. */
export const hasAnyValue = (day: DayChange): boolean =>
  Object.values(day).some((value) => (value ?? false) !== false);

/** The number of days from the first to the last date of each range, summed. */
export const countDays = (ranges: readonly Pick<DayRange, 'startDate' | 'endDate'>[]): number =>
  ranges.reduce((sum, { startDate, endDate }) => sum + dayNumber(endDate) - dayNumber(startDate) + 1, 0);

/** The days of a range, as day numbers. */
export function listDayNumbers({ startDate, endDate, weekdays }: DayRange): number[] {
  const days: number[] = [];
  const last = dayNumber(endDate);
  for (let day = dayNumber(startDate); day <= last; day += 1) {
    if (weekdays === null || weekdays.includes(weekdayOfDayNumber(day))) days.push(day);
  }
  return days;
}

/**
 * Adds the change of a range to those of its days, by day number. Ranges are applied in order, field by field, so a
 * later range wins.
 */
export function applyRange(changes: Map<number, DayChange>, range: DayRange): void {
  for (const day of listDayNumbers(range)) changes.set(day, { ...changes.get(day), ...range.change });
}
