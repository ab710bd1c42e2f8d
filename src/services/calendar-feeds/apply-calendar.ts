/** Makes a unit's blocks those of a calendar that was read. */
import { deleteOccupanciesOfBlocks, insertOccupancies } from '../../db/queries/bookings/occupancies.ts';
import type { CalendarFeedRecord } from '../../db/queries/calendar-feeds/calendar-feeds.ts';
import {
  type BlockRecord,
  deleteBlocks,
  listBlocksOfFeed,
  listNightsOfOthers,
  listOwnBookingAndBlockIds,
  upsertBlocks,
} from '../../db/queries/calendar-feeds/calendar-readings.ts';
import type { FeedEvent } from '../../domain/calendar-feed/events.ts';
import { type FeedPlan, reconcileFeed } from '../../domain/calendar-feed/reconcile.ts';
import type { StayDate } from '../../domain/dates.ts';
import { parseUuid } from '../../domain/uuid.ts';
import { buildBlockEvent } from '../blocks.ts';
import { filterLapsedHoldIds, lockAndExpireHolds, partitionByLapse } from '../bookings/expire.ts';
import { newId } from '../new-id.ts';
import { recordTeamEvents } from '../team-events.ts';
import type { TeamWriter, WriteContext } from '../write.ts';
import type { FeedReading } from './read-feed.ts';

type Context = WriteContext<TeamWriter>;
type Reading = Extract<FeedReading, { kind: 'calendar' }> & { listingId: string; today: StayDate };

/** Stores what follows from a calendar for the blocks of a locked feed and unit. Returns what changes in the feed itself. */
export async function applyCalendar(
  context: Context,
  feed: CalendarFeedRecord,
  { calendar, version, listingId, today }: Reading,
) {
  const { tx, now } = context;
  const { teamId, id: feedId, unitId } = feed;
  const isComplete = calendar.unreadable.length === 0;
  const events = await removeOwnEvents(context, calendar.events);
  const held = await listBlocksOfFeed(tx, teamId, feedId, today);
  const { held: others, lapsed } = partitionByLapse(await listNightsOfOthers(tx, teamId, feed, today), now);
  const plan = reconcileFeed(
    {
      held: held.map((block) => ({ ...block, missingSince: toDateOrNull(feed.missing[block.id]) })),
      others: others.map(({ block, startDate, endDate, bookingId, blockId }) => ({
        ...{ startDate, endDate, bookingId, blockId },
        isAdoptable: block !== null && block.source !== null && block.feedId === null,
      })),
      conflicts: feed.conflicts,
    },
    { events, isComplete },
    { today, now, newId },
  );
  const holds = plan.stored.flatMap((block) => filterLapsedHoldIds(lapsed, [unitId], block));
  await lockAndExpireHolds(context, holds);
  const known = [...held, ...others.flatMap(({ block }) => block ?? [])];
  await storePlan(context, { feed, listingId, known }, plan);
  const mayKeepVersion = isComplete && plan.conflicts.length === 0 && plan.missing.size === 0;
  return {
    status: plan.isSuspicious ? ('suspicious' as const) : ('ok' as const),
    events: events.length,
    conflicts: plan.conflicts,
    missing: Object.fromEntries([...plan.missing].map(([id, since]) => [id, since.toISOString()])),
    ...(mayKeepVersion ? version : { etag: null, lastModified: null }),
    takenOn: today,
    takenBlocks: countBlocksAfter(held, plan, today),
  };
}

const toDateOrNull = (text: string | undefined) => (text === undefined ? null : new Date(text));

/** Leaves out the events that come from this team's own calendars. */
async function removeOwnEvents({ tx, writer }: Context, events: readonly FeedEvent[]): Promise<FeedEvent[]> {
  const parseOwnId = ({ uid }: FeedEvent) =>
    parseUuid(/^(.{36})(?:-preparation)?@innkeep$/i.exec(uid)?.[1] ?? '');
  const ids = new Set(events.flatMap((event) => parseOwnId(event) ?? []));
  const own = await listOwnBookingAndBlockIds(tx, writer.teamId, [...ids]);
  return events.filter((event) => !own.has(parseOwnId(event) ?? ''));
}

/** How many of a feed's blocks end after a date once a plan is stored. */
function countBlocksAfter(held: readonly BlockRecord[], { stored, freed }: FeedPlan, date: StayDate): number {
  const endDates = new Map([...held, ...stored].map(({ id, endDate }) => [id, endDate]));
  for (const { id } of freed) endDates.delete(id);
  return [...endDates.values()].filter((endDate) => endDate > date).length;
}

/** Stores the blocks of a plan and their nights, with their events. Nights that become free are deleted first. */
async function storePlan(
  context: Context,
  { feed, listingId, known }: { feed: CalendarFeedRecord; listingId: string; known: readonly BlockRecord[] },
  { stored, freed, appeared }: FeedPlan,
): Promise<void> {
  const { tx, now } = context;
  const { teamId, unitId, id: feedId, name: source } = feed;
  const freedIds = freed.map(({ id }) => id);
  const moved = stored.filter(
    ({ before, startDate, endDate }) => before?.startDate !== startDate || before.endDate !== endDate,
  );
  const left = moved.flatMap(({ id, before }) => (before ? [{ id, ...before }] : []));
  await deleteOccupanciesOfBlocks(tx, teamId, [...left.map(({ id }) => id), ...freedIds]);
  await deleteBlocks(tx, teamId, freedIds);
  const knownById = new Map(known.map((block) => [block.id, block]));
  await upsertBlocks(
    tx,
    stored.map(({ id, before: _, ...event }) => ({
      ...(knownById.get(id) ?? { teamId, id, listingId, unitId, reason: null, createdAt: now }),
      ...event,
      source,
      feedId,
    })),
  );
  const nights = moved.map(({ id: blockId, startDate, endDate }) => ({
    ...{ unitId, startDate, endDate, blockId },
    bookingId: null,
    expiresAt: null,
  }));
  await insertOccupancies(tx, teamId, nights, now);
  const place = { listingId, unitId };
  await recordTeamEvents(context, [
    ...[...freed, ...left].map((block) => buildBlockEvent('block.deleted', { ...place, ...block })),
    ...moved.map((block) => buildBlockEvent('block.created', { ...place, ...block })),
    ...appeared.map(({ startDate: start_date, endDate: end_date }) => ({
      type: 'calendar_feed.conflict' as const,
      data: { feed_id: feedId, unit_id: unitId, start_date, end_date },
    })),
  ]);
}
