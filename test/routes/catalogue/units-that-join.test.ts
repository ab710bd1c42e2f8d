/** Units that become active in a building while it is booked as a whole. */
import { describe, expect, it } from 'vitest';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { expectSound, tally, times } from '../../helpers/bookings.ts';
import { withClient } from '../../helpers/database.ts';
import { day } from '../../helpers/factories.ts';
import { untilSomebodyWaits } from '../../helpers/waiting.ts';
import { nightsIn, openHouse } from './house.ts';

const world = await openSharedApp();

describe('a unit that joins a building that is booked as a whole', () => {
  it('a unit that is made or set active is taken by every stay of the whole building that is not over', async () => {
    const house = await openHouse(world);
    const now = await house.bookWhole(0, 4);
    const later = await house.bookWhole(10, 12);
    const added = await house.addUnit('4');
    expect(added.status).toBe(201);
    expect((await house.activate()).status).toBe(200);
    expect(await house.nightsOf(now.id)).toEqual(nightsIn('1234', 0, 4));
    expect(await house.nightsOf(later.id)).toEqual(nightsIn('1234', 10, 12));
    for (const [from, to] of [
      [0, 1],
      [3, 5],
      [11, 13],
    ] as const)
      expect((await house.bookRoom(from, to)).status).toBe(422);
    expect((await house.bookRoom(4, 10)).status).toBe(201);
    await house.data(house.cancel(now.id));
    expect(await house.nightsOf(now.id)).toEqual([]);
    await expectSound(world);
  });

  it('a kind of room that is added with its units is taken, and a unit that is made inactive is not', async () => {
    const house = await openHouse(world);
    const { id } = await house.bookWhole(0, 4);
    const suites = {
      ...{ kind: 'unit_type', building_id: house.listing.id, public_title: 'Suites', units: 2 },
      ...{ max_guests: 2, rates: { nightly: 12_000 } },
    };
    await house.data(house.send('POST', '/listings', suites), 201);
    const closed = { name: '4', active: false };
    await house.data(house.send('POST', `/listings/${house.rooms.id}/units`, closed), 201);
    expect(await house.nightsOf(id)).toEqual(nightsIn('1122', 0, 4));
    await expectSound(world);
  });

  it('a unit whose nights something else has cannot be set active, and nothing changes', async () => {
    const house = await openHouse(world);
    await house.data(
      house.send('POST', '/blocks', {
        listing_id: house.rooms.id,
        unit_id: house.closed.id,
        start_date: day(3),
        end_date: day(6),
      }),
      201,
    );
    const { id } = await house.bookWhole(0, 4);
    const refused = await house.activate();
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { active: ['The building is booked as a whole on nights on which something else has this unit.'] },
    ]);
    expect(await house.nightsOf(id)).toEqual(nightsIn('12', 0, 4));
    expect((await house.send('PUT', `/units/${house.closed.id}`, { name: 'Closed' })).status).toBe(200);
    await expectSound(world);
  });

  it('stays that are over and holds that have lapsed do not take a unit, and holds that run do', async () => {
    const house = await openHouse(world);
    const over = await house.bookWhole(0, 2);
    const hold = (from: number, expires_in: number) =>
      house.book({ check_in: day(from), check_out: day(from + 2), status: 'pending', expires_in });
    const lapsed = await hold(6, 30);
    world.clock.set(`${day(2)}T11:00:00Z`);
    const running = await hold(10, 10_080);
    expect((await house.activate()).status).toBe(200);
    world.clock.set(TEST_NOW);
    expect(await house.nightsOf(over.id)).toEqual(nightsIn('12', 0, 2));
    expect(await house.nightsOf(lapsed.id)).toEqual(nightsIn('12', 6, 8));
    expect(await house.nightsOf(running.id)).toEqual(nightsIn('123', 10, 12));
  });
});

describe('races about a unit that joins', () => {
  it('strangers who book the new room while it joins get none of the nights of the whole building', async () => {
    const house = await openHouse(world);
    const { id } = await house.bookWhole(0, 4);
    const strangers = () => times(12, (nth) => house.bookRoom(nth % 4, 4 + (nth % 3)));
    const [added, activated, ...answers] = await Promise.all([
      house.addUnit('4'),
      house.activate(),
      ...strangers(),
      ...times(4, () => house.bookRoom(0, 4, { unit_id: house.closed.id })),
    ]);
    expect([added?.status, activated?.status]).toEqual([201, 200]);
    expect(tally(answers)).toEqual({ 422: 16 });
    expect(await house.nightsOf(id)).toEqual(nightsIn('1234', 0, 4));
    await expectSound(world);
  });

  it('a booking of the whole building that waits while a unit joins takes it, too', async () => {
    const house = await openHouse(world);
    await withClient(world.url, async (rival) => {
      await rival.query('begin');
      await rival.query('select from units where team_id = $1 order by id for no key update', [house.teamId]);
      const booking = house.book();
      await untilSomebodyWaits(world);
      await rival.query('update units set active = true where id = $1', [house.closed.id]);
      await rival.query('commit');
      expect(await house.nightsOf((await booking).id)).toEqual(nightsIn('123', 0, 4));
    });
  });

  it('a booking of the whole building has every unit that joins at the same moment, or the room is sold first', async () => {
    for (let round = 0; round < 4; round += 1) {
      const house = await openHouse(world);
      const joining = round % 2 === 0 ? house.activate : () => house.addUnit('4');
      const rivals = [() => house.tryBook(), joining, ...times(3, () => () => house.bookRoom(0, 4))];
      const turned = [...rivals.slice(round % rivals.length), ...rivals.slice(0, round % rivals.length)];
      const answers = await Promise.all(turned.map((send) => send()));
      for (const { status } of answers) expect([200, 201, 422]).toContain(status);
      await expectSound(world);
    }
  });
});
