import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  parseUuid,
  percentToPpm,
  ppmToPercent,
  ppmToPercentOrNull,
  readTimeOfUuid,
  toInstantText,
  toInstantTextOrNull,
} from '../../src/domain/formats.ts';
import { itHolds, percentPpm } from '../helpers/arbitraries.ts';

test('an instant is written in UTC to the second, and fractions are cut off', () => {
  expect(toInstantText(new Date('2027-01-05T14:03:22Z'))).toBe('2027-01-05T14:03:22+00:00');
  expect(toInstantText(new Date('2027-01-05T15:03:22.999+01:00'))).toBe('2027-01-05T14:03:22+00:00');
  expect(toInstantTextOrNull(new Date(0))).toBe('1970-01-01T00:00:00+00:00');
  expect(toInstantTextOrNull(null)).toBeNull();
});

test('one percent is 10,000 parts per million', () => {
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

test('a UUID of any version, in either case, is stored in lower case', () => {
  expect(parseUuid('0197a3b4-5c6d-7e8f-9012-3456789abcde')).toBe('0197a3b4-5c6d-7e8f-9012-3456789abcde');
  expect(parseUuid('0197A3B4-5C6D-7E8F-9012-3456789ABCDE')).toBe('0197a3b4-5c6d-7e8f-9012-3456789abcde');
  expect(parseUuid('00000000-0000-0000-0000-000000000000')).toBe('00000000-0000-0000-0000-000000000000');
});

test.each([
  '',
  '7',
  '0197a3b45c6d7e8f90123456789abcde',
  '0197a3b-45c6d-7e8f-9012-3456789abcde',
  '0197a3b4-5c6d-7e8f-3456789abcde',
  '0197a3b4-5c6d-7e8f-9012-3456789abcd',
  '0197a3b4-5c6d-7e8f-9012-3456789abcdef',
  '00197a3b4-5c6d-7e8f-9012-3456789abcde',
  '0197a3b4-5c6d-7e8f-9012-3456789abcdg',
  '{0197a3b4-5c6d-7e8f-9012-3456789abcde}',
  '0197a3b4-5c6d-7e8f-9012-3456789abcde\n',
  ' 0197a3b4-5c6d-7e8f-9012-3456789abcde',
])('%j is not a UUID', (text) => {
  expect(parseUuid(text)).toBeNull();
});

test('a UUIDv7 tells when it was made, and other UUIDs do not', () => {
  expect(readTimeOfUuid('0197a3b4-5c6d-7e8f-9012-3456789abcde')).toEqual(new Date(0x0197a3b45c6d));
  expect(readTimeOfUuid('0197a3b4-5c6d-4e8f-9012-3456789abcde')).toEqual(new Date(0));
});
