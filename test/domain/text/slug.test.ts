import { expect, test } from 'vitest';
import { buildSlug, isDnsLabel } from '../../../src/domain/text/slug.ts';

test.each(['a', '0', 'sea-loft', 'a--b', '1-2', 'xn--harbour', 'x'.repeat(63)])(
  '%s is a valid slug',
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
])('%j is not a valid slug', (text) => {
  expect(isDnsLabel(text)).toBe(false);
});

test.each([
  ['Casa do Pátio, 2º', 'casa-do-patio-2o'],
  ['  Sea   Loft!  ', 'sea-loft'],
  ['-a--b-', 'a-b'],
  ['Zürich ﬁne ½', 'zurich-fine-1-2'],
  ['海の家', 'listing'],
  ['', 'listing'],
  ['---', 'listing'],
  ['x'.repeat(60), 'x'.repeat(50)],
  [`${'x'.repeat(49)} y`, 'x'.repeat(49)],
  [`${'x'.repeat(48)} y`, `${'x'.repeat(48)}-y`],
])('%j becomes the slug %s', (title, slug) => {
  expect(buildSlug(title)).toBe(slug);
  expect(isDnsLabel(slug)).toBe(true);
});
