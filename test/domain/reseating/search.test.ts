/** The two searches for room, each by itself: `makeRoom` takes the second only if the first finds nothing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  freeUnits,
  freeUnitsByNight,
  type Inventory,
  type NightSpan,
} from '../../../src/domain/inventory.ts';
import {
  canMove,
  type Draft,
  dealAnew,
  findChain,
  isAlwaysDealt,
  nightsAround,
  nightsOfSpan,
  type PlannedStay,
  planOf,
  type UnitPlan,
  withDraft,
} from '../../../src/domain/reseating.ts';
import { itHolds } from '../../helpers/arbitraries.ts';
import { fewestMovesByBruteForce } from './brute-force.ts';
import { crowded } from './crowded.ts';
import { drawingOf, planFrom, stayFrom } from './diagrams.ts';

const MAX_CHAIN_MOVES = 4;
const MAX_MOVES_WITH_PINS = 20;

/** What is searched: the plan of a house, a stay, and the nights that are looked at. */
const searchOf = (inventory: Inventory, span: NightSpan) => ({
  plan: planOf(inventory),
  stay: nightsOfSpan(span),
  window: nightsOfSpan(nightsAround(span, inventory.units.length)),
});
const hasFreeUnit = (inventory: Inventory, span: NightSpan) => freeUnits(inventory, span).length > 0;
const mostByNight = (inventory: Inventory, span: NightSpan) =>
  Math.min(...freeUnitsByNight(inventory, span, 0));

/** After a draft, every stay is there once, the new one too; nothing overlaps; only what may move has moved. */
function expectSound(plan: UnitPlan, draft: Draft, stay: PlannedStay): void {
  const { rows } = withDraft(plan, draft);
  for (const row of rows)
    for (const [index, one] of row.entries())
      expect(row[index - 1]?.to ?? one.from).toBeLessThanOrEqual(one.from);
  const all = rows.flat();
  expect(all).toHaveLength(plan.rows.flat().length + 1);
  expect(new Set(all)).toEqual(new Set([...plan.rows.flat(), stay]));
  for (const [moved, unit] of draft.moved) {
    expect(canMove(moved, draft.window)).toBe(true);
    expect(plan.rows[unit]).toContain(moved);
    expect(rows[unit]).not.toContain(moved);
  }
}

type Search = typeof findChain;
/** The house after a search for room for a stay, drawn. Null if the search finds none. */
function drawnAfter(search: Search, wanted: string, rows: readonly string[]): string[] | null {
  const plan = planFrom(rows);
  const draft = search(plan, stayFrom(wanted), { from: 0, to: wanted.length });
  return draft && drawingOf(withDraft(plan, draft), wanted.length);
}
const repeated = (count: number, row: string) => Array.from({ length: count }, () => row);

const anyPins = fc.integer({ min: 0, max: 6 }).chain(crowded);

describe('a chain of moves', () => {
  itHolds(
    'has the fewest moves, up to four, and is found if there is one',
    fc.property(anyPins, ({ inventory, span }) => {
      if (hasFreeUnit(inventory, span)) return;
      const { plan, stay, window } = searchOf(inventory, span);
      const draft = findChain(plan, stay, window);
      const fewest = fewestMovesByBruteForce(inventory, span);
      expect(draft?.moved.size ?? null).toBe(fewest !== null && fewest <= MAX_CHAIN_MOVES ? fewest : null);
      if (draft) expectSound(plan, draft, stay);
    }),
  );

  it.each<[wanted: string, before: string[], after: string[]]>([
    ['***..', ['a.bbb', 'ccddd', '.eeee', 'ff..g'], ['ffbbb', 'ccddd', 'aeeee', '***.g']],
    [
      '..***.',
      ['.aabcc', 'dddd.e', 'ffg.hh', 'iii.jj', '.k.lll'],
      ['.aabcc', 'ff***e', 'ddddhh', 'iii.jj', '.kglll'],
    ],
    [
      '...**...',
      ['.aaaa..b', 'ccccddde', '.###.fgg', 'h...iiij'],
      ['.aaaafgg', 'ccccddde', '.###iiib', 'h..**..j'],
    ],
    [
      '....****..',
      ['aaabbb....', '.ccccdddde', 'ffff.gghii', '.jjkk.llll', 'mmnooooppp'],
      ['aaabbbllll', '.ccccdddde', 'ffff****ii', '.jjkkggh..', 'mmnooooppp'],
    ],
    [
      '..***.....',
      ['abbbbcccc#', 'dee.ffghii', 'jjjj.kkkkl', 'mm.nnnno.p', 'qqrrsssst.'],
      ['abbbbcccc#', 'jjjjffghii', 'mm***kkkkl', 'deennnno.p', 'qqrrsssst.'],
    ],
  ])('makes room for %s in %j', (wanted, before, after) => {
    expect(drawnAfter(findChain, wanted, before)).toEqual(after);
  });

  it('of two moves is found in a house of any size, one of three within 3,000 steps', () => {
    const two = [...repeated(60, 'aaaa'), '.bb#', '#.cc', '##..'];
    expect(drawnAfter(findChain, '**..', two)?.slice(60)).toEqual(['**.#', '#bb.', '##cc']);
    // 2,982 steps, and one more for each unit of the last kind.
    const others = [...repeated(14, 'aaaaaa.'), ...repeated(4, 'abbbbb.')];
    const three = (count: number) => {
      const full = [...others, ...repeated(count, '##aaaa.')];
      const rows = [...full, '.bb####', '#.cc###', '##.dd##', '###....'];
      return drawnAfter(findChain, '**.....', rows)?.slice(full.length) ?? null;
    };
    expect(three(18)).toEqual(['**.####', '#bb.###', '##cc.##', '###dd..']);
    expect(three(19)).toBeNull();
  });

  it('does not look again for the free units of a stay that found none', () => {
    const plan = planFrom([...repeated(20, 'aaabbb'), '.#####']);
    expect(findChain(plan, stayFrom('.****.'), { from: 0, to: 6 })).toBeNull();
    // 64,321 if nothing were remembered.
    expect(plan.looks.count).toBe(13_147);
  });
});

