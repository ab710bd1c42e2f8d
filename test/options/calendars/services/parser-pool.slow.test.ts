/** Calendars that are hard to read, in the threads that read them. */
import { expect, it } from 'vitest';
import { readFeed } from '../../../../src/options/calendars/services/feeds/read-feed.ts';
import { createReadings } from '../../../../src/options/calendars/services/feeds/readings.ts';
import {
  createParserPool,
  type ParseResult,
} from '../../../../src/options/calendars/services/parsing/parser-pool.ts';
import { openTestApp } from '../../../helpers/app.ts';
import { at, openInn } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { calendarOf, openChannel } from './channel.ts';
import { AT, nightsIn } from './parsed.ts';

const TOO_HARD: ParseResult = {
  kind: 'refused',
  problem: 'The calendar takes too long to read.',
  isTooHard: true,
};

const numbers = (count: number) => Array.from({ length: count }, (_, nth) => nth).join(',');

/** A day has 86,400 occurrences of the first rule. ical.js looks without an end for the second one's. */
const ENDLESS = [
  `FREQ=DAILY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)}`,
  'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=31;SKIP=FORWARD',
].map((rule) => Buffer.from(calendarOf({ uid: 'a', start: '2031-06-08', lines: [`RRULE:${rule}`] })));
const SMALL = Buffer.from(calendarOf({ uid: 'a', start: '2031-06-08' }));
const NIGHTS = ['2031-06-08/2031-06-09'];

it('calendars that never end are cut off, delay no other team, and leave one of three threads free', async () => {
  const parser = createParserPool({ withinMs: 4_000 });
  const ended: string[] = [];
  const parse = async (teamId: number, bytes: Uint8Array, name: string) => {
    const calendar = await parser.parse(teamId, bytes, AT);
    ended.push(name);
    return calendar;
  };
  const endless = ENDLESS.map((bytes) => parse(1, bytes, 'endless'));
  const own = parse(1, SMALL, 'own');
  for (let nth = 0; nth < 3; nth += 1) expect(nightsIn(await parse(2, SMALL, 'other'))).toEqual(NIGHTS);
  expect(await Promise.all(endless)).toEqual(ENDLESS.map(() => TOO_HARD));
  expect(nightsIn(await own)).toEqual(NIGHTS);
  expect(ended).toEqual(['other', 'other', 'other', 'endless', 'endless', 'own']);

  expect(await parse(2, at(ENDLESS, 0), 'endless')).toEqual(TOO_HARD);
  const again = Promise.all([1, 2].map((teamId) => parse(teamId, at(ENDLESS, 0), 'endless')));
  const third = parse(3, SMALL, 'third');
  expect(await Promise.race([again, third])).toEqual(await third);
  expect(nightsIn(await third)).toEqual(NIGHTS);
  await parser.close();
  await again;
  await parser.close();
});

it('a feed whose calendar takes too long fails, and is read again an hour later, then two hours later', async () => {
  const world = await openTestApp({ outbound: { allow: ['127.0.0.1'] } });
  await using channel = await openChannel();
  const inn = await openInn(world);
  const body = { unit_id: at(inn.units, 0).id, name: 'Channel', url: channel.url };
  const { id } = await inn.data(inn.send('POST', '/calendar-feeds', body), 201);
  const nextReading = async () => {
    const {
      rows: [row],
    } = await world.db.execute(`select next_reading_at::text as at from calendar_feeds`);
    return new Date(String(row?.at)).toISOString();
  };
  const readings = createReadings();
  const parser = { ...readings.parser, parse: async () => TOO_HARD };
  for (const next of ['2031-05-05T11:00:00.000Z', '2031-05-05T12:00:00.000Z']) {
    expect(await readFeed({ ...world.services, ...readings, parser }, inn.teamId, id)).toBe('failed');
    const feed = await inn.read(`/calendar-feeds/${id}`);
    expect(feed).toMatchObject({ status: 'failing', last_error: TOO_HARD.problem });
    expect(await nextReading()).toBe(next);
  }
  // Any other failure changes nothing in the plan, and a caller may have it read at any time.
  channel.answer(500);
  await inn.data(inn.send('POST', `/calendar-feeds/${id}/refresh`));
  expect(await nextReading()).toBe('2031-05-05T12:00:00.000Z');
  channel.have({ uid: 'a', start: day(1), end: day(3) });
  expect(await inn.data(inn.send('POST', `/calendar-feeds/${id}/refresh`))).toMatchObject({ status: 'ok' });
  await world.close();
});
