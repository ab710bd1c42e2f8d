import { describe, expect, it, test } from 'vitest';
import { canMove, inTheWay, isFree, newDraft, place, planOf } from '../../../src/domain/reseating.ts';
import { buildInventory, buildUnits, taken } from '../builders.ts';
import { planFrom } from './diagrams.ts';

const stay = (from: number, to: number, bookingId: string | null = 'x') => ({ from, to, bookingId });

describe('the plan of a house', () => {
  it('has its units by id, the stays of each by their first night, and no others', () => {
    const occupancies = [
      taken('A', '2027-04-05', '2027-04-06'),
      { ...taken('A', '2027-04-01', '2027-04-03'), movableBookingId: 'a' },
      taken('gone', '2027-04-01', '2027-04-30'),
    ];
    const plan = planOf(buildInventory({ units: buildUnits('B', 'A'), occupancies }));
    expect(plan.unitIds).toEqual(['id-A', 'id-B']);
    expect(plan.rows.map((row) => row.map(({ bookingId }) => bookingId))).toEqual([['a', null], []]);
  });
});

test.each([
  [stay(2, 8), true],
  [stay(1, 8), false],
  [stay(2, 9), false],
  [stay(2, 8, null), false],
])('from the second to the eighth night, %j can move: %s', (one, can) => {
  expect(canMove(one, { from: 2, to: 8 })).toBe(can);
});

describe('in the way of a stay', () => {
  const plan = planFrom(['aabb..c##']);
  const [a, b] = plan.rows[0] ?? [];
  const draft = newDraft({ from: 0, to: 9 });
  if (a) draft.moved.set(a, 0);
  place(draft, 0, stay(4, 5, '*'));
  const namesIn = (from: number, to: number, from1 = draft) =>
    inTheWay(plan, from1, 0, stay(from, to))?.map(({ bookingId }) => bookingId) ?? null;

  it('are the bookings that have not moved yet', () => {
    const nothing = newDraft({ from: 0, to: 9 });
    expect(namesIn(1, 3, nothing)).toEqual(['a', 'b']);
    expect(namesIn(2, 7, nothing)).toEqual(['b', 'c']);
    expect(namesIn(4, 6, nothing)).toEqual([]);
    expect([namesIn(0, 2), namesIn(1, 3), namesIn(0, 4)]).toEqual([[], ['b'], ['b']]);
    expect(b).toMatchObject({ bookingId: 'b' });
  });

  it('is neither what keeps its unit nor what was placed there: then the unit is lost', () => {
    expect([namesIn(6, 8), namesIn(7, 8)]).toEqual([null, null]);
    expect([namesIn(4, 5), namesIn(3, 5), namesIn(4, 6), namesIn(0, 6)]).toEqual([null, null, null, null]);
    expect([namesIn(3, 4), namesIn(5, 7)]).toEqual([['b'], ['c']]);
  });

  it('is nobody if the unit is free', () => {
    const free = [isFree(plan, 0, stay(4, 6)), isFree(plan, 0, stay(3, 5)), isFree(plan, 0, stay(5, 7))];
    expect(free).toEqual([true, false, false]);
    expect(isFree(plan, 0, stay(9, 12))).toBe(true);
  });
});
