import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/dates/dates.ts';
import {
  chooseUnitForNights,
  type Inventory,
  listFreeUnits,
  type NightSpan,
} from '../../../src/domain/inventory/inventory.ts';
import { anyDate, inventoryFrom, itHolds } from '../../helpers/arbitraries.ts';
import { buildInventory, buildUnits, taken } from '../builders.ts';

const stay = { startDate: '2027-04-10', endDate: '2027-04-13' };
const chosen = (inventory: Inventory, kept: string | null = null) =>
  chooseUnitForNights(inventory, stay, kept)?.name;

describe('choosing a unit', () => {
  it('a new stay gets the unit with the smallest gaps: the fewest free nights before and after it', () => {
    const inventory = buildInventory({
      units: buildUnits('A', 'B', 'C'),
      occupancies: [
        taken('A', '2027-04-07', '2027-04-08'), // 2 before
        taken('A', '2027-04-16', '2027-04-18'), // 3 after
        taken('B', '2027-04-09', '2027-04-10'), // 0 before
        taken('B', '2027-04-17', '2027-04-18'), // 4 after
        taken('C', '2027-04-12', '2027-04-14'), // taken
      ],
    });
    expect(chosen(inventory)).toBe('B');
  });

  it('a gap beside a stay counts as 365 nights at most', () => {
    const inventory = buildInventory({
      units: buildUnits('B', 'A'),
      // A is free for 400 nights before, B for 365. Both count as 365, so the name decides.
      occupancies: [
        taken('A', addDays(stay.startDate, -401), addDays(stay.startDate, -400)),
        taken('B', addDays(stay.startDate, -366), addDays(stay.startDate, -365)),
      ],
    });
    expect(chosen(inventory)).toBe('A');
  });

  it('of units with equal gaps, the first by name (in code-point order) is chosen', () => {
    expect(chosen(buildInventory({ units: buildUnits('b', 'a', 'B') }))).toBe('B');
    expect(chosen(buildInventory({ units: buildUnits('\u{1f600}', '\u{ff21}') }))).toBe('\u{ff21}');
  });

  it('a changed stay keeps its unit if that is free, else gets another', () => {
    const inventory = buildInventory({
      units: buildUnits('A', 'B', 'C'),
      occupancies: [taken('C', '2027-04-12', '2027-04-14')],
    });
    expect(chosen(inventory, 'id-B')).toBe('B');
    expect(chosen(inventory, 'id-C')).toBe('A');
  });

  it('no unit is chosen if all are taken', () => {
    expect(chosen(buildInventory({ occupancies: [taken('A', '2027-04-01', '2027-04-30')] }))).toBeUndefined();
    expect(chosen(buildInventory({ units: [] }))).toBeUndefined();
  });

  const scene = anyDate.chain((date) =>
    fc.record({
      inventory: inventoryFrom(date, { min: 1, max: 5 }),
      span: fc
        .tuple(fc.integer({ min: 0, max: 15 }), fc.integer({ min: 1, max: 4 }))
        .map(([offset, nights]) => ({
          startDate: addDays(date, offset),
          endDate: addDays(date, offset + nights),
        })),
    }),
  );

  itHolds(
    'the chosen unit has the smallest gaps of all free units, counted night by night',
    fc.property(scene, ({ inventory, span }) => {
      const gapOf = (unitId: string, from: string, step: number) => {
        const isFree = (night: string) =>
          inventory.occupancies.every(
            (taking) => taking.unitId !== unitId || night < taking.startDate || night >= taking.endDate,
          );
        let nights = 0;
        while (nights < 365 && isFree(addDays(from, nights * step))) nights += 1;
        return nights;
      };
      const around = (unitId: string, { startDate, endDate }: NightSpan) =>
        gapOf(unitId, addDays(startDate, -1), -1) + gapOf(unitId, endDate, 1);
      const gaps = listFreeUnits(inventory, span).map((unit) => ({ unit, gap: around(unit.id, span) }));
      // The units are sorted by name, and sorting keeps that order if gaps are equal.
      const expected = gaps.toSorted((a, b) => a.gap - b.gap)[0]?.unit ?? null;
      expect(chooseUnitForNights(inventory, span, null)).toEqual(expected);
    }),
  );
});
