import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildGuestSearchText, foldCase } from '../../../src/domain/text.ts';
import { itHolds, textUpTo } from '../../helpers/arbitraries.ts';

test.each([
  ['Bea.Lind@Example.COM', 'bea.lind@example.com'],
  ['SPRING15', 'spring15'],
  ['ÅSA ÖBERG', 'åsa öberg'],
  ['НИНА', 'нина'],
  ['ΑΘΗΝΑ', 'αθηνα'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['東京', '東京'],
])('%s is compared as %s', (text, key) => {
  expect(foldCase(text)).toBe(key);
});

itHolds(
  'a key is its own key',
  fc.property(textUpTo(10), (text) => {
    expect(foldCase(foldCase(text))).toBe(foldCase(text));
  }),
);

itHolds(
  'letters’ case does not matter in ASCII',
  fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
    expect(foldCase(text.toUpperCase())).toBe(foldCase(text.toLowerCase()));
  }),
);

test('a guest is found by name and email, a line each', () => {
  expect(buildGuestSearchText('Åsa Öberg', 'Asa@Example.com')).toBe('åsa öberg\nasa@example.com');
  expect(buildGuestSearchText('Åsa', null)).toBe('åsa\n');
});
