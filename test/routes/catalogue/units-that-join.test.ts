/** Units that become active in a building while it is booked as a whole. */
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { exportTeamFile } from '../../../src/options/team-file/file/export/export.ts';
import { importTeamFile } from '../../../src/options/team-file/file/import.ts';
import { openSharedApp, TEST_NOW } from '../../helpers/app.ts';
import { at, expectSound, type Json, openBuilding, tally, times } from '../../helpers/bookings.ts';
import { withClient } from '../../helpers/database.ts';
import { buildUnit, day } from '../../helpers/factories.ts';
import { buildMember, expectPage, visitorOf } from '../../helpers/pages.ts';
import { verifyAll } from '../../helpers/verify.ts';
import { untilSomebodyWaits } from '../../helpers/waiting.ts';

const world = await openSharedApp();

/** A building with two rooms, and an inactive one. */
async function openHouse() {
  const house = await openBuilding(world, { Rooms: ['1', '2'] });
  const rooms = at(house.unitTypes, 0);
  const closed = await buildUnit(world, {
    teamId: house.teamId,
    listingId: rooms.id,
    name: '3',
    active: false,
  });
  const { slug } = (await house.send('GET', '/team')).body.data;
  return {
    ...house,
    slug,
    rooms,
    closed,
    bookWhole: (from: number, to: number) => house.book({ check_in: day(from), check_out: day(to) }),
    bookRoom: (from: number, to: number, more: object = {}) =>
      house.tryBook({ listing_id: rooms.id, check_in: day(from), check_out: day(to), ...more }),
    activate: () => house.send('PUT', `/units/${closed.id}`, { active: true }),
    addUnit: (name: string) => house.send('POST', `/listings/${rooms.id}/units`, { name }),
    importUnits: (...units: object[]) =>
      importTeamFile(world.services, {
        team: { slug },
        listings: [{ slug: rooms.slug, units }],
      }),
    export: async () => {
      const pieces: string[] = [];
      const write = async (piece: string) => void pieces.push(piece);
      await exportTeamFile(world.services, slug, { secrets: true, write });
      return JSON.parse(pieces.join(''));
    },
    /** The nights that a booking has in each unit. */
    nightsOf: async (booking: string) => {
      const { rows } = await world.db.execute<Json>(
        `select name, start_date || '/' || end_date as nights from occupancies o
          join units u on u.id = o.unit_id where booking_id = '${booking}' order by name`,
      );
      return rows.map(({ name, nights }) => `${name} ${nights}`);
    },
  };
}

const nightsIn = (names: string, from: number, to: number) =>
  [...names].map((name) => `${name} ${day(from)}/${day(to)}`);

describe('a unit that joins a building that is booked as a whole', () => {
  it('a unit that is made or set active is taken by every stay of the whole building that is not over', async () => {
    const house = await openHouse();
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
    const house = await openHouse();
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
    const house = await openHouse();
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
    const visitor = visitorOf(world);
    await visitor.signIn((await buildMember(world, { teamId: house.teamId })).email);
    const units = `/app/teams/${house.slug}/places/${house.rooms.id}/units`;
    const page = await visitor.post(`${units}/${house.closed.id}/put-back`);
    expectPage(page, 422, 'on nights on which something else has this unit');
    expect(await house.nightsOf(id)).toEqual(nightsIn('12', 0, 4));
    expect((await house.send('PUT', `/units/${house.closed.id}`, { name: 'Closed' })).status).toBe(200);
    await expectSound(world);
  });

  it('stays that are over and holds that have lapsed do not take a unit, and holds that run do', async () => {
    const house = await openHouse();
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

describe('a team file with a unit that joins', () => {
  it('an import that makes a unit or sets it active lets the stored stays of the whole building take it', async () => {
    const house = await openHouse();
    const { id } = await house.bookWhole(0, 4);
    const result = await house.importUnits({ name: '3', active: true }, { name: '4' });
    expect(result).toMatchObject({ ok: true });
    expect(await house.nightsOf(id)).toEqual(nightsIn('1234', 0, 4));
    expect((await house.bookRoom(2, 6)).status).toBe(422);
    expect(await house.importUnits({ name: '3', active: true }, { name: '4' })).toMatchObject({ ok: true });
    await expectSound(world);
  });

  it('a stay that stands in the file takes a unit that joins, although the file names its other units', async () => {
    const house = await openHouse();
    const { id } = await house.bookWhole(0, 4);
    const file = await house.export();
    const listing = file.listings.find(({ slug }: Json) => slug === house.rooms.slug);
    listing.units.push({ name: '4', active: true });
    expect(await importTeamFile(world.services, file)).toMatchObject({ ok: true });
    expect(await house.nightsOf(id)).toEqual(nightsIn('124', 0, 4));
    expect(await importTeamFile(world.services, await house.export())).toMatchObject({ ok: true });
    expect(await house.nightsOf(id)).toEqual(nightsIn('124', 0, 4));
    await expectSound(world);
  });

  it('an import of a unit whose nights something else has is refused', async () => {
    const house = await openHouse();
    const block = { listing_id: house.rooms.id, unit_id: house.closed.id };
    await house.data(house.send('POST', '/blocks', { ...block, start_date: day(3), end_date: day(6) }), 201);
    const { id, confirmation_code } = await house.bookWhole(0, 4);
    const result = await house.importUnits({ name: '3', active: true });
    expect(result).toMatchObject({ ok: false, problems: [expect.stringContaining('must not overlap')] });
    expect(JSON.stringify(result)).toMatch(new RegExp(`in unit .*3.*|${confirmation_code}`));
    expect(await house.nightsOf(id)).toEqual(nightsIn('12', 0, 4));
  });
});

it('the upgrade lets stays of whole buildings take free units, and Today names those that cannot be taken', async () => {
  const house = await openHouse();
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

describe('races about a unit that joins', () => {
  it('strangers who book the new room while it joins get none of the nights of the whole building', async () => {
    const house = await openHouse();
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
    const house = await openHouse();
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
      const house = await openHouse();
      const joining = round % 2 === 0 ? house.activate : () => house.addUnit('4');
      const rivals = [() => house.tryBook(), joining, ...times(3, () => () => house.bookRoom(0, 4))];
      const turned = [...rivals.slice(round % rivals.length), ...rivals.slice(0, round % rivals.length)];
      const answers = await Promise.all(turned.map((send) => send()));
      for (const { status } of answers) expect([200, 201, 422]).toContain(status);
      await expectSound(world);
    }
  });
});
