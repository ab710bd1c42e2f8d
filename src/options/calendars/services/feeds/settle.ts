/**
 * Applies a calendar feed to its unit: stores the nights of the feed's events, and blocks those that nothing
 * else takes.
 */
import { isDeepStrictEqual } from 'node:util';
import { type BlockRecord, deleteBlocks, lockBlocks } from '../../../../db/queries/bookings/blocks.ts';
import { deleteOccupanciesOfBlocks, insertOccupancies } from '../../../../db/queries/bookings/occupancies.ts';
import { lockBookings } from '../../../../db/queries/bookings/writes.ts';
import { diffFields } from '../../../../domain/booking.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';
import { listFieldNames } from '../../../../domain/field-names.ts';
import { buildBlockChangedEvent, buildBlockEvent } from '../../../../services/blocks.ts';
import { expireHolds, filterLapsedHoldIds, partitionByLapse } from '../../../../services/bookings/expire.ts';
import { ChangedMeanwhile } from '../../../../services/errors.ts';
import { newId } from '../../../../services/new-id.ts';
import { recordTeamEvents } from '../../../../services/team-events.ts';
import type { SystemScope, WriteScope } from '../../../../services/team-scope.ts';
import { listErasedUids } from '../../db/queries/booked-stays.ts';
import { type CalendarFeedRecord, lockCalendarFeed } from '../../db/queries/calendar-feeds.ts';
import {
  type FeedToRead,
  listBlocksOfFeed,
  listOccupanciesExceptOfFeed,
  listReportedByOtherFeeds,
  upsertBlocks,
} from '../../db/queries/readings.ts';
import { type BookedEvents, listEventsToPlace } from '../../domain/booked-events.ts';
import type { FeedEvent } from '../../domain/events.ts';
import { toNightMap, toNights, toRuns, toSpans, type Window } from '../../domain/nights.ts';
import { listNewConflicts, type PlannedBlock, placeNights, wantsAllNightsOf } from '../../domain/placing.ts';
import {
  absorbReading,
  type FeedMemory,
  type FeedReading,
  findFeedWindow,
  formatDates,
} from '../../domain/reading.ts';
import { compareBookings, type EventLink, linkBookings, recordNewDifferences } from './booked.ts';
import { pickEventColumns, toEventColumns } from './event-columns.ts';

type Context = WriteScope<SystemScope>;
type Settling = Pick<FeedToRead, 'listingId' | 'shown'> & {
  today: StayDate;
  /** Null if the feed only takes nights that have become free. */
  reading: (FeedReading & { cancelledUids: ReadonlySet<string> }) | null;
};

/**
 * Applies a feed to its unit, which the caller has locked, and returns the columns of the feed that change. The feed was
 * read after that: it is locked at the end, because a write of a booking locks it last, and if it has changed meanwhile
 * the write begins again. A paused feed keeps its blocks and takes no new ones.
 */
