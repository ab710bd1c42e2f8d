/** Stores how a reading of a calendar feed ended. */
import { lockUnits } from '../../../../db/queries/bookings/occupancies.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';
import { parseUuid } from '../../../../domain/formats.ts';
import { recordTeamEvent } from '../../../../services/team-events.ts';
import {
  createSystemScope,
  type SystemDependencies,
  type SystemScope,
  type WriteScope,
} from '../../../../services/team-scope.ts';
import { write } from '../../../../services/write.ts';
import {
  type CalendarFeedRecord,
  findCalendarFeedRecord,
  updateCalendarFeed,
} from '../../db/queries/calendar-feeds.ts';
import { type FeedToRead, listOwnBookingAndBlockIds } from '../../db/queries/readings.ts';
import type { FeedEvent } from '../../domain/events.ts';
import type { ParserPool } from '../parsing/parser-pool.ts';
import type { CalendarVersion } from './fetching.ts';
import { computeNextReadingAfterTooHard } from './schedule.ts';
import { lockFeedAsRead, settleFeed } from './settle.ts';

/**
 * How a reading of a calendar feed ended, as metrics count it. The result `gone` means that the feed was
 * deleted, or another reading was stored first.
 */
export type ReadingResult = 'ok' | 'unchanged' | 'failed' | 'suspicious' | 'gone';

/**
 * The result of fetching and parsing a feed's calendar. The next reading sends the calendar's `version` to its
 * server, which then sends the calendar only if it has changed.
 */
export type FeedAttempt =
  /** `isTooHard` says that parsing the calendar took too long and was cut off. */
  | { kind: 'failed'; problem: string; isTooHard?: boolean }
  | { kind: 'unchanged' }
  | { kind: 'calendar'; calendar: ReadCalendar; version: CalendarVersion };

type ReadCalendar = Extract<Awaited<ReturnType<ParserPool['parse']>>, { kind: 'read' }>;

/** The number of failed readings in a row after which an event is recorded. */
const FAILURES_BEFORE_EVENT = 3;

/** Stores a reading of a feed, unless another reading of it has been stored since this one began. */
export function storeFeedReading(
  dependencies: SystemDependencies,
  { feed, listingId, shown }: FeedToRead,
  attempt: FeedAttempt,
  today: StayDate,
): Promise<ReadingResult> {
  const { teamId, id, unitId, readings } = feed;
  return write(createSystemScope(dependencies, teamId), {}, async (scope): Promise<ReadingResult> => {
    await lockUnits(scope.tx, teamId, [unitId]);
    const current = await findCalendarFeedRecord(scope.tx, teamId, id);
    if (!current || current.readings !== readings) return 'gone';
    if (attempt.kind === 'failed') {
      const wait = attempt.isTooHard
        ? { nextReadingAt: computeNextReadingAfterTooHard(current, scope.now) }
        : {};
      await lockFeedAsRead(scope, current);
      await storeOutcome(scope, current, attempt.problem, wait);
      return 'failed';
    }
    const place = { listingId, shown, today };
    const { changes, problem } = await applyAttempt(scope, current, attempt, place);
    await storeOutcome(scope, current, problem, changes);
    if (problem !== null) return 'failed';
    return attempt.kind === 'unchanged' ? 'unchanged' : changes.status;
  });
}

/**
 * Blocks nights of the unit for the events that were just read, or for those of the last reading if the
 * calendar is unchanged.
 */
async function applyAttempt(
  scope: WriteScope<SystemScope>,
  feed: CalendarFeedRecord,
  attempt: Exclude<FeedAttempt, { kind: 'failed' }>,
  place: Pick<FeedToRead, 'listingId' | 'shown'> & { today: StayDate },
) {
  const calendar = attempt.kind === 'calendar' ? attempt.calendar : null;
  const events = calendar ? await removeOwnEvents(scope, calendar.events) : feed.reported;
  const problem = calendar && describeProblem(calendar);
  const cancelledUids = new Set(calendar?.cancelled ?? []);
  const reading = { events, isComplete: problem === null, cancelledUids };
  const { isSuspicious, ...settled } = await settleFeed(scope, feed, { ...place, reading });
  const version = attempt.kind === 'calendar' ? attempt.version : feed;
  const mayKeepVersion = reading.isComplete && settled.leaving.length === 0 && settled.missing.length === 0;
  const changes = {
    ...settled,
    status: isSuspicious ? ('suspicious' as const) : ('ok' as const),
    ...(calendar ? { events: events.length, leftOut: calendar.leftOut } : {}),
    etag: mayKeepVersion ? version.etag : null,
    lastModified: mayKeepVersion ? version.lastModified : null,
    takenOn: place.today,
  };
  return { changes, problem };
}

/** Leaves out events that come from calendars which Innkeep itself publishes for the team. */
async function removeOwnEvents(
  { tx, teamId }: WriteScope<SystemScope>,
  events: readonly FeedEvent[],
): Promise<FeedEvent[]> {
  const parseOwnId = ({ uid }: FeedEvent) =>
    parseUuid(/^(.{36})(?:-preparation)?@innkeep$/i.exec(uid)?.[1] ?? '');
  const ids = new Set(events.flatMap((event) => parseOwnId(event) ?? []));
  const own = await listOwnBookingAndBlockIds(tx, teamId, [...ids]);
  return events.filter((event) => !own.has(parseOwnId(event) ?? ''));
}

/** Why a calendar was read in part only, or null if everything in it could be read. */
function describeProblem({ unreadable, hasTextAfterEnd }: ReadCalendar): string | null {
  const [first, ...others] = unreadable;
  if (first === undefined) return hasTextAfterEnd ? 'There is text after the end of the calendar.' : null;
  if (others.length === 0) return `Line ${first} of the calendar cannot be read.`;
  return `Line ${first} of the calendar cannot be read, nor can ${others.length} more.`;
}

/**
 * Stores how a reading of a feed ended. Events of the feed say that several readings have failed in a row,
 * and that one succeeds again.
 */
async function storeOutcome(
  scope: WriteScope<SystemScope>,
  feed: CalendarFeedRecord,
  problem: string | null,
  changes: Partial<CalendarFeedRecord>,
): Promise<void> {
  const { tx, now } = scope;
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
    await recordTeamEvent(scope, { type: 'calendar_feed.recovered', data });
  if (failures === FAILURES_BEFORE_EVENT)
    await recordTeamEvent(scope, { type: 'calendar_feed.failed', data });
}
