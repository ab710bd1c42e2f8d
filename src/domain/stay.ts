import { tzOffset } from '@date-fns/tz';

// Nights are calendar dates, never instants (contract, section 2). Arithmetic goes through whole day numbers
// in UTC, where every day has 24 hours, so the process's own time zone and clock changes cannot move a date.

/** A calendar date, `YYYY-MM-DD`. In this form the order of texts is the order of dates. */
export type StayDate = string;

/** The nights from check-in up to, and without, the check-out day: half-open (contract, section 1). */
export interface Stay {
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

// Both ways between dates and day numbers are counted by hand: a calendar makes hundreds for every visitor, and by `Date`
// they take ten times as long. The year is made to begin in March, so that a leap day is its last, and days are counted
// within the 400 years (146,097 days) after which the calendar repeats. From March on, month lengths repeat 31, 30, 31,
// 30, 31: 153 days in five months.
const daysPerCycle = 146_097;
const epochFromMarchOfYear0 = 719_468;

/** Days since 1970-01-01, whole and possibly negative, of a valid date. A day past its month's end is one of the next. */
export function dayNumber(date: StayDate): number {
  const month = numberAt(date, 5, 7);
  const isBeforeMarch = month <= 2;
  const year = numberAt(date, 0, 4) - (isBeforeMarch ? 1 : 0);
  const cycle = Math.floor(year / 400);
  const yearOfCycle = year - cycle * 400;
  const monthFromMarch = isBeforeMarch ? month + 9 : month - 3;
  const dayOfYear = Math.floor((153 * monthFromMarch + 2) / 5) + numberAt(date, 8, 10) - 1;
  const leapDays = Math.floor(yearOfCycle / 4) - Math.floor(yearOfCycle / 100);
  const day = cycle * daysPerCycle + yearOfCycle * 365 + leapDays + dayOfYear - epochFromMarchOfYear0;
  if (Number.isNaN(day)) throw new RangeError(`Not a date: ${JSON.stringify(date)}`);
  return day;
}

/** The number that some of a text's digits are; NaN where one of them is no digit. */
function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

/** The date of a day number: the other way round of `dayNumber`. */
export function dateOfDayNumber(day: number): StayDate {
  const sinceMarchOfYear0 = day + epochFromMarchOfYear0;
  const cycle = Math.floor(sinceMarchOfYear0 / daysPerCycle);
  const dayOfCycle = sinceMarchOfYear0 - cycle * daysPerCycle;
  // Leap days are taken out (one in 1,461 days, but for the end of a century, but for that of the cycle).
  const leapDays =
    Math.floor(dayOfCycle / 1_460) - Math.floor(dayOfCycle / 36_524) + Math.floor(dayOfCycle / 146_096);
  const yearOfCycle = Math.floor((dayOfCycle - leapDays) / 365);
  const dayOfYear =
    dayOfCycle - yearOfCycle * 365 - Math.floor(yearOfCycle / 4) + Math.floor(yearOfCycle / 100);
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const dayOfMonth = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = cycle * 400 + yearOfCycle + (month <= 2 ? 1 : 0);
  return `${digits(year, 4)}-${digits(month, 2)}-${digits(dayOfMonth, 2)}`;
}

function digits(number: number, count: number): string {
  return String(number).padStart(count, '0');
}

/** Whether a text is a real calendar date of exactly the form `YYYY-MM-DD` (contract, section 2). */
export function isStayDate(text: string): boolean {
  // The 30th of February is carried over to March, so a date that is not real does not come back as itself.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dateOfDayNumber(dayNumber(text)) === text;
}

/** The date a number of days later, or earlier where it is negative. */
export function addDays(date: StayDate, days: number): StayDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

/** Days from one date to another; of a stay's check-in and check-out, its nights. */
export function daysBetween(from: StayDate, to: StayDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** The dates from one up to, and without, another. */
export function datesBetween(from: StayDate, to: StayDate): StayDate[] {
  const first = dayNumber(from);
  const count = Math.max(0, dayNumber(to) - first);
  return Array.from({ length: count }, (_, index) => writtenDate(first + index));
}

/** Dates of nights by their day numbers, as calendars name the same ones over and over: those that the service takes. */
const writtenDates = new Map<number, StayDate>();

function writtenDate(day: number): StayDate {
  const date = writtenDates.get(day) ?? dateOfDayNumber(day);
  writtenDates.set(day, date);
  return date;
}

/** The nights of a stay, each named by the date on which it begins (contract, section 1). */
export function nightsOf(stay: Stay): StayDate[] {
  return datesBetween(stay.checkIn, stay.checkOut);
}

/** ISO weekday of a date: 1 is Monday, 7 is Sunday. */
export function isoWeekday(date: StayDate): number {
  // Day 0 was a Thursday; adding 7 before the remainder keeps days before 1970 positive.
  return ((((dayNumber(date) + 3) % 7) + 7) % 7) + 1;
}

/** "Today": the current date in a listing's time zone (contract, section 2). */
export function todayIn(timeZone: string, now: Date): StayDate {
  const second = Math.floor(now.getTime() / 1_000);
  const last = todays.get(timeZone);
  if (last?.second === second) return last.date;
  const localMs = now.getTime() + offsetMs(timeZone, now.getTime());
  const date = dateOfDayNumber(Math.floor(localMs / dayMs));
  todays.set(timeZone, { second, date });
  return date;
}

/** What was answered last for each time zone, and for which second: days and offsets change between seconds alone. */
const todays = new Map<string, { second: number; date: StayDate }>();

/**
 * The instant at which a clock in the time zone shows this date and time of day (`HH:MM`), as for the check-out
 * instant of section 8. A time that exists twice (clocks put back) means the first of the two; one that does
 * not exist (clocks put forward) is read with the offset from before the change: 02:30 becomes 03:30 there.
 */
export function instantOf(date: StayDate, timeOfDay: string, timeZone: string): Date {
  const hours = Number(timeOfDay.slice(0, 2));
  const minutes = Number(timeOfDay.slice(3, 5));
  const wallMs = dayNumber(date) * dayMs + (hours * 60 + minutes) * minuteMs;
  // No offset reaches 24 hours, so these are the offsets in force before and after the time that is looked for.
  const before = offsetMs(timeZone, wallMs - dayMs);
  const after = offsetMs(timeZone, wallMs + dayMs);
  const isShown = (offset: number) => offsetMs(timeZone, wallMs - offset) === offset;
  // With `before` first, the earlier of two instants wins, and a gap that neither fits falls to it as well.
  return new Date(wallMs - (!isShown(before) && isShown(after) ? after : before));
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetMs(timeZone: string, instantMs: number): number {
  const minutes = tzOffset(timeZone, new Date(instantMs));
  if (Number.isNaN(minutes)) throw new RangeError(`Not a time zone: ${JSON.stringify(timeZone)}`);
  return minutes * minuteMs;
}
