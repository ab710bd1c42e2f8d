/** When a calendar feed is read next. */

const HEX = 16;
const DIGITS = 8;

/**
 * The random end of a feed's id decides at which time of each interval it is read, so that readings do not
 * come at once. At least half an interval lies between two readings of a feed.
 */
export function computeNextReading(id: string, now: Date, intervalMs: number): Date {
  const place = Number.parseInt(id.slice(-DIGITS), HEX) / HEX ** DIGITS;
  const soonest = now.getTime() + intervalMs / 2;
  const offset = place * intervalMs;
  const next = Math.ceil((soonest - offset) / intervalMs) * intervalMs + offset;
  return new Date(Math.floor(next / 1_000) * 1_000);
}

const HOUR_MS = 60 * 60_000;
const MAX_HOURS = 24;

/** An hour later, and twice as long after each further failure, up to a day. */
export function computeNextReadingAfterTooHard(
  { failures, nextReadingAt }: { failures: number; nextReadingAt: Date },
  now: Date,
): Date {
  const hours = Math.min(2 ** failures, MAX_HOURS);
  return new Date(Math.max(now.getTime() + hours * HOUR_MS, nextReadingAt.getTime()));
}
