/** What is changed on a place's page of prices can be set back (docs/rules.md, 21.15). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { buildDayOverride, buildListing, buildSeason } from '../../helpers/factories.ts';
import { expectPage } from '../../helpers/pages.ts';
import { fieldsOf, openDesk } from './desk.ts';

const world = await openSharedApp();
const window = 'start_date=2031-08-01&end_date=2031-08-31';

async function openPrices() {
  const desk = await openDesk(world);
  const path = `${desk.base}/prices/${desk.place.id}`;
  const keys = { teamId: desk.team.id, listingId: desk.place.id };
  await buildSeason(world, {
    ...{ ...keys, name: 'Summer', startDate: '2031-08-01', endDate: '2031-08-31', nightlyCents: 15_000 },
  });
  const shown = async (form: string, query = '') =>
    fieldsOf((await desk.visitor.get(path + query)).body, `${path}/${form}`);
  const undo = (page: string) =>
    desk.visitor.submit(`${path}/undo`, { done: /name="done" value="([^"]+)"/.exec(page)?.[1] ?? '' });
  const seasonsOf = async (id: string) =>
    (await desk.client.read(`/listings/${id}/rates`)).seasons.map(
      (one: { name: string; start_date: string; nightly: number }) =>
        `${one.name} ${one.start_date} ${one.nightly}`,
    );
  return { ...desk, keys, path, shown, undo, seasonsOf };
}

test('days whose own prices and rules were removed have them again after a click, and other days stay', async () => {
  const { visitor, client, place, keys, path, shown, undo } = await openPrices();
  for (const [date, nightlyCents] of [
    ['2031-08-02', 20_000],
    ['2031-08-03', 20_000],
    ['2031-08-05', 21_000],
  ] as const)
    await buildDayOverride(world, { ...keys, date, nightlyCents, minStay: 3 });
  await buildDayOverride(world, { ...keys, date: '2031-08-20', closed: true });
  const days = () => client.read(`/listings/${place.id}/days?${window}`);
  const before = await days();
  const sent = {
    ...(await shown('days', '?month=2031-08')),
    ...{ start_date: '2031-08-01', end_date: '2031-08-10', clear: 'on', closed: 'yes', weekdays: '' },
  };
  const changed = await visitor.submit(`${path}/days`, sent);
  expectPage(changed, 200, 'Changed: 1 Aug 2031 to 10 Aug 2031.');
  expect(changed.body).toContain('these days can have their prices and rules of before again');
  expect((await days())[0]).toMatchObject({ date: '2031-08-01', nightly: null, closed: true });
  expectPage(await undo(changed.body), 200, 'Set back: 10 days.');
  expect(await days()).toEqual(before);
});

test('a season that was removed is put back with a click, unless another one has its dates', async () => {
  const { visitor, place, path, shown, undo, seasonsOf } = await openPrices();
  const remove = async () =>
    visitor.submit(`${path}/seasons`, { ...(await shown('seasons', '?season=2031-08-01')), remove: 'on' });
  const removed = await remove();
  expectPage(removed, 200, 'The season is removed.');
  expect(await seasonsOf(place.id)).toEqual([]);
  expectPage(await undo(removed.body), 200, 'The season is there again.');
  expect(await seasonsOf(place.id)).toEqual(['Summer 2031-08-01 15000']);
  const again = await remove();
  const other = { season_name: 'Fair', season_start_date: '2031-08-05', season_end_date: '2031-08-06' };
  await visitor.submit(`${path}/seasons`, { ...(await shown('seasons')), ...other, season_nightly: '300' });
  expectPage(await undo(again.body), 200, 'what was changed meanwhile is in the way');
  expect(await seasonsOf(place.id)).toEqual(['Fair 2031-08-05 30000']);
});

test('copies of seasons are removed again with a click from all places, and one that was renamed stays', async () => {
  const { visitor, team, client, place, path, undo, seasonsOf } = await openPrices();
  const pier = await buildListing(world, { teamId: team.id, publicTitle: 'Pier' });
  await visitor.get(`${path}/copy-seasons`);
  const copied = await visitor.submit(`${path}/copy-seasons`, {
    ...{ seasons: '2031-08-01', listings: pier.id, next_year: 'on' },
  });
  expectPage(copied, 200, 'The seasons are copied:');
  const { seasons } = await client.read(`/listings/${pier.id}/rates`);
  const [first, ...others] = seasons;
  await client.data(
    client.send('PUT', `/listings/${pier.id}/rates`, {
      seasons: [{ ...first, name: 'Festival' }, ...others],
    }),
  );
  expectPage(await undo(copied.body), 200, 'Removed again: 2 seasons.');
  expect([await seasonsOf(place.id), await seasonsOf(pier.id)]).toEqual([
    ['Summer 2031-08-01 15000'],
    ['Festival 2031-08-01 15000'],
  ]);
  expectPage(await undo('nothing'), 200, 'can no longer be undone here');
});

test('the page that changes many prices explains amounts where places have several currencies', async () => {
  const { visitor, base, team } = await openPrices();
  expect((await visitor.get(`${base}/prices/adjust`)).body).not.toContain('Nothing is converted');
  await buildListing(world, { teamId: team.id, publicTitle: 'Onsen', currency: 'JPY' });
  const { body } = await visitor.get(`${base}/prices/adjust`);
  expect(body).toContain('Some places have prices in JPY');
  expect(body).toContain('an amount or a rounding of €5.00 is ¥500 there');
});
