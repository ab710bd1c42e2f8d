/** A database of version 2.0.0 whose units are fed by calendars, upgraded and read by the service of today. */
import { expect, onTestFinished, test } from 'vitest';
import { migrateDatabase } from '../../src/db/migrate.ts';
import { openSharedApp, openTestApp } from '../helpers/app.ts';
import { at, clientOf, expectSound, type Inn, type Json, openInn, times } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { type ChannelEvent, calendarOf, openChannel } from '../options/calendars/services/channel.ts';
import { copyRows, createDatabaseOfTwo } from './database-of-2.ts';

const outbound = { allow: ['127.0.0.1'] };
const world = await openSharedApp({ outbound });
const event = (uid: string, start: string, end: string, ...lines: string[]): ChannelEvent => ({
  uid,
  start,
  end,
  lines,
});

/** A channel whose calendar has not changed for whoever has fetched it before, and a feed of the unit. */
async function connect(inn: Inn, name: string, ...events: ChannelEvent[]) {
  const channel = await openChannel();
  onTestFinished(() => channel[Symbol.asyncDispose]());
  let text = '';
  let version = 0;
  const have = (...next: ChannelEvent[]) => {
    text = calendarOf(...next);
    version += 1;
  };
  have(...events);
  channel.behave((response, { headers }) =>
    headers['if-none-match'] === `"${version}"`
      ? response.writeHead(304).end()
      : response.writeHead(200, { etag: `"${version}"` }).end(text),
  );
  const made = { unit_id: at(inn.units, 0).id, name, url: channel.url };
  const { id } = await inn.data(inn.send('POST', '/calendar-feeds', made), 201);
  return { id: id as string, path: `/calendar-feeds/${id}`, have, fail: () => channel.answer(500) };
}

