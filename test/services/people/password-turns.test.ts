import { expect, test } from 'vitest';
import { Overloaded } from '../../../src/services/errors.ts';
import { hashPassword, verifyPassword } from '../../../src/services/people/password.ts';

test('of passwords that are checked at once 64 wait for four, and more are refused', async () => {
  const hash = await hashPassword('a password of ours');
  const checks = await Promise.allSettled(
    Array.from({ length: 75 }, () => verifyPassword('a password of ours', hash)),
  );
  const refused = checks.filter((check) => check.status === 'rejected');
  expect(checks.length - refused.length).toBe(68);
  expect(refused.every(({ reason }) => reason instanceof Overloaded)).toBe(true);
  expect(await verifyPassword('another password', hash)).toBe(false);
});
