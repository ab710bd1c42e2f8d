/** What is changed on a place's page of prices can be set back (docs/rules.md, 21.15). */
import { expect, test } from 'vitest';
import { addDays } from '../../../../../src/domain/dates/dates.ts';
import { MAX_SEASONS_OF_LISTING } from '../../../../../src/domain/limits.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildDayOverride, buildListing, buildSeason } from '../../../../helpers/factories.ts';
import { expectPage, fieldsOf, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();
const window = 'start_date=2031-08-01&end_date=2031-08-31';

/** The key under which the form that led to a page can be undone. */
const keyOf = (page: string) => /name="done" value="([^"]+)"/.exec(page)?.[1] ?? '';

async function openPrices() {
  const desk = await openDesk(world);
  const path = `${desk.base}/prices/${desk.place.id}`;
  const keys = { teamId: desk.team.id, listingId: desk.place.id };
  await buildSeason(world, {
    ...keys,
    name: 'Summer',
    startDate: '2031-08-01',
    endDate: '2031-08-31',
    nightlyCents: 15_000,
  });
  const shown = async (form: string, query = '') =>
    fieldsOf((await desk.visitor.get(path + query)).body, `${path}/${form}`);
  const undo = (page: string) => desk.visitor.submit(`${path}/undo`, { done: keyOf(page) });
  const changeDays = async (values: Record<string, string>) =>
    desk.visitor.submit(`${path}/days`, {
      ...(await shown('days', '?month=2031-08')),
      start_date: '2031-08-01',
      end_date: '2031-08-10',
      weekdays: '',
      ...values,
    });
  const removeSummer = async () =>
    desk.visitor.submit(`${path}/seasons`, {
      ...(await shown('seasons', '?season=2031-08-01')),
      remove: 'on',
    });
  const days = () => desk.client.read(`/listings/${desk.place.id}/days?${window}`);
  const seasonsOf = async (id: string) =>
    (await desk.client.read(`/listings/${id}/rates`)).seasons.map(
      (one: { name: string; start_date: string; nightly: number }) =>
        `${one.name} ${one.start_date} ${one.nightly}`,
    );
  return { ...desk, keys, path, shown, undo, changeDays, removeSummer, days, seasonsOf };
}

test('days whose own prices and rules were removed have them again after a click, and other days stay', async () => {
  const { keys, undo, changeDays, days } = await openPrices();
  for (const [date, nightlyCents] of [
    ['2031-08-02', 20_000],
    ['2031-08-03', 20_000],
    ['2031-08-05', 21_000],
  ] as const)
    await buildDayOverride(world, { ...keys, date, nightlyCents, minStay: 3 });
  await buildDayOverride(world, { ...keys, date: '2031-08-20', closed: true });
  const before = await days();
  const changed = await changeDays({ clear: 'on', closed: 'yes' });
  expectPage(changed, 200, 'Changed: 1 Aug 2031 to 10 Aug 2031.');
  expect(changed.body).toContain('these days can have their prices and rules of before again');
  expect((await days())[0]).toMatchObject({ date: '2031-08-01', nightly: null, closed: true });
  expectPage(await undo(changed.body), 200, 'Set back: 10 days.');
  expect(await days()).toEqual(before);
});

test('days that somebody else changed meanwhile stay, and where all of them were, nothing is set back', async () => {
  const { client, place, undo, changeDays, days } = await openPrices();
  const write = (range: object) =>
    client.data(client.send('PUT', `/listings/${place.id}/days`, { ranges: [range] }));
  const one = await changeDays({ nightly: '200' });
  await write({ start_date: '2031-08-05', end_date: '2031-08-05', closed: true });
  expectPage(await undo(one.body), 200, 'Set back: 9 days. 1 day was changed meanwhile and stays.');
  expect(await days()).toEqual([
    expect.objectContaining({ date: '2031-08-05', nightly: 20_000, closed: true }),
  ]);
  const two = await changeDays({ nightly: '210' });
  await write({ start_date: '2031-08-02', end_date: '2031-08-03', clear: true });
  expectPage(await undo(two.body), 200, 'Set back: 8 days. 2 days were changed meanwhile and stay.');
  expect(await days()).toEqual([
    expect.objectContaining({ date: '2031-08-05', nightly: 20_000, closed: true }),
  ]);
  const all = await changeDays({ nightly: '220' });
  await write({ start_date: '2031-08-01', end_date: '2031-08-10', min_stay: 4 });
  const before = await days();
  expectPage(await undo(all.body), 200, 'what was changed meanwhile is in the way');
  expect(await days()).toEqual(before);
});

