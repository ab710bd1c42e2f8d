/** Channels of one unit, each with a feed and a calendar of its own. */
import ICAL from 'ical.js';
import { beforeEach, describe, expect, it } from 'vitest';
import { takeFreedNights } from '../../../../src/options/calendars/services/feeds/freed-nights.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, type Inn, openInn } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { type ChannelEvent, openChannel } from '../services/channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const START = Date.parse('2031-05-05T10:00:00Z');
let minutes = 0;
const later = (passed: number) => {
  minutes += passed;
  world.clock.set(new Date(START + minutes * 60_000).toISOString());
};
beforeEach(() => later(0));

const pathOf = (url: string) => new URL(url).pathname;
const spansIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text))
    .getAllSubcomponents('vevent')
    .map((event) => [
      String(event.getFirstPropertyValue('dtstart')),
      String(event.getFirstPropertyValue('dtend')),
    ]);

/** A channel of a unit: its calendar is read here, and it may fetch ours. */
async function connect(inn: Inn, name: string) {
  const channel = await openChannel();
  const made = { unit_id: at(inn.units, 0).id, name, url: channel.url };
  const feed = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
  const path = `/calendar-feeds/${feed.id}`;
  const { url } = await inn.data(inn.send('POST', `${path}/calendar`), 201);
  return {
    feed,
    path,
    url,
    have: channel.have,
    refresh: () => inn.data(inn.send('POST', `${path}/refresh`)),
    fetch: async (headers = {}) => world.get(pathOf(url), null, headers),
    [Symbol.asyncDispose]: () => channel[Symbol.asyncDispose](),
  };
}
type Connected = Awaited<ReturnType<typeof connect>>;

const blocksOf = async (inn: Inn, source: string) =>
  (await inn.send('GET', '/blocks')).body.data
    .filter((block: { source: string }) => block.source === source)
    .map(({ start_date, end_date }: Record<string, string>) => [start_date, end_date]);
const stay = (uid: string, from: number, to: number): ChannelEvent => ({
  uid,
  start: day(from),
  end: day(to),
});

/** Reads a feed until it has freed what it no longer wants. */
async function settle(channel: Connected) {
  await channel.refresh();
  later(61);
  await channel.refresh();
}

describe('the calendar of a channel', () => {
  it('a feed’s own calendar address is made once, shown again, withdrawn, and gone with its feed', async () => {
    const inn = await openInn(world);
    await using airbnb = await connect(inn, 'Airbnb');
    const path = `${airbnb.path}/calendar`;
    expect(airbnb.url).toMatch(/\/calendars\/[0-9A-Za-z]{32}\.ics$/);
    expect(await inn.read(path)).toEqual({ url: airbnb.url });
    expect(await inn.data(inn.send('POST', path), 201)).toEqual({ url: airbnb.url });
    const unitPath = `/units/${at(inn.units, 0).id}/calendar`;
    const { url } = await inn.data(inn.send('POST', unitPath), 201);
    expect(url).not.toBe(airbnb.url);
    const other = await openInn(world);
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      expect((await other.send(method, path)).status).toBe(404);
    expect((await inn.send('DELETE', path)).status).toBe(204);
    expect((await inn.send('DELETE', path)).status).toBe(404);
    expect((await inn.send('GET', path)).status).toBe(404);
    expect((await airbnb.fetch()).statusCode).toBe(404);
    expect(await inn.read(unitPath)).toEqual({ url });
    const again = await inn.data(inn.send('POST', path), 201);
    expect(again.url).not.toBe(airbnb.url);
    expect((await inn.send('DELETE', airbnb.path)).status).toBe(204);
    expect((await world.get(pathOf(again.url), null)).statusCode).toBe(404);
  });

  it('a feed’s calendar address shows everything that takes the unit, other feeds’ blocks too, but not the feed’s own', async () => {
    const inn = await openInn(world, { listing: { preparationDays: 1 } });
    await using airbnb = await connect(inn, 'Airbnb');
    await using booking = await connect(inn, 'Booking.com');
    await inn.book({ check_in: day(0), check_out: day(2) });
    airbnb.have(stay('a', 5, 7));
    booking.have(stay('b', 10, 12));
    await airbnb.refresh();
    await booking.refresh();
    const own = [
      [day(0), day(2)],
      [day(2), day(3)],
    ];
    expect(spansIn((await airbnb.fetch()).body)).toEqual([...own, [day(10), day(12)]]);
    expect(spansIn((await booking.fetch()).body)).toEqual([...own, [day(5), day(7)]]);
  });

  it('a feed’s calendar address does not accept the include parameter', async () => {
    const inn = await openInn(world);
    await using airbnb = await connect(inn, 'Airbnb');
    const answer = await world.get(`${pathOf(airbnb.url)}?include=imported`, null);
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['include']]);
  });
});

