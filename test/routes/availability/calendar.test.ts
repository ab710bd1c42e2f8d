import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, listNights } from '../../../src/domain/dates/dates.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { propertyRuns } from '../../helpers/arbitraries.ts';
import type { Json } from '../../helpers/bookings.ts';
import {
  buildBlock,
  buildBooking,
  buildCoupon,
  buildDayOverride,
  buildDiscount,
  buildFee,
  buildListing,
  buildSeason,
  buildTax,
  buildTeam,
  buildToken,
  buildUnit,
  day,
} from '../../helpers/factories.ts';
import { seed } from '../../helpers/random.ts';

const world = await openSharedApp();

const rangeQuery = (from: number, to: number) => `start_date=${day(from)}&end_date=${day(to)}`;

describe('a calendar', () => {
  it('a calendar has one element for each day, both ends included, with its rate, rules and units left', async () => {
    const team = await buildTeam(world);
    const keys = { teamId: team.id };
    const listing = await buildListing(world, {
      ...keys,
      nightlyCents: 8_000,
      weekendNightlyCents: 9_000,
      minStay: 2,
    });
    const listingKeys = { ...keys, listingId: listing.id };
    const first = await buildUnit(world, { ...listingKeys, name: 'A' });
    await buildUnit(world, { ...listingKeys, name: 'B' });
    await buildBooking(world, { ...listingKeys, unitId: first.id, checkIn: day(1), checkOut: day(2) });
    await buildSeason(world, {
      ...listingKeys,
      startDate: day(3),
      endDate: day(3),
      nightlyCents: 10_000,
      minStay: 4,
    });
    await buildDayOverride(world, { ...listingKeys, date: day(2), closed: true, closedForDeparture: true });
    await buildDayOverride(world, {
      ...listingKeys,
      date: day(3),
      closedForArrival: true,
      nightlyCents: 11_000,
    });

    const answer = await world.get(
      `/v1/public/${team.slug}/listings/${listing.slug}/calendar?${rangeQuery(0, 4)}`,
    );
    const open = {
      available: true,
      status: 'available',
      units_left: '2',
      day_rate: 8_000,
      min_stay: 2,
      closed_for_arrival: false,
      closed_for_departure: false,
    };
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        data: [
          { ...open, date: day(0) },
          { ...open, date: day(1), units_left: '1' },
          {
            ...open,
            date: day(2),
            available: false,
            status: 'unavailable',
            units_left: '0',
            closed_for_departure: true,
          },
          { ...open, date: day(3), day_rate: 11_000, min_stay: 4, closed_for_arrival: true },
          { ...open, date: day(4), day_rate: 9_000 },
        ],
      },
    ]);
    const token = await buildToken(world, keys);
    const ofTeam = await world.get(`/v1/listings/${listing.id}/calendar?${rangeQuery(0, 4)}`, token);
    expect(ofTeam.json()).toEqual({
      data: answer.json().data.map((shown: object) => ({ ...shown, max_stay: null })),
    });
  });

  it('the team reads the longest stay of each day, from the rules, a season or the day itself, and the site does not', async () => {
    const { id: teamId, slug } = await buildTeam(world);
    const listing = await buildListing(world, { teamId, maxStay: 28 });
    const keys = { teamId, listingId: listing.id };
    await buildUnit(world, keys);
    await buildSeason(world, { ...keys, startDate: day(1), endDate: day(2), maxStay: 7 });
    await buildDayOverride(world, { ...keys, date: day(2), maxStay: 3 });
    const without = await buildListing(world, { teamId });
    const token = await buildToken(world, { teamId });
    const read = async (path: string): Promise<Json[]> =>
      (await world.get(`${path}?${rangeQuery(0, 3)}`, token)).json().data;
    const longest = (days: Json[]) => days.map(({ max_stay }) => max_stay);
    expect(longest(await read(`/v1/listings/${listing.id}/calendar`))).toEqual([28, 7, 3, 28]);
    const many = new Map((await read('/v1/calendars')).map((one) => [one.listing_id, longest(one.days)]));
    expect(many.get(listing.id)).toEqual([28, 7, 3, 28]);
    expect(many.get(without.id)).toEqual([null, null, null, null]);
    const [shown] = await read(`/v1/public/${slug}/listings/${listing.slug}/calendar`);
    expect(shown).not.toHaveProperty('max_stay');
  });

  it('a calendar is closed in the past and within the advance notice, and open to the end of the booking window', async () => {
    world.clock.set('2031-06-02T10:00:00Z');
    const team = await buildTeam(world);
    const listing = await buildListing(world, {
      teamId: team.id,
      advanceNoticeDays: 2,
      bookingWindowDays: 3,
    });
    await buildUnit(world, { teamId: team.id, listingId: listing.id });
    const answer = await world.get(
      `/v1/public/${team.slug}/listings/${listing.slug}/calendar?${rangeQuery(-1, 4)}`,
    );
    const days = answer.json().data as { available: boolean; closed_for_arrival: boolean }[];
    expect(days.map(({ available }) => available)).toEqual([false, true, true, true, true, false]);
    expect(days.map((one) => one.closed_for_arrival)).toEqual([false, true, true, false, false, false]);
  });

  it('the last possible night is not sold in any calendar, quote or search, because no stay can end after it', async () => {
    const { id: teamId, slug: site } = await buildTeam(world);
    const { id: listingId, slug } = await buildListing(world, { teamId });
    const { id: unitId } = await buildUnit(world, { teamId, listingId });
    const token = await buildToken(world, { teamId });
    const read = async (path: string) => (await world.get(`/v1/${path}`, token)).json();
    const range = 'start_date=2199-12-30&end_date=2199-12-31';
    const calendars = async () => [
      (await read(`listings/${listingId}/calendar?${range}`)).data,
      (await read(`public/${site}/listings/${slug}/calendar?${range}`)).data,
      (await read(`calendars?${range}`)).data[0].days,
    ];
    const [ofTeam, [sold, last], listed] = (await calendars()) as [object[], [object, object], object[]];
    expect(sold).toMatchObject({ available: true, status: 'available', units_left: '1' });
    const isUnavailable = { available: false, status: 'unavailable', units_left: '0' };
    expect(last).toEqual({ ...sold, ...isUnavailable, date: '2199-12-31' });
    const asTeam = (days: object[]) => days.map((shown) => ({ ...shown, max_stay: null }));
    expect([ofTeam, listed]).toEqual([asTeam([sold, last]), asTeam([sold, last])]);

    const stay = 'check_in=2199-12-30&check_out=2199-12-31';
    const beyond = 'check_in=2199-12-31&check_out=2200-01-01';
    expect((await read(`availability/${listingId}?${stay}`)).data.available).toBe(true);
    expect((await read(`search?${stay}`)).meta.available_total).toBe(1);
    for (const path of [`availability/${listingId}`, 'search'])
      expect((await read(`${path}?${beyond}`)).errors).toHaveProperty('check_out');

    await buildBooking(world, {
      teamId,
      listingId,
      unitId,
      checkIn: '2199-12-30',
      checkOut: '2199-12-31',
    });
    const taken = [{ ...sold, ...isUnavailable }, last];
    expect(await calendars()).toEqual([asTeam(taken), taken, asTeam(taken)]);
  });

  it.each([
    ['', ['end_date', 'start_date']],
    ['start_date=&end_date=', ['end_date', 'start_date']],
    [`start_date=2027-02-30&end_date=${day(1)}`, ['start_date']],
    [rangeQuery(1, 0), ['end_date']],
    [rangeQuery(0, 731), ['end_date']],
    [`${rangeQuery(0, 1)}&start_date=${day(0)}`, ['start_date']],
  ])('a calendar with the parameters "%s" is refused', async (parameters, fields) => {
    const listing = await buildListing(world);
    const token = await buildToken(world, { teamId: listing.teamId });
    const answer = await world.get(`/v1/listings/${listing.id}/calendar?${parameters}`, token);
    expect([answer.statusCode, Object.keys(answer.json().errors).sort()]).toEqual([422, fields]);
  });

  it('a calendar may have from 1 to 731 days', async () => {
    const listing = await buildListing(world);
    const token = await buildToken(world, { teamId: listing.teamId });
    const length = async (to: number) =>
      (await world.get(`/v1/listings/${listing.id}/calendar?${rangeQuery(0, to)}`, token)).json().data.length;
    expect(await Promise.all([length(0), length(730)])).toEqual([1, 731]);
  });
});

