/** The columns of the calendar page's CSS grid: two for each day, because a stay begins and ends at noon. */
import { addDays, countDaysBetween, isoWeekdayOfDate, type StayDate } from '../../domain/dates/dates.ts';

/** How many days a calendar page can show. */
export const DAY_COUNTS = [14, 31, 62] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

/** The first day of a calendar page, and the number of its days. */
export type Days = { from: StayDate; count: DayCount };

/** Finds the Monday of a date's week, with which a calendar page begins. */
export const findMonday = (date: StayDate): StayDate => addDays(date, 1 - isoWeekdayOfDate(date));

/**
 * The CSS classes for the position of a stay or block, from noon to noon, or null if it is outside the
 * calendar. A stay that begins before the calendar page or ends after it gets an additional CSS class.
 */
export function buildStayClasses(days: Days, start: StayDate, end: StayDate): string | null {
  const first = countDaysBetween(days.from, start);
  const last = countDaysBetween(days.from, end);
  if (last < 0 || first >= days.count) return null;
  const from = first < 0 ? 's1 cut-start' : `s${2 * first + 2}`;
  const to = last >= days.count ? `e${2 * days.count + 1} cut-end` : `e${2 * last + 2}`;
  return `${from} ${to}`;
}

/** The CSS classes for the position of whole days in the calendar's grid. */
export const buildDayClasses = (first: number, count: number): string =>
  `s${2 * first + 1} e${2 * (first + count) + 1}`;

/**
 * The CSS rules for all columns of the calendar's grid. Positions in the calendar are CSS classes, because
 * the Content-Security-Policy allows no styles inside the page.
 */
export function buildLineRules(): string {
  const lineCount = 2 * Math.max(...DAY_COUNTS) + 1;
  const lines = Array.from({ length: lineCount }, (_, index) => index + 1);
  return [
    ...lines.map((line) => `.s${line}{grid-column-start:${line}}.e${line}{grid-column-end:${line}}`),
    ...DAY_COUNTS.map((count) => `.days-${count}{--days:${count};--halves:${2 * count}}`),
  ].join('\n');
}
