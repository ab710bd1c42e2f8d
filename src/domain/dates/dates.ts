/**
 * Calendar dates and the clocks of time zones. A night is a date, never an instant. Rare computations with
 * dates are done by date-fns, always in UTC, because its functions otherwise count in the process's time zone.
 * Quotes and calendars compute with day numbers instead of date-fns, because one call of date-fns takes 22 to
 * 73 µs, and a whole quote of 14 nights takes 10 µs.
 */
import { tz, tzOffset } from '@date-fns/tz';
// Each function of date-fns is imported from its own file, because the whole package takes a second to load in every
// thread.
import { addMonths as addMonthsTo } from 'date-fns/addMonths';
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';

/** A calendar date, `YYYY-MM-DD`. Sorting dates as texts sorts them in time. */
export type StayDate = string;

/** A stay takes the nights from check-in up to, but not including, the day of check-out. */
export interface Stay {
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const IN_UTC = { in: tz('UTC') };

/** The maximum number of cached dates, enough for 54 years, which take 4 MB. */
const MAX_KNOWN_DATES = 20_000;
/**
 * The maximum number of cached time zones. There are 600 zones, but each may be cached under several spellings,
 * because their names ignore case.
 */
const MAX_KNOWN_ZONES = 1_000;

/**
 * Caches computed values, because calendars compute with the same dates again and again. A cache of dates that
 * is full is emptied.
 */
function keepResults<Key, Result>(compute: (key: Key) => Result, max: number): (key: Key) => Result {
  const results = new Map<Key, Result>();
  return (key) => {
    const known = results.get(key);
    if (known !== undefined) return known;
    if (results.size >= max) results.clear();
    const result = compute(key);
    results.set(key, result);
    return result;
  };
}

/**
 * Days since 1970-01-01, possibly negative, of a date. A date that does not exist, such as 31 April, counts on
 * into the next month.
 */
export const toDayNumber = keepResults((date: StayDate): number => {
  const day = Date.parse(`${date}T00:00Z`) / DAY_MS;
  if (Number.isNaN(day)) throw new RangeError(`Not a date: ${JSON.stringify(date)}`);
  return day;
}, MAX_KNOWN_DATES);

/** The date of a day number, the inverse of `toDayNumber`. */
export const fromDayNumber = keepResults(
  (day: number): StayDate => new Date(day * DAY_MS).toISOString().slice(0, 10),
  MAX_KNOWN_DATES,
);

/**
 * Whether a text is a real calendar date in exactly the form `YYYY-MM-DD`. Schemas check dates with zod,
 * which is faster.
 */
export const isStayDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text));

/** The date a number of days later, or earlier if the number is negative. */
export const addDays = (date: StayDate, days: number): StayDate => fromDayNumber(toDayNumber(date) + days);

/** The date a number of months later, or earlier if the number is negative: the last of its month if that is shorter. */
export const addMonths = (date: StayDate, months: number): StayDate =>
  addMonthsTo(date, months, IN_UTC).toISOString().slice(0, 10);

/** The number of days from one date to another. The days between check-in and check-out are the number of nights. */
export const countDaysBetween = (from: StayDate, to: StayDate): number => toDayNumber(to) - toDayNumber(from);

/** Lists the dates from one date up to, but not including, another date. */
export function listDatesBetween(from: StayDate, to: StayDate): StayDate[] {
  const last = toDayNumber(to);
  const dates: StayDate[] = [];
  for (let day = toDayNumber(from); day < last; day += 1) dates.push(fromDayNumber(day));
  return dates;
}

/** The nights of a stay, each named by the date on which it begins. */
export const listNights = ({ checkIn, checkOut }: Stay): StayDate[] => listDatesBetween(checkIn, checkOut);

/** ISO weekday of a date: 1 is Monday, 7 is Sunday. */
export const isoWeekdayOfDate = (date: StayDate): number => isoWeekdayOfDayNumber(toDayNumber(date));

/** ISO weekday of a day number. */
export const isoWeekdayOfDayNumber = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The date that a zone's calendars show at an instant. */
export const dateInZone = (timeZone: string, instant: Date): StayDate =>
  new Date(instant.getTime() + computeZoneOffsetMs(timeZone, instant.getTime())).toISOString().slice(0, 10);

/**
 * For each time zone, the date that was computed last and the second for which it was computed. A search asks
 * for today's date in the time zone of each of its places.
 */
const todayByZone = new Map<string, { second: number; date: StayDate }>();

/** "Today": the current date in a listing's time zone. */
export function todayInZone(timeZone: string, now: Date): StayDate {
  const second = Math.floor(now.getTime() / 1_000);
  const last = todayByZone.get(timeZone);
  if (last?.second === second) return last.date;
  const date = dateInZone(timeZone, now);
  if (todayByZone.size >= MAX_KNOWN_ZONES) todayByZone.clear();
  todayByZone.set(timeZone, { second, date });
  return date;
}

/**
 * Whether a date may have begun somewhere in the world. A date can have begun somewhere only if it begins in
 * UTC within 24 hours, because no time zone's offset is larger.
 */
export const mayDateHaveBegun = (date: StayDate, now: Date): boolean =>
  (toDayNumber(date) - 1) * DAY_MS <= now.getTime();

/**
 * The instant at which a clock in the time zone shows this date and time of day (`HH:MM`). If the time happens
 * twice (clocks put back), the first instant is returned, unlike `TZDate`, which takes the second. If the time
 * does not happen (clocks put forward), the offset from before the change applies: 02:30 becomes 03:30 there.
 */
export function toInstant(date: StayDate, timeOfDay: string, timeZone: string): Date {
  const hours = Number(timeOfDay.slice(0, 2));
  const minutes = Number(timeOfDay.slice(3, 5));
  const wallMs = toDayNumber(date) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
  // No offset from UTC reaches 24 hours, so a day before and a day after give the offsets around the time.
  const before = computeZoneOffsetMs(timeZone, wallMs - DAY_MS);
  const after = computeZoneOffsetMs(timeZone, wallMs + DAY_MS);
  const isShown = (offset: number) => computeZoneOffsetMs(timeZone, wallMs - offset) === offset;
  // The offset from before a change of clocks is preferred, so the earlier of two instants wins. The earlier
  // offset also applies to a time that clocks skip.
  return new Date(wallMs - (before !== after && !isShown(before) && isShown(after) ? after : before));
}

/**
 * The key of a zone for @date-fns/tz, which keeps a format of some 30 kB for each spelling: `Intl` takes
 * `eUrOpE/LiSbOn` too.
 */
export const toZoneKey = (timeZone: string): string => timeZone.toLowerCase();

/** How far a zone's clocks are ahead of UTC at an instant, in milliseconds. */
export function computeZoneOffsetMs(timeZone: string, instantMs: number): number {
  const minutes = tzOffset(toZoneKey(timeZone), new Date(instantMs));
  if (Number.isNaN(minutes)) throw new RangeError(`Not a time zone: ${JSON.stringify(timeZone)}`);
  return minutes * MINUTE_MS;
}

/** The keys of zones that were found in the IANA database, kept because each search takes native memory for long. */
const foundZones = new Set<string>();

/** Whether a text names a zone of the IANA database. */
export function isTimeZone(text: string): boolean {
  // `Intl` accepts offsets such as "+01:00", but they have no clock changes, and a listing is in a real place.
  if (!/^[A-Za-z]/.test(text)) return false;
  const key = toZoneKey(text);
  if (foundZones.has(key)) return true;
  try {
    new Intl.DateTimeFormat('en', { timeZone: key });
    foundZones.add(key);
    return true;
  } catch {
    return false;
  }
}