const WINDOW_DAYS = 24;
/** Fewer than in the domain, because each sends two requests through the whole service. */
const RUNS = Math.ceil(propertyRuns / 10);
type Taken = { unit: number; from: number; nights: number };

/** A team whose listings are taken at random: a place with three units, and a building of two unit types. */
async function openRandomTeam(taken: readonly Taken[]) {
  const team = await buildTeam(world);
  const keys = { teamId: team.id };
  const token = await buildToken(world, keys);
  const place = await buildListing(world, {
    ...keys,
    preparationDays: 1,
    includedGuests: 1,
    extraGuestNightlyCents: 333,
  });
  const building = await buildListing(world, { ...keys, kind: 'building', wholeBuildingBookable: true });
  const singles = await buildListing(world, {
    ...keys,
    kind: 'unit_type',
    buildingId: building.id,
    minStay: 2,
  });
  const doubles = await buildListing(world, { ...keys, kind: 'unit_type', buildingId: building.id });
  const owners = [place, place, place, singles, singles, doubles];
  const units = [];
  for (const owner of owners) units.push(await buildUnit(world, { ...keys, listingId: owner.id }));
  const nights = units.map(() => new Set<string>());
  for (const { unit, from, nights: length } of taken) {
    const stay = listNights({ checkIn: day(from), checkOut: day(from + length) });
    const owned = nights[unit];
    const row = units[unit];
    if (!owned || !row || stay.some((night) => owned.has(night))) continue;
    for (const night of stay) owned.add(night);
    await buildBlock(world, {
      ...keys,
      listingId: row.listingId,
      unitId: row.id,
      startDate: day(from),
      endDate: day(from + length),
    });
  }
  await buildFee(world, { ...keys, taxable: true });
  await buildTax(world, { ...keys, percentPpm: 88_750 });
  await buildDiscount(world, keys);
  const coupon = await buildCoupon(world, keys);
  return { team, token, coupon, nights, listings: { place, building, singles, doubles } };
}

