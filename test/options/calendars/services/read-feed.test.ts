import { describe, expect, it } from 'vitest';
import { readFeed } from '../../../../src/options/calendars/services/feeds/read-feed.ts';
import { createReadings } from '../../../../src/options/calendars/services/feeds/readings.ts';
import type { ReadingResult } from '../../../../src/options/calendars/services/feeds/store-reading.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, type Json, openInn } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { type Channel, type ChannelEvent, calendarOf, openChannel } from './channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const START = Date.parse('2031-05-05T10:00:00Z');
const atMinute = (minute: number) => world.clock.set(new Date(START + minute * 60_000).toISOString());

const STAY = { uid: 'a', start: day(1), end: day(4) };
const OTHER = { uid: 'b', start: day(6), end: day(8) };

async function openFed(channel: Channel) {
  const inn = await openInn(world);
  const unit_id = at(inn.units, 0).id;
  const feed = await inn.data(
    inn.send('POST', '/calendar-feeds', { unit_id, name: 'Airbnb', url: channel.url }),
    201,
  );
  const results: ReadingResult[] = [];
  const dependencies = { ...world.services, ...createReadings((result) => results.push(result)) };
  return {
    ...inn,
    feed,
    results,
    read: () => readFeed(dependencies, inn.teamId, feed.id),
    change: (body: object) => inn.data(inn.send('PUT', `/calendar-feeds/${feed.id}`, body)),
    countBlocks: async () => (await inn.send('GET', '/blocks')).body.meta.total,
    nextReadingAt: async () => {
      const { rows } = await world.db.execute<{ at: string }>(
        `select next_reading_at::text as at from calendar_feeds where id = '${feed.id}'`,
      );
      return at(rows, 0).at;
    },
  };
}

/** The channel's calendar has a version, and is unchanged for those who know it. */
function haveVersion(channel: Channel, version: Record<string, string>, ...events: ChannelEvent[]): void {
  channel.behave((response, { headers }) =>
    headers['if-none-match'] || headers['if-modified-since']
      ? response.writeHead(304).end()
      : response.writeHead(200, version).end(calendarOf(...events)),
  );
}
/** What the last request named as known. */
const named = ({ requests }: Channel) => {
  const { 'if-none-match': etag, 'if-modified-since': modified } = requests.at(-1)?.headers ?? {};
  return [etag, modified];
};
const NOTHING = [undefined, undefined];

it('reading a feed reports its outcome to its caller and to the process', async () => {
  await using channel = await openChannel();
  const inn = await openFed(channel);
  haveVersion(channel, { etag: '"1"' }, STAY, OTHER);
  expect([await inn.read(), await inn.read()]).toEqual(['ok', 'unchanged']);
  channel.answer(500);
  expect(await inn.read()).toBe('failed');
  channel.have();
  expect(await inn.read()).toBe('suspicious');
  expect(await readFeed({ ...world.services, ...createReadings() }, inn.teamId, at(inn.units, 0).id)).toBe(
    'gone',
  );
  expect(inn.results).toEqual(['ok', 'unchanged', 'failed', 'suspicious']);
});

it('reading a feed starts again twice if another reading was faster, and ends if the feed is gone', async () => {
  await using channel = await openChannel();
  const inn = await openFed(channel);
  const during = (statement: string) =>
    channel.behave(async (response) => {
      await world.db.execute(`${statement} where id = '${inn.feed.id}'`);
      response.end(calendarOf(STAY));
    });
  during('update calendar_feeds set readings = readings + 1');
  expect([await inn.read(), channel.requests.length, await inn.countBlocks()]).toEqual(['gone', 3, 0]);
  during('delete from calendar_feeds');
  expect([await inn.read(), channel.requests.length, await inn.countBlocks()]).toEqual(['gone', 4, 0]);
  expect(inn.results).toEqual(['gone', 'gone']);
});

it('reading a feed asks for text/calendar without compression, and names Innkeep as user agent', async () => {
  await using channel = await openChannel();
  await (await openFed(channel)).read();
  const { accept, 'accept-encoding': encoding, 'user-agent': agent } = channel.requests[0]?.headers ?? {};
  expect([accept, encoding, agent]).toEqual(['text/calendar, */*;q=0.5', 'identity', 'Innkeep']);
  expect(named(channel)).toEqual(NOTHING);
});

