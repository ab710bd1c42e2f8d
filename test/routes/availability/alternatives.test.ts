import { describe, expect, it, test } from 'vitest';
import { addDays, countDaysBetween } from '../../../src/domain/dates/dates.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { propertyRuns } from '../../helpers/arbitraries.ts';
import type { Json } from '../../helpers/bookings.ts';
import {
  buildBlock,
  buildCoupon,
  buildDayOverride,
  buildListing,
  buildTeam,
  buildToken,
  buildUnit,
  day,
} from '../../helpers/factories.ts';
import { randomOf, seed } from '../../helpers/random.ts';
import { buildDrawnTeam, DRAWN_DAYS, KNOWN_STAYS } from '../drawn-team.ts';

const world = await openSharedApp();

async function openListing(overrides: Parameters<typeof buildListing>[1] = {}) {
  const { id: teamId } = await buildTeam(world);
  const { id: listingId } = await buildListing(world, { teamId, ...overrides });
  const { id: unitId } = await buildUnit(world, { teamId, listingId });
  const token = await buildToken(world, { teamId });
  const quote = async (query: string): Promise<Json> =>
    (await world.get(`/v1/availability/${listingId}?${query}`, token)).json().data;
  return { teamId, listingId, unitId, token, quote };
}

const taken = `check_in=${day(0)}&check_out=${day(3)}`;

describe('alternative dates', () => {
  it('alternative dates are sorted by nearest arrival, then by smallest change of length, then by date, and have prices', async () => {
    const { quote, ...keys } = await openListing({ nightlyCents: 100 });
    await buildBlock(world, { ...keys, startDate: day(0), endDate: day(1) });
    // Three nights before are free from day -3 on. An arrival one day earlier is as far away as day 4.
    await buildBlock(world, { ...keys, startDate: day(2), endDate: day(3) });
    await buildDayOverride(world, { ...keys, date: day(-3), minStay: 2, maxStay: 2 });
    const code = (await buildCoupon(world, keys)).code;
    const alternative = (checkIn: number, nights: number) => ({
      check_in: day(checkIn),
      check_out: day(checkIn + nights),
      nights,
      grand_total: nights * 100,
    });
    const { available, alternatives } = await quote(`${taken}&alternatives=4&coupon_code=${code}`);
    expect([available, alternatives]).toEqual([
      false,
      [alternative(3, 3), alternative(-3, 2), alternative(-4, 3), alternative(4, 3)],
    ]);
    expect((await quote(`${taken}&alternatives=1`)).alternatives).toEqual([alternative(3, 3)]);
    expect((await quote(taken)).alternatives).toEqual([]);
    expect((await quote(`check_in=${day(4)}&check_out=${day(5)}&alternatives=9`)).alternatives).toEqual([]);
  });

  it('a stay that is refused for other reasons than its dates has no alternative dates', async () => {
    const small = await openListing({ maxGuests: 2 });
    expect((await small.quote(`${taken}&guests=3&alternatives=9`)).alternatives).toEqual([]);
    const draft = await openListing({ status: 'draft' });
    expect((await draft.quote(`${taken}&alternatives=9`)).alternatives).toEqual([]);
  });

  it('alternative dates leave out stays that are too late, too long, or too expensive to be exact', async () => {
    const far = await openListing();
    await buildBlock(world, { ...far, startDate: '2199-12-29', endDate: '2199-12-30' });
    const atEnd = await far.quote('check_in=2199-12-29&check_out=2199-12-31&alternatives=3');
    expect(atEnd.alternatives.map((one: Json) => one.check_in)).toEqual([
      '2199-12-27',
      '2199-12-26',
      '2199-12-25',
    ]);
    const long = await openListing({ minStay: 366 });
    expect((await long.quote(`${taken}&alternatives=3`)).alternatives).toEqual([]);
    const dear = await openListing({
      maxGuests: 1_000,
      extraGuestNightlyCents: 90_000_000_000,
      includedGuests: 0,
      minStay: 200,
    });
    const { alternatives } = await dear.quote(
      `check_in=${day(0)}&check_out=${day(1)}&guests=1000&alternatives=1`,
    );
    expect(alternatives).toEqual([]);
  });

  test.each(['-1', '11', '', '1.5'])('alternatives=%s is refused', async (count) => {
    const { token, listingId } = await openListing();
    const answer = await world.get(`/v1/availability/${listingId}?${taken}&alternatives=${count}`, token);
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['alternatives']]);
  });
});

/** Few, as each asks for up to 58 quotes: 10, or as many more as PROPERTY_RUNS says. */
const STAYS = Math.ceil(propertyRuns / 100);
const MENDED_BY_NO_DATE = ['listing_not_bookable', 'guests_exceeded'];

it('alternative dates are those that quotes of all dates around the stay would find', async () => {
  const random = randomOf(seed);
  const { token, listings, known } = await buildDrawnTeam(world, random, 6);
  let found = 0;
  for (let n = 0; n < STAYS; n += 1) {
    const isKnown = n === 0;
    const { id } = isKnown ? known : random.pick(listings);
    const checkIn = isKnown ? KNOWN_STAYS.taken.check_in : day(random.between(0, DRAWN_DAYS));
    const nights = random.between(isKnown ? 2 : 1, 6);
    const guests = random.between(1, 3);
    const most = random.between(1, 10);
    const quote = async (arrival: string, length: number, more = ''): Promise<Json> => {
      const stay = `check_in=${arrival}&check_out=${addDays(arrival, length)}&guests=${guests}${more}`;
      return (await world.get(`/v1/availability/${id}?${stay}`, token)).json().data;
    };
    const { available, reasons, alternatives } = await quote(checkIn, nights, `&alternatives=${most}`);
    const candidates = [];
    for (let offset = -14; offset <= 14; offset += 1) {
      const arrival = addDays(checkIn, offset);
      const asked = await quote(arrival, nights);
      const required = (code: string) => asked.reasons.find((reason: Json) => reason.code === code)?.required;
      const length = required('min_stay') ?? required('max_stay') ?? nights;
      const { available: isFree, price } = length === nights ? asked : await quote(arrival, length);
      if (isFree) candidates.push({ arrival, length, offset, total: price.grand_total });
    }
    candidates.sort(
      (a, b) =>
        Math.abs(a.offset) - Math.abs(b.offset) ||
        Math.abs(a.length - nights) - Math.abs(b.length - nights) ||
        a.offset - b.offset,
    );
    const isMendable = reasons.some(({ code }: Json) => !MENDED_BY_NO_DATE.includes(code));
    const expected = available || !isMendable ? [] : candidates.slice(0, most);
    found += expected.length;
    expect(alternatives).toEqual(
      expected.map(({ arrival, length, total }) => ({
        check_in: arrival,
        check_out: addDays(arrival, length),
        nights: length,
        grand_total: total,
      })),
    );
    expect(
      alternatives.every((one: Json) => countDaysBetween(one.check_in, one.check_out) === one.nights),
    ).toBe(true);
  }
  expect(found).toBeGreaterThan(0);
});
