import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPossibleToken, TOKEN_BYTES, toToken } from '../../../src/domain/tokens/form.ts';
import { itHolds } from '../../helpers/arbitraries.ts';
import { seed } from '../../helpers/random.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const token = fc.uint8Array({ minLength: TOKEN_BYTES, maxLength: TOKEN_BYTES }).map(tokenFromBytesOrNull);
const made = token.filter((text) => text !== null);

function tokenFromBytesOrNull(bytes: Uint8Array): string | null {
  const usable = bytes.filter((byte) => byte < 248).length;
  return usable < 40 ? null : toToken(bytes);
}

/** A position in a token after its prefix. */
const place = fc.integer({ min: 4, max: 49 });
const character = fc.constantFrom(...BASE62);

const replaced = (text: string, at: number, by: string, length = 1) =>
  text.slice(0, at) + by + text.slice(at + length);

test('the checksum of a known token is the CRC-32 of its random part in base62', () => {
  const text = toToken(new Uint8Array(TOKEN_BYTES));
  expect(text.slice(0, 44)).toBe(`ink_${'0'.repeat(40)}`);
  const digits = [...text.slice(44)].map((digit) => BASE62.indexOf(digit));
  expect(digits.reduce((sum, digit) => sum * 62 + digit, 0)).toBe(crc32OfZeros());
});

/** Bit by bit from the definition: the remainder of a polynomial division. */
function crc32OfZeros(): number {
  let remainder = 0xffffffffn;
  for (let index = 0; index < 40; index += 1) {
    remainder ^= 0x30n;
    for (let bit = 0; bit < 8; bit += 1) remainder = (remainder >> 1n) ^ ((remainder & 1n) * 0xedb88320n);
  }
  return Number(remainder ^ 0xffffffffn);
}

itHolds(
  'a token is ink_, 40 random characters and a checksum of 6',
  fc.property(made, (text) => {
    expect(text).toMatch(/^ink_[0-9A-Za-z]{46}$/);
    expect(isPossibleToken(text)).toBe(true);
  }),
);

itHolds(
  'a token in which one character was changed is refused',
  fc.property(made, place, character, (text, at, by) => {
    fc.pre(text[at] !== by);
    expect(isPossibleToken(replaced(text, at, by))).toBe(false);
  }),
);

itHolds(
  'a token in which two neighbouring characters were swapped is refused',
  fc.property(made, fc.integer({ min: 4, max: 48 }), (text, at) => {
    const [first, second] = [text[at], text[at + 1]];
    fc.pre(first !== second);
    expect(isPossibleToken(replaced(text, at, `${second}${first}`, 2))).toBe(false);
  }),
);

itHolds(
  'a token with a character too few or too many, or in another case, is refused',
  fc.property(made, place, character, (text, at, by) => {
    expect(isPossibleToken(replaced(text, at, ''))).toBe(false);
    expect(isPossibleToken(replaced(text, at, by, 0))).toBe(false);
    for (const other of [text.toUpperCase().replace('INK_', 'ink_'), text.toLowerCase()])
      expect(isPossibleToken(other)).toBe(other === text);
  }),
);

test('changing any single character of a token makes its checksum wrong', () => {
  const [text = ''] = fc.sample(made, { seed, numRuns: 1 });
  const changed = Array.from({ length: 46 }, (_, index) => index + 4).flatMap((at) =>
    [...BASE62].filter((by) => by !== text[at]).map((by) => replaced(text, at, by)),
  );
  expect(changed).toHaveLength(46 * 61);
  expect(changed.filter(isPossibleToken)).toEqual([]);
});

test('every character of a token is equally likely', () => {
  const usable = Uint8Array.from({ length: 248 }, (_, byte) => byte);
  const counts = new Map<string, number>();
  for (let start = 0; start < 248; start += 4) {
    const bytes = Uint8Array.from({ length: TOKEN_BYTES }, (_, index) => usable[(start + index) % 248] ?? 0);
    for (const digit of toToken(bytes).slice(4, 8)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
  }
  expect(new Set(counts.values())).toEqual(new Set([4]));
  expect(counts.size).toBe(62);
});

test('random bytes that would make some characters of a token likelier are skipped', () => {
  const biased = Uint8Array.from({ length: TOKEN_BYTES }, (_, index) =>
    index < 200 ? 248 + (index % 8) : 1,
  );
  expect(toToken(biased)).toBe(toToken(new Uint8Array(TOKEN_BYTES).fill(1)));
  const tooFew = new RangeError('Too few random bytes for a token.');
  expect(() => toToken(new Uint8Array(TOKEN_BYTES).fill(255))).toThrow(tooFew);
  expect(() => toToken(new Uint8Array(39))).toThrow(tooFew);
});

test.each([
  [39, false],
  [40, true],
  [41, false],
])('a token of %i random characters with a right checksum is possible: %s', (length, isPossible) => {
  const body = 'A'.repeat(length);
  let rest = crc32(body);
  let digits = '';
  for (let position = 0; position < 6; position += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  expect(isPossibleToken(`ink_${body}${digits}`)).toBe(isPossible);
});

describe('tokens from other systems', () => {
  test.each([
    'x'.repeat(24),
    '~'.repeat(255),
    '!"#$%&\'()*+,-./:;<=>?@[]^_',
    'sk_live_4242424242424242',
    'ink-0000000000000000000000',
    'my-ink_0000000000000000000',
    'ink_00000000-0000-0000-000',
  ])('an imported token from another system may be %s', (text) => {
    expect(isPossibleToken(text)).toBe(true);
  });

  test.each([
    '',
    'x'.repeat(23),
    'x'.repeat(256),
    `${'x'.repeat(23)} `,
    `${'x'.repeat(24)}\n`,
    `${'x'.repeat(23)}é`,
  ])('an imported token from another system may not be %j', (text) => {
    expect(isPossibleToken(text)).toBe(false);
  });
});