describe('echoes of our own calendar', () => {
  it('a night that a channel reports after our calendar showed it as taken is an echo: it makes no block and no conflict', async () => {
    const inn = await openInn(world);
    await using airbnb = await connect(inn, 'Airbnb');
    await using booking = await connect(inn, 'Booking.com');
    airbnb.have(stay('a', 5, 8));
    await airbnb.refresh();
    await booking.fetch();
    // It merges what it was shown with a stay of its own.
    booking.have(stay('b', 3, 8));
    expect(await booking.refresh()).toMatchObject({ status: 'ok', conflicts: [] });
    expect(await blocksOf(inn, 'Booking.com')).toEqual([[day(3), day(5)]]);
    airbnb.have();
    await settle(airbnb);
    await takeFreedNights(world.services);
    expect((await inn.tryBook({ check_in: day(5), check_out: day(8) })).status).toBe(201);
  });

  it('an echo of a cancelled booking counts as the channel’s own sale once our calendar was fetched twice with the night free, even if the channel’s is unchanged', async () => {
    const inn = await openInn(world);
    await using booking = await connect(inn, 'Booking.com');
    const own = await inn.book({ check_in: day(5), check_out: day(8) });
    const shown = await booking.fetch();
    booking.have(stay('b', 5, 8));
    await booking.refresh();
    await inn.cancel(own.id);
    const first = await booking.fetch();
    expect(first.headers.etag).not.toBe(shown.headers.etag);
    await booking.refresh();
    expect(await blocksOf(inn, 'Booking.com')).toEqual([]);
    expect((await booking.fetch({ 'if-none-match': String(first.headers.etag) })).statusCode).toBe(304);
    await booking.refresh();
    expect(await blocksOf(inn, 'Booking.com')).toEqual([[day(5), day(8)]]);
  });

  it('an echo of a cancelled booking counts as the channel’s own sale after one fetch with the night free, if the channel’s calendar changed since', async () => {
    const inn = await openInn(world);
    await using booking = await connect(inn, 'Booking.com');
    const own = await inn.book({ check_in: day(5), check_out: day(8) });
    await booking.fetch();
    booking.have(stay('b', 5, 8));
    await booking.refresh();
    await inn.cancel(own.id);
    await booking.fetch();
    booking.have(stay('c', 5, 8));
    await booking.refresh();
    expect(await blocksOf(inn, 'Booking.com')).toEqual([]);
    booking.have(stay('c', 6, 8));
    await booking.refresh();
    expect(await blocksOf(inn, 'Booking.com')).toEqual([[day(6), day(8)]]);
  });

  it('only a GET of our calendar shows a night as taken to a channel, a HEAD does not', async () => {
    const inn = await openInn(world);
    await using booking = await connect(inn, 'Booking.com');
    await inn.book({ check_in: day(5), check_out: day(8) });
    const head = await world.app.inject({ method: 'HEAD', url: pathOf(booking.url) });
    expect(head.statusCode).toBe(200);
    await world.get(`${pathOf(booking.url)}?include=imported`, null);
    booking.have(stay('b', 5, 8));
    expect(await booking.refresh()).toMatchObject({ conflicts: [{ uid: 'b' }] });
  });
});

