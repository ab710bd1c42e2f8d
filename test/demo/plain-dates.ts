/** Dates and clocks for the checks, made without the code that the demo is made with. */

const DAY_MS = 86_400_000;

export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

export const daysFrom = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS;

/** Every date from one up to, and without, another. */
export function* datesUpTo(from: string, to: string): Generator<string> {
  for (let date = from; date < to; date = plusDays(date, 1)) yield date;
}

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay() || 7;

const lisbonClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Lisbon',
  dateStyle: 'short',
  timeStyle: 'short',
  hourCycle: 'h23',
});

/** The same moments stand in many places, and formatting is what a walk over two years spends its time with. */
const shown = new Map<string, string>();

/** What a clock and calendar in Lisbon show at a moment: `2027-03-01 11:00`. */
export function inLisbon(moment: string): string {
  const known = shown.get(moment);
  if (known !== undefined) return known;
  const text = lisbonClock.format(new Date(moment)).replace(', ', ' ');
  shown.set(moment, text);
  return text;
}