export async function settleFeed(
  scope: Context,
  feed: CalendarFeedRecord,
  { listingId, shown, today, reading }: Settling,
) {
  const { tx, now } = scope;
  const { teamId, id: feedId, unitId } = feed;
  const window = findFeedWindow(today);
  const held = await listBlocksOfFeed(tx, teamId, feedId, today);
  const before: FeedMemory = {
    events: feed.reported,
    wanted: toNights(feed.wanted, window),
    leaving: toNightMap(feed.leaving, window),
  };
  const known = { held: toNights(held, window), shown: toNightMap(shown ?? [], window) };
  const read = reading && { ...reading, events: await removeErasedTexts(scope, feed, reading.events) };
  const after = read
    ? absorbReading(before, read, known, { window, now })
    : { ...before, freed: new Set<number>(), isSuspicious: false, isShrunk: false };

  const { held: taken, lapsed } = partitionByLapse(
    await listOccupanciesExceptOfFeed(tx, teamId, feed, today),
    now,
  );
  const isAdopted = ({ block, ...nights }: (typeof taken)[number]) =>
    block !== null &&
    block.source !== null &&
    block.feedId === null &&
    !feed.paused &&
    wantsAllNightsOf(nights, after.wanted, window);
  const adopted = taken.filter(isAdopted).flatMap(({ block }) => block ?? []);
  const stays = await listStaysOfOtherFeeds(scope, feed);
  const blocks = [...held, ...adopted];
  const { isShrunk } = after;
  const comparing = { taken, events: after.events, today, reading, isShrunk };
  const compared = await compareBookings(scope, feed, comparing);
  const events = listEventsToPlace(after.events, compared);
  const wanted = after.wanted.intersection(toNights(events, window));
  const bookedNights = listBookedNights(held, compared.booked, window).difference(wanted);
  const plan = placeNights(
    {
      events,
      wanted,
      held: blocks.map((block) => ({ ...block, uid: block.uid ?? '' })),
      freed: after.freed.union(bookedNights),
      others: taken
        .filter((nights) => !isAdopted(nights))
        .map(({ block, ...nights }) => ({ ...nights, stays: stays.get(block?.feedId ?? '') ?? new Set() })),
    },
    { window, newId },
  );
  const holds = plan.blocks.flatMap((block) => filterLapsedHoldIds(lapsed, [unitId], block));
  await lockAndLinkBookings(scope, { links: compared.links, holds: feed.paused ? [] : holds, blocks });
  if (!feed.paused) await storeBlocks(scope, { feed, listingId, blocks }, plan);
  await lockFeedAsRead(scope, feed);
  await recordNewDifferences(scope, feed, compared.differs);
  await recordTeamEvents(
    scope,
    listNewConflicts(feed.conflicts, plan.conflicts).map(({ startDate, endDate }) => ({
      type: 'calendar_feed.conflict' as const,
      data: { feed_id: feedId, unit_id: unitId, start_date: startDate, end_date: endDate },
    })),
  );
  return {
    reported: [...after.events],
    wanted: toSpans(after.wanted),
    hasAllNights: !feed.paused && wanted.isSubsetOf(toNights(plan.blocks, window)),
    differs: compared.differs,
    missing: compared.missing,
    isUnsettled: false,
    leaving: feed.paused ? feed.leaving : toRuns(after.leaving),
    conflicts: plan.conflicts,
    isSuspicious: after.isSuspicious,
  };
}

/**
 * Locks all bookings that change, together with the feed's blocks, which are locked before bookings. Notes in some
 * which event they are, and cancels the lapsed holds in the way.
 */
async function lockAndLinkBookings(
  scope: Context,
  { links, holds, blocks }: { links: readonly EventLink[]; holds: string[]; blocks: readonly BlockRecord[] },
): Promise<void> {
  const { tx, teamId } = scope;
  const ids = new Set([...links.map(({ booking }) => booking.id), ...holds]);
  if (ids.size === 0) return;
  await lockBlocks(
    tx,
    teamId,
    blocks.map(({ id }) => id),
  );
  const locked = new Map(
    (await lockBookings(tx, teamId, [...ids])).map(({ booking }) => [booking.id, booking]),
  );
  for (const { booking } of links)
    if (!isDeepStrictEqual(locked.get(booking.id), booking)) throw new ChangedMeanwhile();
  await linkBookings(scope, links);
  await expireHolds(
    scope,
    [...new Set(holds)].flatMap((id) => locked.get(id) ?? []),
  );
}

/** Locks a feed, and begins the write again if it is not as it was read. When it is read next does not matter. */
export async function lockFeedAsRead({ tx, teamId }: Context, feed: CalendarFeedRecord): Promise<void> {
  const locked = await lockCalendarFeed(tx, teamId, feed.id);
  const { nextReadingAt, lease, leasedUntil } = feed;
  if (!isDeepStrictEqual(locked && { ...locked, nextReadingAt, lease, leasedUntil }, feed))
    throw new ChangedMeanwhile();
}

/** Nights that blocks of events have although the events' own bookings have them, in another unit. */
function listBookedNights(held: readonly BlockRecord[], booked: BookedEvents, window: Window): Set<number> {
  const uids = new Set<string | null>(booked.map(({ event }) => event.uid));
  const ofEvents = held.filter(({ uid }) => uids.has(uid));
  const nights = booked.map(({ booking, event }) => {
    const ofBooking = { startDate: booking.checkIn, endDate: booking.checkOut };
    return toNights([ofBooking], window).intersection(toNights([event], window));
  });
  return toNights(ofEvents, window).intersection(new Set(nights.flatMap((some) => [...some])));
}

