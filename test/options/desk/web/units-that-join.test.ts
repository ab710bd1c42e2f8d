/** What pages say of units that become active in a building while it is booked as a whole. */
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { openSharedApp } from '../../../helpers/app.ts';
import { expectSound } from '../../../helpers/bookings.ts';
import { buildUnit, day } from '../../../helpers/factories.ts';
import { buildMember, expectPage, visitorOf } from '../../../helpers/pages.ts';
import { verifyAll } from '../../../helpers/verify.ts';
import { nightsIn, openHouse } from '../../../routes/catalogue/house.ts';

const world = await openSharedApp();

it('a unit whose nights something else has cannot be put back, and its page says why', async () => {
  const house = await openHouse(world);
  const block = { listing_id: house.rooms.id, unit_id: house.closed.id };
  await house.data(house.send('POST', '/blocks', { ...block, start_date: day(3), end_date: day(6) }), 201);
  const { id } = await house.bookWhole(0, 4);
  const visitor = visitorOf(world);
  await visitor.signIn((await buildMember(world, { teamId: house.teamId })).email);
  const units = `/app/teams/${house.slug}/places/${house.rooms.id}/units`;
  const page = await visitor.post(`${units}/${house.closed.id}/put-back`);
  expectPage(page, 422, 'on nights on which something else has this unit');
  expect(await house.nightsOf(id)).toEqual(nightsIn('12', 0, 4));
});

it('the upgrade lets stays of whole buildings take free units, and Today names those that cannot be taken', async () => {
  const house = await openHouse(world);
  const visitor = visitorOf(world);
  await visitor.signIn((await buildMember(world, { teamId: house.teamId })).email);
  const today = `/app/teams/${house.slug}/today`;
  const { id } = await house.bookWhole(0, 4);
  // Version 2.0.0 sold such units to others.
  const { teamId } = house;
  for (const name of ['4', '5']) await buildUnit(world, { teamId, listingId: house.rooms.id, name });
  const sold = await house.data(house.bookRoom(3, 6, { guest: { name: 'Stranger' } }), 201);
  const free = sold.unit.name === '4' ? '5' : '4';
  const violations = async () =>
    (await verifyAll(world)).find(({ invariant }) => invariant.startsWith('an active unit of a building'));
  expect(await violations()).toMatchObject({ violations: 1 });
  const [file] = (await readdir('migrations')).filter((name) => name.endsWith('_units_of_whole_stays.sql'));
  await world.db.execute(await readFile(`migrations/${file}`, 'utf8'));
  expect(await house.nightsOf(id)).toEqual(nightsIn(`12${free}`, 0, 4));
  expect(await violations()).toMatchObject({ violations: 0 });
  const { body } = await visitor.get(today);
  expect(body.match(/is not part of the whole building’s stay/g)).toHaveLength(1);
  expect(body).toMatch(new RegExp(` · ${sold.unit.name}</span> is not part of the whole building`));
  await house.data(house.cancel(sold.id));
  await house.data(house.change(id, { check_out: day(5) }));
  expect(await house.nightsOf(id)).toEqual(nightsIn('1245', 0, 5));
  expect((await visitor.get(today)).body).not.toContain('is not part of the whole building’s stay');
  await expectSound(world);
});
