/** When a calendar feed is read next. */

const HEX = 16;
const DIGITS = 8;

/**
 * The next moment at which a feed is read. The random end of a feed's id decides at which time of each interval
 * the feed is read, so that the readings of many feeds do not come at once. At least half an interval lies
 * between two readings of a feed.
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

/**
 * The next moment for reading a feed whose calendar takes too long to read: an hour later, and twice as long
 * after each further failure, up to a day.
 */
export function computeNextReadingAfterTooHard(
  { failures, nextReadingAt }: { failures: number; nextReadingAt: Date },
  now: Date,
): Date {
  const hours = Math.min(2 ** failures, MAX_HOURS);
  return new Date(Math.max(now.getTime() + hours * HOUR_MS, nextReadingAt.getTime()));
}