it('a night that a channel reported before our calendar showed it stays the channel’s own until a complete reading omits it', async () => {
  const inn = await openInn(world);
  await using booking = await connect(inn, 'Booking.com');
  const own = await inn.book({ check_in: day(5), check_out: day(8) });
  booking.have(stay('b', 6, 9));
  const conflict = { uid: 'b', start_date: day(6), end_date: day(9) };
  const conflicts = [{ ...conflict, with: { booking_id: own.id, block_id: null } }];
  expect((await booking.refresh()).conflicts).toEqual(conflicts);
  await booking.fetch();
  expect((await booking.refresh()).conflicts).toEqual(conflicts);
  await inn.cancel(own.id);
  await takeFreedNights(world.services);
  expect(await blocksOf(inn, 'Booking.com')).toEqual([[day(6), day(9)]]);
  expect((await inn.read(booking.path)).conflicts).toEqual([]);
});

describe('nights that a feed waits for', () => {
  it('nights that a feed’s event wanted are blocked as soon as they become free, unless the feed is paused', async () => {
    const inn = await openInn(world);
    await using booking = await connect(inn, 'Booking.com');
    await using airbnb = await connect(inn, 'Airbnb');
    airbnb.have(stay('a', 5, 8));
    await airbnb.refresh();
    booking.have(stay('b', 6, 9));
    await booking.refresh();
    await inn.send('PUT', booking.path, { paused: true });
    expect((await inn.send('DELETE', airbnb.path)).status).toBe(204);
    await takeFreedNights(world.services);
    expect(await blocksOf(inn, 'Booking.com')).toEqual([[day(8), day(9)]]);
    // A paused feed keeps its nights and takes none, also if it is read.
    booking.have(stay('c', 20, 22));
    expect(await booking.refresh()).toMatchObject({ status: 'ok', events: 1 });
    later(61);
    await booking.refresh();
    expect(await blocksOf(inn, 'Booking.com')).toEqual([[day(8), day(9)]]);
    await inn.send('PUT', booking.path, { paused: false });
    await takeFreedNights(world.services);
    expect(await blocksOf(inn, 'Booking.com')).toEqual([
      [day(8), day(9)],
      [day(20), day(22)],
    ]);
  });

  it('nights that a feed’s event wanted are blocked as soon as a hold on them lapses', async () => {
    const inn = await openInn(world);
    await using booking = await connect(inn, 'Booking.com');
    const hold = await inn.book({ check_in: day(5), check_out: day(8), status: 'pending', expires_in: 30 });
    booking.have(stay('b', 6, 9));
    expect(await booking.refresh()).toMatchObject({ conflicts: [{ with: { booking_id: hold.id } }] });
    later(31);
    await takeFreedNights(world.services);
    expect(await blocksOf(inn, 'Booking.com')).toEqual([[day(6), day(9)]]);
  });
});

it('a feed that lost all of its nights while it was paused keeps them for an hour after it goes on', async () => {
  const inn = await openInn(world);
  await using airbnb = await connect(inn, 'Airbnb');
  const nights = [[day(5), day(8)]];
  airbnb.have(stay('a', 5, 8));
  await airbnb.refresh();
  await inn.send('PUT', airbnb.path, { paused: true });
  airbnb.have();
  await airbnb.refresh();
  later(90);
  await airbnb.refresh();
  await inn.send('PUT', airbnb.path, { paused: false });
  for (const [passed, status, kept] of [
    [0, 'suspicious', nights],
    [59, 'suspicious', nights],
    [1, 'ok', []],
  ] as const) {
    later(passed);
    expect(await airbnb.refresh()).toMatchObject({ status });
    expect(await blocksOf(inn, 'Airbnb')).toEqual(kept);
  }
});
