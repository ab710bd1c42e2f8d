import { randomUUID } from 'node:crypto';
import { databaseTroubleOf } from '../../db/errors.ts';
import {
  giveFeedLeaseBack,
  listDueFeedsOfAnyTeam,
  measureFeedsOfAnyTeam,
  takeFeedLease,
} from '../../db/queries/calendar-feeds/calendar-readings.ts';
import { repeatEvery } from '../jobs/repeat.ts';
import { type ReadingDependencies, readFeed } from './reading.ts';
import { nextReading } from './schedule.ts';

const EVERY_MS = 1_000;
const MEASURES_EVERY_MS = 60_000;
/** How many feeds a process reads at once. */
const AT_ONCE = 20;
/** How many of them may be one team's, so that feeds that hang or are hard to read leave room for other teams. */
const AT_ONCE_OF_TEAM = 10;
/** How long readings under way may take once the process is asked to stop. */
const STOP_WITHIN_MS = 6_000;

export type FeedMeasures = { conflicts: number; oldestReadingSeconds: number };

type Dependencies = ReadingDependencies & {
  /** How often each feed is read. */
  intervalMs: number;
  onError: (error: unknown) => void;
  onMeasured?: (measures: FeedMeasures) => void;
  everyMs?: number;
};

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
  const { db, clock } = dependencies;
  let isStopped = false;
  const readings = new Map<string, Promise<unknown>>();
  const readingCounts = new Map<number, number>();
  const isBusy = (teamId: number) => (readingCounts.get(teamId) ?? 0) >= AT_ONCE_OF_TEAM;
  const count = (teamId: number, change: 1 | -1) => {
    const after = (readingCounts.get(teamId) ?? 0) + change;
    if (after === 0) readingCounts.delete(teamId);
    else readingCounts.set(teamId, after);
  };

  async function read(teamId: number, id: string): Promise<void> {
    const key = { teamId, id, lease: randomUUID() };
    const now = clock();
    if (!(await takeFeedLease(db, key, now, nextReading(id, now, intervalMs)))) return;
    try {
      await readFeed(dependencies, teamId, id);
    } finally {
      await giveFeedLeaseBack(db, key);
    }
  }

  async function look(): Promise<void> {
    const free = AT_ONCE - readings.size;
    if (free <= 0) return;
    const exceptTeams = [...readingCounts.keys()].filter(isBusy);
    for (const { teamId, id } of await listDueFeedsOfAnyTeam(db, clock(), { limit: AT_ONCE, exceptTeams })) {
      const key = `${teamId}/${id}`;
      if (isStopped || readings.has(key) || readings.size >= AT_ONCE || isBusy(teamId)) continue;
      count(teamId, 1);
      const reading = read(teamId, id)
        .catch(onLookError)
        .finally(() => {
          readings.delete(key);
          count(teamId, -1);
        });
      readings.set(key, reading);
    }
  }

  let measuresFrom = 0;
  async function measure(): Promise<void> {
    if (!onMeasured || performance.now() < measuresFrom) return;
    measuresFrom = performance.now() + MEASURES_EVERY_MS;
    const { conflicts, oldestReadingAt } = await measureFeedsOfAnyTeam(db);
    const ageMs = oldestReadingAt ? clock().getTime() - oldestReadingAt.getTime() : 0;
    onMeasured({ conflicts, oldestReadingSeconds: Math.max(0, ageMs / 1_000) });
  }

  /** A busy or missing database is no error here: requests come first, and the feed is read again later. */
  const onLookError = (error: unknown) => {
    if (databaseTroubleOf(error) !== 'unavailable') onError(error);
  };

  const looks = repeatEvery(everyMs, () => look().then(measure), onLookError);

  return {
    /** Begins no more readings, and waits for those under way. Cuts off those that hang. */
    async stop(): Promise<void> {
      isStopped = true;
      await looks.stop();
      const cutOff = setTimeout(() => dependencies.caller.close().catch(onError), STOP_WITHIN_MS);
      await Promise.all(readings.values());
      clearTimeout(cutOff);
    },
  };
}
