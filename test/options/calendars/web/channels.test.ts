/** The channels of units: two calendars each, and what to paste where (docs/rules.md, 18.8). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildListing, buildUnit, day } from '../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../helpers/pages.ts';
import { buildCalendarFeed } from '../feed-row.ts';

const world = await openSharedApp();
/** A page's text without tags, in single spaces. */
const textOf = (page: string): string => page.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ');

async function openChannels(fields: Partial<Parameters<typeof buildCalendarFeed>[1]> = {}) {
  const desk = await openDesk(world);
  const [unit] = await desk.client.read(`/listings/${desk.place.id}/units`);
  const url = 'https://www.airbnb.com/calendar/ical/1.ics';
  const feed = await buildCalendarFeed(world, {
    teamId: desk.team.id,
    unitId: unit.id,
    name: 'Airbnb',
    url,
    ...fields,
  });
  const feeds = `${desk.base}/calendar-feeds`;
  return { ...desk, unit, feed, feeds };
}

test('a channel that has not fetched our calendar for a day is shown as late', async () => {
  const { visitor, client, feed, feeds } = await openChannels({ url: 'https://feeds.example/1.ics' });
  await client.data(client.send('POST', `/calendar-feeds/${feed.id}/calendar`), 201);
  const seeAfter = async (hours: number) => {
    const fetchedAt = new Date(world.clock.now().getTime() - hours * 3_600_000).toISOString();
    await world.db.execute(`update calendar_addresses set fetched_at = '${fetchedAt}'`);
    return textOf((await visitor.get(feeds)).body);
  };
  const late =
    'Last fetched 1 day ago . That is late: channels fetch every few hours. See whether the address is still in the channel, where it imports calendars (iCal).';
  expect(await seeAfter(23)).toContain('Last fetched 23 hours ago . Show our address');
  expect(await seeAfter(24)).toContain(late);
});

test('the page of channels says in plain words when each calendar was last read and with what result', async () => {
  const { visitor, team, unit, feeds, feed } = await openChannels({
    status: 'failing',
    lastError: 'Line 12 cannot be read.',
  });
  const keys = { teamId: team.id, unitId: unit.id };
  const read = { lastSuccessAt: world.clock.now(), events: 7, leftOut: 2 };
  await buildCalendarFeed(world, { ...keys, name: 'Vrbo', status: 'suspicious', ...read });
  await buildCalendarFeed(world, { ...keys, name: 'Other', paused: true });
  const text = textOf((await visitor.get(feeds)).body);
  expect(text).toContain('The last reading failed: Line 12 cannot be read. Its nights stay blocked');
  expect(text).toContain('Many of its nights have vanished at once.');
  expect(text).toContain('Paused: it is not read, keeps its nights and takes none.');
  expect(text).toMatch(/Last read just now : 7 events, and 2 that take no nights, because/);
  expectPage(await visitor.get(`${feeds}/${feed.id}`), 200, 'Line 12 cannot be read.');
});

test('the page of channels names three conflicts of a feed, and the feed’s own page all of them', async () => {
  const conflicts = [1, 2, 3, 4].map((n) => ({
    uid: String(n),
    startDate: day(n),
    endDate: day(n + 1),
    bookingId: null,
    blockId: `00000000-0000-4000-8000-00000000000${n}`,
  }));
  const { visitor, base, feed, feeds } = await openChannels({ conflicts });
  const blocksIn = ({ body }: { body: string }) => body.split(`href="${base}/calendar/blocks/`).length - 1;
  const list = await visitor.get(feeds);
  expectPage(list, 200, 'All 4 conflicts');
  expect(blocksIn(list)).toBe(3);
  expect(blocksIn(await visitor.get(`${feeds}/${feed.id}`))).toBe(4);
});

test('channels are listed under their units, and those of one unit can be shown alone', async () => {
  const { visitor, base, team, unit, feeds } = await openChannels();
  const away = await buildListing(world, { teamId: team.id, publicTitle: 'Barn' });
  const stall = await buildUnit(world, { teamId: team.id, listingId: away.id, name: 'Stall' });
  await buildCalendarFeed(world, { teamId: team.id, unitId: stall.id, name: 'Vrbo' });
  await buildCalendarFeed(world, { teamId: team.id, unitId: unit.id, name: 'Booking.com' });
  const headings = (body: string) =>
    [...body.matchAll(/<h[23]><a class="name"[^>]*>([^<]*)</g)].map(([, name]) => name);
  const { body } = await visitor.get(feeds);
  expect(headings(body)).toEqual(['Barn · Stall', 'Vrbo', 'Sea Loft · Loft A', 'Airbnb', 'Booking.com']);

  const link = `${feeds}?unit=${stall.id}`;
  expectPage(await visitor.get(`${base}/calendar/units/${stall.id}`), 200, `href="${link}"`);
  const alone = await visitor.get(link);
  expect(headings(alone.body)).toEqual(['Barn · Stall', 'Vrbo']);
  expect(alone.body).toContain(`<option value="${stall.id}" selected>`);
  const theirs = await buildUnit(world);
  for (const id of [theirs.id, 'x']) expect((await visitor.get(`${feeds}?unit=${id}`)).statusCode).toBe(404);
});

test('the page of a place’s channels shows every channel of its units, also more than a hundred', async () => {
  const { visitor, base, place, team, unit } = await openChannels();
  const names = Array.from({ length: 101 }, (_, n) => `Channel ${n}.`);
  for (const name of names) await buildCalendarFeed(world, { teamId: team.id, unitId: unit.id, name });
  const text = textOf((await visitor.get(`${base}/places/${place.id}/channels`)).body);
  expect(names.filter((name) => !text.includes(name))).toEqual([]);
});
