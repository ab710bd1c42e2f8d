import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import {
  buildGuest,
  buildListing,
  buildListings,
  buildPhoto,
  buildTeam,
  buildToken,
  buildUnit,
} from '../helpers/factories.ts';

/** The look-up of the token, or of the booking site's team, takes one statement in each. */
const LOOK_UP = 1;

const world = await openSharedApp();

/** The statements of a request, without those of the look-up. */
async function statementsOf(path: string, token: string | null = null): Promise<number> {
  const { result, statements } = await world.statements.during(() => world.get(path, token));
  expect(result.statusCode).toBe(200);
  return statements.length - LOOK_UP;
}

async function openTeam() {
  const { id: teamId, slug } = await buildTeam(world);
  return { teamId, site: `/v1/public/${slug}/listings`, token: await buildToken(world, { teamId }) };
}

/** A building with `types` unit types, each with units and photos. */
async function buildBuilding(teamId: number, types: number) {
  const building = await buildListing(world, { teamId, kind: 'building', wholeBuildingBookable: true });
  await buildPhoto(world, { teamId, listingId: building.id });
  for (let n = 0; n < types; n += 1) {
    const { id: listingId } = await buildListing(world, {
      teamId,
      kind: 'unit_type',
      buildingId: building.id,
    });
    await buildUnit(world, { teamId, listingId });
    await buildPhoto(world, { teamId, listingId });
    await buildPhoto(world, { teamId, listingId });
  }
  return building;
}

test('a page: 4 at most, be it empty or of 100 listings with photos and unit types', async () => {
  const { teamId, token, site } = await openTeam();
  const pages = [`/v1/listings?per_page=100`, `/v1/guests?per_page=100`, `${site}?per_page=100`];
  const counts = async () =>
    Promise.all([
      await statementsOf(pages[0] ?? '', token),
      await statementsOf(pages[1] ?? '', token),
      await statementsOf(pages[2] ?? ''),
    ]);
  const empty = await counts();
  await buildListings(world, 120, { teamId });
  for (let n = 0; n < 10; n += 1) await buildBuilding(teamId, 3);
  for (let n = 0; n < 10; n += 1) await buildGuest(world, { teamId });
  const full = await counts();
  expect(Math.max(...full)).toBeLessThanOrEqual(4);
  // An empty page may need fewer statements, but never more.
  for (const [index, count] of empty.entries()) expect(count).toBeLessThanOrEqual(full[index] ?? 0);
});

test('a building on the booking site: the same number, whatever it holds', async () => {
  const { teamId, site } = await openTeam();
  const small = await buildBuilding(teamId, 0);
  const large = await buildBuilding(teamId, 20);
  const count = await statementsOf(`${site}/${small.slug}`);
  expect(count).toBeLessThanOrEqual(3);
  expect(await statementsOf(`${site}/${large.slug}`)).toBe(count);
});
