import { randomUUIDv7 } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  computeNextReading,
  computeNextReadingAfterTooHard,
} from '../../../../src/options/calendars/services/feeds/schedule.ts';

const MINUTE_MS = 60_000;
const INTERVAL_MS = 15 * MINUTE_MS;
const newIds = (count: number) => Array.from({ length: count }, () => randomUUIDv7());
const NOW = new Date('2031-05-05T10:07:13.500Z');

describe('the next reading of a feed', () => {
  it('the first reading of a feed is half an interval to one and a half away, at a full second', () => {
    for (const id of newIds(500)) {
      const next = computeNextReading(id, NOW, INTERVAL_MS);
      const waitMs = next.getTime() - NOW.getTime();
      expect(waitMs).toBeGreaterThan(INTERVAL_MS / 2 - 1_000);
      expect(waitMs).toBeLessThanOrEqual(INTERVAL_MS * 1.5);
      expect(next.getMilliseconds()).toBe(0);
    }
  });

  it('the next reading of a feed is one interval after the planned time, however late the last one was', () => {
    const id = randomUUIDv7();
    const first = computeNextReading(id, NOW, INTERVAL_MS).getTime();
    for (const lateMs of [0, MINUTE_MS, 7 * MINUTE_MS]) {
      const next = computeNextReading(id, new Date(first + lateMs), INTERVAL_MS).getTime();
      expect(Math.abs(next - first - INTERVAL_MS)).toBeLessThanOrEqual(1_000);
    }
  });

  it('feeds have times of their own, so that 3,000 feeds are spread over the interval', () => {
    const perMinute = new Map<number, number>();
    for (const id of newIds(3_000)) {
      const minute = Math.floor(
        (computeNextReading(id, NOW, INTERVAL_MS).getTime() % INTERVAL_MS) / MINUTE_MS,
      );
      perMinute.set(minute, (perMinute.get(minute) ?? 0) + 1);
    }
    expect(perMinute.size).toBe(15);
    // 200 on average. By chance, one in many millions of runs is further from that.
    for (const count of perMinute.values()) {
      expect(count).toBeGreaterThan(115);
      expect(count).toBeLessThan(285);
    }
  });
});

describe('the next reading of a slow feed', () => {
  const hoursAfter = (failures: number, plannedInHours = 0) => {
    const nextReadingAt = new Date(NOW.getTime() + plannedInHours * 60 * MINUTE_MS);
    const next = computeNextReadingAfterTooHard({ failures, nextReadingAt }, NOW);
    return (next.getTime() - NOW.getTime()) / (60 * MINUTE_MS);
  };

  it('a feed whose calendar takes too long is read again an hour later, then after twice the wait each time, up to a day', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 5_000].map((failures) => hoursAfter(failures))).toEqual([
      ...[1, 2, 4, 8, 16, 24, 24, 24],
    ]);
  });

  it('a feed whose calendar takes too long is never read sooner than planned', () => {
    expect([hoursAfter(0, 0.5), hoursAfter(0, 1.5), hoursAfter(9, 30)]).toEqual([1, 1.5, 30]);
  });
});
