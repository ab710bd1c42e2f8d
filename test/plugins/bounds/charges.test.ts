import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { type Json, times } from '../../helpers/bookings.ts';
import { buildCoupon, buildListings, buildTeam, buildToken } from '../../helpers/factories.ts';
import { createHeldRequests } from '../../helpers/held-cost.ts';

const LISTINGS = 200;
const COUPONS = 60;

/** Almost all that a team may hold. */
const NIGHTS = 490_000;
const requests = createHeldRequests();
const world = await openSharedApp({ extend: requests.extend });

test('charges that name very many listings are only answered if there is room for their slugs', async () => {
  const { id: teamId } = await buildTeam(world);
  const token = await buildToken(world, { teamId });
  await buildListings(world, LISTINGS, { teamId });
  const pages = await Promise.all(
    [1, 2].map((page) => world.get(`/v1/listings?per_page=100&page=${page}`, token)),
  );
  const listings: Json[] = pages.flatMap((page) => page.json().data);
  const listingIds = listings.map(({ id }) => id);
  await Promise.all(times(COUPONS, () => buildCoupon(world, { teamId, listingIds })));

  const held = world.get(`/held/${teamId}/${NIGHTS}`);
  expect((await world.get('/v1/coupons?per_page=100', token)).statusCode).toBe(503);
  expect((await world.get('/v1/coupons?per_page=10', token)).statusCode).toBe(200);
  requests.release();
  await held;
  const { data }: Json = (await world.get('/v1/coupons?per_page=100', token)).json();
  const slugs = listings.map(({ slug }) => slug).sort();
  expect(data.map((coupon: Json) => coupon.listings)).toEqual(times(COUPONS, () => slugs));
});
