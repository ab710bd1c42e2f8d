/** Lists that a copy can follow (docs/rules.md, 3.17). */
import { beforeEach, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../helpers/app.ts';
import { expectRefusal, type Inn, type Json, openInn } from '../helpers/bookings.ts';
import { day } from '../helpers/factories.ts';
import { FOLLOWED_LISTS } from '../registers/all.ts';

let inn: Inn;
const world = await openSharedApp();
beforeEach(async () => {
  world.clock.set(TEST_NOW);
  inn = await openInn(world);
});

const HOURS = [
  '2031-05-06T10:00:00Z',
  '2031-05-06T11:00:00Z',
  '2031-05-06T12:00:00Z',
  '2031-05-06T13:00:00Z',
];

it('every list that tells what has changed since is in a register', async () => {
  const { paths } = (await world.get('/openapi.json')).json();
  const followed = Object.entries<Json>(paths).flatMap(([path, { get }]) =>
    get?.parameters?.some(({ name }: Json) => name === 'updated_since') ? [path.slice('/v1/'.length)] : [],
  );
  const missing = followed.filter((list) => !(list in FOLLOWED_LISTS));
  expect(missing.map((list) => `Add to \`followedLists\` of a register: ${list}`)).toEqual([]);
});

it.each(Object.entries(FOLLOWED_LISTS))(
  '%s are listed by their last change',
  async (list, { make, change }) => {
    const ids: string[] = [];
    for (const [n, hour] of HOURS.slice(0, 3).entries()) {
      world.clock.set(hour);
      const made = await inn.data(make(inn, n), 201);
      ids.push((Array.isArray(made) ? made[0] : made).id);
    }
    const [first, second, third] = ids;
    const find = async (query: string) =>
      (await inn.read(`/${list}?${query}`))
        .map(({ id }: Json) => id)
        .filter((id: string) => ids.includes(id));
    expect(await find('sort=updated_at')).toEqual([first, second, third]);
    expect(await find(`sort=updated_at&updated_since=${HOURS[1]}`)).toEqual([second, third]);
    expect(await find(`updated_since=${HOURS[3]}`)).toEqual([]);
    if (change) {
      world.clock.set(HOURS[3] ?? '');
      await inn.data(inn.send('PUT', `/${list}/${first}`, change));
      await inn.data(inn.send('PUT', `/${list}/${first}`, change));
      expect(await find('sort=updated_at')).toEqual([second, third, first]);
      expect(await find(`updated_since=${HOURS[3]}`)).toEqual([first]);
    }
    expectRefusal(await inn.send('GET', `/${list}?sort=name&updated_since=today`), ['sort', 'updated_since']);
  },
);

const TERMS = { name: 'Strict', tiers: [{ days_before: 30, refund_percent: 50 }] };

it.each([
  ['its own terms', '', { cancellation_policy: TERMS }, true],
  ['its terms, with its prices', '/rates', { cancellation_policy: TERMS }, true],
  ['whether bookings are moved', '', { reseating: 'off' }, true],
  ['its prices alone', '/rates', { rates: { nightly: 9_900 } }, false],
] as const)('a copy of a listing learns of %s: %s %j %s', async (_what, path, change, isShown) => {
  world.clock.set(HOURS[1] ?? '');
  const { id } = inn.listing;
  for (const hour of [HOURS[1], HOURS[2]]) {
    world.clock.set(hour ?? '');
    await inn.data(inn.send('PUT', `/listings/${id}${path}`, change));
  }
  const changed = await inn.read(`/listings?updated_since=${HOURS[1]}`);
  expect(changed.map((listing: Json) => listing.id)).toEqual(isShown ? [id] : []);
  expect(await inn.read(`/listings?updated_since=${HOURS[2]}`)).toEqual([]);
});

it('units and blocks show when they were last changed', async () => {
  world.clock.set(HOURS[0] ?? '');
  const unit = await inn.data(inn.send('POST', `/listings/${inn.listing.id}/units`, { name: 'New' }), 201);
  const [block] = await inn.data(
    inn.send('POST', '/blocks', { listing_id: inn.listing.id, start_date: day(60), end_date: day(62) }),
    201,
  );
  expect([unit.updated_at, block.updated_at]).toEqual(Array(2).fill('2031-05-06T10:00:00+00:00'));
  world.clock.set(HOURS[1] ?? '');
  const changed = await inn.data(inn.send('PUT', `/units/${unit.id}`, { active: false }));
  expect(changed.updated_at).toBe('2031-05-06T11:00:00+00:00');
  world.clock.set(HOURS[2] ?? '');
  expect(await inn.data(inn.send('PUT', `/units/${unit.id}`, { active: false }))).toEqual(changed);
});
