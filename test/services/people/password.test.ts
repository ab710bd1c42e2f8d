import { expect, test } from 'vitest';
import { createPasswords } from '../../../src/services/people/password.ts';

const passwords = createPasswords();

test('a password is verified by an argon2id hash that contains its parameters', async () => {
  const stored = await passwords.hash('correct horse', null);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
  expect(await passwords.verify('correct horse', stored, null)).toBe(true);
  for (const other of ['correct horsE', 'correct horse ', '', 'correct']) {
    expect(await passwords.verify(other, stored, null)).toBe(false);
  }
  expect(await passwords.hash('correct horse', null)).not.toBe(stored);
});

test('a password beyond ASCII is the same in composed and decomposed form', async () => {
  const stored = await passwords.hash('\u00c5sa', null);
  expect(await passwords.verify('A\u030asa', stored, null)).toBe(true);
});

test('password hashes with other parameters are verified', async () => {
  // From the test vectors of the reference implementation.
  const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  expect(await passwords.verify('password', reference, null)).toBe(true);
  expect(await passwords.verify('Password', reference, null)).toBe(false);
});

test.each([
  '',
  'password',
  '$2b$12$abcdefghijklmnopqrstuv',
  '$argon2i$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$aGFzaA',
])('the stored hash %j verifies no password', async (stored) => {
  expect(await passwords.verify('password', stored, null)).toBe(false);
});
