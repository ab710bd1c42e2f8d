import { expect, it } from 'vitest';
import { takeFreedNights } from '../../src/options/calendars/services/feeds/freed-nights.ts';
import { exportTeamFile } from '../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../src/options/team-file/file/import.ts';
import { openTestApp } from '../helpers/app.ts';
import { at, expectSound, type Inn, openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { openChannel } from '../options/calendars/services/channel.ts';

const options = { outbound: { allow: ['127.0.0.1'] } };
const blocksOf = async (inn: Inn) => (await inn.send('GET', '/blocks?per_page=100')).body.data;

it('a team file exports a feed’s blocks, which are ordinary blocks until a feed of the unit brings the same nights', async () => {
  const world = await openTestApp(options);
  await using channel = await openChannel();
  const inn = await openInn(world);
  const unit_id = at(inn.units, 0).id;
  const add = () =>
    inn.data(inn.send('POST', '/calendar-feeds', { unit_id, name: 'Airbnb', url: channel.url }), 201);
  const feed = await add();
  channel.have(
    { uid: 'a@airbnb', start: day(1), end: day(4) },
    { uid: 'b@airbnb', start: day(6), end: day(8) },
  );
  await inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`));
  const { slug } = (await inn.read('/me')).team;
  const exported = async () => {
    let text = '';
    const write = async (part: string) => {
      text += part;
    };
    await exportTeamFile(world.services, slug, { secrets: false, write });
    return JSON.parse(text);
  };
  const file = await exported();
  expect(file.blocks).toMatchObject([
    { start_date: day(1), end_date: day(4), source: 'Airbnb', uid: 'a@airbnb' },
    { start_date: day(6), end_date: day(8), source: 'Airbnb', uid: 'b@airbnb' },
  ]);
  const before = await blocksOf(inn);
  expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true });
  expect(await blocksOf(inn)).toEqual(before);

  // In another installation.
  const elsewhere = await openTestApp(options);
  expect(await importTeamFile(elsewhere.services, file)).toMatchObject({ ok: true });
  await elsewhere.close();

  // The feed goes, its blocks come back with the file, and another feed takes them over.
  expect((await inn.send('DELETE', `/calendar-feeds/${feed.id}`)).status).toBe(204);
  expect(await blocksOf(inn)).toEqual([]);
  expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true });
  const ordinary = await blocksOf(inn);
  expect(ordinary).toMatchObject([
    { source: 'Airbnb', feed_id: null },
    { source: 'Airbnb', feed_id: null },
  ]);
  expect((await inn.send('DELETE', `/blocks/${ordinary[1].id}`)).status).toBe(204);
  const second = await add();
  world.clock.set('2031-05-05T11:00:00Z');
  expect(await inn.data(inn.send('POST', `/calendar-feeds/${second.id}/refresh`))).toMatchObject({
    conflicts: [],
  });
  expect(await blocksOf(inn)).toEqual([
    { ...ordinary[0], feed_id: second.id, updated_at: '2031-05-05T11:00:00+00:00' },
    {
      ...ordinary[1],
      id: expect.not.stringMatching(ordinary[1].id),
      feed_id: second.id,
      created_at: '2031-05-05T11:00:00+00:00',
      updated_at: '2031-05-05T11:00:00+00:00',
    },
  ]);
  await expectSound(world);
  await world.close();
});

it('importing a team file that replaces all blocks removes those of a feed, which takes its nights again', async () => {
  const world = await openTestApp(options);
  await using channel = await openChannel();
  const inn = await openInn(world);
  const unit_id = at(inn.units, 0).id;
  const feed = await inn.data(
    inn.send('POST', '/calendar-feeds', { unit_id, name: 'Airbnb', url: channel.url }),
    201,
  );
  channel.behave((response, { headers }) =>
    headers['if-none-match']
      ? response.writeHead(304).end()
      : response
          .writeHead(200, { etag: '"1"' })
          .end(
            `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:a\r\nDTSTART;VALUE=DATE:${day(1).replaceAll('-', '')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
          ),
  );
  const refresh = () => inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`));
  await refresh();
  const [taken] = await blocksOf(inn);
  const { slug } = (await inn.read('/me')).team;
  const imported = await importTeamFile(world.services, {
    format: 'innkeep',
    version: 1,
    team: { slug },
    blocks: [],
  });
  expect(imported).toMatchObject({ ok: true });
  expect(await blocksOf(inn)).toEqual([]);
  await takeFreedNights(world.services);
  const [again] = await blocksOf(inn);
  expect(again).toMatchObject({ uid: 'a', start_date: day(1), end_date: day(2) });
  // What it was given out as is still known as ours when a channel sends it back, and no event says so.
  channel.have({ uid: `${taken?.id}@innkeep`, start: day(20), end: day(22) });
  expect(await refresh()).toMatchObject({ events: 0 });
  const { data } = (await inn.send('GET', '/events?types=block.*')).body;
  expect(data.map(({ type }: { type: string }) => type)).toEqual(['block.created', 'block.created']);
  await world.close();
});

it('a feed looks at its unit again after an import that changed blocks, and after no other', async () => {
  const world = await openTestApp(options);
  await using channel = await openChannel();
  const inn = await openInn(world);
  const unit_id = at(inn.units, 0).id;
  const feed = await inn.data(
    inn.send('POST', '/calendar-feeds', { unit_id, name: 'Airbnb', url: channel.url }),
    201,
  );
  channel.have({ uid: 'a', start: day(1), end: day(4) });
  await inn.data(inn.send('POST', `/calendar-feeds/${feed.id}/refresh`));
  const { slug } = (await inn.send('GET', '/me')).body.data.team;
  const hasAllNights = async () =>
    (
      await world.db.execute<{ has: boolean }>(
        `select has_all_nights as has from calendar_feeds where id = '${feed.id}'`,
      )
    ).rows[0]?.has;
  const countBlocks = async () => (await blocksOf(inn)).length;
  const importPart = (part: object) => importTeamFile(world.services, { team: { slug }, ...part });
  await importPart({ guests: [{ email: 'guest@inn.example', name: 'Guest' }] });
  expect([await countBlocks(), await hasAllNights()]).toEqual([1, true]);
  await importPart({ blocks: [] });
  expect([await countBlocks(), await hasAllNights()]).toEqual([0, false]);
  await takeFreedNights(world.services);
  expect([await countBlocks(), await hasAllNights()]).toEqual([1, true]);
  await world.close();
});
