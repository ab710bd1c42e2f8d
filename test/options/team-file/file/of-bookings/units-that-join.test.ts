/** A team file with a unit that becomes active in a building that is booked as a whole. */
import { expect, it } from 'vitest';
import { importTeamFile } from '../../../../../src/options/team-file/file/import.ts';
import { openSharedApp } from '../../../../helpers/app.ts';
import { expectSound, type Json } from '../../../../helpers/bookings.ts';
import { day } from '../../../../helpers/factories.ts';
import { nightsIn, openHouse } from '../../../../routes/catalogue/house.ts';
import { exportOf } from './export-of.ts';

const world = await openSharedApp();
type House = Awaited<ReturnType<typeof openHouse>>;

const importUnits = ({ slug, rooms }: House, ...units: object[]) =>
  importTeamFile(world.services, { team: { slug }, listings: [{ slug: rooms.slug, units }] });

it('an import that makes a unit or sets it active lets the stored stays of the whole building take it', async () => {
  const house = await openHouse(world);
  const { id } = await house.bookWhole(0, 4);
  const result = await importUnits(house, { name: '3', active: true }, { name: '4' });
  expect(result).toMatchObject({ ok: true });
  expect(await house.nightsOf(id)).toEqual(nightsIn('1234', 0, 4));
  expect((await house.bookRoom(2, 6)).status).toBe(422);
  expect(await importUnits(house, { name: '3', active: true }, { name: '4' })).toMatchObject({ ok: true });
  await expectSound(world);
});

it('a stay that stands in the file takes a unit that joins, although the file names its other units', async () => {
  const house = await openHouse(world);
  const { id } = await house.bookWhole(0, 4);
  const file = await exportOf(world, house.slug);
  const listing = file.listings.find(({ slug }: Json) => slug === house.rooms.slug);
  listing.units.push({ name: '4', active: true });
  expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true });
  expect(await house.nightsOf(id)).toEqual(nightsIn('124', 0, 4));
  expect(await importTeamFile(world.services, await exportOf(world, house.slug))).toMatchObject({ ok: true });
  expect(await house.nightsOf(id)).toEqual(nightsIn('124', 0, 4));
  await expectSound(world);
});

it('an import of a unit whose nights something else has is refused', async () => {
  const house = await openHouse(world);
  const block = { listing_id: house.rooms.id, unit_id: house.closed.id };
  await house.data(house.send('POST', '/blocks', { ...block, start_date: day(3), end_date: day(6) }), 201);
  const { id, confirmation_code } = await house.bookWhole(0, 4);
  const result = await importUnits(house, { name: '3', active: true });
  expect(result).toMatchObject({ ok: false, problems: [expect.stringContaining('must not overlap')] });
  expect(JSON.stringify(result)).toMatch(new RegExp(`in unit .*3.*|${confirmation_code}`));
  expect(await house.nightsOf(id)).toEqual(nightsIn('12', 0, 4));
});
