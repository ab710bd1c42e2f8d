/** The lines of the calendar's grid: two columns a day, so that a stay begins and ends at noon. */
import { addDays, countDaysBetween, isoWeekdayOfDate, type StayDate } from '../../domain/dates.ts';

/** The numbers of days that a calendar can show. */
export const DAY_COUNTS = [14, 31, 62] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

/** The days of a calendar, from the first on. */
export type Days = { from: StayDate; count: DayCount };

/** The first day of a date's week, with which a calendar begins. */
export const findMonday = (date: StayDate): StayDate => addDays(date, 1 - isoWeekdayOfDate(date));

/**
 * The CSS classes of a stay or block, which lasts from noon to noon, or null if it is outside the calendar. A
 * stay has one more CSS class if it begins before the calendar or ends after it.
 */
export function buildStayClasses(days: Days, start: StayDate, end: StayDate): string | null {
  const first = countDaysBetween(days.from, start);
  const last = countDaysBetween(days.from, end);
  if (last < 0 || first >= days.count) return null;
  const from = first < 0 ? 's1 cut-start' : `s${2 * first + 2}`;
  const to = last >= days.count ? `e${2 * days.count + 1} cut-end` : `e${2 * last + 2}`;
  return `${from} ${to}`;
}

/** The CSS classes of whole days in the calendar's grid, from the index of the first. */
export const buildDayClasses = (first: number, count: number): string =>
  `s${2 * first + 1} e${2 * (first + count) + 1}`;

/**
 * The CSS rules of the grid's classes. A strict content security policy allows no style in the page itself.
 */
export function buildLineRules(): string {
  const lineCount = 2 * Math.max(...DAY_COUNTS) + 1;
  const lines = Array.from({ length: lineCount }, (_, index) => index + 1);
  return [
    ...lines.map((line) => `.s${line}{grid-column-start:${line}}.e${line}{grid-column-end:${line}}`),
    ...DAY_COUNTS.map((count) => `.days-${count}{--days:${count};--halves:${2 * count}}`),
  ].join('\n');
}
