/** Settings that contradict each other (docs/rules.md, 16.12; 8.2). */
import { describe, expect, it } from 'vitest';
import { toDayNumber } from '../../../src/domain/dates/dates.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { type Inn, openInn } from '../../helpers/bookings.ts';
import { buildDayOverride, buildSeason, day } from '../../helpers/factories.ts';

const world = await openSharedApp();

const ratesOf = (inn: Inn) => `/listings/${inn.listing.id}/rates`;
const put = async (inn: Inn, body: object) => {
  const answer = await inn.send('PUT', ratesOf(inn), body);
  return [answer.status, answer.body.codes];
};

describe('the rules of a listing', () => {
  it.each([
    ['min_stay', 'max_stay'],
    ['advance_notice_days', 'booking_window_days'],
  ])('%s above %s is refused, whichever of both is sent', async (lower, upper) => {
    const inn = await openInn(world);
    expect(await put(inn, { rules: { [lower]: 5, [upper]: 4 } })).toEqual([
      422,
      { [`rules.${lower}`]: ['contradicts'] },
    ]);
    expect((await put(inn, { rules: { [lower]: 5, [upper]: 5 } }))[0]).toBe(200);
    expect(await put(inn, { rules: { [lower]: 6 } })).toEqual([422, { [`rules.${lower}`]: ['contradicts'] }]);
    expect(await put(inn, { rules: { [upper]: 4 } })).toEqual([422, { [`rules.${upper}`]: ['contradicts'] }]);
    expect((await inn.read(ratesOf(inn))).rules).toMatchObject({ [lower]: 5, [upper]: 5 });
    for (const rules of [{ [upper]: null }, { [lower]: 6 }, { [lower]: null }, { [upper]: 1 }])
      expect([rules, (await put(inn, { rules }))[0]]).toEqual([rules, 200]);
  });

  it('stored ones stay, and other rules can be changed beside them', async () => {
    const inn = await openInn(world, { listing: { minStay: 5, maxStay: 3 } });
    expect((await put(inn, { rules: { preparation_days: 1 }, rates: { nightly: 1 } }))[0]).toBe(200);
    expect((await inn.read(ratesOf(inn))).rules).toMatchObject({ min_stay: 5, max_stay: 3 });
    expect(await put(inn, { rules: { min_stay: 4 } })).toEqual([422, { 'rules.min_stay': ['contradicts'] }]);
    expect((await put(inn, { rules: { min_stay: 3 } }))[0]).toBe(200);
  });

  it('a new listing cannot have them', async () => {
    const inn = await openInn(world);
    const place = { kind: 'standalone', public_title: 'B', max_guests: 2, rates: { nightly: 100 } };
    const refused = await inn.send('POST', '/listings', { ...place, rules: { min_stay: 3, max_stay: 2 } });
    expect([refused.status, refused.body.codes]).toEqual([422, { 'rules.min_stay': ['contradicts'] }]);
  });
});

describe('a season', () => {
  const SUMMER = { name: 'Summer', start_date: day(10), end_date: day(19), min_stay: 5, max_stay: 4 };

  it('cannot have a shortest stay above its longest, unless it is stored so', async () => {
    const inn = await openInn(world);
    expect(
      await put(inn, {
        seasons: [
          { ...SUMMER, max_stay: 5 },
          { ...SUMMER, start_date: day(30), end_date: day(40) },
        ],
      }),
    ).toEqual([422, { 'seasons.1.min_stay': ['contradicts'] }]);
    const keys = { teamId: inn.teamId, listingId: inn.listing.id };
    await buildSeason(world, {
      ...keys,
      startDate: day(10),
      endDate: day(19),
      name: 'Old',
      minStay: 5,
      maxStay: 4,
    });
    expect((await put(inn, { seasons: [{ ...SUMMER, nightly: 7 }] }))[0]).toBe(200);
    expect((await put(inn, { seasons: [{ ...SUMMER, max_stay: 3 }] }))[0]).toBe(422);
  });
});

describe('a range of days', () => {
  it('cannot have a shortest stay above its longest, but days can be set by several ranges', async () => {
    const inn = await openInn(world);
    const path = `/listings/${inn.listing.id}/days`;
    const range = { start_date: day(1), end_date: day(3) };
    const refused = await inn.send('PUT', path, { ranges: [{ ...range, min_stay: 5, max_stay: 4 }] });
    expect([refused.status, refused.body.codes]).toEqual([422, { 'ranges.0.min_stay': ['contradicts'] }]);
    const updates = [{ listing_id: inn.listing.id, ranges: [{ ...range, min_stay: 5, max_stay: 4 }] }];
    expect((await inn.send('POST', '/days', { updates })).body.codes).toEqual({
      'updates.0.ranges.0.min_stay': ['contradicts'],
    });
    const several = {
      ranges: [
        { ...range, min_stay: 5 },
        { ...range, max_stay: 4 },
      ],
    };
    expect((await inn.send('PUT', path, several)).status).toBe(200);
  });
});

describe('a calendar', () => {
  const closedDays = async (inn: Inn, first: number, last: number) => {
    const query = `start_date=${day(first)}&end_date=${day(last)}`;
    const days: { closed_for_arrival: boolean }[] = await inn.read(
      `/listings/${inn.listing.id}/calendar?${query}`,
    );
    return days.flatMap((one, index) => (one.closed_for_arrival ? [first + index] : []));
  };

  it('is closed for arrival where a day needs more nights than its listing allows', async () => {
    const inn = await openInn(world, { listing: { maxStay: 4 } });
    const keys = { teamId: inn.teamId, listingId: inn.listing.id };
    await buildDayOverride(world, { ...keys, date: day(2), minStay: 5 });
    await buildDayOverride(world, { ...keys, date: day(3), minStay: 4 });
    await buildDayOverride(world, { ...keys, date: day(4), minStay: 366, maxStay: 3_650 });
    expect(await closedDays(inn, 0, 6)).toEqual([2, 4]);
  });

  it('is closed for arrival where a day needs more nights than any stay may have', async () => {
    const inn = await openInn(world);
    const keys = { teamId: inn.teamId, listingId: inn.listing.id };
    await buildDayOverride(world, { ...keys, date: day(2), minStay: 365 });
    await buildDayOverride(world, { ...keys, date: day(3), minStay: 366 });
    expect(await closedDays(inn, 0, 6)).toEqual([3]);
  });

  it('is closed for arrival where a day needs more nights than are left of the booking window', async () => {
    const inn = await openInn(world, { listing: { maxStay: null } });
    expect((await put(inn, { rules: { booking_window_days: 30, min_stay: 3 } }))[0]).toBe(200);
    const start = toDayNumber(TEST_NOW.slice(0, 10)) - toDayNumber(day(0));
    const [first, last] = [start + 26, start + 30];
    expect(await closedDays(inn, first, last)).toEqual([last - 1, last]);
  });
});
