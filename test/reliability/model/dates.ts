/** Days and moments for the model, by `Temporal`: nothing here is the service's own arithmetic. */

/** `2031-06-02` */
export type Day = string;
export type Moment = Temporal.Instant;

const dateOf = (day: Day) => Temporal.PlainDate.from(day);

export const plus = (day: Day, days: number): Day => dateOf(day).add({ days }).toString();
export const between = (from: Day, to: Day): number => dateOf(from).until(dateOf(to)).days;
/** 1 is Monday, 7 Sunday. */
export const weekday = (day: Day): number => dateOf(day).dayOfWeek;
export const later = (a: Day, b: Day): Day => (a > b ? a : b);

/** `[from, to)` */
export function nights(from: Day, to: Day): Day[] {
  const found: Day[] = [];
  for (let day = from; day < to; day = plus(day, 1)) found.push(day);
  return found;
}

export const dayIn = (zone: string, moment: Moment): Day =>
  moment.toZonedDateTimeISO(zone).toPlainDate().toString();

/** A time of day on a wall clock: the first of two, and past what a clock leaves out. */
export const momentOf = (day: Day, time: string, zone: string): Moment =>
  Temporal.PlainDateTime.from(`${day}T${time}`)
    .toZonedDateTime(zone, { disambiguation: 'compatible' })
    .toInstant();

/** As the service writes moments. */
export const stamp = (moment: Moment): string =>
  moment.toString({ smallestUnit: 'second' }).replace('Z', '+00:00');
