import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  computeNextAttempt,
  DISABLED_AFTER_MS,
  parseRetryAfter,
} from '../../../../src/options/webhooks/services/retries.ts';

const AT = new Date('2031-05-05T10:00:00Z');
const SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
const delay = (attempts: number, random: number, retryAfter: number | null = null) => {
  const next = computeNextAttempt({ attempts, at: AT, random, retryAfterSeconds: retryAfter });
  return next && (next.getTime() - AT.getTime()) / 1_000;
};

it('deliveries are retried after the delays in docs/webhooks.md, and not after the tenth try', () => {
  expect(SECONDS.map((_, index) => delay(index + 1, 0.5))).toEqual(SECONDS);
  expect([delay(10, 0.5), delay(25, 0.5, 60)]).toEqual([null, null]);
});

it('a retry’s delay varies by at most a tenth, and is at least what Retry-After asks, up to an hour', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      fc.option(fc.integer({ min: 0, max: 100_000 })),
      (attempts, random, retryAfter) => {
        const planned = SECONDS[attempts - 1] ?? 0;
        const least = Math.min(retryAfter ?? 0, 3_600);
        const got = delay(attempts, random, retryAfter) ?? 0;
        expect(got).toBeGreaterThanOrEqual(Math.max(planned * 0.9, least));
        expect(got).toBeLessThanOrEqual(Math.max(planned * 1.1, least) + 1);
      },
    ),
  );
});

it('a retry is earliest with the smallest random number, and latest with the largest', () => {
  expect([delay(2, 0), delay(2, 0.5), delay(2, 1)]).toEqual([270, 300, 330]);
});

it('a webhook that fails is disabled after five days', () => {
  expect(DISABLED_AFTER_MS).toBe(432_000_000);
});

it('Retry-After is read as seconds or as a date', () => {
  expect(parseRetryAfter('120', AT)).toBe(120);
  expect(parseRetryAfter('Mon, 05 May 2031 10:00:30 GMT', AT)).toBe(30);
  expect(parseRetryAfter('Mon, 05 May 2031 09:00:00 GMT', AT)).toBe(0);
  for (const nothing of [undefined, 'soon', '5 apples']) expect(parseRetryAfter(nothing, AT)).toBeNull();
  for (const unclear of ['-5', '1234567890', ' 120'])
    expect(parseRetryAfter(unclear, AT)).not.toBe(Number(unclear));
});
