import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareCodePoints } from '../../../src/domain/text/text.ts';
import { itHolds, textUpTo } from '../../helpers/arbitraries.ts';

describe('order by code point', () => {
  it('texts sort by code point: capitals before small letters, and a text before longer ones that begin with it', () => {
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

  it('characters beyond U+FFFF sort last, unlike in UTF-16', () => {
    const fullWidthA = '\u{ff21}';
    expect(compareCodePoints(fullWidthA, '😀')).toBeLessThan(0);
    expect('😀' < fullWidthA).toBe(true);
  });

  itHolds(
    'texts are sorted as their UTF-8 bytes, like COLLATE "C" in PostgreSQL',
    fc.property(textUpTo(6), textUpTo(6), (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
