import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseUnitForNights, findOccupiedNights } from '../../../../../src/domain/inventory/inventory.ts';
import { createTimetable } from '../../../../../src/options/team-file/file/plan/timetable.ts';
import { dateBetween, inventoryFrom, stayFrom } from '../../../../helpers/arbitraries.ts';

const FIRST = '2027-03-01';

test('an import that loads only nearby occupancies chooses the same unit as with all of them', () => {
  fc.assert(
    fc.property(
      inventoryFrom(FIRST, { min: 1, max: 5 }),
      stayFrom(dateBetween('2027-02-20', '2027-04-10'), 6),
      fc.integer({ min: 0, max: 3 }),
      (inventory, stay, preparationDays) => {
        const span = findOccupiedNights(stay, preparationDays);
        const timetable = createTimetable(inventory.occupancies.slice(0, 3));
        for (const taken of inventory.occupancies.slice(3)) timetable.add(taken);
        const occupancies = inventory.units.flatMap(({ id }) => timetable.around(id, span));
        expect(chooseUnitForNights({ ...inventory, occupancies }, span, null)).toEqual(
          chooseUnitForNights(inventory, span, null),
        );
        expect(timetable.overlaps()).toEqual([]);
      },
    ),
    { numRuns: 300 },
  );
});

test('overlapping spans in a file are found even behind shorter ones', () => {
  const span = (startDate: string, endDate: string, unitId = 'a') => ({ unitId, startDate, endDate });
  const long = span('2027-01-01', '2027-12-31');
  const [inside, later] = [span('2027-02-01', '2027-02-02'), span('2027-06-01', '2027-06-02')];
  const timetable = createTimetable([later, long, span('2027-02-01', '2027-02-02', 'b')]);
  timetable.add(inside);
  expect(timetable.overlaps()).toEqual([
    [long, inside],
    [long, later],
  ]);
});
