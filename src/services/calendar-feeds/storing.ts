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
  loadBlocks,
  storeBlocks,
} from '../../db/queries/calendar-feeds/calendar-readings.ts';
import type { FeedEvent } from '../../domain/calendar-feed/events.ts';
import {
  type FeedPlan,
  futureNights,
  type PlannedBlock,
  planReading,
} from '../../domain/calendar-feed/plan.ts';
import type { StayDate } from '../../domain/dates.ts';
import { asUuid } from '../../domain/uuid.ts';
import { eachWithPauses } from '../../pauses.ts';
import { toldOf } from '../blocks.ts';
import { holdsOn, lockAndExpireHolds, partByLapse } from '../bookings/expire.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvents, type TeamEvent } from '../team-events.ts';
import { byOperator, type TeamWriter, type WriteContext, type WriteDependencies, write } from '../write.ts';
import type { Found, ReadingResult } from './reading.ts';
import { readingAfterTooHard } from './schedule.ts';

/** After this many failures in a row, an event says so. */
const TOLD_AFTER_FAILURES = 3;

type Context = WriteContext<TeamWriter>;

/** Stores a reading, unless another one has been stored since it began. */
export async function storeReading(
  dependencies: WriteDependencies,
  { feed, listingId }: FeedToRead,
  found: Found,
  today: StayDate,
): Promise<ReadingResult> {
  const { teamId, id, unitId, readings } = feed;
  return write(dependencies, byOperator(teamId), async (context): Promise<ReadingResult> => {
    if (found.kind === 'calendar') await lockUnits(context.tx, teamId, [unitId]);
    const locked = await lockCalendarFeed(context.tx, teamId, id);
    if (!locked || locked.readings !== readings) return 'gone';
    if (found.kind === 'failed') {
      const changes = found.isTooHard ? { nextReadingAt: readingAfterTooHard(locked, context.now) } : {};
      return storeFailure(context, locked, found.problem, changes);
    }
    if (found.kind === 'unchanged') return storeSuccess(context, locked, { status: 'ok' }, 'unchanged');
    return storeCalendar(context, locked, { ...found, listingId, today });
  });
}

const ofFeed = ({ id, unitId }: FeedRecord) => ({ feed_id: id, unit_id: unitId });

async function storeFailure(
  context: Context,
  feed: FeedRecord,
  problem: string,
  changes: Partial<FeedRecord> = {},
): Promise<ReadingResult> {
  const { tx, now } = context;
  const failures = feed.failures + 1;
  await updateCalendarFeed(tx, feed.teamId, feed.id, {
    ...changes,
    status: 'failing',
    lastCheckedAt: now,
    lastError: problem,
    failures,
    readings: feed.readings + 1,
    etag: null,
    lastModified: null,
  });
  if (failures === TOLD_AFTER_FAILURES)
    await recordTeamEvents(context, [{ type: 'calendar_feed.failed', data: ofFeed(feed) }]);
  return 'failed';
}

async function storeSuccess(
  context: Context,
  feed: FeedRecord,
  changes: Partial<FeedRecord>,
  result: ReadingResult,
): Promise<ReadingResult> {
  const { tx, now } = context;
  await updateCalendarFeed(tx, feed.teamId, feed.id, {
    ...changes,
    lastCheckedAt: now,
    lastSuccessAt: now,
    lastError: null,
    failures: 0,
    readings: feed.readings + 1,
  });
  if (feed.failures >= TOLD_AFTER_FAILURES)
    await recordTeamEvents(context, [{ type: 'calendar_feed.recovered', data: ofFeed(feed) }]);
  return result;
}

type ReadCalendar = Extract<Found, { kind: 'calendar' }> & { listingId: string; today: StayDate };

