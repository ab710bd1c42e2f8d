import { randomUUID } from 'node:crypto';
import { mayBegin, type PollingLimits, startPollingLoop } from '../../../../services/jobs/polling-loop.ts';
import { repeatEvery } from '../../../../services/jobs/repeat.ts';
import {
  listDueFeedsOfAnyTeam,
  measureCalendarFeedsOfAnyTeam,
  releaseCalendarFeedLease,
  takeCalendarFeedLease,
} from '../../db/queries/readings.ts';
import { type ReadingDependencies, readFeed } from './read-feed.ts';
import { computeNextReading } from './schedule.ts';

const EVERY_MS = 1_000;
const MEASURES_EVERY_MS = 60_000;

export type FeedMeasures = { conflicts: number; oldestReadingSeconds: number };

type Dependencies = ReadingDependencies & {
  intervalMs: number;
  onError: (error: unknown) => void;
  onMeasured?: (measures: FeedMeasures) => void;
  everyMs?: number;
};
type Feed = { teamId: number; id: string };

/**
 * A team may have at most half of the readings that run at once, so that its slow feeds leave room for those of
 * other teams.
 */
const LIMITS: PollingLimits<Feed> = { atOnce: 20, atOnceOfGroup: 10, findGroup: ({ teamId }) => teamId };

/**
 * A server's readings of calendar feeds: every second the server looks for due feeds, and takes the lease of
 * each that no other process reads. Leases let any number of processes share the reading of feeds.
 */
export function startReadingFeeds({
  onError,
  onMeasured,
  intervalMs,
  everyMs = EVERY_MS,
  ...dependencies
}: Dependencies) {
  const { db, clock, outboundClient } = dependencies;

  async function listDueFeeds(running: readonly Feed[]): Promise<Feed[]> {
    const busy = running.filter((feed) => !mayBegin(LIMITS, feed, running));
    const exceptTeams = [...new Set(busy.map(({ teamId }) => teamId))];
    return listDueFeedsOfAnyTeam(db, clock(), { limit: LIMITS.atOnce, exceptTeams });
  }

  async function readLeasedFeed({ teamId, id }: Feed): Promise<boolean> {
    const key = { teamId, id, lease: randomUUID() };
    const now = clock();
    if (!(await takeCalendarFeedLease(db, key, now, computeNextReading(id, now, intervalMs)))) return false;
    try {
      await readFeed(dependencies, teamId, id);
    } finally {
      await releaseCalendarFeedLease(db, key);
    }
    return true;
  }

  async function measure(): Promise<void> {
    const { conflicts, oldestReadingAt } = await measureCalendarFeedsOfAnyTeam(db);
    const ageMs = oldestReadingAt ? clock().getTime() - oldestReadingAt.getTime() : 0;
    onMeasured?.({ conflicts, oldestReadingSeconds: Math.max(0, ageMs / 1_000) });
  }

  const work = startPollingLoop({
    everyMs,
    limits: LIMITS,
    list: listDueFeeds,
    run: readLeasedFeed,
    cutOff: outboundClient.close,
    onError,
  });
  const measures = onMeasured && repeatEvery(MEASURES_EVERY_MS, measure, work.report);

  return {
    /** Starts no more readings, waits for those that run, and cuts off those that hang. */
    async stop(): Promise<void> {
      await measures?.stop();
      await work.stop();
    },
  };
}
