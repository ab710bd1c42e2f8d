import type { DayOverride } from '../pricing/nightly-rates.ts';
import { isoWeekdayOfDayNumber, type StayDate, toDayNumber } from './dates.ts';

type DayOverrideFields = Omit<DayOverride, 'date'>;
/** Fields that are left out keep their value. */
export type DayOverrideChange = Partial<DayOverrideFields>;

/** Both dates are included. */
export interface DayOverrideRange {
  readonly startDate: StayDate;
  readonly endDate: StayDate;
  /** ISO weekdays, or null for all. */
  readonly weekdays: readonly number[] | null;
  readonly change: DayOverrideChange;
}

/** With these values, a day has only the prices and rules of its season or listing. */
export const EMPTY_DAY_OVERRIDE: DayOverrideFields = {
  nightlyCents: null,
  minStay: null,
  maxStay: null,
  closedForArrival: false,
  closedForDeparture: false,
  closed: false,
};

export const hasAnyOverrideValue = (day: DayOverrideChange): boolean =>
  Object.values(day).some((value) => (value ?? false) !== false);

/** Not by listing the days, because a range may be 200 years long. */
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

export function listDayNumbersOfRange({ startDate, endDate, weekdays }: DayOverrideRange): number[] {
  const days: number[] = [];
  const last = toDayNumber(endDate);
  for (let day = toDayNumber(startDate); day <= last; day += 1) {
    if (weekdays === null || weekdays.includes(isoWeekdayOfDayNumber(day))) days.push(day);
  }
  return days;
}

/** Ranges are applied in order, field by field, so a later one wins. */
export function applyRangeToDayChanges(
  changes: Map<number, DayOverrideChange>,
  range: DayOverrideRange,
): void {
  for (const day of listDayNumbersOfRange(range)) changes.set(day, { ...changes.get(day), ...range.change });
}
