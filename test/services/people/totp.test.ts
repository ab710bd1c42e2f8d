/** By the test vectors of RFC 6238, appendix B: SHA-1, of whose eight digits an app shows the last six. */
import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { buildTotpAddress, findTotpStep } from '../../../src/services/people/factors/totp.ts';

const SECRET = Secret.fromUTF8('12345678901234567890').base32;
const at = (seconds: number) => new Date(seconds * 1_000);

describe('codes of an authenticator app', () => {
  test.each([
    [59, '94287082', 0x1],
    [1_111_111_109, '07081804', 0x23523ec],
    [1_111_111_111, '14050471', 0x23523ed],
    [1_234_567_890, '89005924', 0x273ef07],
    [2_000_000_000, '69279037', 0x3f940aa],
    [20_000_000_000, '65353130', 0x27bc86aa],
  ])('at %d seconds the code ends %s, and its step is %d', (seconds, digits, step) => {
    expect(findTotpStep(SECRET, digits.slice(2), at(seconds))).toBe(step);
    for (const drift of [-30, 30])
      expect(findTotpStep(SECRET, digits.slice(2), at(seconds + drift))).toBe(step);
    for (const drift of [-61, 61])
      expect(findTotpStep(SECRET, digits.slice(2), at(seconds + drift))).toBeNull();
  });

  test.each(['', '28708', '2870820', '94287082', 'abcdef', '28708２'])(
    '%j is the code of no step',
    (code) => {
      expect(findTotpStep(SECRET, code, at(59))).toBeNull();
    },
  );

  test('the address of an app has what every app takes for granted', () => {
    expect(buildTotpAddress(SECRET, 'ana+inn@example.com')).toBe(
      `otpauth://totp/Innkeep:ana%2Binn%40example.com?issuer=Innkeep&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