describe('dealing anew', () => {
  itHolds(
    'finds room whenever each night has a free unit, if every booking may move',
    fc.property(crowded(0), ({ inventory, span }) => {
      const { plan, stay, window } = searchOf(inventory, span);
      const draft = dealAnew(plan, stay, window);
      expect(draft !== null).toBe(mostByNight(inventory, span) > 0);
      if (draft) expectSound(plan, draft, stay);
    }),
  );

  itHolds(
    'never moves what stays, and never more than twenty bookings around it',
    fc.property(anyPins, ({ inventory, span }) => {
      const { plan, stay, window } = searchOf(inventory, span);
      const draft = dealAnew(plan, stay, window);
      if (isAlwaysDealt(plan, stay, window)) expect(draft !== null).toBe(mostByNight(inventory, span) > 0);
      if (!draft) return;
      expectSound(plan, draft, stay);
      const fewest = fewestMovesByBruteForce(inventory, span);
      expect(draft.moved.size).toBeGreaterThanOrEqual(fewest ?? Number.POSITIVE_INFINITY);
      expect(draft.moved.size).toBeLessThanOrEqual(MAX_MOVES_WITH_PINS);
      if (hasFreeUnit(inventory, span)) expect(draft.moved.size).toBe(0);
    }),
  );

  const row = (...stays: [from: number, to: number, bookingId: string | null][]): PlannedStay[] =>
    stays.map(([from, to, bookingId]) => ({ from, to, bookingId }));
  const wanted: PlannedStay = { from: 10, to: 14, bookingId: null };
  const window = { from: 0, to: 100 };
  const planWith = (...rows: PlannedStay[][]): UnitPlan => ({
    unitIds: rows.map((_, n) => `${n}`),
    rows,
    looks: { count: 0 },
  });
  const dealtIn = (plan: UnitPlan) => {
    const draft = dealAnew(plan, wanted, window);
    return draft && withDraft(plan, draft).rows.map((one) => one.map(({ bookingId }) => bookingId));
  };

  it('always finds room if what stays begins before everything that may move and before the stay', () => {
    const isAlways = (...stays: [number, number, string | null][]) =>
      isAlwaysDealt(planWith(row(...stays), []), wanted, window);
    expect(isAlways([12, 20, 'a'])).toBe(true);
    expect(isAlways([10, 11, null], [12, 20, 'a'])).toBe(true);
    expect(isAlways([11, 12, null], [12, 20, 'a'])).toBe(false);
    expect(isAlways([2, 4, 'a'], [6, 8, null])).toBe(false);
    expect(isAlwaysDealt(planWith(row([6, 8, null]), row([6, 8, 'a'])), wanted, window)).toBe(false);
    // Beyond the nights that are looked at.
    expect(isAlways([12, 20, 'a'], [100, 101, null])).toBe(true);
    expect(isAlways([12, 20, 'a'], [99, 100, null])).toBe(false);
  });

  it('takes the unit with the shortest gap after the stay, else the one whose stay begins last', () => {
    expect(dealtIn(planWith([], row([20, 22, 'a']), row([16, 18, 'b']), row([18, 20, 'c'])))).toEqual([
      [],
      ['a'],
      [null, 'b'],
      ['c'],
    ]);
    const inTheWay = planWith(row([11, 16, 'a']), row([13, 16, 'b']), row([12, 16, 'c']), row([0, 11, 'd']));
    expect(dealtIn(inTheWay)).toEqual([['a'], [null], ['c'], ['d', 'b']]);
  });

  it.each<[wanted: string, before: string[], after: string[]]>([
    ['.****.', ['aaaa.b', '..ccdd', 'ee..ff'], ['.****b', 'eeccdd', 'aaaaff']],
    ['...***..', ['.aaaa.b.', '.cc..ddd', 'eeffff.g'], ['.aaaaddd', '.cc***..', 'eeffffbg']],
    [
      '..**..',
      ['.abbbc', 'ddd###', '...###', 'ee.fff', '..g.hi'],
      ['.abbbc', 'ddd###', '..g###', 'ee.fff', '..**hi'],
    ],
    [
      '..****.',
      ['aa.bbcc', 'ddee..f', '.###..#', 'ggg....', 'hhh..ii'],
      ['aa****.', 'ddee..f', '.###..#', 'ggg..cc', 'hhhbbii'],
    ],
  ])('makes room for %s in %j', (wanted, before, after) => {
    expect(drawnAfter(dealAnew, wanted, before)).toEqual(after);
  });

  it('deals backwards if bookings that begin before the stay have to make way', () => {
    expect(dealtIn(planWith(row([8, 12, 'a']), row([12, 30, null])))).toEqual([[null], ['a', null]]);
  });
});