test('feeds of 2.0.0 keep every night that is not due, and learn whose stays their blocks are', async () => {
  world.clock.set('2031-05-04T10:00:00Z');
  const inn = await openInn(world, { units: ['A'], listing: { nightlyCents: 10_000 } });
  const booked = await inn.book({ check_in: day(31), check_out: day(34) });
  const twice = await inn.book({ check_in: day(50), check_out: day(53), source: 'airbnb' });
  const own = { listing_id: inn.listing.id, start_date: day(60), end_date: day(62), reason: 'Painting' };
  await inn.data(inn.send('POST', '/blocks', own), 201);
  const link = 'https://www.airbnb.com/hosting/reservations/details/HM1';
  const reserved = ['SUMMARY:Reserved - Zoe', `DESCRIPTION:Reservation URL: ${link}\\nPhone: 1234`];
  const kept = [
    event('here', '2031-05-03', '2031-05-08', ...reserved),
    event('zoe', day(1), day(4), ...reserved),
    event('closed', day(20), day(25), 'SUMMARY:Airbnb (Not available)'),
    event('clash', day(30), day(33), ...reserved),
    event('same', day(50), day(53), ...reserved),
  ];
  const due = event('due', day(10), day(13));
  const later = event('later', day(15), day(18));
  const airbnb = await connect(inn, 'Airbnb', ...kept, due, later);
  const vrbo = await connect(inn, 'Vrbo', event('bea', day(40), day(43), 'SUMMARY:Reserved - Bea'));
  const broken = await connect(inn, 'Hostel', event('bed', day(70), day(73)));
  const paused = await connect(inn, 'Old', event('old', day(80), day(83)));
  const feeds = [airbnb, vrbo, broken, paused];
  const refresh = (client: Pick<Inn, 'send' | 'data'>, { path }: { path: string }) =>
    client.data(client.send('POST', `${path}/refresh`));
  for (const feed of feeds) await refresh(inn, feed);
  await inn.data(inn.send('PUT', paused.path, { paused: true }));
  world.clock.set('2031-05-05T10:00:00Z');
  airbnb.have(...kept, later);
  for (const feed of feeds.slice(0, 3)) await refresh(inn, feed);

  const old = await createDatabaseOfTwo();
  await copyRows(world, old);
  // Version 2.0.0 kept no texts of events.
  await old.query(`update calendar_feeds set reported = coalesce((
    select jsonb_agg(jsonb_build_object('uid', e->'uid', 'startDate', e->'startDate', 'endDate', e->'endDate'))
    from jsonb_array_elements(reported) e), '[]')`);
  const { rows: etags } = await old.query('select from calendar_feeds where etag is not null');
  expect(etags).not.toEqual([]);
  await migrateDatabase(old.url);
  const upgraded = await openTestApp({ url: old.url, outbound });
  onTestFinished(() => upgraded.close());
  upgraded.clock.set('2031-05-05T10:11:00Z');
  const now = clientOf(upgraded, inn.token);

  const blocksOf = async (client: Pick<Inn, 'read'>): Promise<Json[]> => client.read('/blocks?per_page=100');
  const nightsOf = (blocks: Json[]) =>
    blocks.map(({ id, uid, source, feed_id, start_date, end_date }) =>
      [id, uid, source, feed_id, start_date, end_date].join(' '),
    );
  const bookingsOf = async (client: Pick<Inn, 'read' | 'folio'>) => [
    await client.read('/bookings'),
    await client.folio(booked.id),
    await client.folio(twice.id),
  ];
  const [blocksBefore, bookingsBefore] = [await blocksOf(inn), await bookingsOf(inn)];
  const texts = {
    summary: null,
    description: null,
    link: null,
    event_start_date: null,
    event_end_date: null,
  };
  const afterUpgrade = await blocksOf(now);
  expect(nightsOf(afterUpgrade)).toEqual(nightsOf(blocksBefore));
  for (const block of afterUpgrade) expect(block).toMatchObject(texts);
  expect(await bookingsOf(now)).toEqual(bookingsBefore);
  const conflictsOf = async (client: Pick<Inn, 'read'>) => (await client.read(airbnb.path)).conflicts;
  expect(await conflictsOf(now)).toEqual(await conflictsOf(inn));
  expect(await conflictsOf(now)).toHaveLength(2);
  for (const { path } of feeds) expect(await now.read(path)).toMatchObject({ source: 'other', differs: [] });

  // The first readings, while strangers ask for all of these nights.
  airbnb.have(...kept);
  broken.fail();
  const strangers = times(60, (nth) =>
    now.send(
      'POST',
      '/bookings',
      inn.newBooking({ check_in: day(nth % 30), check_out: day((nth % 30) + 1) }),
    ),
  );
  await Promise.all([...feeds.slice(0, 3).map((feed) => refresh(now, feed)), ...strangers]);
  const afterReading = await blocksOf(now);
  const isLeft = ({ uid }: Json) => uid !== 'due';
  expect(nightsOf(afterReading)).toEqual(nightsOf(blocksBefore.filter(isLeft)));
  const by = (uid: string) => afterReading.find((block) => block.uid === uid);
  const zoe = { summary: 'Reserved - Zoe', description: expect.stringContaining('Phone: 1234'), link };
  expect(by('zoe')).toMatchObject({ ...zoe, event_start_date: day(1), event_end_date: day(4) });
  expect(by('here')).toMatchObject({ ...zoe, event_start_date: '2031-05-03', event_end_date: '2031-05-08' });
  expect(by('clash')).toMatchObject({ ...zoe, event_start_date: day(30), event_end_date: day(33) });
  expect(by('closed')).toMatchObject({ summary: 'Airbnb (Not available)', description: null, link: null });
  expect(by('bea')).toMatchObject({ summary: 'Reserved - Bea', event_start_date: day(40) });
  for (const uid of ['later', 'bed', 'old']) expect(by(uid)).toMatchObject(texts);
  expect(by('same')).toBeUndefined();
  expect(await conflictsOf(now)).toEqual(await conflictsOf(inn));
  expect(await now.read(broken.path)).toMatchObject({ status: 'failing' });
  expect(await now.read(airbnb.path)).toMatchObject({ source: 'other', status: 'ok', differs: [] });
  for (const { id } of [booked, twice])
    expect(await now.read(`/bookings/${id}`)).toEqual(await inn.read(`/bookings/${id}`));
  await expectSound(upgraded);

  // What vanished after the upgrade is free at the second reading that does not have it, ten minutes later.
  upgraded.clock.set('2031-05-05T10:22:00Z');
  await refresh(now, airbnb);
  const wasLeft = ({ uid }: Json) => uid !== 'due' && uid !== 'later';
  expect(nightsOf(await blocksOf(now))).toEqual(nightsOf(blocksBefore.filter(wasLeft)));
  await expectSound(upgraded);
});
