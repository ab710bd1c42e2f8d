/** Stores how a reading of a feed ended. */
import { lockUnits } from '../../db/queries/bookings/occupancies.ts';
import {
  type CalendarFeedRecord,
  lockCalendarFeed,
  updateCalendarFeed,
} from '../../db/queries/calendar-feeds/calendar-feeds.ts';
import type { FeedToRead } from '../../db/queries/calendar-feeds/calendar-readings.ts';
import type { StayDate } from '../../domain/dates.ts';
import { recordTeamEvent } from '../team-events.ts';
import {
  buildCallOfOperator,
  type TeamWriter,
  type WriteContext,
  type WriteDependencies,
  write,
} from '../write.ts';
import { applyCalendar } from './apply-calendar.ts';
import type { FeedReading, ReadingResult } from './read-feed.ts';
import { computeNextReadingAfterTooHard } from './schedule.ts';

/** After this many failures in a row, an event says so. */
const FAILURES_BEFORE_EVENT = 3;

/** Stores a reading, unless another one has been stored since it began. */
export function storeFeedReading(
  dependencies: WriteDependencies,
  { feed, listingId }: FeedToRead,
  attempt: FeedReading,
  today: StayDate,
): Promise<ReadingResult> {
  const { teamId, id, unitId, readings } = feed;
  return write(dependencies, buildCallOfOperator(teamId), async (context): Promise<ReadingResult> => {
    if (attempt.kind === 'calendar') await lockUnits(context.tx, teamId, [unitId]);
    const locked = await lockCalendarFeed(context.tx, teamId, id);
    if (!locked || locked.readings !== readings) return 'gone';
    if (attempt.kind === 'unchanged') {
      await storeOutcome(context, locked, null, { status: 'ok' });
      return 'unchanged';
    }
    if (attempt.kind === 'failed') {
      const wait = attempt.isTooHard
        ? { nextReadingAt: computeNextReadingAfterTooHard(locked, context.now) }
        : {};
      await storeOutcome(context, locked, attempt.problem, wait);
      return 'failed';
    }
    const changes = await applyCalendar(context, locked, { ...attempt, listingId, today });
    const { unreadable } = attempt.calendar;
    await storeOutcome(context, locked, buildUnreadableMessage(unreadable), changes);
    return unreadable.length === 0 ? changes.status : 'failed';
  });
}

/** Null if every line of a calendar can be read. */
function buildUnreadableMessage([first, ...others]: readonly number[]): string | null {
  if (first === undefined) return null;
  if (others.length === 0) return `Line ${first} of the calendar cannot be read.`;
  return `Line ${first} of the calendar cannot be read, nor can ${others.length} more.`;
}

/** Stores how a reading ended. Events say that several have failed in a row, and that one succeeds again. */
async function storeOutcome(
  context: WriteContext<TeamWriter>,
  feed: CalendarFeedRecord,
  problem: string | null,
  changes: Partial<CalendarFeedRecord>,
): Promise<void> {
  const { tx, now } = context;
  const failures = problem === null ? 0 : feed.failures + 1;
  await updateCalendarFeed(tx, feed.teamId, feed.id, {
    ...changes,
    ...(problem === null
      ? { lastSuccessAt: now }
      : { status: 'failing' as const, etag: null, lastModified: null }),
    lastCheckedAt: now,
    lastError: problem,
    failures,
    readings: feed.readings + 1,
  });
  const data = { feed_id: feed.id, unit_id: feed.unitId };
  if (problem === null && feed.failures >= FAILURES_BEFORE_EVENT)
    await recordTeamEvent(context, { type: 'calendar_feed.recovered', data });
  if (failures === FAILURES_BEFORE_EVENT)
    await recordTeamEvent(context, { type: 'calendar_feed.failed', data });
}
