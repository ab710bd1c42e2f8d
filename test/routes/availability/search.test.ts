import { describe, expect, it, test } from 'vitest';
import { addDays } from '../../../src/domain/dates/dates.ts';
import { openSharedApp } from '../../helpers/app.ts';
import { propertyRuns } from '../../helpers/arbitraries.ts';
import type { Json } from '../../helpers/bookings.ts';
import {
  buildBlock,
  buildDayOverride,
  buildListing,
  buildTeam,
  buildToken,
  buildUnit,
  day,
} from '../../helpers/factories.ts';
import { type Random, randomOf, seed } from '../../helpers/random.ts';
import { untilSomebodyWaits } from '../../helpers/waiting.ts';
import { buildDrawnTeam, DRAWN_DAYS, KNOWN_STAYS } from '../drawn-team.ts';
import { type Priced, searchedIn } from './search-model.ts';

const world = await openSharedApp();

const STAY = { check_in: day(0), check_out: day(3) };
const asText = (query: Record<string, string>) => `${new URLSearchParams(query)}`;

async function openTeam() {
  const { id: teamId, slug } = await buildTeam(world);
  const token = await buildToken(world, { teamId });
  const search = async (query: Record<string, string> = {}): Promise<Json> => {
    const answer = await world.get(`/v1/search?${asText({ ...STAY, ...query })}`, token);
    expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
    return answer.json();
  };
  const sell = async (overrides: Parameters<typeof buildListing>[1] = {}) => {
    const listing = await buildListing(world, { teamId, ...overrides });
    return { ...listing, unit: await buildUnit(world, { teamId, listingId: listing.id }) };
  };
  return { teamId, token, search, sell, site: `/v1/public/${slug}` };
}

/** Few, as each asks for a quote of each place: 5, or as many more as PROPERTY_RUNS says. */
const STAYS = Math.ceil(propertyRuns / 200);

type Drawn = Awaited<ReturnType<typeof buildDrawnTeam>>;

/** Who asks, and what they find by asking for each place by itself. */
const ASKERS = {
  async team({ token }: Drawn, stay: string): Promise<Priced[]> {
    const get = async (path: string): Promise<Json> => (await world.get(`/v1/${path}`, token)).json().data;
    const listings = (await get('listings?status=active&per_page=100')).filter(
      (one: Json) => one.kind !== 'building' || one.whole_building_bookable,
    );
    return pricedEach(listings, ({ id }) => get(`availability/${id}?${stay}`));
  },
  async site({ site }: Drawn, stay: string): Promise<Priced[]> {
    const get = async (path: string): Promise<Json> =>
      (await world.get(`${site}/listings${path}`)).json().data;
    const onIndex: Json[] = await get('?per_page=100');
    const ofBuildings = onIndex.flatMap(({ unit_types }) => unit_types);
    const unitTypes = await Promise.all(ofBuildings.map(({ slug }) => get(`/${slug}`)));
    const listings = [...onIndex, ...unitTypes].filter(
      (one) => one.kind !== 'building' || one.whole_building,
    );
    return pricedEach(listings, ({ slug }) => get(`/${slug}/availability?${stay}`));
  },
};

async function pricedEach(listings: Json[], quoteOf: (listing: Json) => Promise<Json>): Promise<Priced[]> {
  const priced = [];
  for (const listing of listings) {
    // A search knows no extras.
    const { extras, ...quote } = await quoteOf(listing);
    priced.push({ listing, quote });
  }
  return priced;
}

function drawnQuery(random: Random): Record<string, string> {
  const some = (query: Record<string, string>, share = 0.25) => (random.share() < share ? query : {});
  const number = (least: number, most: number) => String(random.between(least, most));
  const near = some({ near: random.pick(['38.72,-9.14', '38.8,-9.2', '0,0']) }, 0.5);
  return {
    ...some({ kind: random.pick(['standalone', 'building,unit_type', 'unit_type']) }),
    ...some({ property_type: random.pick(['loft', 'villa,boat', 'tent']) }),
    ...some({ city: random.pick(['LISBOA', 'porto']) }),
    ...some({ country: random.pick(['pt', 'Es']) }),
    ...some({ q: random.pick(['SEA', '%', 'a_b', 'éd', 'LISB', '100%']).padEnd(2, '%') }),
    ...some({ bedrooms_min: number(0, 3) }),
    ...some({ beds_min: number(0, 3) }),
    ...some({ bathrooms_min: number(0, 2) }),
    ...some({ currency: 'EUR', total_min: number(0, 50_000), total_max: number(40_000, 200_000) }),
    ...near,
    ...('near' in near ? some({ radius_km: number(1, 30) }, 0.5) : {}),
    sort: random.pick('near' in near ? ['total', 'distance'] : ['total', '-total', 'title']),
    ...some({ available: 'all' }, 0.7),
    ...some({ page: number(1, 3), per_page: number(1, 4) }),
  };
}

