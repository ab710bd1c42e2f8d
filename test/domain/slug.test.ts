import { expect, test } from 'vitest';
import { isDnsLabel } from '../../src/domain/slug.ts';

test.each(['a', '0', 'sea-loft', 'a--b', '1-2', 'xn--harbour', 'x'.repeat(63)])(
  '%s is a DNS label',
  (text) => {
    expect(isDnsLabel(text)).toBe(true);
  },
);

test.each([
  '',
  '-',
  '-sea',
  'sea-',
  'Sea',
  'sea_loft',
  'sea loft',
  'sea.loft',
  'séa',
  'ſea',
  '\u212a',
  'sea\n',
  '\nsea',
  'sea\0',
  'x'.repeat(64),
])('%j is none', (text) => {
  expect(isDnsLabel(text)).toBe(false);
});
