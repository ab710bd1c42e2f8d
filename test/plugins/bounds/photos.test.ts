import { sql } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import type { Json } from '../../helpers/bookings.ts';
import {
  buildBooking,
  buildGuest,
  buildListing,
  buildListings,
  buildTeam,
  buildToken,
  day,
} from '../../helpers/factories.ts';
import { createHeldRequests } from '../../helpers/held-cost.ts';

const PHOTOS = 50;
const PLACES = 10;
const BUSY = { message: 'The service is busy for a moment. Please try again.' };
const TOO_LARGE = 'The photos are too large for one answer. Ask for fewer listings at a time.';
const STAY = `check_in=${day(30)}&check_out=${day(32)}&available=all`;

/** Almost all that a team may hold. */
const NIGHTS = 490_000;
const requests = createHeldRequests();
const world = await openSharedApp({ extend: requests.extend });
afterEach(() => requests.release());

/** A team whose places each have as many photos as they may, with addresses as long as they may be. */
async function openTeam(places: number, character: string, building: { isBuilding: boolean }) {
  const { id: teamId, slug } = await buildTeam(world);
  const house = building.isBuilding
    ? await buildListing(world, { teamId, kind: 'building', wholeBuildingBookable: true })
    : null;
  await buildListings(world, places, {
    teamId,
    ...(house ? { kind: 'unit_type', buildingId: house.id } : {}),
  });
  const address = character.repeat(2_000);
  await world.db.execute(sql`
    insert into photos (team_id, id, listing_id, is_featured, sort_order, thumbnail_url, medium_url, original_url)
    select ${teamId}, gen_random_uuid(), l.id, false, n, ${address}, ${address}, ${address}
    from listings l, generate_series(1, ${PHOTOS}::int) as n
    where l.team_id = ${teamId} and l.kind <> 'building'`);
  const token = await buildToken(world, { teamId });
  return { teamId, token, site: `/v1/public/${slug}`, houseSlug: house?.slug };
}

const house = await openTeam(PLACES, 'a', { isBuilding: true });
const flats = await openTeam(PLACES, 'a', { isBuilding: false });
const { id: guestId } = await buildGuest(world, { teamId: flats.teamId });
const listed: Json = (await world.get('/v1/listings', flats.token)).json();
for (const { id: listingId } of listed.data)
  await buildBooking(world, { teamId: flats.teamId, listingId, guestId });

test.each([
  ['the page of a site', house, `${house.site}/listings`],
  ['a building', house, `${house.site}/listings/${house.houseSlug}`],
  ['a search on a site', flats, `${flats.site}/search?${STAY}`],
  ['a search of a team', flats, `/v1/search?${STAY}`],
  ['a team’s listings', flats, '/v1/listings'],
  ['a team’s bookings', flats, '/v1/bookings'],
  ['a guest’s export', flats, `/v1/guests/${guestId}/export`],
])('large photos are only read if there is room for them: %s', async (_what, { teamId, token }, path) => {
  const bearer = path.startsWith('/v1/public/') ? null : token;
  const held = world.get(`/held/${teamId}/${NIGHTS}`);
  const refused = await world.get(path, bearer);
  expect([refused.statusCode, refused.json()]).toEqual([503, BUSY]);
  expect(refused.headers['retry-after']).toBe('1');
  requests.release();
  expect((await held).statusCode).toBe(200);
  const { statusCode, body } = await world.get(path, bearer);
  expect(statusCode).toBe(200);
  expect(body.split('"original_url":').length - 1).toBe(PLACES * PHOTOS);
});

test('photos too large for the memory are refused, and said to be', async () => {
  const large = await openTeam(35, '😀', { isBuilding: false });
  for (const [path, bearer] of [
    ['/v1/listings', large.token],
    [`${large.site}/listings`, null],
  ] as const) {
    const refused = await world.get(`${path}?per_page=100`, bearer);
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { message: TOO_LARGE, errors: { photos: [TOO_LARGE] } },
    ]);
    expect((await world.get(`${path}?per_page=5`, bearer)).statusCode).toBe(200);
  }
  const { site, houseSlug } = await openTeam(35, '😀', { isBuilding: true });
  expect((await world.get(`${site}/listings/${houseSlug}`)).json()).toMatchObject({ message: TOO_LARGE });
});
