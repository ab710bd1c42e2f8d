import { computeNextTry } from '../../../services/deliveries/tries.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** In seconds, after the first failed try, the second, and so on. One more try follows the last delay. */
const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const MAX_RETRY_AFTER = HOUR;

/** Without a success. */
export const DISABLED_AFTER_MS = 5 * 24 * HOUR * 1_000;

type Failure = {
  /** Including the one that just failed. */
  attempts: number;
  at: Date;
  /** From 0 to 1. */
  random: number;
  /** Limited to an hour. */
  retryAfterSeconds: number | null;
};

/** To the second. Null if the delivery is given up. */
export function computeNextAttempt({ attempts, at, random, retryAfterSeconds }: Failure): Date | null {
  const atLeastSeconds = Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER);
  return computeNextTry(DELAYS, { attempts, at, random, atLeastSeconds });
}

/** In seconds, from a number or a date. Null for anything else. */
export function parseRetryAfter(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  if (/^[0-9]{1,9}$/.test(header)) return Number(header);
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, (date - now.getTime()) / 1_000);
}
