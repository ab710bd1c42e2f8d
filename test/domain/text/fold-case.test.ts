import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGuestSearchText, foldCase } from '../../../src/domain/text/text.ts';
import { itHolds, textUpTo } from '../../helpers/arbitraries.ts';

test.each([
  ['Bea.Lind@Example.COM', 'bea.lind@example.com'],
  ['SPRING15', 'spring15'],
  ['ÅSA ÖBERG', 'åsa öberg'],
  ['НИНА', 'нина'],
  ['ΑΘΗΝΑ', 'αθηνα'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['東京', '東京'],
])('ignoring case, %s is compared as %s', (text, key) => {
  expect(foldCase(text)).toBe(key);
});

itHolds(
  'folding the case of a text twice is the same as once',
  fc.property(textUpTo(10), (text) => {
    expect(foldCase(foldCase(text))).toBe(foldCase(text));
  }),
);

itHolds(
  'texts that differ only in the case of ASCII letters are equal when folded',
  fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
    expect(foldCase(text.toUpperCase())).toBe(foldCase(text.toLowerCase()));
  }),
);

test('a guest’s name and email are searched as two lines', () => {
  expect(buildGuestSearchText('Åsa Öberg', 'Asa@Example.com')).toBe('åsa öberg\nasa@example.com');
  expect(buildGuestSearchText('Åsa', null)).toBe('åsa\n');
});
