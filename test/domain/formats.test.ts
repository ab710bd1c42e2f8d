import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  percentToPpm,
  ppmToPercent,
  ppmToPercentOrNull,
  toInstantText,
  toInstantTextOrNull,
} from '../../src/domain/formats.ts';
import { itHolds, percentPpm } from '../helpers/arbitraries.ts';

test('an instant is written in UTC, to the second, whatever comes after it', () => {
  expect(toInstantText(new Date('2027-01-05T14:03:22Z'))).toBe('2027-01-05T14:03:22+00:00');
  expect(toInstantText(new Date('2027-01-05T15:03:22.999+01:00'))).toBe('2027-01-05T14:03:22+00:00');
  expect(toInstantTextOrNull(new Date(0))).toBe('1970-01-01T00:00:00+00:00');
  expect(toInstantTextOrNull(null)).toBeNull();
});

test('a percentage is 10,000 parts per million', () => {
  expect(ppmToPercent(88_750)).toBe(8.875);
  expect(percentToPpm(8.875)).toBe(88_750);
  expect(ppmToPercentOrNull(88_750)).toBe(8.875);
  expect(ppmToPercentOrNull(0)).toBe(0);
  expect(ppmToPercentOrNull(null)).toBeNull();
});

itHolds(
  'a percentage is read back as it was written',
  fc.property(percentPpm, (ppm) => {
    expect(percentToPpm(JSON.parse(JSON.stringify(ppmToPercent(ppm))))).toBe(ppm);
  }),
);
