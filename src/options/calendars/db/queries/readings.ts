/** Readings of calendar feeds: which are due, and what they found. */
import { and, asc, eq, gt, isNull, lte, ne, notInArray, or, sql } from 'drizzle-orm';
import type { Executor, Transaction } from '../../../../db/client.ts';
import type { BlockRecord } from '../../../../db/queries/bookings/blocks.ts';
import { occupancyColumns } from '../../../../db/queries/bookings/occupancies.ts';
import { upsertRows } from '../../../../db/queries/bulk.ts';
import { isListingOfUnit } from '../../../../db/queries/joins.ts';
import { isLeaseFree, LEASE_END, NO_LEASE } from '../../../../db/queries/leases.ts';
import { firstRow, matches } from '../../../../db/queries/statements.ts';
import { blocks, bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { listings, units } from '../../../../db/schema/listings.ts';
import { teamEvents } from '../../../../db/schema/team-events.ts';
import type { StayDate } from '../../../../domain/dates/dates.ts';
import { calendarAddresses, calendarFeeds } from '../schema/calendars.ts';
import { type CalendarFeedRecord, markUnsettled } from './calendar-feeds.ts';

/** The next search finds the rest. */
const MAX_FEEDS_OF_A_LOOK = 500;
const isFeedDueAt = (now: Date) => lte(calendarFeeds.nextReadingAt, now);

/**
 * With what a reading needs: the listing and time zone of the unit, and the nights that the channel was
 * shown.
 */
export type FeedToRead = NonNullable<Awaited<ReturnType<typeof findFeedToRead>>>;

export const findFeedToRead = (db: Executor, teamId: number, id: string) =>
  firstRow(
    db
      .select({
        feed: calendarFeeds,
        listingId: listings.id,
        timezone: listings.timezone,
        shown: calendarAddresses.shown,
      })
      .from(calendarFeeds)
      .innerJoin(units, and(eq(units.teamId, calendarFeeds.teamId), eq(units.id, calendarFeeds.unitId)))
      .innerJoin(listings, isListingOfUnit)
      .leftJoin(
        calendarAddresses,
        and(
          eq(calendarAddresses.teamId, calendarFeeds.teamId),
          eq(calendarAddresses.feedId, calendarFeeds.id),
        ),
      )
      .where(matches(calendarFeeds, { teamId, id })),
  );

export function listBlocksOfFeed(
  tx: Transaction,
  teamId: number,
  feedId: string,
  after: StayDate | null = null,
) {
  return tx
    .select()
    .from(blocks)
    .where(and(matches(blocks, { teamId, feedId }), after ? gt(blocks.endDate, after) : undefined))
    .orderBy(asc(blocks.startDate), asc(blocks.id));
}

/** Without the feed's own blocks. Includes lapsed holds. */
export function listOccupanciesExceptOfFeed(
  tx: Transaction,
  teamId: number,
  { unitId, id: feedId }: Pick<CalendarFeedRecord, 'unitId' | 'id'>,
  from: StayDate,
) {
  return tx
    .select({ ...occupancyColumns, blockId: occupancies.blockId, block: blocks })
    .from(occupancies)
    .leftJoin(blocks, and(eq(blocks.teamId, teamId), eq(blocks.id, occupancies.blockId)))
    .where(
      and(
        matches(occupancies, { teamId, unitId }),
        gt(occupancies.endDate, from),
        or(isNull(blocks.feedId), sql`${blocks.feedId} <> ${feedId}`),
      ),
    );
}

export const listReportedByOtherFeeds = (
  tx: Transaction,
  { teamId, unitId, id }: Pick<CalendarFeedRecord, 'teamId' | 'unitId' | 'id'>,
) =>
  tx
    .select({ id: calendarFeeds.id, reported: calendarFeeds.reported })
    .from(calendarFeeds)
    .where(and(matches(calendarFeeds, { teamId, unitId }), ne(calendarFeeds.id, id)));

/** How many hours the last time zone of the world is behind UTC. */
const HOURS_BEHIND = 12;

/** Feeds that want to block nights which are now free, or one of whose bookings has changed. */
export function listFeedsWithFreeNightsOfAnyTeam(db: Executor, now: Date) {
  const earliest = new Date(now.getTime() - HOURS_BEHIND * 3_600_000).toISOString().slice(0, 10);
  const taken = sql`(
    select range_agg(daterange(o.start_date, o.end_date)) from ${occupancies} o
    where o.team_id = ${calendarFeeds.teamId} and o.unit_id = ${calendarFeeds.unitId}
      and o.end_date > ${earliest}::date and (o.expires_at is null or o.expires_at > ${now.toISOString()}::timestamptz))`;
  // Nights that a booking has in another unit are not wanted here (docs/rules.md, 18.14), unless its event has other nights
  // now, or is missing: then they may be those of another event.
  const booked = sql`(
    select range_agg(daterange(b.check_in, b.check_out)) from ${bookings} b
    where b.team_id = ${calendarFeeds.teamId} and b.feed_id = ${calendarFeeds.id}
      and b.check_out > ${earliest}::date and b.status in ('pending', 'confirmed', 'completed')
      and (b.expires_at is null or b.expires_at > ${now.toISOString()}::timestamptz)
      and not (${calendarFeeds.missing} || ${calendarFeeds.differs})
        @> jsonb_build_array(jsonb_build_object('bookingId', b.id)))`;
  const wanted = sql`${calendarFeeds.wanted} * datemultirange(daterange(${earliest}::date, null))`;
  return db
    .select({ teamId: calendarFeeds.teamId, id: calendarFeeds.id })
    .from(calendarFeeds)
    .where(
      and(
        eq(calendarFeeds.paused, false).inlineParams(),
        or(
          eq(calendarFeeds.isUnsettled, true).inlineParams(),
          and(
            eq(calendarFeeds.hasAllNights, false).inlineParams(),
            sql`${calendarFeeds.wanted} <> '{}'`,
            sql`${wanted} - coalesce(${taken}, '{}') - coalesce(${booked}, '{}') <> '{}'`,
          ),
        ),
      ),
    )
    .limit(MAX_FEEDS_OF_A_LOOK);
}

/** Each feed is then checked after somebody else changed its blocks. */
export const unsettleFeeds = (tx: Transaction, teamId: number): Promise<void> =>
  markUnsettled(tx, teamId, undefined, { hasAllNights: false, isUnsettled: true });

/** Also of deleted blocks. */
export async function listOwnBookingAndBlockIds(tx: Transaction, teamId: number, ids: readonly string[]) {
  if (ids.length === 0) return new Set<string>();
  const own = (table: typeof bookings | typeof blocks) =>
    tx
      .select({ id: table.id })
      .from(table)
      .where(matches(table, { teamId, id: ids }));
  const deletedId = sql<string>`data ->> 'block_id'`;
  const ofDeleted = await tx
    .select({ id: deletedId })
    .from(teamEvents)
    .where(
      and(
        eq(teamEvents.teamId, teamId),
        eq(teamEvents.type, 'block.deleted'),
        sql`${deletedId} = any(${sql.param([...ids])})`,
      ),
    );
  return new Set([...(await own(bookings)), ...(await own(blocks)), ...ofDeleted].map(({ id }) => id));
}

export const upsertBlocks = (tx: Transaction, rows: readonly BlockRecord[]) => upsertRows(tx, blocks, rows);

type LeasedFeed = { teamId: number; id: string; lease: string };

/** Feeds that no process is reading, the longest overdue first. */
export const listDueFeedsOfAnyTeam = (
  db: Executor,
  now: Date,
  { limit, exceptTeams }: { limit: number; exceptTeams: readonly number[] },
) =>
  db
    .select({ teamId: calendarFeeds.teamId, id: calendarFeeds.id })
    .from(calendarFeeds)
    .where(
      and(
        eq(calendarFeeds.paused, false),
        isFeedDueAt(now),
        isLeaseFree(calendarFeeds),
        notInArray(calendarFeeds.teamId, [...exceptTeams]),
      ),
    )
    .orderBy(asc(calendarFeeds.nextReadingAt))
    .limit(limit);

/**
 * Also sets the next reading, so that a failed one is not repeated at once. Returns false if another process
 * was first.
 */
export async function takeCalendarFeedLease(
  db: Executor,
  { teamId, id, lease }: LeasedFeed,
  now: Date,
  nextReadingAt: Date,
): Promise<boolean> {
  const leasedFeeds = db
    .update(calendarFeeds)
    .set({ lease, leasedUntil: LEASE_END, nextReadingAt })
    .where(
      and(
        matches(calendarFeeds, { teamId, id, paused: false }),
        isFeedDueAt(now),
        isLeaseFree(calendarFeeds),
      ),
    )
    .returning({ id: calendarFeeds.id });
  return (await firstRow(leasedFeeds)) !== null;
}

export const releaseCalendarFeedLease = (db: Executor, { teamId, id, lease }: LeasedFeed) =>
  db.update(calendarFeeds).set(NO_LEASE).where(matches(calendarFeeds, { teamId, id, lease }));

export async function measureCalendarFeedsOfAnyTeam(db: Executor) {
  const [measured] = await db
    .select({
      conflicts: sql<number>`coalesce(sum(jsonb_array_length(conflicts)), 0)::int`,
      oldestReadingAt: sql<Date | null>`min(coalesce(last_checked_at, created_at))`.mapWith(
        calendarFeeds.createdAt,
      ),
    })
    .from(calendarFeeds)
    .where(eq(calendarFeeds.paused, false));
  return measured ?? { conflicts: 0, oldestReadingAt: null };
}
