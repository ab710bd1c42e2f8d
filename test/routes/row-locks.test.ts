/** Changes of what bookings refer to, whose foreign keys take `for key share` (docs/rules.md, 16.6). */
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { importTeamFileBytes } from '../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../helpers/app.ts';
import { at, type Inn, openInn } from '../helpers/bookings.ts';
import { openClient, withClient } from '../helpers/database.ts';
import { buildFee, buildGuest, buildPhoto, buildSeason } from '../helpers/factories.ts';
import { untilSomebodyWaits } from '../helpers/waiting.ts';
import { words } from '../helpers/words.ts';

const world = await openSharedApp();

const TABLES = words('teams listings units guests photos seasons fees bookings');

/** The tables with rows of a team to which nobody else can refer now. */
async function lockedTables(teamId: number): Promise<string[]> {
  const locked: string[] = [];
  for (const table of TABLES) {
    const ofTeam = table === 'teams' ? 'id' : 'team_id';
    const refer = `select from ${table} where ${ofTeam} = ${teamId} for key share nowait`;
    await withClient(world.url, (client) => client.query(refer)).catch(() => locked.push(table));
  }
  return locked;
}

/** The tables that a write locks against references, seen when it has changed its rows and writes its event. */
async function lockedDuring<Result>(teamId: number, write: () => Promise<Result>) {
  const rival = await openClient(world.url);
  try {
    await rival.query('begin');
    await rival.query('lock table team_events in share mode');
    const answer = write();
    await untilSomebodyWaits(world);
    const locked = await lockedTables(teamId);
    await rival.query('commit');
    return { locked, result: await answer };
  } finally {
    await rival.end();
  }
}

const openBusyInn = async (): Promise<Inn & { guestId: string }> => {
  const inn = await openInn(world);
  const keys = { teamId: inn.teamId, listingId: inn.listing.id };
  await buildPhoto(world, keys);
  await buildSeason(world, keys);
  await buildFee(world, { teamId: inn.teamId, code: 'linen' });
  const { id: guestId } = await buildGuest(world, { teamId: inn.teamId, email: 'bea@example.com' });
  await inn.book({ guest: undefined, guest_id: guestId });
  return { ...inn, guestId };
};

it.each<[string, (inn: Inn & { guestId: string }) => [path: string, body: object]]>([
  ['a listing', ({ listing }) => [`/listings/${listing.id}`, { public_title: 'New', headline: 'Newer' }]],
  ['a unit', ({ units }) => [`/units/${at(units, 0).id}`, { active: false }]],
  [
    'photos',
    ({ listing }) => [
      `/listings/${listing.id}/photos`,
      { photos: [{ original_url: 'https://a.example/1' }] },
    ],
  ],
  ['rates', ({ listing }) => [`/listings/${listing.id}/rates`, { rates: { nightly: 9_900 } }]],
  [
    'days',
    ({ listing }) => [
      `/listings/${listing.id}/days`,
      { ranges: [{ start_date: '2031-07-01', end_date: '2031-07-02', nightly: 1 }] },
    ],
  ],
  ['a guest', ({ guestId }) => [`/guests/${guestId}`, { name: 'Ida', notes: 'New' }]],
  ['the settings', () => ['/team', { name: 'New' }]],
  ['a fee', () => ['/fees/linen', { name: 'New' }]],
])('changing %s does not block a new booking that refers to it', async (_what, change) => {
  const inn = await openBusyInn();
  const [path, body] = change(inn);
  const { locked, result } = await lockedDuring(inn.teamId, () => inn.send('PUT', path, body));
  expect([result.status, locked]).toEqual([200, []]);
});

it('changing a guest through a booking does not block other bookings for that guest', async () => {
  const inn = await openBusyInn();
  const { id } = await inn.book({ check_in: '2031-08-01', check_out: '2031-08-03' });
  const change = () => inn.change(id, { guest: { name: 'Ida' } });
  const { locked, result } = await lockedDuring(inn.teamId, change);
  // The changed booking itself is locked as a whole.
  expect([result.status, locked]).toEqual([200, ['bookings']]);
});

it('an import does not block bookings for the listings, units and guests that it changes', async () => {
  const inn = await openBusyInn();
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
  const { locked, result } = await lockedDuring(inn.teamId, () => importTeamFileBytes(world.services, bytes));
  expect(result).toMatchObject({ ok: true });
  expect(locked).toEqual([]);
  expect(await inn.read(`/listings/${inn.listing.id}`)).toMatchObject({ headline: 'New' });
  expect((await inn.send('GET', '/listings?slug=new-place')).body.data).toHaveLength(1);
  expect((await inn.send('GET', '/guests?email=new@example.com')).body.data).toHaveLength(1);
});
