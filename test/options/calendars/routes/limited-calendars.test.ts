/** Calendars and feeds of listings that the caller does not have (docs/rules.md, 27.36), and what the log has of them. */
import { expect, it } from 'vitest';
import { WORKING_ROLE } from '../../../helpers/access.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, type Json } from '../../../helpers/bookings.ts';
import { buildMember, visitorOf } from '../../../helpers/pages.ts';
import { openTwoPlaces } from '../../../routes/access/two-places.ts';
import { buildCalendarFeed } from '../feed-row.ts';
import { openChannel } from '../services/channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });

/** The unit of the other place has a feed, a calendar, and another one for the feed's channel. */
async function openPublished(url = 'https://127.0.0.1/unit.ics') {
  const places = await openTwoPlaces(world);
  const { inn, otherUnit } = places;
  const feed = await buildCalendarFeed(world, { teamId: inn.teamId, unitId: otherUnit.id, url });
  const paths = [`/units/${otherUnit.id}/calendar`, `/calendar-feeds/${feed.id}/calendar`];
  const urls: string[] = [];
  for (const path of paths) urls.push((await inn.data(inn.send('POST', path), 201)).url);
  const readUrls = async () => [(await inn.read(at(paths, 0))).url, (await inn.read(at(paths, 1))).url];
  return { ...places, feed, paths, urls, readUrls };
}

it('the addresses of other listings are neither made, shown nor withdrawn', async () => {
  const { limited, paths, urls, readUrls } = await openPublished();
  for (const path of paths)
    for (const method of ['POST', 'GET', 'DELETE'] as const)
      expect([method, path, (await limited.send(method, path)).status]).toEqual([method, path, 404]);
  expect(await readUrls()).toEqual(urls);
});

it('the addresses of other listings are not withdrawn on the pages', async () => {
  const { inn, feed, otherUnit, urls, readUrls } = await openPublished();
  const { teamId, listing } = inn;
  const { email } = await buildMember(world, { teamId, role: WORKING_ROLE.code, listings: [listing.id] });
  const visitor = visitorOf(world);
  await visitor.signIn(email);
  const { slug } = await inn.read('/team');
  const base = `/app/teams/${slug}`;
  await visitor.get(`${base}/calendar-feeds`);
  for (const address of [`calendar-feeds/${feed.id}/address`, `calendar/units/${otherUnit.id}/address`])
    for (const path of [address, `${address}/show`, `${address}/withdraw`])
      expect([path, (await visitor.post(`${base}/${path}`)).statusCode]).toEqual([path, 404]);
  expect(await readUrls()).toEqual(urls);
});

it('the feed of another listing is not read', async () => {
  await using channel = await openChannel();
  const { inn, limited, feed } = await openPublished(channel.url);
  const readFeed = () => inn.read(`/calendar-feeds/${feed.id}`);
  const before = await readFeed();
  expect((await limited.send('POST', `/calendar-feeds/${feed.id}/refresh`)).status).toBe(404);
  expect(channel.requests).toHaveLength(0);
  expect(await readFeed()).toEqual(before);
});

it('the log has who made an address, which shows it, and nothing of its withdrawal, which shows none', async () => {
  const { inn, paths } = await openPublished();
  const readLog = async () =>
    (await inn.read('/audit')).map(({ action, target, count }: Json) => [action, target.type, count]);
  const made = [
    ['secret_shown', 'channel_calendar', 1],
    ['secret_shown', 'unit_calendar', 1],
  ];
  expect((await readLog()).slice(0, 2)).toEqual(made);
  for (const path of paths) expect((await inn.send('DELETE', path)).status).toBe(204);
  expect((await readLog()).slice(0, 2)).toEqual(made);
});
