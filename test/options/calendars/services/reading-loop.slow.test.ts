import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { startReadingFeeds } from '../../../../src/options/calendars/services/feeds/reading-loop.ts';
import { createReadings } from '../../../../src/options/calendars/services/feeds/readings.ts';
import { openTestApp, type TestApp } from '../../../helpers/app.ts';
import { at, type Client, type Inn, openInn, times } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { until } from '../../../helpers/waiting.ts';
import { openChannel } from './channel.ts';

const START = Date.parse('2031-05-05T10:00:00Z');
const options = { outbound: { allow: ['127.0.0.1'] } };
const INTERVAL_MS = 15 * 60_000;

/** A process's readings over a test app, which look for work more often than a server does. */
function readFor(world: TestApp) {
  const reader = startReadingFeeds({
    ...world.services,
    ...createReadings(),
    intervalMs: INTERVAL_MS,
    onError: (error) => world.backgroundErrors.push(error),
    everyMs: 20,
  });
  return { [Symbol.asyncDispose]: reader.stop };
}

const addFeed = async (inn: Client & Pick<Inn, 'units'>, url: string, nth = 0) =>
  inn.data(
    inn.send('POST', '/calendar-feeds', { unit_id: at(inn.units, nth).id, name: 'Channel', url }),
    201,
  );

describe('reading all feeds', () => {
  it('servers read every feed once in each interval, however many servers there are', async () => {
    const world = await openTestApp(options);
    const second = await openTestApp({ ...options, url: world.url });
    await using channel = await openChannel();
    const inn = await openInn(world, { units: times(12, (nth) => `${nth}`) });
    channel.have({ uid: 'a', start: day(1), end: day(3) });
    for (const nth of times(12, (one) => one)) await addFeed(inn, `${channel.origin}/${nth}`, nth);
    const paused = await addFeed(inn, `${channel.origin}/paused`);
    await inn.send('PUT', `/calendar-feeds/${paused.id}`, { paused: true });
    const requestedUrls = () => channel.requests.map(({ url }) => url).toSorted();
    const each = times(12, (nth) => `/${nth}`);
    {
      await using _one = readFor(world);
      await using _two = readFor(second);
      await until(() => requestedUrls().length >= 12);
      for (const app of [world, second]) app.clock.set(new Date(START + 60_000).toISOString());
      await until(async () => (await inn.send('GET', '/blocks')).body.meta.total === 12);
      expect(requestedUrls()).toEqual(each.toSorted());
      // Half an interval later at the earliest, one and a half later at the latest.
      for (const app of [world, second]) app.clock.set(new Date(START + 23 * 60_000).toISOString());
      await until(() => requestedUrls().length >= 24);
    }
    expect(requestedUrls()).toEqual([...each, ...each].toSorted());
    expect([...world.backgroundErrors, ...second.backgroundErrors]).toEqual([]);
    const { body } = await inn.send('GET', '/calendar-feeds?per_page=100');
    const statuses = body.data.map(({ status }: { status: string }) => status);
    expect(statuses.toSorted()).toEqual(['new', ...times(12, () => 'ok')]);
    await second.close();
    await world.close();
  });

  it('a server reads at most ten feeds of one team at once, and twenty of all teams', async () => {
    const world = await openTestApp(options);
    await using hanging = await openChannel();
    await using channel = await openChannel();
    hanging.behave(() => {});
    channel.have({ uid: 'a', start: day(1), end: day(3) });
    const [slow, other, third] = [await openInn(world), await openInn(world), await openInn(world)];
    // So many that the ten are not the only ones that are due first.
    for (let nth = 0; nth < 31; nth += 1) await addFeed(slow, `${hanging.origin}/${nth}`);
    world.clock.set(new Date(START + 1_000).toISOString());
    const feed = await addFeed(other, channel.url);
    {
      await using _reader = readFor(world);
      await until(async () => (await other.read(`/calendar-feeds/${feed.id}`)).status === 'ok');
      expect(hanging.requests).toHaveLength(10);
      for (const [nth, inn] of [other, ...times(10, () => third)].entries())
        await addFeed(inn, `${hanging.origin}/${nth}`);
      await until(() => hanging.requests.length >= 20);
      await sleep(200);
      expect(hanging.requests).toHaveLength(20);
      // The reader's end would wait for it.
      await hanging[Symbol.asyncDispose]();
    }
    expect(world.backgroundErrors).toEqual([]);
    await world.close();
  }, 60_000);

  it('a server reads feeds while others hang, and stops during that', async () => {
    const world = await openTestApp(options);
    await using hanging = await openChannel();
    await using channel = await openChannel();
    hanging.behave(() => {});
    channel.have({ uid: 'a', start: day(1), end: day(3) });
    const inn = await openInn(world, { units: ['A', 'B'] });
    for (let nth = 0; nth < 5; nth += 1) await addFeed(inn, `${hanging.origin}/${nth}`, 0);
    const feed = await addFeed(inn, channel.url, 1);
    {
      await using _reader = readFor(world);
      await until(async () => (await inn.read(`/calendar-feeds/${feed.id}`)).status === 'ok');
      expect(hanging.requests.length).toBeGreaterThan(0);
      const next = await addFeed(inn, channel.url, 1);
      await until(async () => (await inn.read(`/calendar-feeds/${next.id}`)).status === 'ok');
    }
    expect(world.backgroundErrors).toEqual([]);
    const { body } = await inn.send('GET', '/calendar-feeds');
    expect(body.data.map(({ status }: { status: string }) => status).slice(0, 5)).not.toContain('ok');
    await world.close();
  }, 60_000);
});

