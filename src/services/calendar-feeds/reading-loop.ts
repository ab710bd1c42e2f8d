import { randomUUID } from 'node:crypto';
import {
  listDueFeedsOfAnyTeam,
  measureCalendarFeedsOfAnyTeam,
  releaseCalendarFeedLease,
  takeCalendarFeedLease,
} from '../../db/queries/calendar-feeds/calendar-readings.ts';
import { startPollingLoop } from '../jobs/polling-loop.ts';
import { repeatEvery } from '../jobs/repeat.ts';
import { type ReadingDependencies, readFeed } from './read-feed.ts';
import { computeNextReading } from './schedule.ts';

const EVERY_MS = 1_000;
const MEASURES_EVERY_MS = 60_000;
/** How many feeds a process reads at once. */
const AT_ONCE = 20;
/**
 * How many of these feeds may be one team's, so that feeds that hang or are hard to read leave room for other teams.
 */
const MAX_CONCURRENT_OF_TEAM = 10;

export type FeedMeasures = { conflicts: number; oldestReadingSeconds: number };

type Dependencies = ReadingDependencies & {
  /** How often each feed is read. */
  intervalMs: number;
  onError: (error: unknown) => void;
  onMeasured?: (measures: FeedMeasures) => void;
  everyMs?: number;
};
type Feed = { teamId: number; id: string };

const isBusy = (teamId: number, running: readonly Feed[]): boolean =>
  running.filter((feed) => feed.teamId === teamId).length >= MAX_CONCURRENT_OF_TEAM;

/**
 * A server's readings of calendar feeds. Every second it looks for feeds that are due, and takes the lease of each that
 * no other process reads. So any number of processes can share the work.
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
    if (running.length >= AT_ONCE) return [];
    const teamIds = new Set(running.map(({ teamId }) => teamId));
    const exceptTeams = [...teamIds].filter((teamId) => isBusy(teamId, running));
    return listDueFeedsOfAnyTeam(db, clock(), { limit: AT_ONCE, exceptTeams });
  }

  async function readLeasedFeed({ teamId, id }: Feed): Promise<void> {
    const key = { teamId, id, lease: randomUUID() };
    const now = clock();
    if (!(await takeCalendarFeedLease(db, key, now, computeNextReading(id, now, intervalMs)))) return;
    try {
      await readFeed(dependencies, teamId, id);
    } finally {
      await releaseCalendarFeedLease(db, key);
    }
  }

  async function measure(): Promise<void> {
    const { conflicts, oldestReadingAt } = await measureCalendarFeedsOfAnyTeam(db);
    const ageMs = oldestReadingAt ? clock().getTime() - oldestReadingAt.getTime() : 0;
    onMeasured?.({ conflicts, oldestReadingSeconds: Math.max(0, ageMs / 1_000) });
  }

  const work = startPollingLoop({
    everyMs,
    list: listDueFeeds,
    mayBegin: ({ teamId }, running) => running.length < AT_ONCE && !isBusy(teamId, running),
    run: readLeasedFeed,
    cutOff: outboundClient.close,
    onError,
  });
  const measures = onMeasured && repeatEvery(MEASURES_EVERY_MS, measure, work.report);

  return {
    /** Starts no more readings, and waits for those that are running. Readings that hang are cut off. */
    async stop(): Promise<void> {
      await measures?.stop();
      await work.stop();
    },
  };
}
