/** Nights that feeds want and that have become free, whatever freed them: a cancelled booking, a lapsed hold, another feed. */
import { lockUnits } from '../../../../db/queries/bookings/occupancies.ts';
import { todayInZone } from '../../../../domain/dates/dates.ts';
import { repeatEvery } from '../../../../services/jobs/repeat.ts';
import { createSystemScope, type SystemDependencies } from '../../../../services/team-scope.ts';
import { write } from '../../../../services/write.ts';
import { findCalendarFeedRecord, updateCalendarFeed } from '../../db/queries/calendar-feeds.ts';
import { findFeedToRead, listFeedsWithFreeNightsOfAnyTeam } from '../../db/queries/readings.ts';
import { settleFeed } from './settle.ts';

const EVERY_MS = 5_000;

/** If an event of the feed has them. Several processes may look at the same time. */
export async function takeFreedNights(dependencies: SystemDependencies): Promise<void> {
  const feeds = await listFeedsWithFreeNightsOfAnyTeam(dependencies.db, dependencies.clock());
  const failures: unknown[] = [];
  for (const { teamId, id } of feeds) {
    try {
      await takeFreedNightsOfFeed(dependencies, teamId, id);
    } catch (error) {
      // If taking nights fails for one feed, the other feeds still take theirs.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
}

const takeFreedNightsOfFeed = (dependencies: SystemDependencies, teamId: number, id: string): Promise<void> =>
  write(createSystemScope(dependencies, teamId), {}, async (scope) => {
    const { tx, now } = scope;
    const found = await findFeedToRead(tx, teamId, id);
    if (!found) return;
    const { listingId, shown, timezone } = found;
    await lockUnits(tx, teamId, [found.feed.unitId]);
    const feed = await findCalendarFeedRecord(tx, teamId, id);
    if (!feed || feed.paused) return;
    const today = todayInZone(timezone, now);
    const settled = await settleFeed(scope, feed, { listingId, shown, today, reading: null });
    const { isSuspicious: _, ...changes } = settled;
    await updateCalendarFeed(tx, teamId, id, changes);
  });

/** Every five seconds, also on servers that do not read feeds by themselves. */
export const startTakingFreedNights = (
  dependencies: SystemDependencies & { onError: (error: unknown) => void },
) => repeatEvery(EVERY_MS, () => takeFreedNights(dependencies), dependencies.onError);
