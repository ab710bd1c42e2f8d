/** How ranges of days change a listing's day overrides (contract, section 18). */

import { dateOfDayNumber, dayNumber, isoWeekday, type StayDate } from './dates.ts';
import type { DayOverride } from './rates.ts';
import type { Steps } from './steps.ts';

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
  Object.values(day).some((value) => (value ?? false) !== false);

/** The number of days from the first to the last date of each range, summed. */
export const daysWithin = (ranges: readonly Pick<DayRange, 'startDate' | 'endDate'>[]): number =>
  ranges.reduce((sum, { startDate, endDate }) => sum + dayNumber(endDate) - dayNumber(startDate) + 1, 0);

/**
 * The number of different days in the ranges. It stops counting at the first day beyond the limit, so a refusal never
 * takes longer than the largest change that is allowed.
 */
export function* countDays(ranges: readonly DayRange[], limit: number): Steps<number> {
  const findNew = createCover();
  let days = 0;
  for (const range of ranges) {
    for (const _ of findNew(range)) {
      days += 1;
      if (days > limit) return days;
      yield;
    }
    yield;
  }
  return days;
}

/**
 * The combined changes of the ranges on each day, in order of the days. Ranges are applied in order, field by field, so
 * a later range wins. Therefore they are read from the last to the first, and each field of a day is set only once: the
 * time follows the days, however often the ranges name them.
 */
export function* resolveRanges(ranges: readonly DayRange[]): Steps<Map<StayDate, DayChange>> {
  const lastFirst = ranges.toReversed();
  const changes = new Map<number, WritableChange>();
  yield* eachDay(lastFirst, (day) => changes.set(day, {}));
  for (const field of FIELDS) {
    const setting = lastFirst.filter(({ change }) => change[field] !== undefined);
    yield* eachDay(setting, (day, { change }) => setField(changes.get(day), field, change));
  }
  const inOrder = new Map<StayDate, DayChange>();
  for (const day of Int32Array.from(changes.keys()).sort()) {
    inOrder.set(dateOfDayNumber(day), changes.get(day) ?? {});
    yield;
  }
  return inOrder;
}

type WritableChange = { -readonly [Field in keyof DayChange]: DayChange[Field] };
const FIELDS = Object.keys(NO_OVERRIDE) as (keyof DayTermsSet)[];

function setField<Field extends keyof DayTermsSet>(
  day: Pick<WritableChange, Field> | undefined,
  field: Field,
  change: Pick<DayChange, Field>,
): void {
  if (day) day[field] = change[field];
}

/** Visits each day of the ranges once, with the first range that has it. */
function* eachDay(ranges: readonly DayRange[], visit: (day: number, range: DayRange) => void): Steps<void> {
  const findNew = createCover();
  for (const range of ranges) {
    for (const day of findNew(range)) {
      visit(day, range);
      yield;
    }
    yield;
  }
}

const WEEK = 7;
const REST_OF_WEEK = 6;

/** Finds the days of each range that no earlier range had. Earlier days are passed over without looking at each. */
function createCover() {
  /** Leads from a day that was found to a later one of its weekday. All days in between were found as well. */
  const later = new Map<number, number>();
  function firstNew(from: number): number {
    let day = from;
    for (let next = later.get(day); next !== undefined; next = later.get(day)) {
      // Shortens the way for the next search.
      later.set(day, later.get(next) ?? next);
      day = next;
    }
    return day;
  }
  return function* findNew({ startDate, endDate, weekdays }: DayRange): Generator<number> {
    const [first, last] = [dayNumber(startDate), dayNumber(endDate)];
    for (let start = first; start <= Math.min(last, first + REST_OF_WEEK); start += 1) {
      if (weekdays !== null && !weekdays.includes(isoWeekday(dateOfDayNumber(start)))) continue;
      for (let day = firstNew(start); day <= last; day = firstNew(day)) {
        later.set(day, day + WEEK);
        yield day;
      }
    }
  };
}
