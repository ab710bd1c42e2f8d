/** Two columns of the CSS grid for each day, because a stay begins and ends at noon. */
import {
  addDays,
  countDaysBetween,
  isoWeekdayOfDate,
  type StayDate,
} from '../../../../domain/dates/dates.ts';

export const DAY_COUNTS = [14, 31, 62] as const;
export type DayCount = (typeof DAY_COUNTS)[number];

export type Days = { from: StayDate; count: DayCount };

/** A calendar page begins with a Monday. */
export const findMonday = (date: StayDate): StayDate => addDays(date, 1 - isoWeekdayOfDate(date));

/**
 * From noon to noon. Null if it is outside the page. One that begins before the page or ends after it gets one
 * more class.
 */
export function buildStayClasses(days: Days, start: StayDate, end: StayDate): string | null {
  const first = countDaysBetween(days.from, start);
  const last = countDaysBetween(days.from, end);
  if (last < 0 || first >= days.count) return null;
  const from = first < 0 ? 's1 cut-start' : `s${2 * first + 2}`;
  const to = last >= days.count ? `e${2 * days.count + 1} cut-end` : `e${2 * last + 2}`;
  return `${from} ${to}`;
}

export const buildDayClasses = (first: number, count: number): string =>
  `s${2 * first + 1} e${2 * (first + count) + 1}`;

/** Positions are CSS classes, because the Content-Security-Policy allows no styles inside the page. */
export function buildLineRules(): string {
  const lineCount = 2 * Math.max(...DAY_COUNTS) + 1;
  const lines = Array.from({ length: lineCount }, (_, index) => index + 1);
  return [
    ...lines.map((line) => `.s${line}{grid-column-start:${line}}.e${line}{grid-column-end:${line}}`),
    ...DAY_COUNTS.map((count) => `.days-${count}{--days:${count};--halves:${2 * count}}`),
  ].join('\n');
}
