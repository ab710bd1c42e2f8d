import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  escapeControlCharacters,
  findTextProblem,
  replaceControlCharacters,
} from '../../../src/domain/text/text.ts';
import { itHolds, textUpTo } from '../../helpers/arbitraries.ts';

const UNSOUND = { code: 'invalid', message: 'must not contain a NUL character or a lone surrogate.' };

describe('forbidden characters', () => {
  test.each(['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800', 'x\ud83d'])(
    '%j contains a NUL or a lone surrogate, and is refused in every text',
    (text) => {
      expect(findTextProblem(text, { max: 100 })).toEqual(UNSOUND);
    },
  );

  test.each(['', ' ', '\n\t\x7f\x01', '\ufffd', '🏠', '\u{10ffff}', 'e\u0301'])(
    '%j is a sound text',
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
  ])('%j is refused in a text of one line, and accepted in one of several lines', (text) => {
    expect(findTextProblem(text, { max: 100, oneLine: true })).toEqual({
      code: 'invalid',
      message: 'must not contain control characters.',
    });
    expect(findTextProblem(text, { max: 100 })).toBeNull();
  });

  test.each(['José\u0301', '👩‍👩‍👧', 'a\u00a0b', 'שלום', '\u00ad', '~'])(
    '%j is accepted in a text of one line',
    (text) => {
      expect(findTextProblem(text, { max: 100, oneLine: true })).toBeNull();
    },
  );

  test('a text with a NUL or a lone surrogate is refused, whether it has one line or several', () => {
    for (const text of ['\x07\0', '\u202e\ud800'])
      expect(findTextProblem(text, { max: 100, oneLine: true })).toEqual(UNSOUND);
  });
});

test('a text that is too long is refused before it is split into characters, which would take all memory', () => {
  const problem = findTextProblem('x'.repeat(150_000_000), { max: 255 });
  expect(problem).toEqual({ code: 'too_long', message: 'must not have more than 255 characters.' });
});

test.each([
  ['', { min: 1, max: 5 }, { code: 'required', message: 'is required.' }],
  ['a', { min: 2, max: 5 }, { code: 'too_short', message: 'must have at least 2 characters.' }],
  ['🏠', { min: 2, max: 5 }, { code: 'too_short', message: 'must have at least 2 characters.' }],
  ['🏠🏠', { min: 2, max: 5 }, null],
  ['abcde', { max: 5 }, null],
  ['🏠🏠🏠🏠🏠', { max: 5 }, null],
  ['abcdef', { max: 5 }, { code: 'too_long', message: 'must not have more than 5 characters.' }],
  ['🏠🏠🏠🏠🏠🏠', { max: 5 }, { code: 'too_long', message: 'must not have more than 5 characters.' }],
  ['', { max: 5 }, null],
  ['🏠🏠🏠🏠🏠a', { max: 5 }, { code: 'too_long', message: 'must not have more than 5 characters.' }],
  ['🏠aaaa', { max: 5 }, null],
] as const)('the text %j with the limits %j: %j', (text, limits, problem) => {
  expect(findTextProblem(text, limits)).toEqual(problem);
});

itHolds(
  'the length of a text is its number of code points, however it is counted',
  fc.property(textUpTo(12), fc.nat(4), fc.nat(10), (text, min, max) => {
    const length = [...text].length;
    expect(findTextProblem(text, { min, max }) === null).toBe(length >= min && length <= max);
  }),
);

describe('a text with control characters', () => {
  const text = 'a\u001b[2J\u0007b\u009b\u202e🏠\n';

  test('control characters are printed escaped, as in JSON', () => {
    expect(escapeControlCharacters(text)).toBe('a\\u001b[2J\\u0007b\\u009b\\u202e🏠\\u000a');
    expect(escapeControlCharacters('plain é')).toBe('plain é');
  });

  test('a text with control characters becomes a text of one line and of the same length', () => {
    expect(replaceControlCharacters(text)).toBe('a\ufffd[2J\ufffdb\ufffd\ufffd🏠\ufffd');
    expect(replaceControlCharacters('plain é')).toBe('plain é');
  });
});
