/** Which bookings move, in drawn houses and against every way to deal the bookings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countFreeUnitsByNight, listFreeUnits } from '../../../src/domain/inventory/inventory.ts';
import { findUnitByMovingBookings } from '../../../src/domain/inventory/reseating.ts';
import { itHolds } from '../../helpers/arbitraries.ts';
import { fewestMovesByBruteForce } from './brute-force.ts';
import { crowded } from './crowded.ts';
import { drawingOf, houseFrom, spanFrom } from './diagrams.ts';

const MAX_CHAIN_MOVES = 4;
const MAX_MOVES_WITH_PINS = 20;

/** The house after room was made for a stay, drawn. Null if there is none. */
function drawnAfter(stay: string, rows: readonly string[]): string[] | null {
  const house = houseFrom(rows);
  const room = findUnitByMovingBookings(house, spanFrom(stay));
  return room && drawingOf(house, rows, stay, room);
}
const repeated = (count: number, row: string) => Array.from({ length: count }, () => row);

const anyPins = fc.integer({ min: 0, max: 6 }).chain(crowded);

describe('a chain of moves', () => {
  itHolds(
    'a chain of moves is found if there is one of up to four, and has the fewest moves',
    fc.property(anyPins, ({ inventory, span }) => {
      if (listFreeUnits(inventory, span).length > 0) return;
      const moves = findUnitByMovingBookings(inventory, span)?.moves.length ?? null;
      const fewest = fewestMovesByBruteForce(inventory, span);
      if (fewest === null || fewest > MAX_CHAIN_MOVES)
        expect(moves ?? fewest ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(fewest ?? 0);
      else expect(moves).toBe(fewest);
      if (fewest === null) expect(moves).toBeNull();
    }),
  );

  it.each<[stay: string, before: string[], after: string[]]>([
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
  ])('bookings move to make room for %s in %j', (stay, before, after) => {
    expect(drawnAfter(stay, before)).toEqual(after);
  });

  it('a chain of two moves is found in a house of any size, and a chain of three if the house is not too large', () => {
    const two = [...repeated(60, 'aaaa'), '.bb#', '#.cc', '##..'];
    expect(drawnAfter('**..', two)?.slice(60)).toEqual(['**.#', '#bb.', '##cc']);
    const others = [...repeated(14, 'aaaaaa.'), ...repeated(4, 'abbbbb.')];
    const three = (count: number) => {
      const full = [...others, ...repeated(count, '##aaaa.')];
      const rows = [...full, '.bb####', '#.cc###', '##.dd##', '###....'];
      return drawnAfter('**.....', rows)?.slice(full.length) ?? null;
    };
    expect(three(18)).toEqual(['**.####', '#bb.###', '##cc.##', '###dd..']);
  });
});

describe('reassigning all bookings', () => {
  itHolds(
    'reassigning all bookings makes room whenever each night has a free unit and every booking may move',
    fc.property(crowded(0), ({ inventory, span }) => {
      if (listFreeUnits(inventory, span).length > 0) return;
      const most = Math.min(...countFreeUnitsByNight(inventory, span, 0));
      expect(findUnitByMovingBookings(inventory, span) !== null).toBe(most > 0);
    }),
  );

  itHolds(
    'reassigning bookings around pinned ones moves at most twenty',
    fc.property(fc.integer({ min: 1, max: 6 }).chain(crowded), ({ inventory, span }) => {
      expect(findUnitByMovingBookings(inventory, span)?.moves.length ?? 0).toBeLessThanOrEqual(
        MAX_MOVES_WITH_PINS,
      );
    }),
  );

  it.each<[stay: string, before: string[]]>([
    ['.****.', ['aaaa.b', '..ccdd', 'ee..ff']],
    ['...***..', ['.aaaa.b.', '.cc..ddd', 'eeffff.g']],
    ['..**..', ['.abbbc', 'ddd###', '...###', 'ee.fff', '..g.hi']],
    ['..****.', ['aa.bbcc', 'ddee..f', '.###..#', 'ggg....', 'hhh..ii']],
  ])('all bookings of some nights are reassigned to make room for %s in %j', (stay, before) => {
    expect(drawnAfter(stay, before)?.join('')).toContain(stay.replaceAll('.', ''));
  });
});
