import { afterAll, expect, it } from 'vitest';
import { clearEventTextsOlderThan } from '../../../../src/options/calendars/services/feeds/retention.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, type Inn, openInn } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { type Channel, openChannel } from '../services/channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const channels: Channel[] = [];
afterAll(async () => {
  for (const channel of channels) await channel[Symbol.asyncDispose]();
});

type Found = { id: string; summary: string | null } & Record<string, unknown>;

/** A team with one unit and a feed of it, whose channel says what the test wants. */
async function openFed(fields: Record<string, unknown> = {}) {
  const channel = await openChannel();
  channels.push(channel);
  const inn = await openInn(world);
  const unitId = at(inn.units, 0).id;
  const body = { unit_id: unitId, name: 'Airbnb', url: channel.url, ...fields };
  const feed = await inn.data(inn.send('POST', '/calendar-feeds', body), 201);
  return {
    ...inn,
    channel,
    unitId,
    feed,
    refresh: () => inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`)),
    blocks: async () => (await inn.send('GET', '/blocks')).body.data as Found[],
  };
}

const listEvents = async (inn: Pick<Inn, 'send'>) =>
  (await inn.send('GET', '/events?types=block.*')).body.data;

const RESERVED = [
  'SUMMARY:Reserved - Zoe Quill',
  'DESCRIPTION:Phone: 1234\\nReservation URL: https://www.airbnb.com/hosting/reservations/details/HMQ1.',
];

it('a feed has a source, which is other unless it is given', async () => {
  const inn = await openFed();
  expect(inn.feed).toMatchObject({ source: 'other' });
  const path = `/calendar-feeds/${inn.feed.id}`;
  for (const source of ['airbnb', 'channel:hostel_world', 'manual'])
    expect(await inn.data(inn.send('PUT', path, { source }))).toMatchObject({ source });
  for (const source of ['Airbnb', 'channel:', '', 7]) {
    const refused = await inn.send('PUT', path, { source });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toHaveProperty('source');
  }
  expect(await inn.read(path)).toMatchObject({ source: 'manual' });
  expect(await inn.data(inn.send('PUT', path, { source: null }))).toMatchObject({ source: 'other' });
});

it('blocks of a feed keep the title, the description, the link and the dates of their events', async () => {
  const inn = await openFed();
  inn.channel.have({ uid: 'a', start: '2031-05-03', end: '2031-05-08', lines: RESERVED });
  await inn.refresh();
  const [block] = await inn.blocks();
  expect(block).toMatchObject({
    start_date: '2031-05-05',
    end_date: '2031-05-08',
    event_start_date: '2031-05-03',
    event_end_date: '2031-05-08',
    summary: 'Reserved - Zoe Quill',
    description: 'Phone: 1234\nReservation URL: https://www.airbnb.com/hosting/reservations/details/HMQ1.',
    link: 'https://www.airbnb.com/hosting/reservations/details/HMQ1',
  });
  expect(JSON.stringify(await listEvents(inn))).not.toMatch(/Zoe|HMQ1|1234/);
  const { url } = await inn.data(inn.send('POST', `/units/${inn.unitId}/calendar`), 201);
  const calendar = await world.app.inject(`${new URL(url).pathname}?include=imported`);
  expect(calendar.body).toContain('SUMMARY:Not available');
  expect(calendar.body).not.toMatch(/Zoe|HMQ1|1234/);
});

it('a block follows what later readings say of its event, and an event names the fields alone', async () => {
  const inn = await openFed();
  inn.channel.have({ uid: 'a', start: day(1), end: day(4), lines: RESERVED });
  await inn.refresh();
  const before = at(await inn.blocks(), 0);
  inn.channel.have({
    uid: 'a',
    start: day(1),
    end: day(4),
    lines: ['SUMMARY:Reserved', 'LOCATION:https://x.example/1'],
  });
  await inn.refresh();
  const after = at(await inn.blocks(), 0);
  expect(after).toMatchObject({
    id: before.id,
    summary: 'Reserved',
    description: null,
    link: 'https://x.example/1',
  });
  const events = await listEvents(inn);
  expect(events.at(-1)).toMatchObject({
    type: 'block.changed',
    data: { block_id: before.id, changed: ['summary', 'description', 'link'] },
  });
  inn.channel.have({ uid: 'a', start: day(1), end: day(4) });
  await inn.refresh();
  expect(at(await inn.blocks(), 0)).toMatchObject({ summary: null, description: null, link: null });
});

it('a block made without a calendar has no event', async () => {
  const inn = await openInn(world);
  const body = { listing_id: inn.listing.id, start_date: day(1), end_date: day(2) };
  const [block] = await inn.data(inn.send('POST', '/blocks', body), 201);
  expect(block).toMatchObject({
    event_start_date: null,
    event_end_date: null,
    summary: null,
    description: null,
    link: null,
  });
});

it('texts of stays that ended before the months of retention are cleared, and the words for closed nights stay', async () => {
  const inn = await openFed();
  const closed = ['SUMMARY:Airbnb (Not available)', 'DESCRIPTION:Phone: 1234'];
  inn.channel.have(
    { uid: 'a', start: day(0), end: day(2), lines: RESERVED },
    { uid: 'b', start: day(3), end: day(4), lines: closed },
    { uid: 'c', start: day(70), end: day(72), lines: RESERVED },
  );
  await inn.refresh();
  const clear = (on: string) =>
    clearEventTextsOlderThan({ ...world.services, clock: () => new Date(`${on}T12:00:00Z`) }, 1, () => false);
  await clear(day(20));
  expect((await inn.blocks()).every(({ description }) => description !== null)).toBe(true);
  await clear(day(60));
  const texts = (await inn.blocks()).map(({ summary, description, link }) => [summary, description, link]);
  expect(texts[0]).toEqual([null, null, null]);
  expect(texts[1]).toEqual(['Airbnb (Not available)', null, null]);
  expect(texts[2]).toEqual([
    'Reserved - Zoe Quill',
    expect.stringContaining('1234'),
    expect.stringContaining('HMQ1'),
  ]);
  const events = (await listEvents(inn)).filter(({ type }: { type: string }) => type === 'block.changed');
  expect(events.map(({ data }: { data: { changed: string[] } }) => data.changed)).toEqual([
    ['summary', 'description', 'link'],
    ['description'],
  ]);
  const { rows } = await world.services.db.$client.query(
    'select reported::text as reported from calendar_feeds where id = $1',
    [inn.feed.id],
  );
  expect(rows[0].reported.match(/Zoe/g)).toHaveLength(1);
});
