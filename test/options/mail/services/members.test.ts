/** What members hear of, and how often (docs/rules.md, 25.9). */
import { beforeEach, expect, it } from 'vitest';
import { readFeed } from '../../../../src/options/calendars/services/feeds/read-feed.ts';
import { createReadings } from '../../../../src/options/calendars/services/feeds/readings.ts';
import { tellFailingFeeds } from '../../../../src/options/mail/services/failing-feeds.ts';
import { KEPT_MAIL } from '../../../../src/options/mail/services/settings.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { at, type Inn, type Json, openInn, times } from '../../../helpers/bookings.ts';
import { buildListing, day } from '../../../helpers/factories.ts';
import { buildMember } from '../../../helpers/pages.ts';
import { openSite } from '../../../helpers/site.ts';
import { type ChannelEvent, openChannel } from '../../calendars/services/channel.ts';

const world = await openSharedApp({ outbound: { allow: ['127.0.0.1'] } });
const START = Date.parse('2031-05-05T10:00:00Z');
const atMinute = (minute: number) => world.clock.set(new Date(START + minute * 60_000).toISOString());
beforeEach(() => atMinute(0));

const mailsOf = async (inn: Pick<Inn, 'read'>, kind: string): Promise<Json[]> =>
  Promise.all((await inn.read(`/mails?kind=${kind}`)).map(({ id }: Json) => inn.read(`/mails/${id}`)));

it('members hear of a booking that a guest makes at once, and of the guest’s cancellation', async () => {
  const site = await openSite(world, { team: { siteBookings: 'instant', siteCancellation: 'by_terms' } });
  const { email } = await buildMember(world, { teamId: site.teamId });
  await site.data(
    site.send('PUT', '/team', {
      cancellation_policy: { name: 'Flexible', tiers: [{ days_before: 0, refund_percent: 100 }] },
    }),
  );
  const { confirmation_code: code, key } = await site.requested({ special_requests: 'A cot, please' });
  const [arrived, ...others] = await mailsOf(site, 'booking_arrived');
  expect(others).toEqual([]);
  expect(arrived).toMatchObject({ to: { email }, status: 'kept', booking_id: expect.any(String) });
  expect(arrived.subject).toMatch(/^A booking of /);
  for (const words of ['Bea Lind has booked', 'A cot, please', `Booking code: ${code}`])
    expect(arrived.text).toContain(words);
  expect(await mailsOf(site, 'request_arrived')).toEqual([]);
  expect((await site.withdraw(code, key)).status).toBe(200);
  const [cancelled] = await mailsOf(site, 'cancelled_by_guest');
  expect(cancelled.text).toContain('Bea Lind has cancelled the booking of');
});

it('members hear of a withdrawn request, and of no cancellation by the team', async () => {
  const site = await openSite(world);
  await buildMember(world, { teamId: site.teamId });
  const { confirmation_code: code, key } = await site.requested();
  expect(await mailsOf(site, 'request_arrived')).toHaveLength(1);
  expect((await site.withdraw(code, key)).status).toBe(200);
  const [withdrawn, ...others] = await mailsOf(site, 'cancelled_by_guest');
  expect(others).toEqual([]);
  expect(withdrawn.subject).toMatch(/^A request for .* was withdrawn$/);
  await site.requested();
  const [{ id }] = await site.read('/bookings?status=pending');
  await site.data(site.cancel(id));
  expect(await mailsOf(site, 'cancelled_by_guest')).toHaveLength(1);
});

async function openFeeds(count: number) {
  const channel = await openChannel();
  const inn = await openInn(world, { units: times(count, (index) => `Unit ${index + 1}`) });
  const { email } = await buildMember(world, { teamId: inn.teamId });
  const ids: string[] = [];
  for (const { id: unit_id } of inn.units) {
    const body = { unit_id, name: `Channel ${ids.length + 1}`, url: channel.url };
    ids.push((await inn.data(inn.send('POST', '/calendar-feeds', body), 201)).id);
  }
  const readings = createReadings();
  const read = async (...feeds: string[]) => {
    for (const id of feeds) await readFeed({ ...world.services, ...readings }, inn.teamId, id);
  };
  const fail = async (...feeds: string[]) => {
    channel.answer(500);
    for (const _ of [1, 2, 3]) await read(...feeds);
  };
  const tell = (minute: number) => {
    atMinute(minute);
    return tellFailingFeeds({ ...world.services, mail: KEPT_MAIL }, AbortSignal.timeout(10_000));
  };
  return { inn, email, channel, ids, read, fail, tell, told: () => mailsOf(inn, 'feed_failing') };
}

it('fifteen feeds of one channel that fail are one message, a quarter of an hour after the first', async () => {
  const { channel, ids, email, read, fail, tell, told } = await openFeeds(15);
  await using _channel = channel;
  await fail(at(ids, 0));
  atMinute(10);
  await fail(...ids.slice(1));
  await tell(14);
  expect(await told()).toEqual([]);
  channel.have();
  await read(at(ids, 14));
  await Promise.all([tell(15), tell(15)]);
  const [mail, ...others] = await told();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ to: { email }, subject: '14 calendars cannot be read' });
  expect(mail.text).toContain('Channel 1 (');
  expect(mail.text).toContain('Channel 14 (');
  expect(mail.text).not.toContain('Channel 15 (');
  await tell(60);
  expect(await told()).toHaveLength(1);
});

