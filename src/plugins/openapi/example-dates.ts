/** Moves dates in examples, so that they fit the day on which the document is served. */
import { addDays, countDaysBetween, isoWeekdayOfDate, type StayDate } from '../../domain/dates/dates.ts';
import { toMonth } from '../../domain/dates/months.ts';

/** The examples' "today", and the Monday in spring on which their stay begins. */
const WRITTEN_ON: StayDate = '2027-01-05';
const WRITTEN_STAY: StayDate = '2027-04-19';
/**
 * In the weeks after it, prices and rules of the demo are the same, and nobody gets a discount for booking
 * late.
 */
const FIRST_OF_SPRING = '04-16';
const MIN_DAYS_AHEAD = 91;

export function findStayOfExamples(today: StayDate): StayDate {
  const year = Number(today.slice(0, 4));
  const mondays = [year, year + 1].map((year) => {
    const first = `${year}-${FIRST_OF_SPRING}`;
    return addDays(first, (8 - isoWeekdayOfDate(first)) % 7);
  });
  const [soon = '', later = ''] = mondays;
  return countDaysBetween(today, soon) >= MIN_DAYS_AHEAD ? soon : later;
}

const DATE_PATTERN = /^\d{4}-\d{2}-\d{2}$/;
const MONTH_PATTERN = /^\d{4}-\d{2}$/;
const TIME_PATTERN = /^\d{4}-\d{2}-\d{2}T/;

export function moveExamples<Part>(part: Part, today: StayDate): Part {
  const stayDays = countDaysBetween(WRITTEN_STAY, findStayOfExamples(today));
  const timeDays = countDaysBetween(WRITTEN_ON, today);

  function moveText(text: string): string {
    if (DATE_PATTERN.test(text)) return addDays(text, stayDays);
    // By the middle of the month, because a year may have 53 weeks.
    if (MONTH_PATTERN.test(text)) return toMonth(addDays(`${text}-15`, stayDays));
    if (TIME_PATTERN.test(text)) return addDays(text.slice(0, 10), timeDays) + text.slice(10);
    return text;
  }

  function copy(value: unknown, isExample: boolean): unknown {
    if (typeof value === 'string') return isExample ? moveText(value) : value;
    if (Array.isArray(value)) return value.map((item) => copy(item, isExample));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).map(([key, item]) => [
      key,
      copy(item, isExample || key === 'example' || key === 'examples'),
    ]);
    return Object.fromEntries(entries);
  }

  return copy(part, false) as Part;
}
