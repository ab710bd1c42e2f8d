/** What pages do with the names that a season has in other languages (docs/rules.md, 26.5). */
import { expect, test } from 'vitest';
import { openSharedApp } from '../../../../helpers/app.ts';
import { buildListing, buildSeason, day } from '../../../../helpers/factories.ts';
import { fieldsOf, openDesk } from '../../../../helpers/pages.ts';

const world = await openSharedApp();
const translations = { de: { name: 'Sommer' }, fr: { name: 'Été' } };

test('a season keeps its translations when it is renamed, moved, put back or copied', async () => {
  const { visitor, base, team, place, client } = await openDesk(world);
  const keys = { teamId: team.id, listingId: place.id };
  await buildSeason(world, { ...keys, name: 'Summer', startDate: day(0), endDate: day(9), translations });
  const pier = await buildListing(world, { teamId: team.id, publicTitle: 'Pier' });
  const path = `${base}/prices/${place.id}`;
  const seasons = `${path}/seasons`;
  const shown = async (from: string) => fieldsOf((await visitor.get(`${path}?season=${from}`)).body, seasons);
  const stored = async (id = place.id) => (await client.read(`/listings/${id}/rates`)).seasons;

  const moved = { season_name: 'High summer', season_start_date: day(2) };
  await visitor.submit(seasons, { ...(await shown(day(0))), ...moved });
  expect(await stored()).toMatchObject([{ name: 'High summer', start_date: day(2), translations }]);

  const removed = await visitor.submit(seasons, { ...(await shown(day(2))), remove: 'on' });
  expect(await stored()).toEqual([]);
  await visitor.submit(`${path}/undo`, fieldsOf(removed.body, `${path}/undo`));
  expect(await stored()).toMatchObject([{ name: 'High summer', translations }]);

  await visitor.get(`${path}/copy-seasons`);
  await visitor.submit(`${path}/copy-seasons`, { seasons: day(2), listings: pier.id });
  expect(await stored(pier.id)).toMatchObject([{ name: 'High summer', translations }]);
});
