// Child processes in different time zones print this, and must all print the same (time-zones.slow.test.ts).

import {
  addDays,
  addMonths,
  countDaysBetween,
  dateInZone,
  fromDayNumber,
  isoWeekdayOfDate,
  isStayDate,
  listDatesBetween,
  toDayNumber,
  todayInZone,
  toInstant,
} from '../../../src/domain/dates/dates.ts';
import { presentDate, presentExactTime } from '../../../src/web/views/when.ts';

const zones = process.argv.slice(2);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_MS = Date.UTC(2025, 0, 1);
const LAST_MS = Date.UTC(2029, 0, 1);

const hourIn = (zone: string) => {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  return (ms: number) => format.format(ms).split(', ')[1] ?? '';
};

/** The days of four years on which a zone's clocks change. */
function listChanges(zone: string): string[] {
  const offset = hourIn(zone);
  const dates = new Set<string>();
  for (let ms = FIRST_MS; ms < LAST_MS; ms += DAY_MS)
    if (offset(ms) !== offset(ms + DAY_MS))
      for (const date of [ms, ms + DAY_MS]) dates.add(new Date(date).toISOString().slice(0, 10));
  return [...dates];
}

const changes = zones.map(listChanges);
const dates = [...new Set(changes.flat())].toSorted();
const ofDate = (date: string) => ({
  date,
  number: [toDayNumber(date), fromDayNumber(toDayNumber(date)), isoWeekdayOfDate(date), isStayDate(date)],
  days: [-400, -1, 1, 400].map((days) => addDays(date, days)),
  months: [-13, -1, 1, 13].map((months) => addMonths(date, months)),
  span: listDatesBetween(addDays(date, -1), addDays(date, 2)),
  difference: countDaysBetween(addMonths(date, -1), addMonths(date, 1)),
});
const inZone = (zone: string, date: string) =>
  ['00:00', '02:30', '23:59'].map((time) => {
    const instant = toInstant(date, time, zone);
    const shown = [dateInZone(zone, instant), todayInZone(zone, instant), presentDate(instant, zone)];
    return [instant.toISOString(), ...shown, presentExactTime(instant, zone)];
  });
const printed = {
  counts: changes.map(({ length }) => length),
  dates: dates.map(ofDate),
  zones: zones.map((zone, index) => (changes[index] ?? []).map((date) => inZone(zone, date))),
};
process.stdout.write(JSON.stringify(printed));
