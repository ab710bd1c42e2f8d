import type { TestApp } from '../../helpers/app.ts';
import { at, type Json, openBuilding } from '../../helpers/bookings.ts';
import { buildUnit, day } from '../../helpers/factories.ts';

/** A building with two rooms, and an inactive one. */
export async function openHouse(world: TestApp) {
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

export const nightsIn = (names: string, from: number, to: number) =>
  [...names].map((name) => `${name} ${day(from)}/${day(to)}`);
