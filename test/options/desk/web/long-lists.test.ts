/** The second pages of the lists. */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildBooking, buildGuest, buildListing, buildUnit, day } from '../../../helpers/factories.ts';
import { openTeamPages } from '../../../helpers/pages.ts';
import { textWithoutEntities } from '../../../web/page-text.ts';
import { buildCalendarFeed } from '../../calendars/feed-row.ts';

const world = await openSharedApp();

test('each list of the front desk shows 25 rows, and the rest on its second page', async () => {
  const { visitor, base, team } = await openTeamPages(world);
  const keys = { teamId: team.id };
  const guest = await buildGuest(world, keys);
  for (let n = 0; n < 26; n += 1) {
    await buildGuest(world, keys);
    const { id: listingId } = await buildListing(world, keys);
    const { id: unitId } = await buildUnit(world, { ...keys, listingId });
    await buildCalendarFeed(world, { ...keys, unitId });
    const stay = { checkIn: day(n), checkOut: day(n + 1) };
    await buildBooking(world, { ...keys, ...stay, listingId, unitId, guestId: guest.id });
  }
  const open = async (path: string) => {
    const { body } = await visitor.get(path);
    const rows = body.match(/(?:<tr role="row"><td.*?<\/tr>|<li class="pair">.*?<\/h3>)/gs) ?? [];
    const next = / rel="next" href="([^"]+)"/.exec(body)?.[1] ?? '';
    return { links: rows.map((row) => / href="([^"]+)"/.exec(row)?.[1]), next: textWithoutEntities(next) };
  };
  for (const [path, count] of [
    ['bookings', 26],
    ['guests', 27],
    ['prices', 26],
    ['calendar-feeds', 26],
    [`guests/${guest.id}`, 26],
  ] as const) {
    const first = await open(`${base}/${path}`);
    const second = await open(first.next);
    expect([path, first.links.length, second.next]).toEqual([path, 25, '']);
    expect([path, new Set([...first.links, ...second.links]).size]).toEqual([path, count]);
  }
});
