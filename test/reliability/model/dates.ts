/** Days and moments for the model, independent of the service's own arithmetic. */

/** `2031-06-02` */
export type Day = string;
export type Moment = Temporal.Instant;

const DAY_MS = 86_400_000;
/** The same days are needed many thousand times. */
const texts = new Map<number, Day>();
const numbers = new Map<Day, number>();

function numberOf(day: Day): number {
  const known = numbers.get(day) ?? Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  numbers.set(day, known);
  return known;
}
function dayOf(number: number): Day {
  const known = texts.get(number) ?? new Date(number * DAY_MS).toISOString().slice(0, 10);
  texts.set(number, known);
  return known;
}

export const plus = (day: Day, days: number): Day => dayOf(numberOf(day) + days);
export const between = (from: Day, to: Day): number => numberOf(to) - numberOf(from);
/** 1 is Monday, 7 Sunday. */
export const weekday = (day: Day): number => ((numberOf(day) + 3) % 7) + 1;
export const later = (a: Day, b: Day): Day => (a > b ? a : b);

/** `[from, to)` */
export function nights(from: Day, to: Day): Day[] {
  const found: Day[] = [];
  for (let day = from; day < to; day = plus(day, 1)) found.push(day);
  return found;
}

export const dayIn = (zone: string, moment: Moment): Day =>
  moment.toZonedDateTimeISO(zone).toPlainDate().toString();

/** The moment of a local time: the first if it happens twice, the next valid one if it is skipped. */
export const momentOf = (day: Day, time: string, zone: string): Moment =>
  Temporal.PlainDateTime.from(`${day}T${time}`)
    .toZonedDateTime(zone, { disambiguation: 'compatible' })
    .toInstant();

/** In the service's notation of moments. */
export const stamp = (moment: Moment): string =>
  moment.toString({ smallestUnit: 'second' }).replace('Z', '+00:00');
