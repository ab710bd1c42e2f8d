import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, listDatesBetween } from '../../../src/domain/dates/dates.ts';
import {
  countFreeUnitsByNight,
  countUnitsLeft,
  findOccupiedNights,
  type Inventory,
  listFreeUnits,
  type NightSpan,
} from '../../../src/domain/inventory/inventory.ts';
import { anyDate, inventoryFrom, itHolds } from '../../helpers/arbitraries.ts';
import { buildInventory, buildUnits, stayOf, taken } from '../builders.ts';

const span = (startDate: string, endDate: string): NightSpan => ({ startDate, endDate });

/** By brute force: the units without a taken night in the span. */
function unitsWithoutOverlap(inventory: Inventory, { startDate, endDate }: NightSpan) {
  const nights = new Set(listDatesBetween(startDate, endDate));
  return inventory.units.filter((unit) =>
    inventory.occupancies
      .filter((occupancy) => occupancy.unitId === unit.id)
      .every((occupancy) =>
        listDatesBetween(occupancy.startDate, occupancy.endDate).every((d) => !nights.has(d)),
      ),
  );
}

describe('occupied nights', () => {
  it('a booking occupies its unit from check-in to check-out, and for the preparation days after that', () => {
    expect(findOccupiedNights(stayOf('2027-04-01', '2027-04-04'), 0)).toEqual(
      span('2027-04-01', '2027-04-04'),
    );
    expect(findOccupiedNights(stayOf('2027-04-01', '2027-04-04'), 2)).toEqual(
      span('2027-04-01', '2027-04-06'),
    );
  });
});

describe('free units', () => {
  const inventory = buildInventory({
    units: buildUnits('A', 'B'),
    occupancies: [taken('A', '2027-04-03', '2027-04-05'), taken('gone', '2027-04-01', '2027-04-30')],
  });
  const namesFree = (from: string, to: string) => listFreeUnits(inventory, span(from, to)).map((u) => u.name);

  it('a unit is free for a stay that begins on another’s check-out day, or ends on another’s check-in day', () => {
    expect(namesFree('2027-04-01', '2027-04-03')).toEqual(['A', 'B']);
    expect(namesFree('2027-04-05', '2027-04-06')).toEqual(['A', 'B']);
    expect(namesFree('2027-04-04', '2027-04-05')).toEqual(['B']);
    expect(namesFree('2027-04-01', '2027-04-30')).toEqual(['B']);
  });

  it('bookings of units that are not sold do not reduce the free units', () => {
    expect(countFreeUnitsByNight(inventory, span('2027-04-02', '2027-04-06'), 0)).toEqual([2, 1, 1, 2]);
  });

  it('free units are fewer on nights before a booking that leaves no time to prepare', () => {
    expect(countFreeUnitsByNight(inventory, span('2027-04-01', '2027-04-06'), 1)).toEqual([2, 1, 1, 1, 2]);
  });

  it('a unit that is taken by a stay and by preparation for the next one is counted once', () => {
    const close = buildInventory({
      occupancies: [taken('A', '2027-04-05', '2027-04-06'), taken('A', '2027-04-02', '2027-04-04')],
    });
    expect(countFreeUnitsByNight(close, span('2027-04-01', '2027-04-07'), 3)).toEqual([0, 0, 0, 0, 0, 1]);
  });

  const scene = anyDate.chain((date) =>
    fc.record({
      inventory: inventoryFrom(date, { min: 0, max: 5 }),
      nights: fc.constant(span(date, addDays(date, 20))),
      length: fc.integer({ min: 1, max: 8 }),
      offset: fc.integer({ min: 0, max: 18 }),
      preparationDays: fc.integer({ min: 0, max: 4 }),
    }),
  );

  itHolds(
    'the free units of a stay are those without an overlapping occupancy, by brute force',
    fc.property(scene, ({ inventory: random, nights, offset, length }) => {
      const start = addDays(nights.startDate, offset);
      const stay = span(start, addDays(start, length));
      expect(listFreeUnits(random, stay)).toEqual(unitsWithoutOverlap(random, stay));
    }),
  );

  itHolds(
    'the free units of each night are those free on it and on its preparation nights, by brute force',
    fc.property(scene, ({ inventory: random, nights, preparationDays }) => {
      const expected = listDatesBetween(nights.startDate, nights.endDate).map(
        (date) => unitsWithoutOverlap(random, span(date, addDays(date, 1 + preparationDays))).length,
      );
      expect(countFreeUnitsByNight(random, nights, preparationDays)).toEqual(expected);
    }),
  );
});

describe('units_left', () => {
  it('units_left is the number of free units; for a whole building 1 if it has units and all are free', () => {
    const two = { units: buildUnits('A', 'B') };
    const left = (inventory: Inventory) => [0, 1, 2].map((free) => countUnitsLeft(inventory, free));
    expect(left(buildInventory(two))).toEqual([0, 1, 2]);
    expect(left(buildInventory({ ...two, wholeBuilding: true }))).toEqual([0, 0, 1]);
    expect(countUnitsLeft(buildInventory({ units: [], wholeBuilding: true }), 0)).toBe(0);
  });
});