describe('two installations that read each other', () => {
  /** The nights of everything that takes a unit, from the first day. */
  const takenIn = async (inn: Inn) =>
    (await inn.send('GET', `/occupancies?from=${day(0)}&to=${day(90)}&per_page=100`)).body.data.map(
      ({ start_date, end_date }: Record<string, string>) => `${start_date}/${end_date}`,
    );

  it('two installations that read each other’s calendars do not add blocks for ever, and agree', async () => {
    const worlds = [await openTestApp(options), await openTestApp(options)] as const;
    const inns = [await openInn(worlds[0]), await openInn(worlds[1])] as const;
    const urls: string[] = [];
    for (const [nth, world] of worlds.entries()) {
      const port = await world.listen();
      const inn = at(inns, nth);
      const { url } = await inn.data(inn.send('POST', `/units/${at(inn.units, 0).id}/calendar`), 201);
      urls.push(`http://127.0.0.1:${port}${new URL(url).pathname}`);
    }
    const feeds = [await addFeed(inns[0], at(urls, 1)), await addFeed(inns[1], at(urls, 0))];
    const stays: [Inn, string][] = [];
    for (let round = 0; round < 50; round += 1) {
      for (const world of worlds) world.clock.set(new Date(START + round * INTERVAL_MS).toISOString());
      const inn = at(inns, round % 2);
      if (round % 5 === 0 && round < 40) {
        const from = round * 2;
        const { id } = await inn.book({ check_in: day(from), check_out: day(from + 3) });
        stays.push([inn, id]);
      }
      if (round === 18 || round === 29) {
        const [whose, id] = at(stays, round === 18 ? 1 : 4);
        await whose.cancel(id);
      }
      if (round === 24) {
        const [whose, id] = at(stays, 2);
        expect((await whose.change(id, { check_out: day(25) })).status).toBe(200);
      }
      for (const [nth, one] of inns.entries())
        await one.data(one.send('POST', `/calendar-feeds/${at(feeds, nth).id}/refresh`));
    }
    const [one, two] = [await takenIn(inns[0]), await takenIn(inns[1])];
    expect(one).toEqual(two);
    expect(one).toHaveLength(6);
    for (const [nth, inn] of inns.entries())
      expect(await inn.read(`/calendar-feeds/${at(feeds, nth).id}`)).toMatchObject({
        status: 'ok',
        conflicts: [],
      });
    for (const world of worlds) await world.close();
  }, 60_000);
});