it('a feed takes what it can read of rules and texts that it cannot follow, says why it fails, and frees nothing', async () => {
  await using channel = await openChannel();
  const inn = await openFed(channel);
  const weekly = { ...STAY, lines: ['RRULE:FREQ=WEEKLY;COUNT=3'] };
  const later = [`RECURRENCE-ID;VALUE=DATE;RANGE=THISANDFUTURE:${day(8).replaceAll('-', '')}`];
  const moved = { uid: 'a', start: day(9), end: day(11), lines: later };
  const nights = async () =>
    (await inn.send('GET', '/blocks')).body.data.map((block: Json) => [block.start_date, block.end_date]);
  const expected = [
    [day(1), day(4)],
    [day(9), day(11)],
    [day(15), day(18)],
  ];
  for (const [text, problem] of [
    [calendarOf(weekly, moved), 'Line 14 of the calendar cannot be read.'],
    [`${calendarOf(STAY)}<!-- 12 ms -->`, 'There is text after the end of the calendar.'],
    [
      calendarOf({ ...STAY, lines: ['RRULE:FREQ=YEARLY;SKIP=OMIT'] }).replace(
        /END:VEVENT/,
        'X\r\nEND:VEVENT',
      ),
      'Line 8 of the calendar cannot be read, nor can 1 more.',
    ],
  ] as const) {
    channel.answer(200, text);
    expect(await inn.read()).toBe('failed');
    const feed = (await inn.send('GET', `/calendar-feeds/${inn.feed.id}`)).body.data;
    expect(feed).toMatchObject({ status: 'failing', last_error: problem });
    expect(await nights()).toEqual(expect.arrayContaining(expected));
  }
});

describe('conditional requests for a calendar', () => {
  const modified = 'Mon, 05 May 2031 09:00:00 GMT';
  it.each<[string, Record<string, string>, (string | undefined)[]]>([
    ['only its tag', { etag: '"1"' }, ['"1"', undefined]],
    ['only its time', { 'last-modified': modified }, [undefined, modified]],
    ['a tag of 500 characters', { etag: `"${'x'.repeat(498)}"` }, [`"${'x'.repeat(498)}"`, undefined]],
    ['a tag of 501 characters', { etag: `"${'x'.repeat(499)}"` }, NOTHING],
    ['a tag of other characters', { etag: '"é"', 'last-modified': modified }, [undefined, modified]],
    ['none', {}, NOTHING],
  ])('reading a feed sends a conditional request if the calendar had %s', async (_, version, expected) => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    haveVersion(channel, version, STAY);
    await inn.read();
    await inn.read();
    expect(named(channel)).toEqual(expected);
  });

  it('reading a feed sends no conditional request while nights are about to be freed or an event is unreadable, or after a failure', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const isNamedAfter = async (...events: ChannelEvent[]) => {
      haveVersion(channel, { etag: '"1"' }, ...events);
      await inn.change({ ignore: [`${channel.requests.length}`] });
      await inn.read();
      await inn.read();
      return named(channel)[0] !== undefined;
    };
    expect(await isNamedAfter(STAY, OTHER)).toBe(true);
    expect(await isNamedAfter(STAY)).toBe(false);
    expect(await isNamedAfter(STAY, OTHER)).toBe(true);
    expect(await isNamedAfter(STAY, OTHER, { uid: 'c', lines: ['DTSTART:never'] })).toBe(false);
    expect(await isNamedAfter(STAY, OTHER)).toBe(true);
    channel.answer(500);
    await inn.read();
    await inn.read();
    expect(named(channel)).toEqual(NOTHING);
    // The events that were read are kept, so a conflict needs no new reading.
    await inn.book({ check_in: day(20), check_out: day(22) });
    expect(await isNamedAfter(STAY, OTHER, { uid: 'd', start: day(21), end: day(23) })).toBe(true);
  });

  it('reading a feed sends conditional requests again once a vanished event has freed its future nights', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const isNamedAfter = async (minute: number, ...events: ChannelEvent[]) => {
      atMinute(minute);
      haveVersion(channel, { etag: '"1"' }, ...events);
      await inn.read();
      await inn.read();
      return named(channel)[0] !== undefined;
    };
    const underWay = { uid: 'c', start: '2031-05-05', end: day(0) };
    const NEXT_DAY = 24 * 60;
    const later = [10, 12, 14].map((nth) => ({ uid: `${nth}`, start: day(nth), end: day(nth + 2) }));
    expect(await isNamedAfter(0, STAY, underWay, ...later)).toBe(true);
    expect(await isNamedAfter(NEXT_DAY, ...later)).toBe(false);
    expect(await isNamedAfter(NEXT_DAY + 59, ...later)).toBe(false);
    expect(await isNamedAfter(NEXT_DAY + 60, ...later)).toBe(true);
    const { data } = (await inn.send('GET', '/blocks')).body;
    expect(data.map((block: { end_date: string }) => block.end_date)).toContain('2031-05-06');
  });

  it('reading a feed sends a conditional request also after its name changed, but not after its address or ignored summaries changed', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    haveVersion(channel, { etag: '"1"' }, STAY);
    const isNamedAfter = async (change: object) => {
      await inn.read();
      await inn.change(change);
      await inn.read();
      return named(channel)[0] !== undefined;
    };
    expect(await isNamedAfter({ name: 'Vrbo' })).toBe(true);
    expect(await isNamedAfter({ paused: true })).toBe(true);
    expect(await isNamedAfter({ paused: false, url: channel.url, ignore: [] })).toBe(true);
    expect(await isNamedAfter({ ignore: ['Reserved'] })).toBe(false);
    expect(await isNamedAfter({ url: `${channel.origin}/other.ics` })).toBe(false);
  });
});