describe.each(['team', 'site'] as const)('a search by the %s', (who) => {
  it('finds what a quote of each place would say, with filters, counts, order and pages', async () => {
    const random = randomOf(seed, who === 'team' ? 0 : 1);
    const drawn = await buildDrawnTeam(world, random, 9);
    const found = { available: 0, unavailable: 0, alternatives: 0 };
    const drawnStay = () => {
      const checkIn = day(random.between(0, DRAWN_DAYS));
      return {
        check_in: checkIn,
        check_out: addDays(checkIn, random.between(1, 5)),
        guests: String(random.between(1, 3)),
        alternatives: random.pick(['0', '3']),
      };
    };
    const knownStays = Object.values(KNOWN_STAYS).map((stay) => ({
      ...stay,
      guests: '1',
      alternatives: '3',
    }));
    const whole = { available: 'all', per_page: '50' };
    for (let n = 0; n < STAYS; n += 1) {
      const stay = knownStays[n] ?? drawnStay();
      const all = await ASKERS[who](drawn, asText(stay));
      for (let filters = 0; filters < 5; filters += 1) {
        const query = { ...stay, ...(filters === 0 ? whole : drawnQuery(random)) };
        const path = who === 'team' ? '/v1/search' : `${drawn.site}/search`;
        const answer = await world.get(`${path}?${asText(query)}`, who === 'team' ? drawn.token : null);
        const { data, meta, facets } = answer.json();
        const { total, available_total, unavailable_total } = meta;
        expect({ query, data, facets, total, available_total, unavailable_total }).toEqual({
          query,
          ...searchedIn(all, query),
        });
        found.available += available_total;
        found.unavailable += unavailable_total;
        found.alternatives += data.flatMap((one: Json) => one.alternatives).length;
      }
    }
    expect(Object.entries(found).filter(([, count]) => count === 0)).toEqual([]);
  }, 120_000);
});

it('a search answers each place as its listing and its quote, in pages with facets', async () => {
  const { token, teamId, sell, search } = await openTeam();
  const { id } = await sell({ latitude: '38.711300', longitude: '-9.142500' });
  const query = { near: '38.7113,-9.2', radius_km: '5', guests: '2', per_page: '1' };
  const { data, links, meta, facets } = await search(query);
  const [listing, quote] = await Promise.all([
    world.get(`/v1/listings/${id}`, token),
    world.get(`/v1/availability/${id}?${asText({ ...STAY, guests: '2' })}`, token),
  ]);
  const { extras, ...answer } = quote.json().data;
  expect(data).toEqual([{ listing: listing.json().data, distance_km: 5, ...answer }]);
  const url = `http://localhost/v1/search?${asText({ ...STAY, ...query, page: '1' })}`;
  expect(links).toEqual({ first: url, prev: null, next: null, last: url });
  expect(meta).toMatchObject({
    current_page: 1,
    from: 1,
    to: 1,
    total: 1,
    available_total: 1,
    unavailable_total: 0,
  });
  expect(facets).toEqual({
    property_type: { other: 1 },
    kind: { standalone: 1 },
    city: {},
    bedrooms: { 2: 1 },
    amenities: {},
    total: { min: 30_000, max: 30_000, currency: 'EUR' },
  });
  expect((await search({ page: '2' })).data).toEqual([]);
  await buildListing(world, { teamId, status: 'draft' });
  expect((await search({ available: 'all' })).meta.total).toBe(1);
});

it('a search leaves out places without a price, and counts cities of any name', async () => {
  const { search, sell } = await openTeam();
  await sell({ nightlyCents: 100_000_000_000, extraGuestNightlyCents: 100_000_000_000, includedGuests: 0 });
  await sell({ city: 'constructor' });
  const { data, meta, facets } = await search({ guests: '1000', available: 'all', check_out: day(300) });
  expect([data.length, meta.unavailable_total]).toEqual([1, 1]);
  expect(facets).toMatchObject({ city: {}, total: null });
  expect(Object.entries((await search()).facets.city)).toEqual([['constructor', 1]]);
});

