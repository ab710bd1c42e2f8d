import fc from 'fast-check';
import { addDays } from '../../../src/domain/dates/dates.ts';
import type { Inventory } from '../../../src/domain/inventory/inventory.ts';
import { anyDate } from '../../helpers/arbitraries.ts';

/** Two weeks of a crowded house, each of whose bookings may move, or stays with this chance in ten. */
export const crowded = (pinnedInTen: number) =>
  anyDate.chain((first) =>
    fc.record({
      inventory: fc.array(rowFrom(first, pinnedInTen), { minLength: 1, maxLength: 4 }).map(
        (rows): Inventory => ({
          units: rows.map((_, n) => ({ id: `unit-${n}`, name: `Unit ${n}` })),
          wholeBuilding: false,
          reseating: true,
          occupancies: rows.flatMap((row, n) =>
            row.map(({ isPinned, ...nights }, index) => ({
              ...nights,
              unitId: `unit-${n}`,
              movableBookingId: isPinned ? null : `booking-${n}-${index}`,
            })),
          ),
        }),
      ),
      span: fc
        .tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 6 }))
        .map(([offset, nights]) => ({
          startDate: addDays(first, offset),
          endDate: addDays(first, offset + nights),
        })),
    }),
  );

/** The stays of one unit. Two of three follow the one before without a free night. */
const rowFrom = (first: string, pinnedInTen: number) =>
  fc
    .array(
      fc.record({
        gap: fc.integer({ min: -5, max: 3 }).map((nights) => Math.max(nights, 0)),
        nights: fc.integer({ min: 1, max: 4 }),
        isPinned: fc.integer({ min: 0, max: 9 }).map((dice) => dice < pinnedInTen),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .map((stays) => {
      let next = first;
      return stays.map(({ gap, nights, isPinned }) => {
        const startDate = addDays(next, gap);
        next = addDays(startDate, nights);
        return { startDate, endDate: next, isPinned };
      });
    });
