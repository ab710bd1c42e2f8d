import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { at, openBuilding, openInn } from '../../helpers/bookings.ts';
import {
  buildBlock,
  buildBooking,
  buildGuest,
  buildListing,
  buildUnit,
  day,
} from '../../helpers/factories.ts';

const world = await openSharedApp();

type Inn = { send: Awaited<ReturnType<typeof openInn>>['send'] };
const listed = async (inn: Inn, query: string) => (await inn.send('GET', `/occupancies?${query}`)).body;
const NOBODY = '01943600-0000-7000-8000-ffffffffffff';
const span = `from=${day(0)}&to=${day(10)}`;

test('an occupancy has its booking or block, its unit and its preparation nights', async () => {
  const inn = await openInn(world, { units: ['A', 'B'] });
  const keys = { teamId: inn.teamId, listingId: inn.listing.id };
  const [a, b] = [at(inn.units, 0).id, at(inn.units, 1).id];
  const guest = await buildGuest(world, { teamId: inn.teamId, name: 'Ana Dias' });
  const booking = await buildBooking(world, {
    ...keys,
    unitId: a,
    guestId: guest.id,
    preparationDays: 2,
    status: 'pending' as const,
    checkIn: day(-3),
    checkOut: day(-1),
    source: 'airbnb' as const,
    numberOfGuests: 3,
  });
  const block = await buildBlock(world, { ...keys, unitId: b, startDate: day(9), endDate: day(12) });
  const unit = { listing_id: inn.listing.id };
  expect(await listed(inn, span)).toMatchObject({
    data: [
      {
        ...unit,
        unit_id: a,
        unit_name: 'A',
        start_date: day(-3),
        end_date: day(1),
        block: null,
        booking: {
          id: booking.id,
          confirmation_code: booking.confirmationCode,
          status: 'pending',
          source: 'airbnb',
          check_in: day(-3),
          check_out: day(-1),
          number_of_guests: 3,
          guest_name: 'Ana Dias',
          whole_building: false,
          expires_at: null,
        },
      },
      {
        ...unit,
        unit_id: b,
        unit_name: 'B',
        start_date: day(9),
        end_date: day(12),
        booking: null,
        block: { id: block.id, reason: null, source: null },
      },
    ],
    meta: { total: 2, from: 1, to: 2, per_page: 20 },
  });
  // Neither the night that ends as the window begins, nor the one that begins as it ends.
  expect((await listed(inn, `from=${day(1)}&to=${day(9)}`)).data).toEqual([]);
});

test('a booking of a whole building is listed once for each unit, under the unit’s own listing', async () => {
  const inn = await openBuilding(world, { Doubles: ['102', '101'], Attic: ['9'] });
  await buildBooking(world, { teamId: inn.teamId, listingId: inn.listing.id, wholeBuilding: true });
  const [doubles, attic] = inn.unitTypes.map(({ id }) => id);
  const { data } = await listed(inn, span);
  const placesIn = (rows: Record<string, unknown>[]) => rows.map((one) => [one.listing_id, one.unit_name]);
  expect(placesIn(data)).toEqual([
    [attic, '9'],
    [doubles, '101'],
    [doubles, '102'],
  ]);
  expect(data[0].booking.whole_building).toBe(true);
  const filtered = async (filter: string) => placesIn((await listed(inn, `${span}&${filter}`)).data);
  expect(await filtered(`listing_id=${inn.listing.id}`)).toEqual(placesIn(data));
  expect(await filtered(`listing_id=${doubles?.toUpperCase()}`)).toEqual(placesIn(data).slice(1));
  expect(await filtered(`unit_id=${data[2].unit_id}`)).toEqual([[doubles, '102']]);
  expect(await filtered(`unit_id=${data[2].unit_id}&listing_id=${attic}`)).toEqual([]);
  expect(await filtered(`listing_id=${NOBODY}`)).toEqual([]);
});

test('pages of occupancies continue by title, slug, unit and night', async () => {
  const inn = await openInn(world, { units: [] });
  const keys = { teamId: inn.teamId };
  const expected: string[] = [];
  for (const title of ['a', 'Z', 'é'].sort()) {
    for (const slug of ['s1', 's2']) {
      const listing = await buildListing(world, {
        ...keys,
        publicTitle: title,
        slug: `${slug}-${title.charCodeAt(0)}`,
      });
      for (const name of ['1', '10', '2']) {
        const unit = {
          ...keys,
          listingId: listing.id,
          unitId: (await buildUnit(world, { ...keys, listingId: listing.id, name })).id,
        };
        for (const night of [4, 0])
          await buildBlock(world, { ...unit, startDate: day(night), endDate: day(night + 2) });
        expected.push(...[0, 4].map((night) => `${listing.id} ${name} ${day(night)}`));
      }
    }
  }
  const pages = [];
  for (const page of [1, 2, 3, 4]) pages.push(await listed(inn, `${span}&per_page=15&page=${page}`));
  const found = pages.flatMap(({ data }) =>
    data.map((one: Record<string, string>) => `${one.listing_id} ${one.unit_name} ${one.start_date}`),
  );
  expect(found).toEqual(expected);
  expect(at(pages, 0).meta).toMatchObject({ total: 36, last_page: 3, to: 15 });
  expect(at(pages, 3)).toMatchObject({ data: [], meta: { from: null, to: null, total: 36 } });
});

test.each([
  ['', ['from', 'to']],
  [`from=${day(1)}&to=${day(1)}`, ['to']],
  [`from=${day(0)}&to=${day(94)}`, ['to']],
  [`${span}&unit_id=1&listing_id=`, ['listing_id', 'unit_id']],
  [`${span}&guest_id=1`, ['guest_id']],
])('occupancies with the parameters "%s" are refused', async (query, fields) => {
  const inn = await openInn(world);
  const answer = await inn.send('GET', `/occupancies?${query}`);
  expect([answer.status, Object.keys(answer.body.errors).sort()]).toEqual([422, fields]);
});

test('occupancies may be listed for 93 nights', async () => {
  const inn = await openInn(world);
  expect((await inn.send('GET', `/occupancies?from=${day(0)}&to=${day(93)}`)).status).toBe(200);
});
