import { tzOffset } from '@date-fns/tz';

// Nights are calendar dates, never instants (contract, section 2). Arithmetic uses whole day numbers in UTC, where
// every day has 24 hours. So neither the process's time zone nor clock changes can move a date.

/** A calendar date, `YYYY-MM-DD`. Sorting these texts sorts the dates. */
export type StayDate = string;

/** The nights from check-in up to, but not including, the check-out day: half-open (contract, section 1). */
export interface Stay {
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
}

const dayMs = 86_400_000;
const minuteMs = 60_000;

// Dates and day numbers are converted by hand, because a calendar needs hundreds of them and `Date` takes ten times as
// long. The year is treated as beginning in March, so that a leap day is its last day, and days are counted within the
// 400 years (146,097 days) after which the calendar repeats. From March on, month lengths repeat 31, 30, 31, 30, 31:
// 153 days in five months.
const daysPerCycle = 146_097;
const epochFromMarchOfYear0 = 719_468;

/**
 * Days since 1970-01-01, possibly negative, of a valid date. A day past the end of its month counts into the next
 * month.
 */
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

/** The number written by some digits of a text. NaN if one of them is not a digit. */
function numberAt(text: string, from: number, to: number): number {
  let number = 0;
  for (let index = from; index < to; index += 1) {
    const digit = text.charCodeAt(index) - 48;
    number = digit >= 0 && digit <= 9 ? number * 10 + digit : Number.NaN;
  }
  return number;
}

/** The date of a day number, the inverse of `dayNumber`. */
export function dateOfDayNumber(day: number): StayDate {
  const sinceMarchOfYear0 = day + epochFromMarchOfYear0;
  const cycle = Math.floor(sinceMarchOfYear0 / daysPerCycle);
  const dayOfCycle = sinceMarchOfYear0 - cycle * daysPerCycle;
  // Removes the leap days: one in 1,461 days, except at the end of a century, but not of the whole cycle.
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

/** Whether a text is a real calendar date in exactly the form `YYYY-MM-DD` (contract, section 2). */
export function isStayDate(text: string): boolean {
  // The 30th of February is carried over to March, so a date that is not real comes back as another text.
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && dateOfDayNumber(dayNumber(text)) === text;
}

/** The date a number of days later, or earlier if the number is negative. */
export function addDays(date: StayDate, days: number): StayDate {
  return dateOfDayNumber(dayNumber(date) + days);
}

/** The date a number of months later, or earlier if the number is negative: the last of its month if that is shorter. */
export function addMonths(date: StayDate, months: number): StayDate {
  const [year, month, day] = [numberAt(date, 0, 4), numberAt(date, 5, 7), numberAt(date, 8, 10)];
  const firstOfMonth = (later: number) => Date.UTC(year, month - 1 + later, 1) / dayMs;
  const first = firstOfMonth(months);
  return dateOfDayNumber(first + Math.min(day, firstOfMonth(months + 1) - first) - 1);
}

/** Days from one date to another. For a stay's check-in and check-out, these are its nights. */
export function daysBetween(from: StayDate, to: StayDate): number {
  return dayNumber(to) - dayNumber(from);
}

/** The dates from one up to, but not including, another. */
export function datesBetween(from: StayDate, to: StayDate): StayDate[] {
  const end = dayNumber(to);
  const dates: StayDate[] = [];
  for (let day = dayNumber(from); day < end; day += 1) dates.push(writtenDates.get(day) ?? written(day));
  return dates;
}

/** Date texts by day number. Calendars repeat the same dates, and take a third longer without this. */
const writtenDates = new Map<number, StayDate>();

function written(day: number): StayDate {
  const date = dateOfDayNumber(day);
  writtenDates.set(day, date);
  return date;
}

/** The nights of a stay, each named by the date on which it begins (contract, section 1). */
export function nightsOf(stay: Stay): StayDate[] {
  return datesBetween(stay.checkIn, stay.checkOut);
}

/** ISO weekday of a date: 1 is Monday, 7 is Sunday. */
export const isoWeekday = (date: StayDate): number => weekdayOf(dayNumber(date));

/** ISO weekday of a day number. Day 0 was a Thursday. Adding 7 keeps days before 1970 positive. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** "Today": the current date in a listing's time zone (contract, section 2). */
export function todayIn(timeZone: string, now: Date): StayDate {
  const second = Math.floor(now.getTime() / 1_000);
  const last = todays.get(timeZone);
  if (last?.second === second) return last.date;
  const date = dateIn(timeZone, now);
  todays.set(timeZone, { second, date });
  return date;
}

/** The date that a zone's calendars show at an instant. */
export function dateIn(timeZone: string, instant: Date): StayDate {
  const localMs = instant.getTime() + offsetMs(timeZone, instant.getTime());
  return dateOfDayNumber(Math.floor(localMs / dayMs));
}

/** The last answer for each time zone, with its second. Dates and offsets never change within a second. */
const todays = new Map<string, { second: number; date: StayDate }>();

/** Whether a date may have begun somewhere in the world. No offset reaches 24 hours. */
export const mayHaveBegun = (date: StayDate, now: Date): boolean =>
  (dayNumber(date) - 1) * dayMs <= now.getTime();

/**
 * The instant at which a clock in the time zone shows this date and time of day (`HH:MM`), for example at the check-out
 * of section 8. If the time happens twice (clocks put back), it is the first. If it does not happen (clocks put
 * forward), the offset from before the change applies: 02:30 becomes 03:30 there.
 */
export function instantOf(date: StayDate, timeOfDay: string, timeZone: string): Date {
  const hours = Number(timeOfDay.slice(0, 2));
  const minutes = Number(timeOfDay.slice(3, 5));
  const wallMs = dayNumber(date) * dayMs + (hours * 60 + minutes) * minuteMs;
  // No offset reaches 24 hours, so these are the offsets before and after the wanted time.
  const before = offsetMs(timeZone, wallMs - dayMs);
  const after = offsetMs(timeZone, wallMs + dayMs);
  if (before === after) return new Date(wallMs - before);
  const isShown = (offset: number) => offsetMs(timeZone, wallMs - offset) === offset;
  // `before` is preferred, so the earlier of two instants wins. It is also used in a gap, where neither shows the time.
  return new Date(wallMs - (!isShown(before) && isShown(after) ? after : before));
}

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
function offsetMs(timeZone: string, instantMs: number): number {
  const minutes = tzOffset(timeZone, new Date(instantMs));
  if (Number.isNaN(minutes)) throw new RangeError(`Not a time zone: ${JSON.stringify(timeZone)}`);
  return minutes * minuteMs;
}
