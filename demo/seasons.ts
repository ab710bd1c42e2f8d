import { addDays, isoWeekday, type StayDate } from '../src/domain/dates.ts';
import type { DayEntry, SeasonEntry } from './entries.ts';

/** How far around today seasons and days are written. Past ones price past bookings. */
const DAYS_BEHIND = 220;
const DAYS_AHEAD = 740;

/** A nightly rate in cents and, if they differ, the weekend rate and the minimum stay. */
export type SeasonRates = Pick<SeasonEntry, 'nightly' | 'weekend_nightly' | 'min_stay' | 'max_stay'>;

/** A listing's seasons. They are the same weeks everywhere. */
export type YearlyRates = { summer?: SeasonRates; christmas?: SeasonRates; winter?: SeasonRates };

/** The days on which a listing has other terms. */
export type SpecialDays = {
  /** The rate of the last night of the year. Nobody can leave on its morning. */
  newYearNightly?: number;
  /** The rate of the nights of 12 and 13 June, when Lisbon dances. Nobody can arrive in the crowd. */
  saintAnthonyNightly?: number;
  /** The rate of the next regatta's Friday and Saturday. Guests can arrive on Friday only. */
  regattaNightly?: number;
  /** The days, counted from today, on which it is closed. */
  closedIn?: number;
};

type Window = { from: StayDate; to: StayDate };

/** A listing's seasons around today, repeated every year, in order. */
export function seasonsAround(today: StayDate, { summer, christmas, winter }: YearlyRates): SeasonEntry[] {
  const window = windowAround(today);
  return yearsOf(window)
    .flatMap((year) => [
      season(`Winter ${year}`, `${year}-01-07`, `${year}-03-14`, winter),
      season(`Summer ${year}`, `${year}-06-15`, `${year}-09-15`, summer),
      season(`Before Christmas ${year}`, `${year}-11-05`, `${year}-12-19`, winter),
      season(`Christmas ${year}`, `${year}-12-20`, `${year + 1}-01-06`, christmas),
    ])
    .filter((found) => found !== null)
    .filter(({ start_date, end_date }) => end_date >= window.from && start_date <= window.to);
}

/** A listing's special days around today, in order. */
export function daysAround(today: StayDate, special: SpecialDays): DayEntry[] {
  const window = windowAround(today);
  const days = [
    ...yearsOf(window).flatMap((year) => [...newYear(year, special), ...saintAnthony(year, special)]),
    ...regatta(today, special),
    ...(special.closedIn === undefined ? [] : [{ date: addDays(today, special.closedIn), closed: true }]),
  ];
  const byDate = new Map<StayDate, DayEntry>();
  // Each day is written once. If two fall on one day, the first wins.
  for (const day of days) if (!byDate.has(day.date)) byDate.set(day.date, day);
  return [...byDate.values()]
    .filter(({ date }) => date >= window.from && date <= window.to)
    .sort((a, b) => (a.date < b.date ? -1 : 1));
}

/** The Friday of the next regatta: about eleven weeks away. */
export function regattaFriday(today: StayDate): StayDate {
  const earliest = addDays(today, 77);
  return addDays(earliest, (5 - isoWeekday(earliest) + 7) % 7);
}

function newYear(year: number, { newYearNightly }: SpecialDays): DayEntry[] {
  if (newYearNightly === undefined) return [];
  return [{ date: `${year}-12-31`, nightly: newYearNightly, min_stay: 3, closed_for_departure: true }];
}

function saintAnthony(year: number, { saintAnthonyNightly }: SpecialDays): DayEntry[] {
  if (saintAnthonyNightly === undefined) return [];
  return [`${year}-06-12`, `${year}-06-13`].map((date) => ({
    date,
    nightly: saintAnthonyNightly,
    closed_for_arrival: true,
  }));
}

function regatta(today: StayDate, { regattaNightly }: SpecialDays): DayEntry[] {
  if (regattaNightly === undefined) return [];
  const friday = regattaFriday(today);
  return [
    { date: friday, nightly: regattaNightly, min_stay: 2, max_stay: 7 },
    {
      date: addDays(friday, 1),
      nightly: regattaNightly,
      closed_for_arrival: true,
      closed_for_departure: true,
    },
  ];
}

function season(
  name: string,
  start_date: StayDate,
  end_date: StayDate,
  rates: SeasonRates | undefined,
): SeasonEntry | null {
  return rates ? { name, start_date, end_date, ...rates } : null;
}

const windowAround = (today: StayDate): Window => ({
  from: addDays(today, -DAYS_BEHIND),
  to: addDays(today, DAYS_AHEAD),
});

function yearsOf({ from, to }: Window): number[] {
  // One year earlier, because its Christmas season reaches into the next year.
  const first = Number(from.slice(0, 4)) - 1;
  return Array.from({ length: Number(to.slice(0, 4)) - first + 1 }, (_, index) => first + index);
}
