/**
 * A night is a date, never an instant. Rare computations use date-fns, always in UTC, because its functions
 * otherwise count in the process's time zone. Quotes and calendars use day numbers: one call of date-fns
 * takes 22 to 73 µs, and a whole quote of 14 nights 10 µs.
 */
import { tz, tzOffset } from '@date-fns/tz';
// From its own file each, because the whole package takes a second to load in every thread.
import { addMonths as addMonthsTo } from 'date-fns/addMonths';
import { isValid } from 'date-fns/isValid';
import { parseISO } from 'date-fns/parseISO';

/** `YYYY-MM-DD`. Sorting dates as texts sorts them in time. */
export type StayDate = string;

/** Takes the nights from check-in up to, but not including, check-out. */
export interface Stay {
  readonly checkIn: StayDate;
  readonly checkOut: StayDate;
}

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const IN_UTC = { in: tz('UTC') };

/** Enough for 54 years, which take 4 MB. */
const MAX_KNOWN_DATES = 20_000;
/** There are 600 zones, but their names ignore case, so each may be cached under several spellings. */
const MAX_KNOWN_ZONES = 1_000;

/** Calendars compute with the same dates again and again. A full cache is emptied. */
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
 * Days since 1970-01-01, possibly negative. A date that does not exist, such as 31 April, counts on into the
 * next month.
 */
export const toDayNumber = keepResults((date: StayDate): number => {
  const day = Date.parse(`${date}T00:00Z`) / DAY_MS;
  if (Number.isNaN(day)) throw new RangeError(`Not a date: ${JSON.stringify(date)}`);
  return day;
}, MAX_KNOWN_DATES);

export const fromDayNumber = keepResults(
  (day: number): StayDate => new Date(day * DAY_MS).toISOString().slice(0, 10),
  MAX_KNOWN_DATES,
);

/** Schemas check dates with zod, which is faster. */
export const isStayDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && isValid(parseISO(text));

export const addDays = (date: StayDate, days: number): StayDate => fromDayNumber(toDayNumber(date) + days);

/** The last day of the month if the month is shorter. */
export const addMonths = (date: StayDate, months: number): StayDate =>
  addMonthsTo(date, months, IN_UTC).toISOString().slice(0, 10);

/** Between check-in and check-out, that is the number of nights. */
export const countDaysBetween = (from: StayDate, to: StayDate): number => toDayNumber(to) - toDayNumber(from);

/** `to` is not included. */
export function listDatesBetween(from: StayDate, to: StayDate): StayDate[] {
  const last = toDayNumber(to);
  const dates: StayDate[] = [];
  for (let day = toDayNumber(from); day < last; day += 1) dates.push(fromDayNumber(day));
  return dates;
}

/** Each named by the date on which it begins. */
export const listNights = ({ checkIn, checkOut }: Stay): StayDate[] => listDatesBetween(checkIn, checkOut);

/** ISO: 1 is Monday, 7 is Sunday. */
export const isoWeekdayOfDate = (date: StayDate): number => isoWeekdayOfDayNumber(toDayNumber(date));

export const isoWeekdayOfDayNumber = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

export const dateInZone = (timeZone: string, instant: Date): StayDate =>
  new Date(instant.getTime() + computeZoneOffsetMs(timeZone, instant.getTime())).toISOString().slice(0, 10);

/**
 * The date that was computed last, and for which second: a search asks for the date of each of its places.
 */
const todayByZone = new Map<string, { second: number; date: StayDate }>();

export function todayInZone(timeZone: string, now: Date): StayDate {
  const second = Math.floor(now.getTime() / 1_000);
  const last = todayByZone.get(timeZone);
  if (last?.second === second) return last.date;
  const date = dateInZone(timeZone, now);
  if (todayByZone.size >= MAX_KNOWN_ZONES) todayByZone.clear();
  todayByZone.set(timeZone, { second, date });
  return date;
}

/** No time zone is more than 24 hours from UTC. */
export const mayDateHaveBegun = (date: StayDate, now: Date): boolean =>
  (toDayNumber(date) - 1) * DAY_MS <= now.getTime();

/**
 * The instant at which a clock in the zone shows this date and time of day (`HH:MM`). If it happens twice
 * (clocks put back), the first one, unlike `TZDate`. If it does not happen (clocks put forward), the offset
 * from before the change applies: 02:30 becomes 03:30.
 */
export function toInstant(date: StayDate, timeOfDay: string, timeZone: string): Date {
  const hours = Number(timeOfDay.slice(0, 2));
  const minutes = Number(timeOfDay.slice(3, 5));
  const wallMs = toDayNumber(date) * DAY_MS + (hours * 60 + minutes) * MINUTE_MS;
  // No offset from UTC reaches 24 hours, so a day before and a day after give the offsets around the time.
  const before = computeZoneOffsetMs(timeZone, wallMs - DAY_MS);
  const after = computeZoneOffsetMs(timeZone, wallMs + DAY_MS);
  const isShown = (offset: number) => computeZoneOffsetMs(timeZone, wallMs - offset) === offset;
  // The earlier offset is preferred, so the earlier of two instants wins, and it applies to a time that
  // clocks skip.
  return new Date(wallMs - (before !== after && !isShown(before) && isShown(after) ? after : before));
}

/** @date-fns/tz keeps some 30 kB for each spelling: `Intl` takes `eUrOpE/LiSbOn` too. */
export const toZoneKey = (timeZone: string): string => timeZone.toLowerCase();

/** Ahead of UTC. */
export function computeZoneOffsetMs(timeZone: string, instantMs: number): number {
  const minutes = tzOffset(toZoneKey(timeZone), new Date(instantMs));
  if (Number.isNaN(minutes)) throw new RangeError(`Not a time zone: ${JSON.stringify(timeZone)}`);
  return minutes * MINUTE_MS;
}

/** Kept, because each search takes native memory for long. */
const foundZones = new Set<string>();

export function isTimeZone(text: string): boolean {
  // `Intl` accepts offsets such as "+01:00", but they have no clock changes, and a listing is in a real
  // place.
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
