import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  escapeControlCharacters,
  findTextProblem,
  replaceControlCharacters,
} from '../../../src/domain/text.ts';
import { itHolds, textUpTo } from '../../helpers/arbitraries.ts';

const UNSOUND = 'must not contain a NUL character or a lone surrogate.';

describe('what no text may hold', () => {
  test.each(['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800', 'x\ud83d'])(
    'what no text may hold: %j',
    (text) => {
      expect(findTextProblem(text, { max: 100 })).toBe(UNSOUND);
    },
  );

  test.each(['', ' ', '\n\t\x7f\x01', '\ufffd', '🏠', '\u{10ffff}', 'e\u0301'])(
    'what no text may hold: …while %j is sound',
    (text) => {
      expect(findTextProblem(text, { max: 100 })).toBeNull();
    },
  );
});

describe('a text of one line', () => {
  test.each([
    '\x01',
    'a\nb',
    '\t',
    'bell\x07',
    '\x1b[2J',
    '\x7f',
    '\x80',
    '\x9b1m',
    '\u061c',
    '\u200f',
    '\u202eabc',
    '\u2066',
  ])('a text of one line does not hold %j, and one of several lines may', (text) => {
    expect(findTextProblem(text, { max: 100, oneLine: true })).toBe('must not contain control characters.');
    expect(findTextProblem(text, { max: 100 })).toBeNull();
  });

  test.each(['José\u0301', '👩‍👩‍👧', 'a\u00a0b', 'שלום', '\u00ad', '~'])(
    'a text of one line may hold %j',
    (text) => {
      expect(findTextProblem(text, { max: 100, oneLine: true })).toBeNull();
    },
  );

  test('a text of one line with a NUL or a lone surrogate is refused in either case', () => {
    for (const text of ['\x07\0', '\u202e\ud800'])
      expect(findTextProblem(text, { max: 100, oneLine: true })).toBe(UNSOUND);
  });
});

test('a long text is refused without taking it apart, which would take all memory', () => {
  const problem = findTextProblem('x'.repeat(150_000_000), { max: 255 });
  expect(problem).toBe('must not have more than 255 characters.');
});

test.each([
  ['', { min: 1, max: 5 }, 'is required.'],
  ['a', { min: 2, max: 5 }, 'must have at least 2 characters.'],
  ['🏠', { min: 2, max: 5 }, 'must have at least 2 characters.'],
  ['🏠🏠', { min: 2, max: 5 }, null],
  ['abcde', { max: 5 }, null],
  ['🏠🏠🏠🏠🏠', { max: 5 }, null],
  ['abcdef', { max: 5 }, 'must not have more than 5 characters.'],
  ['🏠🏠🏠🏠🏠🏠', { max: 5 }, 'must not have more than 5 characters.'],
  ['', { max: 5 }, null],
  ['🏠🏠🏠🏠🏠a', { max: 5 }, 'must not have more than 5 characters.'],
  ['🏠aaaa', { max: 5 }, null],
] as const)('%j of %j', (text, limits, problem) => {
  expect(findTextProblem(text, limits)).toBe(problem);
});

itHolds(
  'a length is the number of code points, however it is counted',
  fc.property(textUpTo(12), fc.nat(4), fc.nat(10), (text, min, max) => {
    const length = [...text].length;
    expect(findTextProblem(text, { min, max }) === null).toBe(length >= min && length <= max);
  }),
);

describe('a text with control characters', () => {
  const text = 'a\u001b[2J\u0007b\u009b\u202e🏠\n';

  test('a text with control characters is printed with each of them escaped as in JSON', () => {
    expect(escapeControlCharacters(text)).toBe('a\\u001b[2J\\u0007b\\u009b\\u202e🏠\\u000a');
    expect(escapeControlCharacters('plain é')).toBe('plain é');
  });

  test('a text with control characters becomes a text of one line and of the same length', () => {
    expect(replaceControlCharacters(text)).toBe('a\ufffd[2J\ufffdb\ufffd\ufffd🏠\ufffd');
    expect(replaceControlCharacters('plain é')).toBe('plain é');
  });
});
