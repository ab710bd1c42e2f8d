import { expect, it, test } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import type { Json } from '../../../helpers/bookings.ts';
import { buildToken, day } from '../../../helpers/factories.ts';
import { randomOf, seed } from '../../../helpers/random.ts';
import { buildDrawnTeam } from '../../../routes/drawn-team.ts';

const world = await openSharedApp();

const window = `start_date=${day(-3)}&end_date=${day(33)}`;

it('the calendars of many listings are the same as each listing’s own calendar, under every filter', async () => {
  const { token, listings } = await buildDrawnTeam(world, randomOf(seed), 8);
  const get = async (path: string): Promise<Json> => (await world.get(path, token)).json();
  const own = new Map<string, Json>();
  for (const { id } of listings) own.set(id, (await get(`/v1/listings/${id}/calendar?${window}`)).data);
  const ids = listings.slice(0, 3).map(({ id }) => id);
  for (const filter of [
    '',
    '&status=active',
    '&kind=building,unit_type',
    '&status=inactive&kind=standalone',
  ]) {
    const { data: listed } = await get(`/v1/listings?per_page=80${filter}`);
    const { data, meta } = await get(`/v1/calendars?${window}&per_page=80${filter}`);
    expect(data).toEqual(
      listed.map(({ id, slug, public_title, kind }: Json) => ({
        listing_id: id,
        slug,
        public_title,
        kind,
        days: own.get(id),
      })),
    );
    expect(meta.total).toBe(listed.length);
  }
  const named = await get(
    `/v1/calendars?${window}&listing_ids=${ids.join().toUpperCase()},${ids[0]},${NOBODY}`,
  );
  expect(named.data.map((one: Json) => one.listing_id).sort()).toEqual(ids.toSorted());
  const second = await get(`/v1/calendars?${window}&per_page=2&page=2`);
  const all = await get(`/v1/calendars?${window}&per_page=80`);
  expect([second.data, second.meta.total]).toEqual([all.data.slice(2, 4), listings.length]);
}, 30_000);

const NOBODY = '01943600-0000-7000-8000-ffffffffffff';

test.each([
  ['', ['end_date', 'start_date']],
  [`start_date=${day(1)}&end_date=${day(0)}`, ['end_date']],
  [`start_date=${day(0)}&end_date=${day(93)}`, ['end_date']],
  [`${window}&listing_ids=1&status=open&kind=`, ['kind', 'listing_ids', 'status']],
  [`${window}&listing_ids=`, ['listing_ids']],
  [
    `${window}&listing_ids=${Array.from({ length: 101 }, (_, n) => NOBODY.replace(/^.{8}/, `${n + 10_000_000}`))}`,
    ['listing_ids'],
  ],
  [`${window}&listing_id=${NOBODY}`, ['listing_id']],
  [`${window}&per_page=84`, ['per_page']],
  [`start_date=${day(0)}&end_date=${day(92)}&per_page=34`, ['per_page']],
  [`start_date=${day(0)}&end_date=${day(30)}&per_page=101`, ['per_page']],
])('calendars of many listings with the parameters "%s" are refused', async (query, fields) => {
  const answer = await world.get(`/v1/calendars?${query}`, await buildToken(world));
  expect([answer.statusCode, Object.keys(answer.json().errors).sort()]).toEqual([422, fields]);
});

test.each([
  ['93 days of 33 listings', 92, 33],
  ['31 days of 100', 30, 100],
  ['a day of 100', 0, 100],
])('calendars of many listings may have %s', async (_, last, perPage) => {
  const path = `/v1/calendars?start_date=${day(0)}&end_date=${day(last)}&per_page=${perPage}`;
  expect((await world.get(path, await buildToken(world))).statusCode).toBe(200);
});
