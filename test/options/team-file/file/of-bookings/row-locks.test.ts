import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { importTeamFileBytes } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { lockedDuring, openBusyInn } from '../../../../routes/locked-rows.ts';

const world = await openSharedApp();

it('an import does not block bookings for the listings, units and guests that it changes', async () => {
  const inn = await openBusyInn(world);
  const { slug } = await inn.read('/team');
  const file = {
    team: { slug },
    listings: [
      { slug: inn.listing.slug, headline: 'New', units: [{ name: 'A', active: false }, { name: 'B' }] },
      {
        slug: 'new-place',
        kind: 'standalone',
        public_title: 'New place',
        property_type: 'cabin',
        max_guests: 2,
        bedrooms_count: 1,
        beds_count: 1,
        bathrooms_count: 1,
        rates: { nightly: 1 },
        units: [{ name: 'A' }],
      },
    ],
    guests: [
      { email: 'bea@example.com', name: 'Bea Lind', notes: 'New' },
      { email: 'new@example.com', name: 'New' },
    ],
  };
  const bytes = Readable.from([Buffer.from(JSON.stringify(file))]);
  const { locked, result } = await lockedDuring(world, inn.teamId, () =>
    importTeamFileBytes(world.services, bytes),
  );
  expect(result).toMatchObject({ ok: true });
  expect(locked).toEqual([]);
  expect(await inn.read(`/listings/${inn.listing.id}`)).toMatchObject({ headline: 'New' });
  expect((await inn.send('GET', '/listings?slug=new-place')).body.data).toHaveLength(1);
  expect((await inn.send('GET', '/guests?email=new@example.com')).body.data).toHaveLength(1);
});
