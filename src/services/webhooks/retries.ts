/** Decides when a failed delivery to a webhook is tried again. */
import { computeNextTry } from '../deliveries/tries.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/**
 * The delays in seconds after the first failed try of a delivery, the second, and so on. After the last delay
 * there is one more try.
 */
const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const MAX_RETRY_AFTER = HOUR;

/** A webhook is disabled after failing for this long without a success. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR * 1_000;

type Failure = {
  /** The number of tries of a delivery so far, including the one that just failed. */
  attempts: number;
  at: Date;
  /**
   * A random number from 0 to 1, which moves the delay by up to a tenth, so that deliveries do not come in
   * waves.
   */
  random: number;
  /** The delay that the receiver requests, which is limited to an hour. */
  retryAfterSeconds: number | null;
};

/** The moment of the next try of a delivery, to the second, or null if the delivery is given up. */
export function computeNextAttempt({ attempts, at, random, retryAfterSeconds }: Failure): Date | null {
  const atLeastSeconds = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER);
  return computeNextTry(DELAYS, { attempts, at, random, atLeastSeconds });
}

/**
 * The delay in seconds from a `Retry-After` header, which is a number of seconds or a date. Returns null for
 * any other value of `Retry-After`.
 */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1_000);
}
