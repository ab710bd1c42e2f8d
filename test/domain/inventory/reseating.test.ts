import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../../src/domain/dates/dates.ts';
import {
  countFreeUnitsByNight,
  type Inventory,
  listFreeUnits,
  type NightSpan,
} from '../../../src/domain/inventory/inventory.ts';
import {
  countFittingStays,
  countFittingStaysByNight,
  findUnitByMovingBookings,
  mayMovesMakeRoom,
  widenToReseatingNights,
} from '../../../src/domain/inventory/reseating.ts';
import { itHolds } from '../../helpers/arbitraries.ts';
import { buildInventory, buildUnits, taken } from '../builders.ts';
import { fewestMovesByBruteForce } from './brute-force.ts';
import { crowded } from './crowded.ts';

const date = (day: number) => addDays('2027-04-01', day);
const span = (from: number, to: number): NightSpan => ({ startDate: date(from), endDate: date(to) });

/** An occupancy of some days, by the booking with this id, or by something that stays. */
const stay = (unit: string, from: number, to: number, movableBookingId: string | null) => ({
  ...taken(unit, date(from), date(to)),
  movableBookingId,
});

const house = (units: string[], ...occupancies: ReturnType<typeof stay>[]) =>
  buildInventory({ units: buildUnits(...units), occupancies, reseating: true });

