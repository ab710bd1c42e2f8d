import { expect, test } from 'vitest';
import { containsWebAddress } from '../../../src/domain/text/web-address.ts';

test.each([
  ['https://evil.example', true],
  ['Prize: HTTP://x', true],
  ['Bea www.evil.example', true],
  ['Bea EVIL.example/win', true],
  ['Bea evil.例え?x', true],
  ['Dr. Ana M.J. Reis', false],
  ['Ma.Carmen Lind/Reis', false],
  ['Bea, c/o Lind & Co.', false],
  ['Swwww. Lind', false],
  ['房东 / Wirt', false],
])('mail programs would make a link of a part of %j: %j', (text, isLinked) => {
  expect(containsWebAddress(text)).toBe(isLinked);
});