it('a search looks for other dates only where they could help', async () => {
  const { teamId, search, sell } = await openTeam();
  const { unit, ...taken } = await sell({ maxGuests: 4 });
  await buildBlock(world, { teamId, listingId: taken.id, unitId: unit.id });
  await sell();
  const found = async (query: Record<string, string>) => {
    const { data } = await search({ alternatives: '2', available: 'all', ...query });
    return data.map(({ alternatives }: Json) => alternatives.length);
  };
  expect(await found({ available: 'true' })).toEqual([0]);
  expect(await found({ guests: '5' })).toEqual([0, 0]);
  expect(await found({})).toEqual([0, 2]);
  expect(await found({ page: '2' })).toEqual([]);
});

it('a search leaves out a place that is deleted while its page is read', async () => {
  const { teamId, search } = await openTeam();
  const { id } = await buildListing(world, { teamId });
  const { answer } = await world.db.transaction(async (tx) => {
    await tx.execute('lock table photos');
    const searched = search({ available: 'all' });
    await untilSomebodyWaits(world);
    await tx.execute(`delete from listings where id = '${id}'`);
    return { answer: searched };
  });
  expect(await answer).toMatchObject({ data: [], meta: { total: 1 } });
});

it('a search uses the preparation nights and prices of each place for its other dates', async () => {
  const { teamId, search, sell } = await openTeam();
  const off = { preparationDays: 2 };
  const on = { ...off, reseating: 'on' } as const;
  for (const [nth, more] of [{}, off, {}, on, { reseating: 'on' } as const].entries()) {
    const { unit, ...listing } = await sell({ ...more, publicTitle: `${nth}` });
    const units = [unit, await buildUnit(world, { teamId, listingId: listing.id })];
    await buildDayOverride(world, { teamId, listingId: listing.id, date: day(14), nightlyCents: 4_000 });
    for (const { id: unitId } of units) {
      const keys = { teamId, listingId: listing.id, unitId };
      // Free are the last ones of the other dates, and then one more.
      await buildBlock(world, { ...keys, startDate: day(-20), endDate: day(14) });
      await buildBlock(world, { ...keys, startDate: day(14 + 31 + 1), endDate: day(66) });
    }
  }
  for (const reseated of [true, false]) {
    const { data } = await search({
      check_out: day(31),
      available: 'all',
      alternatives: '3',
      sort: 'title',
    });
    const other = [[day(14), 31 * 10_000 - 6_000]];
    const arrivalAndTotal = ({ check_in, grand_total }: Json) => [check_in, grand_total];
    const found = data.map(({ alternatives }: Json) => alternatives.map(arrivalAndTotal));
    expect(found).toEqual([other, [], other, [], other]);
    if (reseated) await world.db.execute(`update listings set reseating = 'off' where team_id = ${teamId}`);
  }
});

it('a search is sorted by total within one currency only', async () => {
  const { search, sell, token } = await openTeam();
  await sell({ currency: 'EUR', publicTitle: 'B' });
  await sell({ currency: 'JPY', publicTitle: 'A', status: 'active' });
  for (const sort of ['total', '-total']) {
    const path = `/v1/search?${asText({ ...STAY, sort, kind: 'unit_type' })}`;
    const answer = await world.get(path, token);
    const needed =
      'The currency field is required, because places with several currencies cannot be sorted by total.';
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { currency: [needed] }]);
  }
  expect((await search({ sort: 'distance', near: '0,0' })).data).toEqual([]);
  const titled = await search({ sort: 'title' });
  expect(titled.data.map((one: Json) => one.listing.public_title)).toEqual(['A', 'B']);
  expect(titled.facets.total).toBeNull();
  const inYen = await search({ currency: 'JPY' });
  expect([inYen.meta.total, inYen.facets.total]).toEqual([1, { min: 30_000, max: 30_000, currency: 'JPY' }]);
});

