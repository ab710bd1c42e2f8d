import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../../src/domain/text.ts';
import { itHolds, textUpTo } from '../../helpers/arbitraries.ts';

describe('order by code point', () => {
  it('order by code point knows capitals before small letters and a text before its continuations', () => {
    expect(['b', 'ab', 'a', 'B', 'é', ''].toSorted(compareCodePoints)).toEqual([
      '',
      'B',
      'a',
      'ab',
      'b',
      'é',
    ]);
    expect(compareCodePoints('a', 'a\0')).toBeLessThan(0);
  });

  it('order by code point puts characters beyond U+FFFF last, where UTF-16 units would put them before U+FF21', () => {
    const fullWidthA = '\u{ff21}';
    expect(compareCodePoints(fullWidthA, '😀')).toBeLessThan(0);
    expect('😀' < fullWidthA).toBe(true);
  });

  itHolds(
    'orders as the UTF-8 bytes do, which is what COLLATE "C" compares',
    fc.property(textUpTo(6), textUpTo(6), (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
