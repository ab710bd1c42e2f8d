import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOrNull, instantText, percentOf, percentOrNull, ppmOf } from '../../src/domain/formats.ts';
import { itHolds, percentPpm } from '../helpers/arbitraries.ts';

test('an instant is written in UTC, to the second, whatever comes after it', () => {
  expect(instantText(new Date('2027-01-05T14:03:22Z'))).toBe('2027-01-05T14:03:22+00:00');
  expect(instantText(new Date('2027-01-05T15:03:22.999+01:00'))).toBe('2027-01-05T14:03:22+00:00');
  expect(instantOrNull(new Date(0))).toBe('1970-01-01T00:00:00+00:00');
  expect(instantOrNull(null)).toBeNull();
});

test('a percentage is 10,000 parts per million', () => {
  expect(percentOf(88_750)).toBe(8.875);
  expect(ppmOf(8.875)).toBe(88_750);
  expect(percentOrNull(88_750)).toBe(8.875);
  expect(percentOrNull(0)).toBe(0);
  expect(percentOrNull(null)).toBeNull();
});

itHolds(
  'a percentage is read back as it was written',
  fc.property(percentPpm, (ppm) => {
    expect(ppmOf(JSON.parse(JSON.stringify(percentOf(ppm))))).toBe(ppm);
  }),
);
