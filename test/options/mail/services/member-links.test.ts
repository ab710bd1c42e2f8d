/** A message to a member leads to a page that the member may open (docs/rules.md, 27.8). */
import { expect, it } from 'vitest';
import { readFeed } from '../../../../src/options/calendars/services/feeds/read-feed.ts';
import { createReadings } from '../../../../src/options/calendars/services/feeds/readings.ts';
import { tellFailingFeeds } from '../../../../src/options/mail/services/failing-feeds.ts';
import { KEPT_MAIL } from '../../../../src/options/mail/services/settings.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { type Json, openInn } from '../../../helpers/bookings.ts';
import { day } from '../../../helpers/factories.ts';
import { buildMember, visitorOf } from '../../../helpers/pages.ts';
import { openChannel } from '../../calendars/services/channel.ts';

const publicUrl = 'https://stay.example';
const world = await openSharedApp({ publicUrl, outbound: { allow: ['127.0.0.1'] } });
const ROLES = ['owner', 'desk', 'housekeeping'];

/** A team with a feed, and a member of each role. */
async function openFeed() {
  const channel = await openChannel();
  const inn = await openInn(world);
  const members = new Map<string, string>();
  for (const role of ROLES) members.set((await buildMember(world, { teamId: inn.teamId, role })).email, role);
  const feedBody = { unit_id: inn.units[0]?.id, name: 'Airbnb', url: channel.url };
  const feed = await inn.data(inn.send('POST', '/calendar-feeds', feedBody), 201);
  const read = () => readFeed({ ...world.services, ...createReadings() }, inn.teamId, feed.id);

  /** The page to which each role's message leads, below the team's, after the member has opened it. */
  async function openLinks(kind: string): Promise<Record<string, string>> {
    const links: Record<string, string> = {};
    for (const { id } of await inn.read(`/mails?kind=${kind}`)) {
      const { to, text }: Json = await inn.read(`/mails/${id}`);
      const [, path = '', page = ''] =
        /https:\/\/stay\.example(\/app\/teams\/[^/\s]+\/(\S+))/.exec(text) ?? [];
      const visitor = visitorOf(world);
      await visitor.signIn(to.email);
      expect([page, (await visitor.get(path)).statusCode]).toEqual([page, 200]);
      links[members.get(to.email) ?? ''] = page;
    }
    return links;
  }
  return { inn, channel, feed, read, openLinks };
}

it('a message of a conflict leads to the booking that has the nights, or to the feed, or to Today', async () => {
  const { inn, channel, read, openLinks } = await openFeed();
  await using _channel = channel;
  const { id } = await inn.book({ check_in: day(1), check_out: day(3) });
  channel.have({ uid: 'a', start: day(2), end: day(6) });
  await read();
  const booking = `bookings/${id}`;
  expect(await openLinks('channel_conflict')).toEqual({
    owner: booking,
    desk: booking,
    housekeeping: 'today',
  });
});

it('a message of conflicts with several bookings leads to the feed, or to Today', async () => {
  const { inn, channel, feed, read, openLinks } = await openFeed();
  await using _channel = channel;
  await inn.book({ check_in: day(1), check_out: day(3) });
  await inn.book({ check_in: day(5), check_out: day(7) });
  channel.have({ uid: 'a', start: day(2), end: day(6) });
  await read();
  const page = `calendar-feeds/${feed.id}`;
  expect(await openLinks('channel_conflict')).toEqual({ owner: page, desk: page, housekeeping: 'today' });
});

it('a message of a calendar that cannot be read leads to it, or to Today', async () => {
  const { channel, feed, read, openLinks } = await openFeed();
  await using _channel = channel;
  channel.answer(500);
  for (const _ of [1, 2, 3]) await read();
  const later = world.clock.now().getTime() + 20 * 60_000;
  world.clock.set(new Date(later).toISOString());
  await tellFailingFeeds(
    { ...world.services, mail: { ...KEPT_MAIL, publicUrl } },
    AbortSignal.timeout(10_000),
  );
  const page = `calendar-feeds/${feed.id}`;
  expect(await openLinks('feed_failing')).toEqual({ owner: page, desk: page, housekeeping: 'today' });
});