test.each([
  ['check_in', 'check_out', { check_in: '', check_out: '' }],
  ['check_out', { check_out: STAY.check_in }],
  ['available', { available: 'false' }],
  ['sort', { sort: 'name' }],
  ['q', { q: 'a' }],
  ['q', { q: 'a'.repeat(101) }],
  ['city', 'country', { city: '', country: ' ' }],
  [
    'bedrooms_min',
    'beds_min',
    'bathrooms_min',
    { bedrooms_min: '-1', beds_min: '101', bathrooms_min: '1.5' },
  ],
  ['currency', { currency: 'eur' }],
  ['currency', { currency: 'QQQ' }],
  ['currency', { total_min: '0' }],
  ['currency', { total_max: '9007199254740991' }],
  ['total_max', { currency: 'EUR', total_max: '9007199254740992' }],
  ['total_min', { currency: 'EUR', total_min: '-1' }],
  ['near', { near: '91,0' }],
  ['near', { near: '0,181' }],
  ['near', { near: '38.7 -9.1' }],
  ['near', { sort: 'distance' }],
  ['radius_km', { radius_km: '5' }],
  ['near', { near: '' }],
  ['near', 'guests', { near: 'Lisbon', sort: 'distance', guests: '0' }],
  ['radius_km', { near: '0,0', radius_km: '501' }],
  ['radius_km', { near: '0,0', radius_km: '500.1' }],
  ['radius_km', { near: '0,0', radius_km: '0.9' }],
  ['radius_km', { near: '0,0', radius_km: '1e1' }],
  ['kind', 'property_type', { kind: 'house', property_type: '' }],
  ['alternatives', 'guests', { alternatives: '11', guests: '0' }],
  ['per_page', 'guests', { per_page: '51', guests: '0' }],
  ['alternatives', { alternatives: '4', per_page: '21' }],
  ['alternatives', { alternatives: '1', check_out: day(32) }],
  ['alternatives', 'guests', { alternatives: '10', per_page: '50', check_out: day(32), guests: '0' }],
  ['currency', 'near', 'page', 'radius_km', { page: '0', sort: 'distance', radius_km: '5', total_min: '5' }],
])('a search with an invalid %s is refused', async (...row) => {
  const fields = row.filter((one) => typeof one === 'string');
  const query = Object.assign({ ...STAY }, ...row.filter((one) => typeof one === 'object'));
  const { token, site } = await openTeam();
  const ofTeam = await world.get(`/v1/search?${asText(query)}`, token);
  expect([ofTeam.statusCode, Object.keys(ofTeam.json().errors).sort()]).toEqual([422, fields.toSorted()]);
  const ofSite = await world.get(`${site}/search?${asText(query)}`);
  expect([ofSite.statusCode, ofSite.json().message]).toEqual([422, ofTeam.json().message]);
});

test('a search may be near a point with any number of decimals, and a refusal says what a point must be', async () => {
  const { token } = await openTeam();
  const of = async (query: object) =>
    (await world.get(`/v1/search?${asText({ ...STAY, ...query })}`, token)).json();
  expect((await of({ near: '0.1234567890123456,-9.12345678901234567', radius_km: '2.5' })).data).toEqual([]);
  expect((await of({ near: '91,0' })).errors).toEqual({
    near: ['The near field must be a latitude and a longitude, such as 38.7113,-9.1425.'],
  });
});

test.each([
  ['50 places a page with 3 other dates each', { per_page: '50', alternatives: '3' }],
  ['20 with 10', { per_page: '20', alternatives: '10' }],
  ['31 nights with other dates', { alternatives: '10', check_out: day(31) }],
  ['365 without', { per_page: '50', check_out: day(365) }],
])('a search may have %s', async (_, query) => {
  const { token, site } = await openTeam();
  const path = asText({ ...STAY, check_in: day(0), ...query });
  expect((await world.get(`/v1/search?${path}`, token)).statusCode).toBe(200);
  expect((await world.get(`${site}/search?${path}`)).statusCode).toBe(200);
});

test('a search of the team refuses an unknown parameter, and one of a booking site ignores it', async () => {
  const { token, site } = await openTeam();
  const query = asText({ ...STAY, coupon_code: 'X' });
  expect((await world.get(`/v1/search?${query}`, token)).json().errors).toHaveProperty('coupon_code');
  const ofSite = await world.get(`${site}/search?${query}`);
  expect([ofSite.statusCode, ofSite.headers['cache-control']]).toEqual([200, 'public, no-cache']);
});
