/**
 * Houses that are drawn with a row for each unit and a character for each night: letters are bookings that may move, `#`
 * is a stay that keeps its unit, and `*` the stay that needs room.
 */
import { addDays, countDaysBetween } from '../../../src/domain/dates/dates.ts';
import type { Inventory, NightSpan, Occupancy } from '../../../src/domain/inventory/inventory.ts';
import type { findUnitByMovingBookings } from '../../../src/domain/inventory/reseating.ts';

const FIRST_NIGHT = '2027-04-01';

const spansIn = (row: string) =>
  [...row.matchAll(/([^.])\1*/g)].map(({ 0: nights, 1: name = '', index }) => ({
    name,
    startDate: addDays(FIRST_NIGHT, index),
    endDate: addDays(FIRST_NIGHT, index + nights.length),
  }));

const unitIdOf = (unit: number) => `unit-${String(unit).padStart(3, '0')}`;

/** A house whose bookings are named by their letters and, in large houses, by their units. */
export const houseFrom = (rows: readonly string[]): Inventory => ({
  units: rows.map((_, unit) => ({ id: unitIdOf(unit), name: unitIdOf(unit) })),
  wholeBuilding: false,
  reseating: true,
  occupancies: rows.flatMap((row, unit) =>
    spansIn(row).map(
      ({ name, ...nights }): Occupancy => ({
        ...nights,
        unitId: unitIdOf(unit),
        movableBookingId: name === '#' ? null : `${name} ${unit}`,
      }),
    ),
  ),
});

export function spanFrom(row: string): NightSpan {
  const [span, ...others] = spansIn(row);
  if (!span || others.length > 0) throw new Error(`Not one stay: ${row}`);
  return { startDate: span.startDate, endDate: span.endDate };
}

/** The house after the moves, with the stay in its unit. */
export function drawingOf(
  { occupancies }: Inventory,
  rows: readonly string[],
  stay: string,
  room: NonNullable<ReturnType<typeof findUnitByMovingBookings>>,
) {
  const movedTo = new Map(room.moves.map(({ bookingId, unitId }) => [bookingId, unitId]));
  const taken = occupancies.map(({ movableBookingId = null, ...nights }) => ({
    ...nights,
    unitId: movedTo.get(movableBookingId ?? '') ?? nights.unitId,
    name: movableBookingId?.charAt(0) ?? '#',
  }));
  const all = [...taken, { ...spanFrom(stay), unitId: room.unitId, name: '*' }];
  return rows.map((row, unit) => {
    const drawn = Array.from(row, () => '.');
    for (const { unitId, startDate, endDate, name } of all) {
      const [from, to] = [countDaysBetween(FIRST_NIGHT, startDate), countDaysBetween(FIRST_NIGHT, endDate)];
      if (unitId === unitIdOf(unit)) drawn.fill(name, from, to);
    }
    return drawn.join('');
  });
}
