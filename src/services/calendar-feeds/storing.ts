import {
  deleteOccupanciesOfBlocks,
  insertOccupancies,
  lockUnits,
} from '../../db/queries/bookings/occupancies.ts';
import {
  type FeedRecord,
  lockCalendarFeed,
  updateCalendarFeed,
} from '../../db/queries/calendar-feeds/calendar-feeds.ts';
import {
  type BlockRecord,
  deleteBlocks,
  type FeedToRead,
  listBlocksOfFeed,
  listOtherNights,
  listOwnIds,
  storeBlocks,
} from '../../db/queries/calendar-feeds/calendar-readings.ts';
import type { FeedEvent } from '../../domain/calendar-feed/events.ts';
import { type FeedPlan, type PlannedBlock, planReading } from '../../domain/calendar-feed/plan.ts';
import type { StayDate } from '../../domain/dates.ts';
import { parseUuid } from '../../domain/uuid.ts';
import { blockData, type EventBlock } from '../blocks.ts';
import { listHoldsOn, lockAndExpireHolds, partitionByLapse } from '../bookings/expire.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvent, recordTeamEvents, type TeamEvent } from '../team-events.ts';
import {
  buildCallOfOperator,
  type TeamWriter,
  type WriteContext,
  type WriteDependencies,
  write,
} from '../write.ts';
import type { ReadAttempt, ReadingResult } from './read-feed.ts';
import { nextReadingAtAfterTooHard } from './schedule.ts';

/** After this many failures in a row, an event says so. */
const FAILURES_BEFORE_EVENT = 3;

type Context = WriteContext<TeamWriter>;

/** Stores a reading, unless another one has been stored since it began. */
export async function storeReading(
  dependencies: WriteDependencies,
  { feed, listingId }: FeedToRead,
  found: ReadAttempt,
  today: StayDate,
): Promise<ReadingResult> {
  const { teamId, id, unitId, readings } = feed;
  return write(dependencies, buildCallOfOperator(teamId), async (context): Promise<ReadingResult> => {
    if (found.kind === 'calendar') await lockUnits(context.tx, teamId, [unitId]);
    const locked = await lockCalendarFeed(context.tx, teamId, id);
    if (!locked || locked.readings !== readings) return 'gone';
    if (found.kind === 'calendar') return storeCalendar(context, locked, { ...found, listingId, today });
    if (found.kind === 'unchanged') {
      await storeOutcome(context, locked, null, { status: 'ok' });
      return 'unchanged';
    }
    const wait = found.isTooHard ? { nextReadingAt: nextReadingAtAfterTooHard(locked, context.now) } : {};
    await storeOutcome(context, locked, found.problem, wait);
    return 'failed';
  });
}

/** Stores how a reading ended. Events say that several have failed in a row, and that one succeeds again. */
async function storeOutcome(
  context: Context,
  feed: FeedRecord,
  problem: string | null,
  changes: Partial<FeedRecord>,
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
  const hasRecovered = problem === null && feed.failures >= FAILURES_BEFORE_EVENT;
  if (hasRecovered) await recordTeamEvent(context, { type: 'calendar_feed.recovered', data: feedData(feed) });
  if (failures === FAILURES_BEFORE_EVENT)
    await recordTeamEvent(context, { type: 'calendar_feed.failed', data: feedData(feed) });
}

const feedData = ({ id, unitId }: FeedRecord) => ({ feed_id: id, unit_id: unitId });

type ReadCalendar = Extract<ReadAttempt, { kind: 'calendar' }> & { listingId: string; today: StayDate };

