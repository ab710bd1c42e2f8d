/** How ranges of days change a listing's day overrides (contract, section 18). */
import type { DayOverride } from './rates.ts';
import { dateOfDayNumber, dayNumber, isoWeekday, type StayDate } from './stay.ts';

export type DayTermsSet = Omit<DayOverride, 'date'>;
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
export const saysSomething = (day: DayChange): boolean =>
  Object.values(day).some((value) => value !== null && value !== undefined && value !== false);

/** The number of days from the first to the last date of each range, summed. */
export const daysWithin = (ranges: readonly Pick<DayRange, 'startDate' | 'endDate'>[]): number =>
  ranges.reduce((sum, { startDate, endDate }) => sum + dayNumber(endDate) - dayNumber(startDate) + 1, 0);

/** The combined changes of the ranges on each day. They are applied in order, field by field, so a later range wins. */
export function resolveRanges(ranges: readonly DayRange[]): Map<StayDate, DayChange> {
  const changes = new Map<StayDate, DayChange>();
  for (const { startDate, endDate, weekdays, change } of ranges) {
    const last = dayNumber(endDate);
    for (let day = dayNumber(startDate); day <= last; day += 1) {
      const date = dateOfDayNumber(day);
      if (weekdays !== null && !weekdays.includes(isoWeekday(date))) continue;
      const earlier = changes.get(date);
      changes.set(date, earlier ? { ...earlier, ...change } : change);
    }
  }
  return changes;
}