describe('making room for a stay', () => {
  const crossed = house(['A', 'B'], stay('A', 0, 2, 'a'), stay('B', 2, 4, 'b'));

  it('moving one booking to another unit makes room for a stay', () => {
    expect(listFreeUnits(crossed, span(1, 3))).toEqual([]);
    expect(findUnitByMovingBookings(crossed, span(1, 3))).toEqual({
      unitId: 'id-A',
      moves: [{ bookingId: 'a', unitId: 'id-B' }],
    });
    expect(countFittingStays(crossed, span(1, 3))).toBe(1);
  });

  it('moves can only make room if there are more units free on each night than units free for the whole stay', () => {
    expect(mayMovesMakeRoom(crossed, span(1, 3))).toBe(true);
    expect(mayMovesMakeRoom(crossed, span(1, 2))).toBe(false);
    expect(mayMovesMakeRoom({ ...crossed, reseating: false }, span(1, 3))).toBe(false);
    expect(mayMovesMakeRoom({ ...crossed, wholeBuilding: true }, span(1, 3))).toBe(false);
    const full = house(['A', 'B'], stay('A', 0, 2, 'a'), stay('B', 1, 4, 'b'));
    expect(mayMovesMakeRoom(full, span(1, 3))).toBe(false);
    const three = house(['A', 'B', 'C'], stay('A', 0, 2, 'a'), stay('B', 2, 4, 'b'));
    expect([mayMovesMakeRoom(three, span(1, 3)), countFittingStays(three, span(1, 3))]).toEqual([true, 2]);
  });

  it('after room is made for one stay, further stays are counted with the bookings as they would then be', () => {
    const pinned = [stay('C', 5, 6, null), stay('D', 0, 9, null)];
    const crossing = house(['A', 'B', 'C', 'D'], stay('A', 0, 2, 'a'), stay('B', 2, 4, 'b'), ...pinned);
    expect(countFittingStays(crossing, span(1, 3))).toBe(2);
    const twice = house(
      ['A', 'B', 'C', 'D', 'E'],
      ...[stay('A', 0, 2, 'a'), stay('B', 2, 4, 'b'), stay('C', 0, 2, 'c'), stay('E', 2, 4, 'e')],
      ...[stay('A', 5, 6, null), stay('D', 0, 9, null)],
    );
    expect(countFittingStays(twice, span(1, 3))).toBe(2);
    expect(countFittingStays(twice, span(0, 4))).toBe(2);
  });

  it('moves are only searched for stays that fit no free unit, unless reassigning all bookings always works', () => {
    const pinned = [stay('C', 5, 6, null), stay('D', 0, 9, null)];
    const crossing = house(['A', 'B', 'C', 'D'], stay('A', 0, 2, 'a'), stay('B', 2, 4, 'b'), ...pinned);
    const countedWith = (inventory: Inventory, left: number) => {
      const looks = { left };
      return [countFittingStays(inventory, span(1, 3), undefined, looks), looks.left];
    };
    expect([countedWith(crossing, 50), countedWith(crossing, 1), countedWith(crossing, 0)]).toEqual([
      [2, 44],
      [2, -5],
      [1, 0],
    ]);
    expect(countedWith(crossed, 0)).toEqual([1, 0]);
  });

  it('room is searched for separately for other nights of the same house', () => {
    const long = house(
      ['A', 'B'],
      ...[stay('A', 0, 2, 'a'), stay('B', 2, 4, 'b'), stay('A', 6, 8, 'c'), stay('B', 8, 10, 'd')],
    );
    expect(findUnitByMovingBookings(long, span(1, 3))?.moves).toEqual([{ bookingId: 'a', unitId: 'id-B' }]);
    expect(findUnitByMovingBookings(long, span(7, 9))?.moves).toEqual([{ bookingId: 'c', unitId: 'id-B' }]);
  });

  /** Pairs of units whose bookings cross: each pair has room for one more stay if one of them moves. */
  const crossedPairs = (pairs: number) => {
    const names = Array.from({ length: 2 * pairs }, (_, n) => `Unit ${String(n).padStart(3, '0')}`);
    const bookings = names.map((unit, n) =>
      n % 2 === 0 ? stay(unit, 0, 2, `a${n}`) : stay(unit, 2, 4, `b${n}`),
    );
    return house(
      [...names, 'Fixed'],
      ...bookings,
      stay('Fixed', 0, 9, null),
      stay(names[0] ?? '', 5, 6, null),
    );
  };

  /** A house in which each stay of `span(2, 4)` needs a chain of three moves, and all chains of two are tried first. */
  const costly = (stays: number, units: number) => {
    const chains = Array.from({ length: stays }, (_, n) => [
      ...[stay(`A${n}`, 0, 2, null), stay(`A${n}`, 3, 5, `b${n}`), stay(`A${n}`, 5, 8, null)],
      ...[stay(`B${n}`, 0, 3, null), stay(`B${n}`, 4, 6, `c${n}`), stay(`B${n}`, 6, 8, null)],
      ...[stay(`C${n}`, 0, 4, null), stay(`C${n}`, 5, 7, `d${n}`), stay(`C${n}`, 7, 8, null)],
      stay(`D${n}`, 0, 5, null),
    ]).flat();
    const chained = [...new Set(chains.map(({ unitId }) => unitId.replace('id-', '')))];
    const others = Array.from({ length: units }, (_, n) => `Other ${n}`);
    const halves = others.flatMap((unit) => [stay(unit, 0, 3, `${unit} a`), stay(unit, 3, 8, `${unit} b`)]);
    return house([...chained, ...others], ...chains, ...halves);
  };

  it('the search for room is exact up to a limit of work, which suffices for a house of 100 units', () => {
    expect(countFittingStays(costly(9, 70), span(2, 4))).toBe(9);
    expect(countFittingStays(costly(9, 270), span(2, 4))).toBeLessThan(9);
  });

  it('the search for room ends when enough stays fit or its limit of work is reached', () => {
    const looks = { left: 33 };
    expect(countFittingStays(crossedPairs(4), span(1, 3), 2, looks)).toBe(2);
    expect(looks.left).toBeGreaterThan(0);
    looks.left = 1;
    expect(countFittingStays(crossedPairs(4), span(1, 3), undefined, looks)).toBe(1);
    expect(countFittingStays(crossedPairs(4), span(1, 3), undefined, looks)).toBe(0);
    // What is free needs no look.
    expect(countFittingStays(house(['A', 'B']), span(1, 3), 1, looks)).toBe(2);
  });

  it('once a calendar’s limit of work is reached, units count as free only if they are free without moves', () => {
    expect(countFittingStaysByNight(crossed, span(1, 2), 1)).toEqual([1]);
    expect(countFittingStaysByNight(crossed, span(1, 2), 1, { left: 0 })).toEqual([0]);
    const crossing = [stay('A', 4, 6, 'a'), stay('B', 6, 8, 'b'), stay('A', 9, 10, null)];
    const closing = ['X', 'Y', 'Z'].map((unit) => stay(unit, 3, 9, null));
    const closed = house(['A', 'B', 'X', 'Y', 'Z'], ...crossing, ...closing);
    // The last night takes the only look.
    expect(countFittingStaysByNight(closed, span(0, 6), 1, { left: 1 })).toEqual([5, 5, 2, 1, 1, 1]);
  });

  it('a calendar first searches each night for room for one stay, and only then counts further stays', () => {
    const crossings = Array.from({ length: 27 }, (_, n) =>
      ['', '’'].flatMap((pair) => [
        stay(`A${pair}`, 4 * n, 4 * n + 2, `a${n}${pair}`),
        stay(`B${pair}`, 4 * n + 2, 4 * n + 4, `b${n}${pair}`),
      ]),
    ).flat();
    const long = () => house(['A', 'B', 'A’', 'B’', 'C'], ...crossings, stay('C', 0, 120, null));
    // Room has to be made on every other night.
    const counted = (left?: number) =>
      countFittingStaysByNight(long(), span(0, 12), 1, left === undefined ? undefined : { left }).filter(
        (_, night) => night % 2 === 1,
      );
    expect(counted()).toEqual([2, 2, 2, 2, 2, 2]);
    expect([0, 1, 6, 30].map((left) => counted(left).join(''))).toEqual([
      '000000',
      '100000',
      '100000',
      '111110',
    ]);
  });

  it('no room can be made in a single unit, and the same search always gives the same moves', () => {
    expect(findUnitByMovingBookings(house(['A'], stay('A', 0, 2, 'a')), span(1, 3))).toBeNull();
    const first = findUnitByMovingBookings(crossed, span(1, 3));
    expect(findUnitByMovingBookings(crossed, span(1, 3))).toEqual(first);
  });

  it('if one of two bookings is pinned, the other one moves', () => {
    const pinned = house(['A', 'B'], stay('A', 0, 2, null), stay('B', 2, 4, 'b'));
    expect(findUnitByMovingBookings(pinned, span(1, 3))).toEqual({
      unitId: 'id-B',
      moves: [{ bookingId: 'b', unitId: 'id-A' }],
    });
  });

  it('no room is made if no booking may move, or if reseating is off', () => {
    const stuck = house(['A', 'B'], stay('A', 0, 2, null), stay('B', 2, 4, null));
    expect(findUnitByMovingBookings(stuck, span(1, 3))).toBeNull();
    expect(countFittingStays(stuck, span(1, 3))).toBe(0);
    expect(findUnitByMovingBookings({ ...crossed, reseating: false }, span(1, 3))).toBeNull();
    expect(countFittingStays({ ...crossed, reseating: false }, span(1, 3))).toBe(0);
    const { reseating: _, ...unsaid } = crossed;
    expect([findUnitByMovingBookings(unsaid, span(1, 3)), countFittingStays(unsaid, span(1, 3))]).toEqual([
      null,
      0,
    ]);
    expect(countFittingStaysByNight(unsaid, span(1, 2), 1)).toEqual([0]);
    expect(countFittingStaysByNight(crossed, span(1, 2), 1)).toEqual([1]);
  });

  it('no room is made if a night has no free unit at all', () => {
    expect(findUnitByMovingBookings(crossed, span(0, 5))).not.toBeNull();
    const full = house(['A', 'B'], stay('A', 0, 2, 'a'), stay('B', 1, 4, 'b'));
    expect(findUnitByMovingBookings(full, span(1, 3))).toBeNull();
  });

  it('no room is made in a building that is let as a whole', () => {
    const building = { ...crossed, wholeBuilding: true };
    expect(findUnitByMovingBookings(building, span(1, 3))).toBeNull();
    expect(countFittingStays(building, span(1, 3))).toBe(0);
  });

  it('if no short chain of moves helps, two units swap their bookings from one night on', () => {
    // Every night has one free unit. A is free first, then B, then A, and so on.
    const stays = Array.from({ length: 12 }, (_, n) => [
      stay('A', 4 * n + 1, 4 * n + 3, `a${n}`),
      stay('B', 4 * n + 3, 4 * n + 5, `b${n}`),
    ]).flat();
    const nights = span(0, 49);
    const room = findUnitByMovingBookings(house(['A', 'B'], ...stays), nights);
    expect(room?.moves).toHaveLength(12);
    // With a pin in between, at most twenty bookings move.
    const pinned = [...stays, stay('C', 0, 60, null), stay('D', 0, 60, null), stay('D', 60, 61, null)];
    expect(findUnitByMovingBookings(house(['A', 'B', 'C', 'D'], ...pinned), nights)?.moves).toHaveLength(12);
    const longer = Array.from({ length: 24 }, (_, n) => [
      stay('A', 4 * n + 1, 4 * n + 3, `a${n}`),
      stay('B', 4 * n + 3, 4 * n + 5, `b${n}`),
    ]).flat();
    expect(findUnitByMovingBookings(house(['A', 'B'], ...longer), span(0, 97))?.moves).toHaveLength(24);
    // A pin on the first night of the first booking that may move is in between as well.
    const pin = stay('C', 1, 110, null);
    expect(findUnitByMovingBookings(house(['A', 'B', 'C'], ...longer, pin), span(0, 97))).toBeNull();
    const twenty = longer.slice(0, 40);
    expect(findUnitByMovingBookings(house(['A', 'B', 'C'], ...twenty, pin), span(0, 81))?.moves).toHaveLength(
      20,
    );
    const longerPinned = [
      ...longer,
      stay('C', 0, 110, null),
      stay('D', 0, 60, null),
      stay('D', 60, 110, null),
    ];
    expect(findUnitByMovingBookings(house(['A', 'B', 'C', 'D'], ...longerPinned), span(0, 97))).toBeNull();
  });

  it('bookings that reach more than a year before or after the stay are not moved', () => {
    const around = widenToReseatingNights(span(1, 3), 2);
    expect(around).toEqual({ startDate: addDays(date(1), -365), endDate: addDays(date(3), 365) });
    expect(widenToReseatingNights(span(1, 3), 500)).toEqual({
      startDate: addDays(date(1), -73),
      endDate: addDays(date(3), 73),
    });
    const beyond = house(['A', 'B'], stay('A', -365, 2, 'a'), stay('B', 2, 369, 'b'));
    expect(findUnitByMovingBookings(beyond, span(1, 3))).toBeNull();
    const inside = house(['A', 'B'], stay('A', -364, 2, 'a'), stay('B', 2, 369, 'b'));
    expect(findUnitByMovingBookings(inside, span(1, 3))?.moves).toEqual([{ bookingId: 'a', unitId: 'id-B' }]);
  });
});