it('a message also names the feeds that have recovered since a message about them, once', async () => {
  const { channel, ids, read, fail, tell, told } = await openFeeds(3);
  await using _channel = channel;
  const [first = '', second = '', third = ''] = ids;
  await fail(first, second);
  await tell(15);
  channel.have();
  await read(first);
  await tell(40);
  expect(await told()).toHaveLength(1);
  await fail(third);
  await tell(55);
  const [mail] = await told();
  expect(mail.subject).toBe('2 calendars cannot be read');
  expect(mail.text).toMatch(/Channel 2 \([\s\S]*Channel 3 \([\s\S]*can be read again\.\s+Channel 1 \(/);
  channel.have();
  await read(second, third);
  await fail(first);
  channel.have();
  await read(first);
  await tell(80);
  const [last, ...earlier] = await told();
  expect(earlier).toHaveLength(2);
  expect(last.subject).toBe('Calendars can be read again');
  expect(last.text).not.toContain('Channel 1 (');
});

it('a feed that recovers within the quarter of an hour, or is deleted, is no message', async () => {
  const { inn, channel, ids, read, fail, tell, told } = await openFeeds(2);
  await using _channel = channel;
  await fail(...ids);
  channel.have();
  await read(at(ids, 0));
  await inn.send('DELETE', `/calendar-feeds/${at(ids, 1)}`);
  await tell(15);
  expect(await told()).toEqual([]);
});

it('members hear once of the conflicts that a reading finds, with the bookings that have the nights', async () => {
  const { inn, channel, ids, read } = await openFeeds(1);
  await using _channel = channel;
  const { confirmation_code: code } = await inn.book({ check_in: day(1), check_out: day(3) });
  const { confirmation_code: other } = await inn.book({ check_in: day(5), check_out: day(7) });
  channel.have({ uid: 'a', start: day(2), end: day(6) }, { uid: 'b', start: day(6), end: day(8) });
  await read(at(ids, 0));
  const [mail, ...others] = await mailsOf(inn, 'channel_conflict');
  expect(others).toEqual([]);
  expect(mail.subject).toBe('Two stays have the same nights');
  expect(mail.text).toContain(`the booking ${code}, ${other} has the nights already`);
  expect(mail.text.match(/has a stay from/g)).toHaveLength(2);
  await read(at(ids, 0));
  expect(await mailsOf(inn, 'channel_conflict')).toHaveLength(1);
});

it('members hear of a conflict also if a reading finds only one', async () => {
  const { inn, channel, ids, read } = await openFeeds(1);
  await using _channel = channel;
  await inn.book({ check_in: day(1), check_out: day(3) });
  channel.have({ uid: 'a', start: day(2), end: day(6) });
  await read(at(ids, 0));
  expect((await mailsOf(inn, 'channel_conflict')).map(({ text }) => text.match(/has a stay from/g))).toEqual([
    ['has a stay from'],
  ]);
});

it('members hear once of each state of a stay that its channel has on other dates, or no longer', async () => {
  const { inn, email, channel, ids, read } = await openFeeds(1);
  await using _channel = channel;
  const feedPath = `/calendar-feeds/${at(ids, 0)}`;
  await inn.data(inn.send('PUT', feedPath, { source: 'airbnb' }));
  channel.have({ uid: 'a', start: day(2), end: day(6) });
  await read(at(ids, 0));
  const [{ id: block }] = await inn.read('/blocks');
  const entered = inn.send('POST', `/blocks/${block}/booking`, { guest: { name: 'Zoe Quill' } });
  const { confirmation_code: code } = await inn.data(entered, 201);
  expect(await mailsOf(inn, 'channel_conflict')).toEqual([]);
  const differ = async (...events: readonly ChannelEvent[]) => {
    channel.have(...events);
    await read(at(ids, 0));
    await read(at(ids, 0));
    return mailsOf(inn, 'channel_conflict');
  };
  const [moved, ...others] = await differ({ uid: 'a', start: day(2), end: day(8) });
  expect(others).toEqual([]);
  expect(moved).toMatchObject({ to: { email }, subject: 'A stay has changed on its channel' });
  expect(moved.text).toContain(
    `has the stay of the booking ${code} from Wednesday 4 June 2031 to Tuesday 10 June 2031, which are other dates than here.`,
  );
  const cancelled = { uid: 'a', start: day(2), end: day(6), lines: ['STATUS:CANCELLED'] };
  const mails = await differ(cancelled);
  expect(mails).toHaveLength(2);
  expect(mails[0].text).toContain(`no longer has the stay of the booking ${code}.`);
  expect(await differ({ uid: 'a', start: day(2), end: day(6) })).toHaveLength(2);
});

it('who is limited to listings hears of those alone', async () => {
  const site = await openSite(world, { team: { siteBookings: 'instant' } });
  const { teamId } = site;
  const other = await buildListing(world, { teamId });
  const of = (listings: string[]) => buildMember(world, { teamId, role: 'desk', listings });
  const { email } = await of([other.id, site.listing.id]);
  for (const listings of [[], [other.id]]) await of(listings);
  const all = await buildMember(world, { teamId });
  await site.requested();
  const told = await mailsOf(site, 'booking_arrived');
  expect(told.map(({ to }) => to.email).sort()).toEqual([all.email, email].sort());
});
