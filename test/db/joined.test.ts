/** Reads of several requests by one statement: the same rows as alone, whatever their teams. */
import { expect, test } from 'vitest';
import { createDatabase, type Database } from '../../src/db/client.ts';
import { listPhotos } from '../../src/db/queries/listings.ts';
import { listSiteUnitTypes } from '../../src/db/queries/site-listings.ts';
import { createStatementLog, openSharedApp } from '../helpers/app.ts';
import { at } from '../helpers/bookings.ts';
import { buildListing, buildPhoto } from '../helpers/factories.ts';

const world = await openSharedApp();

async function heardBy<Result>(work: (db: Database) => Promise<Result>, isSpread = false) {
  const log = createStatementLog();
  const handle = createDatabase({
    url: world.url,
    applicationName: 'innkeep-tests',
    onStatement: log.onStatement,
  });
  if (isSpread) handle.lanes.learn({ placement: { nodes: [], nodeOf: () => 'one:1' }, missing: new Set() });
  try {
    return await log.during(() => work(handle.db));
  } finally {
    await handle.close();
  }
}

/** Unit types of buildings of several teams, none in the last, each with its photos. */
const teams = await Promise.all(
  [2, 1, 3, 2, 1, 1, 0].map(async (count) => {
    const building = await buildListing(world, { kind: 'building' });
    const keys = { teamId: building.teamId, buildingId: building.id };
    const types = [];
    for (let n = 0; n < count; n += 1) {
      const type = await buildListing(world, { ...keys, kind: 'unit_type', publicTitle: `Room ${n}` });
      for (let order = 0; order < 2; order += 1)
        await buildPhoto(world, { teamId: keys.teamId, listingId: type.id, sortOrder: order });
      types.push(type);
    }
    return { ...keys, ids: types.map(({ id }) => id) };
  }),
);
const unitTypesOf = (db: Database) =>
  Promise.all(teams.map(({ teamId, buildingId }) => listSiteUnitTypes(db, teamId, [buildingId])));
const photosOf = (db: Database) => Promise.all(teams.map(({ teamId, ids }) => listPhotos(db, teamId, ids)));

test('seven reads of one turn are two statements, and each finds the rows of its team, in order', async () => {
  const types = await heardBy(unitTypesOf);
  expect(types.result.map((rows) => rows.map(({ id }) => id))).toEqual(teams.map(({ ids }) => ids));
  const photos = await heardBy(photosOf);
  expect(photos.result.map((rows) => rows.length)).toEqual([4, 2, 6, 4, 2, 2, 0]);
  expect([types.statements.length, photos.statements.length]).toEqual([2, 2]);
});

test('what they find is complete, as a read alone finds it', async () => {
  const alone = async (db: Database) => {
    const rows: unknown[] = [];
    for (const { teamId, ids, buildingId } of teams)
      rows.push([await listSiteUnitTypes(db, teamId, [buildingId]), await listPhotos(db, teamId, ids)]);
    return rows;
  };
  const one = await heardBy(alone);
  expect(one.statements).toHaveLength(2 * teams.length);
  const types = await heardBy(unitTypesOf);
  const photos = await heardBy(photosOf);
  expect(teams.map((_, n) => [types.result[n], photos.result[n]])).toEqual(one.result);
});

test('a team that names listings of another finds none of them beside it', async () => {
  const [first, second] = [at(teams, 0), at(teams, 2)];
  const { result, statements } = await heardBy((db) =>
    Promise.all([
      listPhotos(db, first.teamId, [...first.ids, ...second.ids]),
      listPhotos(db, second.teamId, [...first.ids, ...second.ids]),
    ]),
  );
  expect(statements).toHaveLength(1);
  expect(result.map((rows) => [...new Set(rows.map(({ listingId }) => listingId))].toSorted())).toEqual([
    first.ids.toSorted(),
    second.ids.toSorted(),
  ]);
});

test('those of a statement that fails are refused together, and the next ones are made again', async () => {
  const { teamId, ids } = at(teams, 0);
  const { result } = await heardBy(async (db) => {
    const asked = [[...ids], ['no id'], [...ids]].map((listed) => listPhotos(db, teamId, listed));
    const states = (await Promise.allSettled(asked)).map(({ status }) => status);
    return [...states, (await listPhotos(db, teamId, ids)).length];
  });
  expect(result).toEqual(['rejected', 'rejected', 'rejected', 4]);
});

test('on a cluster each is a statement of its own', async () => {
  const { statements } = await heardBy(photosOf, true);
  expect(statements).toHaveLength(teams.length);
});
