import { expect, test } from 'vitest';
import { parseUuid, readTimeOfUuid } from '../../src/domain/uuid.ts';

test('a UUID in either case, of any version, is kept in lower case', () => {
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
])('%j is none', (text) => {
  expect(parseUuid(text)).toBeNull();
});

test('a UUIDv7 says when it was made, and others do not', () => {
  expect(readTimeOfUuid('0197a3b4-5c6d-7e8f-9012-3456789abcde')).toEqual(new Date(0x0197a3b45c6d));
  expect(readTimeOfUuid('0197a3b4-5c6d-4e8f-9012-3456789abcde')).toEqual(new Date(0));
});