/** The inventory after the moves, with the stay in its unit. */
function dealt(inventory: Inventory, nights: NightSpan): Inventory | null {
  const room = findUnitByMovingBookings(inventory, nights);
  if (!room) return null;
  const unitOf = new Map(room.moves.map((move) => [move.bookingId, move.unitId]));
  const moved = inventory.occupancies.map((occupancy) => ({
    ...occupancy,
    unitId: unitOf.get(occupancy.movableBookingId ?? '') ?? occupancy.unitId,
  }));
  return { ...inventory, occupancies: [...moved, { unitId: room.unitId, ...nights }] };
}

const hasOverlap = ({ occupancies }: Inventory) =>
  occupancies.some((a, n) =>
    occupancies
      .slice(n + 1)
      .some((b) => a.unitId === b.unitId && a.startDate < b.endDate && b.startDate < a.endDate),
  );

const hasFreeUnit = ({ inventory, span: nights }: { inventory: Inventory; span: NightSpan }) =>
  listFreeUnits(inventory, nights).length > 0;

describe('making room, compared with brute force', () => {
  itHolds(
    'room for a stay is found exactly if it exists, when every booking may move',
    fc.property(crowded(0), ({ inventory, span: nights }) => {
      const fewest = fewestMovesByBruteForce(inventory, nights);
      const most = Math.min(...countFreeUnitsByNight(inventory, nights, 0));
      expect(fewest !== null).toBe(most > 0);
      expect(countFittingStays(inventory, nights)).toBe(most);
      if (hasFreeUnit({ inventory, span: nights })) return;
      expect(findUnitByMovingBookings(inventory, nights) !== null).toBe(fewest !== null);
    }),
  );

  itHolds(
    'making room moves one booking if that is enough, else two, and never causes an overlap',
    fc.property(fc.integer({ min: 0, max: 6 }).chain(crowded), ({ inventory, span: nights }) => {
      if (hasFreeUnit({ inventory, span: nights })) return;
      const fewest = fewestMovesByBruteForce(inventory, nights);
      const room = findUnitByMovingBookings(inventory, nights);
      if (fewest === null) expect(room).toBeNull();
      else if (fewest <= 2) expect(room?.moves).toHaveLength(fewest);
      else if (room) expect(room.moves.length).toBeGreaterThanOrEqual(fewest);
      const after = dealt(inventory, nights);
      if (after) expect(hasOverlap(after)).toBe(false);
      const moves = room?.moves ?? [];
      expect(new Set(moves.map(({ bookingId }) => bookingId)).size).toBe(moves.length);
      for (const { bookingId, unitId } of moves) {
        const from = inventory.occupancies.find((taken) => taken.movableBookingId === bookingId);
        expect(from?.unitId).not.toBe(unitId);
      }
    }),
  );

  itHolds(
    'the number of stays that fit is never too high, and as many can be booked one after the other',
    fc.property(fc.integer({ min: 0, max: 6 }).chain(crowded), ({ inventory, span: nights }) => {
      const count = countFittingStays(inventory, nights);
      if (count > 0) expect(fewestMovesByBruteForce(inventory, nights, count)).not.toBeNull();
      let booked = inventory;
      for (let n = 0; n < count; n += 1) {
        const free = listFreeUnits(booked, nights)[0];
        const next = free
          ? { ...booked, occupancies: [...booked.occupancies, { unitId: free.id, ...nights }] }
          : dealt(booked, nights);
        expect(next).not.toBeNull();
        if (next) booked = next;
      }
    }),
  );

  itHolds(
    'the units left of each night are counted like those of a stay of that night with its preparation nights',
    fc.property(
      crowded(1),
      fc.integer({ min: 0, max: 3 }),
      ({ inventory, span: nights }, preparationDays) => {
        const counts = countFittingStaysByNight(inventory, nights, preparationDays);
        for (const [index, count] of counts.entries()) {
          const startDate = addDays(nights.startDate, index);
          const night = { startDate, endDate: addDays(startDate, 1 + preparationDays) };
          expect(count).toBe(countFittingStays(inventory, night));
        }
      },
    ),
  );
});
