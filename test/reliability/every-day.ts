// Processes in different time zones print this, and must all print the same (calendar-arithmetic.test.ts): the
// service's date arithmetic for every day of the 400 years after which the calendar repeats, compared with `Temporal`.

import { createHash } from 'node:crypto';
import {
  addDays,
  dateOfDayNumber,
  dayNumber,
  daysBetween,
  instantOf,
  isoWeekday,
  isStayDate,
  nightsOf,
  todayIn,
} from '../../src/domain/dates.ts';
import { words } from '../helpers/words.ts';

const FIRST = Temporal.PlainDate.from('2000-01-01');
const CYCLE_DAYS = 146_097;
const FIRST_NUMBER = dayNumber('2000-01-01');
const ZONES = words(`
  UTC Europe/Lisbon America/New_York Australia/Lord_Howe Asia/Kathmandu Pacific/Kiritimati
  Pacific/Pago_Pago`);
/** Midnight, times that clocks skip or repeat when they change, and a check-out time. */
const TIMES = ['00:00', '01:30', '02:30', '11:00'];

/** For this many days, from the first on, every zone's clocks are checked too. */
const clockDays = Number(process.argv[2]);
/** How many days are added to each day and subtracted from it. */
const STEPS = (process.argv[3] ?? '').split(',').map(Number);
const digest = createHash('sha256');
const wrong: string[] = [];
let compared = 0;
let ofDay: unknown[] = [];

function compare(what: () => string, ours: unknown, theirs: unknown): void {
  compared += 1;
  ofDay.push(ours);
  if (ours !== theirs && wrong.length < 20) wrong.push(`${what()}: ${ours}, and not ${theirs}`);
}

/** Every date from one cycle before to one cycle after the checked one, as `Temporal` counts them. */
const dates = Array.from({ length: 3 * CYCLE_DAYS }, (_, index) =>
  FIRST.add({ days: index - CYCLE_DAYS }).toString(),
);
const dateAt = (number: number): string => dates[number + CYCLE_DAYS] ?? 'beyond';

/**
 * One day's number, weekday and neighbours at every distance. On the first of a month, also which of its texts are
 * dates.
 */
function compareDay(number: number): void {
  const date = dateAt(number);
  const day = Temporal.PlainDate.from(date);
  compare(() => `${date} is a date`, isStayDate(date), true);
  compare(() => `${date} as a number`, dayNumber(date) - FIRST_NUMBER, number);
  compare(() => `${date} from its number`, dateOfDayNumber(FIRST_NUMBER + number), date);
  compare(() => `the weekday of ${date}`, isoWeekday(date), day.dayOfWeek);
  for (const days of STEPS) {
    compare(() => `${date} and ${days} days`, addDays(date, days), dateAt(number + days));
    compare(() => `${date} less ${days} days`, addDays(date, -days), dateAt(number - days));
    compare(() => `days from ${date}, ${days} on`, daysBetween(date, dateAt(number + days)), days);
  }
  if (day.day === 1) compareMonth(day);
}

function compareMonth(first: Temporal.PlainDate): void {
  const date = first.toString();
  const last = first.daysInMonth;
  for (let dayOfMonth = 28; dayOfMonth <= 32; dayOfMonth += 1) {
    const text = `${date.slice(0, 8)}${dayOfMonth}`;
    compare(() => `${text} is a date`, isStayDate(text), dayOfMonth <= last);
  }
  const nights = nightsOf({ checkIn: date, checkOut: first.add({ months: 1 }).toString() });
  compare(() => `the nights of ${date}'s month`, nights.length, last);
  compare(() => `the last night of ${date}'s month`, nights.at(-1), first.with({ day: last }).toString());
}

/** The instant at which clocks show these times, and the dates then and a second before. */
function compareClocks(day: Temporal.PlainDate): void {
  for (const zone of ZONES) {
    for (const time of TIMES) {
      const moment = day
        .toPlainDateTime(time)
        .toZonedDateTime(zone, { disambiguation: 'compatible' })
        .toInstant();
      compare(
        () => `${day} ${time} in ${zone}`,
        instantOf(day.toString(), time, zone).getTime(),
        moment.epochMilliseconds,
      );
    }
    const midnight = day.toZonedDateTime(zone).toInstant();
    for (const instant of [midnight, midnight.subtract({ milliseconds: 1 })]) {
      const theirs = instant.toZonedDateTimeISO(zone).toPlainDate().toString();
      compare(
        () => `today in ${zone} at ${instant}`,
        todayIn(zone, new Date(instant.epochMilliseconds)),
        theirs,
      );
    }
  }
}

for (let number = 0; number < CYCLE_DAYS; number += 1) {
  compareDay(number);
  if (number < clockDays) compareClocks(Temporal.PlainDate.from(dateAt(number)));
  digest.update(ofDay.join(';'));
  ofDay = [];
}
process.stdout.write(JSON.stringify({ days: CYCLE_DAYS, compared, wrong, digest: digest.digest('hex') }));