describe('calendars of random bookings', () => {
  const takenNights = fc.array(
    fc.record({
      unit: fc.integer({ min: 0, max: 5 }),
      from: fc.integer({ min: -3, max: WINDOW_DAYS }),
      nights: fc.integer({ min: 1, max: 5 }),
    }),
    { minLength: 4, maxLength: 14 },
  );

  it('the units left in quotes and calendars equal a count by brute force, and team and site get the same bytes', async () => {
    const [taken] = fc.sample(takenNights, { numRuns: 1, seed });
    const { team, token, coupon, nights, listings } = await openRandomTeam(taken ?? []);
    const unitsOf = { place: [0, 1, 2], singles: [3, 4], doubles: [5], building: [3, 4, 5] };
    const stays = fc.record({
      name: fc.constantFrom('place', 'singles', 'doubles', 'building' as const),
      from: fc.integer({ min: 0, max: WINDOW_DAYS }),
      nights: fc.integer({ min: 1, max: 6 }),
      guests: fc.integer({ min: 1, max: 6 }),
      withCoupon: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(stays, async ({ name, from, nights: length, guests, withCoupon }) => {
        const listing = listings[name];
        const stay = `check_in=${day(from)}&check_out=${day(from + length)}&guests=${guests}`;
        const parameters = withCoupon ? `${stay}&coupon_code=${coupon.code}` : stay;
        const ofTeam = await world.get(`/v1/availability/${listing.id}?${parameters}`, token);
        const ofSite = await world.get(
          `/v1/public/${team.slug}/listings/${listing.slug}/availability?${parameters}`,
        );
        expect(ofTeam.statusCode).toBe(200);
        expect(ofSite.body).toBe(ofTeam.body);
        const needed = listNights({
          checkIn: day(from),
          checkOut: addDays(day(from + length), listing.preparationDays),
        });
        const free = unitsOf[name].filter((unit) =>
          needed.every((night) => !nights[unit]?.has(night)),
        ).length;
        const left = name === 'building' ? Number(free === 3) : free;
        expect(ofTeam.json().data.units_left).toBe(left);
      }),
      { numRuns: RUNS, seed },
    );
  }, 120_000);
});