async function storeCalendar(
  context: Context,
  feed: FeedRecord,
  { calendar, version, listingId, today }: ReadCalendar,
): Promise<ReadingResult> {
  const { tx, now } = context;
  const { teamId } = feed;
  const events = await withoutOwn(context, calendar.events);
  const held = await listBlocksOfFeed(tx, teamId, feed.id, today);
  const { held: others, lapsed } = partByLapse(await listOtherNights(tx, teamId, feed, today), now);
  const isComplete = calendar.unreadable === 0;
  const state = {
    held: held.map((block) => ({ ...block, missingSince: momentOf(feed.missing[block.id]) })),
    others: others.map(({ source, feedId, expiresAt: _, ...nights }) => ({
      ...nights,
      isAdoptable: source !== null && feedId === null,
    })),
    conflicts: feed.conflicts,
  };
  const plan = planReading(state, { events, isComplete }, { today, now, newId });
  const holdIds = plan.stored.flatMap((block) => holdsOn(lapsed, [feed.unitId], block));
  await lockAndExpireHolds(context, holdIds);
  const takenBlocks = await storePlan(context, { feed, listingId, held, today }, plan);
  await recordTeamEvents(
    context,
    plan.appeared.map(({ startDate, endDate }) => ({
      type: 'calendar_feed.conflict',
      data: { ...ofFeed(feed), start_date: startDate, end_date: endDate },
    })),
  );
  const isSettled = isComplete && plan.conflicts.length === 0 && plan.missing.size === 0;
  const changes = {
    events: events.length,
    conflicts: plan.conflicts,
    missing: Object.fromEntries([...plan.missing].map(([id, since]) => [id, since.toISOString()])),
    etag: isSettled ? version.etag : null,
    lastModified: isSettled ? version.lastModified : null,
    takenOn: today,
    takenBlocks,
  };
  if (!isComplete) return storeFailure(context, feed, problemOf(calendar.unreadable), changes);
  const status = plan.isSuspicious ? 'suspicious' : 'ok';
  return storeSuccess(context, feed, { ...changes, status }, status);
}

const momentOf = (text: string | undefined) => (text === undefined ? null : new Date(text));
const problemOf = (unreadable: number) =>
  unreadable === 1 ? '1 event cannot be read.' : `${unreadable} events cannot be read.`;

/** Without the events that this team's own calendars give out. */
async function withoutOwn({ tx, writer }: Context, events: readonly FeedEvent[]): Promise<FeedEvent[]> {
  const idOf = new Map<FeedEvent, string>();
  await eachWithPauses(events, (event) => {
    const id = asUuid(/^(.{36})(?:-preparation)?@innkeep$/i.exec(event.uid)?.[1] ?? '');
    if (id !== null) idOf.set(event, id);
  });
  const own = await listOwnIds(tx, writer.teamId, [...new Set(idOf.values())]);
  return events.filter((event) => !own.has(idOf.get(event) ?? ''));
}

type Stored = { feed: FeedRecord; listingId: string; held: readonly BlockRecord[]; today: StayDate };

/** Stores the blocks of a plan and their nights. Nights that become free are deleted first. Returns the number of blocks to come. */
async function storePlan(
  context: Context,
  { feed, listingId, held, today }: Stored,
  { stored, freed }: FeedPlan,
): Promise<number> {
  const { tx, now } = context;
  const { teamId, unitId, id: feedId, name: source } = feed;
  const known = new Map(held.map((block) => [block.id, block]));
  const adopted = stored.flatMap(({ id, before }) => (before && !known.has(id) ? [id] : []));
  if (adopted.length > 0)
    for (const block of await loadBlocks(tx, teamId, adopted)) known.set(block.id, block);
  const rowOf = ({ id, uid, recurrence, startDate, endDate }: PlannedBlock): BlockRecord => ({
    ...(known.get(id) ?? { teamId, id, listingId, unitId, reason: null, createdAt: now }),
    ...{ startDate, endDate, uid, recurrence, source, feedId },
  });
  const isMoved = ({ before, startDate, endDate }: PlannedBlock) =>
    before === null || before.startDate !== startDate || before.endDate !== endDate;
  const moved = stored.filter(isMoved);
  await deleteOccupanciesOfBlocks(tx, teamId, [
    ...moved.flatMap(({ id, before }) => (before ? [id] : [])),
    ...freed.map(({ id }) => id),
  ]);
  await deleteBlocks(
    tx,
    teamId,
    freed.map(({ id }) => id),
  );
  await storeBlocks(tx, stored.map(rowOf));
  await insertOccupancies(
    tx,
    teamId,
    moved.map(({ id, startDate, endDate }) => {
      const nights = { unitId, startDate, endDate, bookingId: null, blockId: id };
      return { ...nights, expiresAt: null };
    }),
    now,
  );
  await recordTeamEvents(context, blockEvents({ listingId, unitId }, moved, freed));
  const after = new Map<string, BlockRecord>([...known].filter(([, block]) => block.feedId === feedId));
  for (const { id } of freed) after.delete(id);
  for (const block of stored) after.set(block.id, rowOf(block));
  return [...after.values()].filter((block) => futureNights(block, today)).length;
}

function blockEvents(
  of: { listingId: string; unitId: string },
  moved: readonly PlannedBlock[],
  freed: FeedPlan['freed'],
): TeamEvent[] {
  const gone = [...freed, ...moved.flatMap(({ id, before }) => (before ? [{ id, ...before }] : []))];
  return [
    ...gone.map((block) => ({ type: 'block.deleted', data: toldOf({ ...of, ...block }) }) as const),
    ...moved.map((block) => ({ type: 'block.created', data: toldOf({ ...of, ...block }) }) as const),
  ];
}
