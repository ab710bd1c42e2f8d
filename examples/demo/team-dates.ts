import { addDays, type StayDate, toInstant } from '../../src/domain/dates/dates.ts';
import team from './team.json' with { type: 'json' };

/** A moment at the demo's places as a team file writes it, in UTC. */
export const momentOf = (date: StayDate, time: string): string =>
  toInstant(date, time, team.team.timezone).toISOString().replace('.000Z', '+00:00');

/** `+5` and `-5` are days from today. */
export const dateOf = (days: string, today: StayDate): StayDate => addDays(today, Number(days));

/** Every year from the last one, which priced past bookings, to the end of the longest booking window. */
export function yearsAround(today: StayDate): number[] {
  const year = Number(today.slice(0, 4));
  return [year - 1, year, year + 1, year + 2];
}

/** A listing's single days, once for each year unless they are counted from today. A day is written once. */
export function daysAround(days: readonly { date: string }[], today: StayDate) {
  const dated = days.flatMap((day) =>
    /^[+-]/.test(day.date)
      ? [{ ...day, date: dateOf(day.date, today) }]
      : yearsAround(today).map((year) => ({ ...day, date: `${year}-${day.date}` })),
  );
  return [...new Map(dated.map((day) => [day.date, day])).values()];
}

const SEASONS = {
  winter: [
    { name: 'Winter', start: '01-07', end: '03-14' },
    { name: 'Before Christmas', start: '11-05', end: '12-19' },
  ],
  summer: [{ name: 'Summer', start: '06-15', end: '09-15' }],
  christmas: [{ name: 'Christmas', start: '12-20', end: '01-06' }],
} as const;

/** A listing's seasons in every year. Christmas ends in the next one. */
export function seasonsAround(rates: Partial<Record<keyof typeof SEASONS, object>>, today: StayDate) {
  return Object.entries(SEASONS).flatMap(([kind, seasons]) => {
    const terms = rates[kind as keyof typeof SEASONS];
    if (!terms) return [];
    return yearsAround(today).flatMap((year) =>
      seasons.map(({ name, start, end }) => ({
        name: `${name} ${year}`,
        start_date: `${year}-${start}`,
        end_date: `${end < start ? year + 1 : year}-${end}`,
        ...terms,
      })),
    );
  });
}