describe('changing a feed', () => {
  it('a feed whose address changes starts without missing events', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const others = [OTHER, { uid: 'c', start: day(10), end: day(12) }];
    channel.have(STAY, ...others);
    await inn.read();
    channel.have(...others);
    await inn.read();
    atMinute(11);
    await inn.change({ url: `${channel.origin}/other.ics` });
    await inn.read();
    expect(await inn.countBlocks()).toBe(3);
    atMinute(21);
    await inn.read();
    expect(await inn.countBlocks()).toBe(2);
  });

  it('changing a feed reads it at once if its address, unit or ignored summaries change or it is resumed, and only then', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const first = await inn.nextReadingAt();
    const isMovedBy = async (change: object) => {
      const before = await inn.nextReadingAt();
      await inn.change(change);
      return (await inn.nextReadingAt()) !== before;
    };
    atMinute(1);
    expect([await isMovedBy({ name: 'Vrbo' }), await isMovedBy({ paused: true })]).toEqual([false, false]);
    expect(await inn.nextReadingAt()).toBe(first);
    expect(await isMovedBy({ paused: false })).toBe(true);
    atMinute(2);
    expect(await isMovedBy({ ignore: ['Reserved'] })).toBe(true);
    atMinute(3);
    expect(await isMovedBy({ url: `${channel.origin}/other.ics` })).toBe(true);
    atMinute(4);
    expect(await isMovedBy({ name: 'Vrbo', paused: false, ignore: ['Reserved'] })).toBe(false);
  });

  it('adding or changing a feed with an unknown unit is refused under unit_id', async () => {
    await using channel = await openChannel();
    const inn = await openFed(channel);
    const unit_id = inn.listing.id;
    const body = { unit_id, name: 'Airbnb', url: channel.url };
    expect((await inn.send('POST', '/calendar-feeds', body)).body.errors).toEqual({
      unit_id: ['The team has no unit with this id.'],
    });
    const second = await openInn(world, { units: ['A', 'B'] });
    const [one, two] = [at(second.units, 0).id, at(second.units, 1).id];
    const feed = await second.data(second.send('POST', '/calendar-feeds', { ...body, unit_id: one }), 201);
    // The address is a field, and fields come before what is stored.
    const path = `/calendar-feeds/${feed.id}`;
    const both = await second.send('PUT', path, { unit_id: two, url: 'http://x/' });
    expect(both.body.errors).toEqual({ url: [expect.stringMatching(/^The url field must be /)] });
    const moved = await second.send('PUT', path, { unit_id: two });
    expect(moved.body.errors).toEqual({
      unit_id: ['A feed stays with its unit. Delete it, and add it to the other one.'],
    });
  });
});
