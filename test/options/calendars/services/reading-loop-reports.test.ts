import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calendarFeeds } from '../../../../src/options/calendars/db/schema/calendars.ts';
import {
  type FeedMeasures,
  startReadingFeeds,
} from '../../../../src/options/calendars/services/feeds/reading-loop.ts';
import { createReadings } from '../../../../src/options/calendars/services/feeds/readings.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, openInn } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { calendarOf, openChannel } from './channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const LOOKS_EVERY_MS = 5;

/** What a reader reports while it looks for work many times. */
async function reportsOf(clock: () => Date) {
  const measured: FeedMeasures[] = [];
  const errors: unknown[] = [];
  let looks = 0;
  const reader = startReadingFeeds({
    ...world.services,
    ...createReadings(),
    clock: () => {
      looks += 1;
      return clock();
    },
    intervalMs: 60_000,
    everyMs: LOOKS_EVERY_MS,
    onMeasured: (measures) => measured.push(measures),
    onError: (error) => errors.push(error),
  });
  while (looks < 5) await sleep(LOOKS_EVERY_MS);
  await reader.stop();
  return { measured, errors };
}

it('the reading loop reports the number of conflicts and the age of the oldest reading, once a minute', async () => {
  const none = { conflicts: 0, oldestReadingSeconds: 0 };
  expect(await reportsOf(world.clock.now)).toEqual({ measured: [none], errors: [] });
  await using channel = await openChannel();
  const inn = await openInn(world);
  await inn.book();
  channel.have({ uid: 'a', start: day(1), end: day(3) }, { uid: 'b', start: day(2), end: day(5) });
  const unit_id = at(inn.units, 0).id;
  const add = { unit_id, name: 'Channel', url: channel.url };
  const { id } = await inn.data(inn.send('POST', '/calendar-feeds', add), 201);
  await inn.data(inn.send('POST', `/calendar-feeds/${id}/refresh`));
  // Nothing is due while the reader reports.
  await world.db.execute(`update calendar_feeds set next_reading_at = '2032-01-01'`);
  world.clock.set('2031-05-05T10:01:30Z');
  const late = { conflicts: 2, oldestReadingSeconds: 90 };
  expect(await reportsOf(world.clock.now)).toEqual({ measured: [late], errors: [] });
  // Another process read it, whose clock is ahead.
  world.clock.set('2031-05-05T09:59:00Z');
  expect((await reportsOf(world.clock.now)).measured).toEqual([{ conflicts: 2, oldestReadingSeconds: 0 }]);
});

it('a reading whose lease has run out leaves the feed to the process that took over', async () => {
  await using channel = await openChannel();
  const inn = await openInn(world);
  const add = { unit_id: at(inn.units, 0).id, name: 'Channel', url: channel.url };
  const { id } = await inn.data(inn.send('POST', '/calendar-feeds', add), 201);
  const other = randomUUID();
  channel.behave(async (response) => {
    await world.db.update(calendarFeeds).set({ lease: other }).where(eq(calendarFeeds.id, id));
    response.end(calendarOf());
  });
  await reportsOf(world.clock.now);
  const [feed] = await world.db.select().from(calendarFeeds).where(eq(calendarFeeds.id, id));
  expect([channel.requests.length, feed?.lease]).toEqual([1, other]);
});

it('the reading loop reports errors, except that the database is away', async () => {
  const failing = (error: Error) =>
    reportsOf(() => {
      throw error;
    });
  const broken = new Error('broken');
  expect(new Set((await failing(broken)).errors)).toEqual(new Set([broken]));
  const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  expect((await failing(away)).errors).toEqual([]);
});
