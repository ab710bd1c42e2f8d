/** The steps to the first booking, on *Today* of a team without any (docs/rules.md, 21.11). */
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { teams } from '../../../../src/db/schema/teams.ts';
import { openSharedApp } from '../../../helpers/app.ts';
import { buildBooking, buildListing, buildPhoto, buildTax, buildUnit } from '../../../helpers/factories.ts';
import { openTeamPages } from '../../../helpers/pages.ts';
import { buildCalendarFeed } from '../../calendars/feed-row.ts';

const world = await openSharedApp();

/** The names of the steps, with a tick before those that are done. */
const stepsIn = (body: string) => {
  const list = /<ol class="first-steps">(.*?)<\/ol>/s.exec(body)?.[1] ?? '';
  return [...list.matchAll(/<li([^>]*)>.*?<span>(?:<a [^>]*>|<strong>)([^<]*)/gs)].map(
    ([, attributes, name]) => `${attributes?.includes('done') ? '✓ ' : ''}${name}`,
  );
};

test('an empty team sees the steps to its first booking, each ticked when it is done', async () => {
  const { team, visitor, base, today } = await openTeamPages(world);
  const teamId = team.id;
  const done = async () => stepsIn((await visitor.get(today)).body).filter((step) => step.startsWith('✓'));
  const { body } = await visitor.get(today);
  expect(stepsIn(body)).toEqual([
    'Add a place',
    'Show its photos',
    'Set its prices',
    'Add fees and taxes',
    'Say what a cancellation costs',
    'Open your booking site',
    'Connect other channels',
  ]);
  expect(body).toContain(`href="${base}/places/new"`);
  const listing = await buildListing(world, { teamId, nightlyCents: 0 });
  expect(await done()).toEqual(['✓ Add a place']);
  const unit = await buildUnit(world, { teamId, listingId: listing.id });
  await buildPhoto(world, { teamId, listingId: listing.id });
  expect(await done()).toEqual(['✓ Add a place', '✓ Show its photos']);
  await buildListing(world, { teamId, nightlyCents: 100 });
  await buildTax(world, { teamId });
  const policy = { name: 'Ours', tiers: [] };
  await world.db
    .update(teams)
    .set({ siteBookings: 'request', cancellationPolicy: policy as never })
    .where(eq(teams.id, teamId));
  await buildCalendarFeed(world, { teamId, unitId: unit.id });
  expect(await done()).toHaveLength(7);
  await buildBooking(world, { teamId, listingId: listing.id });
  expect(stepsIn((await visitor.get(today)).body)).toEqual([]);
});
