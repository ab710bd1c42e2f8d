/** Many prices at once on the pages, with the way back (docs/rules.md, 24). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildDayOverride, buildListing, buildSeason } from '../../../../helpers/factories.ts';
import { expectPage, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();
const AUGUST = {
  start_date: '2031-08-01',
  end_date: '2031-08-31',
  way: 'raise_percent',
  value: '10',
  round_to: '1',
};
const window = 'start_date=2031-08-01&end_date=2031-08-31';

test('August is raised by ten percent at all places after a look at it, once however often it is sent, and set back with a click', async () => {
  const { visitor, base, team, place, client } = await openDesk(world);
  const pier = await buildListing(world, { teamId: team.id, publicTitle: 'Pier', nightlyCents: 8_050 });
  await buildDayOverride(world, {
    teamId: team.id,
    listingId: place.id,
    date: '2031-08-02',
    nightlyCents: 20_000,
  });
  const path = `${base}/prices/adjust`;
  expectPage(await visitor.get(path), 200, 'Show what changes');
  const look = await visitor.post(path, { ...AUGUST, places: 'all', look: 'on' });
  expectPage(look, 200, '€80.50 → €89.00');
  expect(look.body).toContain('62 nights');
  expect(look.body).toContain('€200.00 → €220.00');
  expect(await client.read(`/listings/${pier.id}/days?${window}`)).toEqual([]);
  const sent = { ...AUGUST, places: 'all', change: 'on', form_token: visitor.formToken() };
  const [first, second] = [await visitor.post(path, sent), await visitor.post(path, sent)];
  expect(second.headers.location).toBe(first.headers.location);
  const done = await visitor.get(String(first.headers.location));
  expectPage(done, 200, 'Changed: 62 nights.');
  const nightlies = async (id: string) =>
    (await client.read(`/listings/${id}/days?${window}`)).map(({ nightly }: { nightly: number }) => nightly);
  expect(await nightlies(place.id)).toEqual([11_000, 22_000, ...Array.from({ length: 29 }, () => 11_000)]);
  expect((await nightlies(pier.id))[0]).toBe(8_900);
  const undo = /name="done" value="([^"]+)"/.exec(done.body)?.[1] ?? '';
  expectPage(await visitor.submit(`${path}/undo`, { done: undo }), 200, 'Set back: 62 nights.');
  expect([await nightlies(place.id), await nightlies(pier.id)]).toEqual([[20_000], []]);
  expectPage(await visitor.submit(`${path}/undo`, { done: 'unknown' }), 200, 'can no longer be undone here');
});

test('prices of some places are lowered by an amount on some weekdays, and mistakes are told at their fields', async () => {
  const { visitor, base, team, place, client } = await openDesk(world);
  const pier = await buildListing(world, { teamId: team.id, publicTitle: 'Pier' });
  const path = `${base}/prices/adjust`;
  await visitor.get(path);
  const wrong = await visitor.post(path, { ...AUGUST, places: 'some', end_date: '2031-07-01', value: '' });
  expectPage(wrong, 422, 'id="end_date-error"');
  for (const name of ['listings', 'value']) expect(wrong.body).toContain(`id="${name}-error"`);
  const saved = await visitor.submit(path, {
    ...AUGUST,
    end_date: '2031-08-07',
    places: 'some',
    listings: pier.id,
    change: 'on',
    way: 'lower_amount',
    value: '12,50',
    weekdays: '5',
  });
  expectPage(saved, 200, 'Changed: 1 night.');
  expect(await client.read(`/listings/${pier.id}/days?${window}`)).toMatchObject([
    { date: '2031-08-01', nightly: 8_800 },
  ]);
  expect(await client.read(`/listings/${place.id}/days?${window}`)).toEqual([]);
});

test('nights with a price of their own are marked, and go back to the season’s price, with their rules kept', async () => {
  const { visitor, base, team, place, client } = await openDesk(world);
  const keys = { teamId: team.id, listingId: place.id };
  await buildDayOverride(world, { ...keys, date: '2031-08-02', nightlyCents: 20_000, minStay: 3 });
  const path = `${base}/prices/${place.id}`;
  expectPage(await visitor.get(`${path}?month=2031-08`), 200, 'title="Own price"');
  const back = await visitor.submit(`${path}/days`, {
    month: '2031-08',
    start_date: '2031-08-02',
    end_date: '2031-08-02',
    back: 'on',
  });
  expectPage(back, 200, 'title="Own rules"');
  expect(await client.read(`/listings/${place.id}/days?${window}`)).toMatchObject([
    { nightly: null, min_stay: 3 },
  ]);
});

test('seasons are copied to other places and to next year in one step, and a place where one would overlap is named', async () => {
  const { visitor, base, team, place, client } = await openDesk(world);
  const { id: teamId } = team;
  const summer = {
    teamId,
    startDate: '2032-02-29',
    endDate: '2032-06-30',
    name: 'Summer',
    nightlyCents: 15_000,
  };
  await buildSeason(world, { ...summer, listingId: place.id });
  const pier = await buildListing(world, { teamId, publicTitle: 'Pier' });
  const barn = await buildListing(world, { teamId, publicTitle: 'Barn' });
  await buildSeason(world, { ...summer, listingId: barn.id, startDate: '2033-06-30', endDate: '2033-07-02' });
  const path = `${base}/prices/${place.id}/copy-seasons`;
  expectPage(await visitor.get(path), 200, 'Summer, 29 Feb 2032');
  expectPage(await visitor.post(path, { seasons: '2032-02-29' }), 422, 'id="listings-error"');
  const copy = (listings: string) =>
    visitor.submit(path, { seasons: '2032-02-29', listings, next_year: 'on' });
  const copied = await copy(pier.id);
  expectPage(copied, 200, 'The seasons are copied: Sea Loft, Pier.');
  const seasonsOf = async (id: string) =>
    (await client.read(`/listings/${id}/rates`)).seasons.map(
      (one: { start_date: string; end_date: string }) => `${one.start_date} ${one.end_date}`,
    );
  const both = ['2032-02-29 2032-06-30', '2033-02-28 2033-06-30'];
  expect([await seasonsOf(place.id), await seasonsOf(pier.id)]).toEqual([both, both]);
  expectPage(
    await copy(barn.id),
    200,
    'Left out, because a copy would overlap a season or has another currency: Sea Loft, Barn.',
  );
  expect(await seasonsOf(barn.id)).toEqual(['2033-06-30 2033-07-02']);
});