/** Events without what they say of guests who were erased here. */
async function removeErasedTexts({ tx }: Context, feed: CalendarFeedRecord, events: readonly FeedEvent[]) {
  const withTexts = events.filter(({ summary, description, link }) => summary ?? description ?? link);
  const uids = await listErasedUids(
    tx,
    feed,
    withTexts.map(({ uid }) => uid),
  );
  return events.map((event) => {
    if (!uids.has(event.uid)) return event;
    const { uid, startDate, endDate } = event;
    return { uid, startDate, endDate };
  });
}

/** For each other feed of the same unit, the dates of all stays that it has reported. */
async function listStaysOfOtherFeeds({ tx }: Context, feed: CalendarFeedRecord) {
  const feeds = await listReportedByOtherFeeds(tx, feed);
  return new Map(feeds.map(({ id, reported }) => [id, new Set(reported.map(formatDates))]));
}

const hasMoved = ({ before, startDate, endDate }: PlannedBlock) =>
  before?.startDate !== startDate || before.endDate !== endDate;

/**
 * Stores the planned blocks of a feed and their nights, with events about the blocks. A feed's nights that
 * become free are deleted before its new nights are stored, because nights of one unit must not overlap.
 */
async function storeBlocks(
  scope: Context,
  place: { feed: CalendarFeedRecord; listingId: string; blocks: readonly BlockRecord[] },
  { blocks, deleted }: Pick<ReturnType<typeof placeNights>, 'blocks' | 'deleted'>,
): Promise<void> {
  const { tx, now } = scope;
  const { listingId, feed } = place;
  const { teamId, unitId, id: feedId, name: source } = feed;
  const knownById = new Map(place.blocks.map((block) => [block.id, block]));
  const toShown = ({ uid, owner }: PlannedBlock) => {
    const left = 'id' in owner ? knownById.get(owner.id) : undefined;
    return {
      uid,
      feedId,
      source,
      ...(left ? pickEventColumns(left) : toEventColumns(('whole' in owner && owner.whole) || owner)),
    };
  };
  const diffShown = (block: PlannedBlock) =>
    Object.keys(diffFields(knownById.get(block.id) ?? {}, toShown(block)));
  const moved = blocks.filter(hasMoved);
  const left = moved.flatMap(({ id, before }) => (before ? [{ id, ...before }] : []));
  const deletedIds = deleted.map(({ id }) => id);
  await deleteOccupanciesOfBlocks(tx, teamId, [...left.map(({ id }) => id), ...deletedIds]);
  await deleteBlocks(tx, teamId, deletedIds);
  const changed = blocks.filter((block) => hasMoved(block) || diffShown(block).length > 0);
  // The event of a block that moves says that its former nights are free, and that the new ones are taken.
  const kept = changed.filter((block) => !hasMoved(block));
  await upsertBlocks(
    tx,
    changed.map((block) => ({
      ...(knownById.get(block.id) ?? { teamId, listingId, unitId, reason: null, createdAt: now }),
      id: block.id,
      startDate: block.startDate,
      endDate: block.endDate,
      ...toShown(block),
      updatedAt: now,
    })),
  );
  const nights = moved.map(({ id: blockId, startDate, endDate }) => ({
    unitId,
    startDate,
    endDate,
    blockId,
    bookingId: null,
    expiresAt: null,
  }));
  await insertOccupancies(tx, teamId, nights, now);
  const ofUnit = { listingId, unitId };
  await recordTeamEvents(scope, [
    ...[...deleted, ...left].map((block) => buildBlockEvent('block.deleted', { ...block, ...ofUnit })),
    ...moved.map((block) => buildBlockEvent('block.created', { ...block, ...ofUnit })),
    // The names of changed fields alone, because the texts of an event are data of its guest.
    ...kept.map((block) =>
      buildBlockChangedEvent({ id: block.id, ...ofUnit }, listFieldNames(diffShown(block))),
    ),
  ]);
}