async function storeCalendar(
  context: Context,
  feed: FeedRecord,
  { calendar, version, listingId, today }: ReadCalendar,
): Promise<ReadingResult> {
  const { tx, now } = context;
  const { teamId } = feed;
  const events = await removeOwnEvents(context, calendar.events);
  const held = await listBlocksOfFeed(tx, teamId, feed.id, today);
  const { held: others, lapsed } = partitionByLapse(await listOtherNights(tx, teamId, feed, today), now);
  const isComplete = calendar.unreadable === 0;
  const state = {
    held: held.map((block) => ({ ...block, missingSince: dateOrNull(feed.missing[block.id]) })),
    others: others.map(({ block, startDate, endDate, bookingId, blockId }) => ({
      startDate,
      endDate,
      bookingId,
      blockId,
      isAdoptable: block !== null && block.source !== null && block.feedId === null,
    })),
    conflicts: feed.conflicts,
  };
  const plan = planReading(state, { events, isComplete }, { today, now, newId });
  await lockAndExpireHolds(
    context,
    plan.stored.flatMap((block) => listHoldsOn(lapsed, [feed.unitId], block)),
  );
  const known = [...held, ...others.flatMap(({ block }) => block ?? [])];
  await storePlan(context, { feed, listingId, known }, plan);
  await recordTeamEvents(
    context,
    plan.appeared.map(({ startDate, endDate }) => ({
      type: 'calendar_feed.conflict',
      data: { ...feedData(feed), start_date: startDate, end_date: endDate },
    })),
  );
  const mayKeepVersion = isComplete && plan.conflicts.length === 0 && plan.missing.size === 0;
  const status = plan.isSuspicious ? 'suspicious' : 'ok';
  await storeOutcome(context, feed, isComplete ? null : unreadableEvents(calendar.unreadable), {
    status,
    events: events.length,
    conflicts: plan.conflicts,
    missing: Object.fromEntries([...plan.missing].map(([id, since]) => [id, since.toISOString()])),
    etag: mayKeepVersion ? version.etag : null,
    lastModified: mayKeepVersion ? version.lastModified : null,
    takenOn: today,
    takenBlocks: countAfter(held, plan, today),
  });
  return isComplete ? status : 'failed';
}

const dateOrNull = (text: string | undefined) => (text === undefined ? null : new Date(text));
const unreadableEvents = (count: number) =>
  count === 1 ? '1 event cannot be read.' : `${count} events cannot be read.`;

/** Leaves out the events that come from this team's own calendars. */
async function removeOwnEvents({ tx, writer }: Context, events: readonly FeedEvent[]): Promise<FeedEvent[]> {
  const idOf = ({ uid }: FeedEvent) => parseUuid(/^(.{36})(?:-preparation)?@innkeep$/i.exec(uid)?.[1] ?? '');
  const ids = new Set(events.flatMap((event) => idOf(event) ?? []));
  const own = await listOwnIds(tx, writer.teamId, [...ids]);
  return events.filter((event) => !own.has(idOf(event) ?? ''));
}

/** How many of a feed's blocks end after a date once a plan is stored. */
function countAfter(held: readonly BlockRecord[], { stored, freed }: FeedPlan, date: StayDate): number {
  const endDates = new Map([...held, ...stored].map(({ id, endDate }) => [id, endDate]));
  for (const { id } of freed) endDates.delete(id);
  return [...endDates.values()].filter((endDate) => endDate > date).length;
}

type Place = {
  feed: FeedRecord;
  listingId: string;
  /** The stored blocks of the feed, and those that it may adopt. */
  known: readonly BlockRecord[];
};

/** Stores the blocks of a plan and their nights. Nights that become free are deleted first. */
async function storePlan(
  context: Context,
  { feed, listingId, known }: Place,
  { stored, freed }: FeedPlan,
): Promise<void> {
  const { tx, now } = context;
  const { teamId, unitId, id: feedId, name: source } = feed;
  const knownById = new Map(known.map((block) => [block.id, block]));
  const freedIds = freed.map(({ id }) => id);
  const moved = stored.filter(isMoved);
  const left = moved.flatMap(({ id, before }) => (before ? [{ id, ...before }] : []));
  await deleteOccupanciesOfBlocks(tx, teamId, [...left.map(({ id }) => id), ...freedIds]);
  await deleteBlocks(tx, teamId, freedIds);
  await storeBlocks(
    tx,
    stored.map(({ id, uid, recurrence, startDate, endDate }) => ({
      ...(knownById.get(id) ?? { teamId, id, listingId, unitId, reason: null, createdAt: now }),
      startDate,
      endDate,
      uid,
      recurrence,
      source,
      feedId,
    })),
  );
  const nights = moved.map(({ id, startDate, endDate }) => ({
    unitId,
    startDate,
    endDate,
    bookingId: null,
    blockId: id,
    expiresAt: null,
  }));
  await insertOccupancies(tx, teamId, nights, now);
  const place = { listingId, unitId };
  await recordTeamEvents(context, [
    ...[...freed, ...left].map((block) => blockEvent('block.deleted', { ...place, ...block })),
    ...moved.map((block) => blockEvent('block.created', { ...place, ...block })),
  ]);
}

const isMoved = ({ before, startDate, endDate }: PlannedBlock) =>
  before === null || before.startDate !== startDate || before.endDate !== endDate;

const blockEvent = (type: 'block.created' | 'block.deleted', block: EventBlock): TeamEvent => ({
  type,
  data: blockData(block),
});