test('a change is set back only on the page of its own place', async () => {
  const { visitor, team, client, base, changeDays, removeSummer, undo, days } = await openPrices();
  const pier = await buildListing(world, { teamId: team.id, publicTitle: 'Pier' });
  const other = `${base}/prices/${pier.id}`;
  const changed = await changeDays({ nightly: '200' });
  for (const { body } of [changed, await removeSummer()]) {
    const done = keyOf(body);
    expect((await visitor.get(`${other}?done=${done}`)).body).not.toContain('Undo this change');
    expectPage(await visitor.submit(`${other}/undo`, { done }), 200, 'can no longer be undone here');
  }
  expect(await client.read(`/listings/${pier.id}/days?${window}`)).toEqual([]);
  expect((await client.read(`/listings/${pier.id}/rates`)).seasons).toEqual([]);
  expectPage(await undo(changed.body), 200, 'Set back: 10 days.');
  expect(await days()).toEqual([]);
});

test('a season that was removed is put back with a click, unless another one has its dates', async () => {
  const { visitor, place, path, shown, undo, removeSummer, seasonsOf } = await openPrices();
  const removed = await removeSummer();
  expectPage(removed, 200, 'The season is removed.');
  expect(await seasonsOf(place.id)).toEqual([]);
  expectPage(await undo(removed.body), 200, 'The season is there again.');
  expect(await seasonsOf(place.id)).toEqual(['Summer 2031-08-01 15000']);
  const again = await removeSummer();
  const other = { season_name: 'Fair', season_start_date: '2031-08-05', season_end_date: '2031-08-06' };
  await visitor.submit(`${path}/seasons`, { ...(await shown('seasons')), ...other, season_nightly: '300' });
  expectPage(await undo(again.body), 200, 'what was changed meanwhile is in the way');
  expect(await seasonsOf(place.id)).toEqual(['Fair 2031-08-05 30000']);
});

test('a season is not put back where a place has as many seasons as it can have by then', async () => {
  const { client, place, undo, removeSummer } = await openPrices();
  const removed = await removeSummer();
  const seasons = Array.from({ length: MAX_SEASONS_OF_LISTING }, (_, index) => {
    const date = addDays('2032-01-01', index);
    return { name: `Day ${index}`, start_date: date, end_date: date, nightly: 9_000 };
  });
  await client.data(client.send('PUT', `/listings/${place.id}/rates`, { seasons }));
  expectPage(await undo(removed.body), 200, 'what was changed meanwhile is in the way');
  const { seasons: stored } = await client.read(`/listings/${place.id}/rates`);
  expect(stored).toHaveLength(MAX_SEASONS_OF_LISTING);
});

test('copies of seasons are removed again with a click from all places, and one that was changed stays', async () => {
  const { visitor, team, client, place, path, undo, seasonsOf } = await openPrices();
  const pier = await buildListing(world, { teamId: team.id, publicTitle: 'Pier' });
  const copyAndChange = async (change: object) => {
    await visitor.get(`${path}/copy-seasons`);
    const copied = await visitor.submit(`${path}/copy-seasons`, {
      seasons: '2031-08-01',
      listings: pier.id,
      next_year: 'on',
    });
    expectPage(copied, 200, 'The seasons are copied:');
    const { seasons } = await client.read(`/listings/${pier.id}/rates`);
    const [first, ...others] = seasons;
    await write([{ ...first, ...change }, ...others]);
    return copied.body;
  };
  const write = (seasons: object[]) =>
    client.data(client.send('PUT', `/listings/${pier.id}/rates`, { seasons }));
  for (const [change, left] of [
    [{ name: 'Festival' }, 'Festival 2031-08-01 15000'],
    [{ nightly: 17_000 }, 'Summer 2031-08-01 17000'],
    [{ min_stay: 5 }, 'Summer 2031-08-01 15000'],
  ] as const) {
    const answer = await undo(await copyAndChange(change));
    expectPage(answer, 200, 'Removed again: 2 seasons. 1 season was changed meanwhile and stays.');
    expect(await seasonsOf(place.id)).toEqual(['Summer 2031-08-01 15000']);
    expect(await seasonsOf(pier.id)).toEqual([left]);
    await write([]);
  }
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
