/** Days are counted right in every time zone of the process, and a listing's days are those of its own time zone. */

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { PROCESS_ZONES, printedInTimeZones } from '../domain/in-time-zones.ts';
import { openTestApp, type TestApp } from '../helpers/app.ts';
import { clientOf, type Json } from '../helpers/bookings.ts';
import { buildListing, buildTeam, buildToken, buildUnit } from '../helpers/factories.ts';
import { words } from '../helpers/words.ts';
import { isFull, reportFigures, sized } from './figures.ts';

/** For this many days, each zone's clocks are compared as well. */
const CLOCK_DAYS = sized(20_000, 300);
/** How many days are added to each day and subtracted from it. */
const STEPS = isFull ? '1,7,28,29,30,31,365,366,1461,36524,146097' : '1,366';

const zoneBefore = process.env.TZ;
afterEach(() => {
  if (zoneBefore === undefined) delete process.env.TZ;
  else process.env.TZ = zoneBefore;
});

type Printed = { days: number; compared: number; wrong: string[]; digest: string };

it('every day of the cycle is counted as Temporal does, and alike in processes of different time zones', async () => {
  const script = new URL('./every-day.ts', import.meta.url);
  const zones = isFull ? PROCESS_ZONES : PROCESS_ZONES.slice(1, 3);
  const printed = await printedInTimeZones(script, [String(CLOCK_DAYS), STEPS], zones);
  const [first, ...others] = printed.map((text): Printed => JSON.parse(text));
  expect(first).toMatchObject({ days: 146_097, wrong: [] });
  expect(first?.compared).toBeGreaterThan(1_000_000);
  expect(others).toEqual(zones.slice(1).map(() => first));
  reportFigures('calendar-arithmetic', {
    load: `${first?.days.toLocaleString('en')} days, ${zones.length} time zones of the process, ${LISTING_ZONES.length} of listings`,
    seen: `${first?.compared.toLocaleString('en')} comparisons in each process, without a difference; in all of them the same.`,
  });
});

const LISTING_ZONES = words(`
  Europe/Lisbon America/New_York America/St_Johns Australia/Lord_Howe Africa/Casablanca Asia/Kathmandu
  Pacific/Kiritimati Pacific/Pago_Pago`);
const NIGHTS = 6;

/** Interesting moments in a zone, to the second: clock changes and the midnights around them, else a new year. */
function momentsIn(zone: string): Temporal.Instant[] {
  const changes: Temporal.ZonedDateTime[] = [];
  let at = Temporal.PlainDate.from('2031-01-01').toZonedDateTime(zone);
  for (let count = 0; count < 2; count += 1) {
    const next = at.getTimeZoneTransition('next');
    if (!next || next.year > 2032) break;
    changes.push(next);
    at = next;
  }
  if (changes.length === 0) changes.push(Temporal.PlainDate.from('2032-01-01').toZonedDateTime(zone));
  return changes
    .flatMap((change) => [change, change.startOfDay(), change.add({ days: 1 }).startOfDay()])
    .flatMap((moment) => [moment.subtract({ seconds: 1 }), moment])
    .map((moment) => moment.toInstant());
}

/** The expected calendar and quotes of a listing on a day: all nights are free, at 100.00 each. */
function expectedOn(today: Temporal.PlainDate) {
  const days = Array.from({ length: 2 * NIGHTS }, (_, index) => today.add({ days: index - 2 }));
  const nights = days.slice(2, 2 + NIGHTS).map((date) => ({
    date: date.toString(),
    base_rate: date.dayOfWeek >= 6 ? 13_000 : 10_000,
  }));
  return { calendar: days.map((date, index) => ({ date: date.toString(), available: index >= 2 })), nights };
}

describe.each(isFull ? PROCESS_ZONES : PROCESS_ZONES.slice(1, 2))('a service in %s', (processZone) => {
  let world: TestApp;
  let places: { zone: string; id: string; client: ReturnType<typeof clientOf> }[];

  beforeAll(async () => {
    world = await openTestApp();
    const { id: teamId } = await buildTeam(world);
    const client = clientOf(world, await buildToken(world, { teamId }));
    places = [];
    for (const zone of LISTING_ZONES) {
      const weekend = { weekendDays: [6, 7], weekendNightlyCents: 13_000 };
      const { id } = await buildListing(world, { teamId, timezone: zone, ...weekend });
      await buildUnit(world, { teamId, listingId: id });
      places.push({ zone, id, client });
    }
  });
  afterAll(() => world.close());

  it('has the days of each listing’s own place, also while clocks change there', async () => {
    process.env.TZ = processZone;
    const ofProcess = Temporal.PlainDate.from('2031-01-01').toZonedDateTime(processZone);
    expect(new Date(2031, 0, 1).getTime()).toBe(ofProcess.epochMilliseconds);
    for (const { zone, id, client } of places) {
      for (const moment of isFull ? momentsIn(zone) : momentsIn(zone).slice(0, 4)) {
        world.clock.set(moment.toString());
        const today = moment.toZonedDateTimeISO(zone).toPlainDate();
        const { calendar, nights } = expectedOn(today);
        const [from, to] = [calendar[0]?.date, calendar.at(-1)?.date];
        const days = await client.read(`/listings/${id}/calendar?start_date=${from}&end_date=${to}`);
        const told = days.map(({ date, available }: Json) => ({ date, available }));
        expect({ zone, moment: `${moment}`, told }).toEqual({ zone, moment: `${moment}`, told: calendar });
        const check_in = today.toString();
        const quote = await client.quote(id, { check_in, check_out: today.add({ days: NIGHTS }).toString() });
        const { available, price } = quote.body.data;
        const rates = price.nightly_rates.map(({ date, base_rate }: Json) => ({ date, base_rate }));
        expect({ available, rates }).toEqual({ available: true, rates: nights });
        const yesterday = today.subtract({ days: 1 }).toString();
        const late = await client.quote(id, { check_in: yesterday, check_out: check_in });
        expect(late.body.data.reason_code).toBe('past_date');
      }
    }
  });
});
