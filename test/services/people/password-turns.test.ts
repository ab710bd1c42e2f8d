import { expect, test } from 'vitest';
import { Overloaded } from '../../../src/services/errors.ts';
import { createPasswords } from '../../../src/services/people/password.ts';

const passwords = createPasswords();

test('of passwords that are checked at once 64 wait for four, and more are refused', async () => {
  const hash = await passwords.hash('a password of ours', null);
  const checks = await Promise.allSettled(
    Array.from({ length: 75 }, (_, index) =>
      passwords.verify('a password of ours', hash, `address ${index}`),
    ),
  );
  const refused = checks.filter((check) => check.status === 'rejected');
  expect(checks.length - refused.length).toBe(68);
  expect(refused.every(({ reason }) => reason instanceof Overloaded)).toBe(true);
  expect(await passwords.verify('another password', hash, null)).toBe(false);
});

test('of one address 34 passwords are checked or wait, and those of another one are not refused', async () => {
  const hash = await passwords.hash('a password of ours', null);
  const check = (address: string) => passwords.verify('a password of ours', hash, address);
  const checks = Array.from({ length: 40 }, () => check('203.0.113.7'));
  const settled = Promise.allSettled(checks);
  expect(await check('203.0.113.8')).toBe(true);
  expect((await settled).filter(({ status }) => status === 'rejected')).toHaveLength(6);
});
