import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createKeyring } from '../../../src/services/keys/keyring.ts';

const TOKEN = 'ink_a-token-or-something-like-it';
const ROW = { teamId: 7, tokenId: '0196a5c0-0000-7000-8000-000000000001' };
const OLD = Buffer.alloc(32, 1);
const NEW = Buffer.alloc(32, 2);

describe('encryption of tokens', () => {
  const keyring = createKeyring(NEW);

  test('an encrypted token can be decrypted for its own row, and each encryption gives another text', () => {
    const [first, second] = [keyring.seal(TOKEN, ROW), keyring.seal(TOKEN, ROW)];
    expect(first).not.toBe(second);
    for (const sealed of [first, second]) expect(keyring.open(sealed, keyring.currentKeyId, ROW)).toBe(TOKEN);
  });

  test.each([
    ['another token’s row', { ...ROW, tokenId: '0196a5c0-0000-7000-8000-000000000002' }],
    ['another team', { ...ROW, teamId: 8 }],
  ])('an encrypted token cannot be decrypted for %s', (_where, row) => {
    const sealed = keyring.seal(TOKEN, ROW);
    expect(() => keyring.open(sealed, keyring.currentKeyId, row)).toThrow();
  });

  test('an encrypted token cannot be decrypted if any of it was changed or cut off', () => {
    const bytes = Buffer.from(keyring.seal(TOKEN, ROW), 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => keyring.open(changed.toString('base64'), keyring.currentKeyId, ROW)).toThrow();
      const cut = bytes.subarray(0, index).toString('base64');
      expect(() => keyring.open(cut, keyring.currentKeyId, ROW)).toThrow();
    }
  });

  test('an encrypted token does not contain the token', () => {
    const sealed = Buffer.from(keyring.seal(TOKEN, ROW), 'base64');
    expect(sealed.includes(TOKEN)).toBe(false);
    expect(sealed.length).toBe(12 + 16 + TOKEN.length);
  });
});

test('the hash of a token stays the same, also after thousands of other tokens were hashed', () => {
  const keyring = createKeyring(NEW, [OLD]);
  const own = [createKeyring(NEW).hash(TOKEN), createKeyring(OLD).hash(TOKEN)];
  for (let n = 0; n < 3; n += 1) expect(keyring.hashes(TOKEN)).toEqual(own);
  for (let n = 0; n < 10_001; n += 1) expect(keyring.hashes(`${TOKEN}${n}`)).not.toContain(own[0]);
  expect(keyring.hashes(TOKEN)).toEqual(own);
});

describe('a new APP_KEY', () => {
  const before = createKeyring(OLD);
  const after = createKeyring(NEW, [OLD]);

  test('a new APP_KEY decrypts what the previous key encrypted, as long as that one is configured', () => {
    const sealed = before.seal(TOKEN, ROW);
    expect(after.open(sealed, before.currentKeyId, ROW)).toBe(TOKEN);
    expect(() => createKeyring(NEW).open(sealed, before.currentKeyId, ROW)).toThrow(
      'A token was encrypted with a key that is neither APP_KEY nor in APP_KEY_PREVIOUS.',
    );
  });

  test('a key whose id does not match cannot decrypt', () => {
    const sealed = before.seal(TOKEN, ROW);
    expect(() => after.open(sealed, after.currentKeyId, ROW)).toThrow();
  });

  test('a new APP_KEY hashes new tokens, and look-ups hash with all configured keys', () => {
    expect(after.hash(TOKEN)).not.toBe(before.hash(TOKEN));
    expect(after.hashes(TOKEN)).toEqual([after.hash(TOKEN), before.hash(TOKEN)]);
    expect(createKeyring(NEW).hash(TOKEN)).toBe(after.hash(TOKEN));
  });

  test('a new APP_KEY has another id, which does not reveal the key', () => {
    expect(after.keyIds).toEqual([after.currentKeyId, before.currentKeyId]);
    expect(after.currentKeyId).toMatch(/^[0-9a-f]{16}$/);
    expect(NEW.toString('hex')).not.toContain(after.currentKeyId);
    const ids = Array.from({ length: 50 }, () => createKeyring(randomBytes(32)).currentKeyId);
    expect(new Set(ids).size).toBe(50);
  });
});

test('the hash of a token is an HMAC-SHA256 of 32 bytes', () => {
  const keyring = createKeyring(NEW);
  expect(Buffer.from(keyring.hash(TOKEN), 'base64url')).toHaveLength(32);
  expect(keyring.hash(TOKEN)).toBe(keyring.hash(TOKEN));
  expect(keyring.hash(`${TOKEN} `)).not.toBe(keyring.hash(TOKEN));
});
