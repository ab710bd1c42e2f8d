import { expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import {
  buildBooking,
  buildCoupon,
  buildGuest,
  buildListing,
  buildListings,
  buildPhoto,
  buildTeam,
  buildToken,
  buildUnit,
  day,
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

test('the token’s team: 1, and none once the last use is known', async () => {
  const { token } = await openTeam();
  expect(await statementsOf('/v1/me', token)).toBe(1);
  await world.services.close(); // Writes the collected uses.
  expect(await statementsOf('/v1/me', token)).toBe(0);
});

test('a listing: 1, with photos and without', async () => {
  const { teamId, token } = await openTeam();
  const { id } = await buildListing(world, { teamId });
  expect(await statementsOf(`/v1/listings/${id}`, token)).toBe(1);
  for (let n = 0; n < 50; n += 1) await buildPhoto(world, { teamId, listingId: id });
  expect(await statementsOf(`/v1/listings/${id}`, token)).toBe(1);
});

test('a guest: 1', async () => {
  const { teamId, token } = await openTeam();
  const { id } = await buildGuest(world, { teamId });
  expect(await statementsOf(`/v1/guests/${id}`, token)).toBe(1);
});

test('a booking: 1, with photos and a coupon too', async () => {
  const { teamId, token } = await openTeam();
  const { id: listingId } = await buildListing(world, { teamId });
  for (let n = 0; n < 5; n += 1) await buildPhoto(world, { teamId, listingId });
  const { codeKey: couponKey } = await buildCoupon(world, { teamId });
  const { id } = await buildBooking(world, { teamId, listingId, couponKey });
  expect(await statementsOf(`/v1/bookings/${id}`, token)).toBe(1);
});

test('a quote and a calendar: 1, of a listing or a building, by id or slug', async () => {
  const { teamId, token, site } = await openTeam();
  const { id, slug } = await buildListing(world, { teamId, listedOnSite: true });
  for (let n = 0; n < 3; n += 1) await buildUnit(world, { teamId, listingId: id });
  const building = await buildBuilding(teamId, 3);
  await buildCoupon(world, { teamId, code: 'TEN' });
  const stay = `check_in=${day(0)}&check_out=${day(7)}&guests=2`;
  const days = `start_date=${day(0)}&end_date=${day(30)}`;
  for (const listingId of [id, building.id]) {
    expect(await statementsOf(`/v1/availability/${listingId}?${stay}&alternatives=3`, token)).toBe(1);
    expect(await statementsOf(`/v1/listings/${listingId}/calendar?${days}`, token)).toBe(1);
  }
  expect(await statementsOf(`${site}/${slug}/availability?${stay}&coupon_code=ten`)).toBe(1);
  expect(await statementsOf(`${site}/${slug}/calendar?${days}`)).toBe(1);
});

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
