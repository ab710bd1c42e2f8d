/** Pairs of settings of which the lower one must not be above the upper one (docs/rules.md, 16.12). */
import { addDays, type StayDate } from '../dates/dates.ts';
import { MAX_STAY_NIGHTS } from '../limits.ts';

/** Settings of a listing, a season or a day. Null is no bound. */
type Bounds<Name extends string> = Readonly<Record<Name, number | null>>;
type StayBounds = Bounds<'minStay' | 'maxStay'>;
export type RuleBounds = StayBounds & Bounds<'advanceNoticeDays' | 'bookingWindowDays'>;

/** The shortest stay is longer than the longest one, so that no stay is possible. */
export const areStayBoundsCrossed = ({ minStay, maxStay }: StayBounds): boolean => isAbove(minStay, maxStay);

/** The pairs of a listing's rules that contradict each other: which one is above which. */
export const listCrossedRules = (rules: RuleBounds) =>
  RULE_PAIRS.filter(({ lower, upper }) => isAbove(rules[lower], rules[upper]));

const RULE_PAIRS = [
  { lower: 'minStay', upper: 'maxStay' },
  { lower: 'advanceNoticeDays', upper: 'bookingWindowDays' },
] as const;

const isAbove = (lower: number | null, upper: number | null): boolean =>
  lower !== null && upper !== null && lower > upper;

/** The bound that a day's shortest stay exceeds by rules alone, so that no stay can begin on the day. */
type ExceededBound = 'max_stay' | 'longest_stay' | 'booking_window';

/**
 * Finds the bound that a day's shortest stay exceeds: the day's longest stay, the longest stay of all, or the nights that
 * are left of the booking window. `lastNight` is the last night that can be booked, or null if there is no window.
 */
export function findExceededBound(
  { date, minStay, maxStay }: { date: StayDate; minStay: number; maxStay: number | null },
  lastNight: StayDate | null,
): ExceededBound | null {
  if (maxStay !== null && minStay > maxStay) return 'max_stay';
  if (minStay > MAX_STAY_NIGHTS) return 'longest_stay';
  // A day beyond the window is not for sale anyway.
  if (lastNight === null || date > lastNight) return null;
  return addDays(date, minStay - 1) > lastNight ? 'booking_window' : null;
}

type BoundedDay = { readonly date: StayDate; readonly minStay: number; readonly maxStay: number | null };
/** Days in a row on which the same shortest stay exceeds the same bound. Both dates are included. */
export type ExceededSpan = { from: StayDate; to: StayDate; bound: ExceededBound } & Omit<BoundedDay, 'date'>;

/** Lists the spans of days on which no stay can begin by rules alone. The days are given in their order. */
export function listExceededSpans(days: readonly BoundedDay[], lastNight: StayDate | null): ExceededSpan[] {
  const spans: ExceededSpan[] = [];
  for (const { date, minStay, maxStay } of days) {
    const bound = findExceededBound({ date, minStay, maxStay }, lastNight);
    if (bound === null) continue;
    const last = spans.at(-1);
    const isSame =
      last?.bound === bound &&
      last.minStay === minStay &&
      last.maxStay === maxStay &&
      addDays(last.to, 1) === date;
    if (last && isSame) last.to = date;
    else spans.push({ from: date, to: date, bound, minStay, maxStay });
  }
  return spans;
}
