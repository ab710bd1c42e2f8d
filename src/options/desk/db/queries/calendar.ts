/** The team's calendar page: the bookings and blocks that take some units in a range of nights. */
import { and, asc, eq, ne, sql } from 'drizzle-orm';
import type { Executor } from '../../../../db/client.ts';
import { isChannelStay } from '../../../../db/queries/bookings/channel-stays.ts';
import { isNoLapsedHoldAt } from '../../../../db/queries/bookings/holds.ts';
import { isSharingNights } from '../../../../db/queries/bookings/occupancies.ts';
import { isListingOfUnit, isUnitOfBlock } from '../../../../db/queries/joins.ts';
import { unitLabelColumns } from '../../../../db/queries/listings/unit-labels.ts';
import { firstRow, isAnyOf, matches, toEpochMsSql } from '../../../../db/queries/statements.ts';
import { blocks, bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { guests } from '../../../../db/schema/guests.ts';
import { listings, units } from '../../../../db/schema/listings.ts';
import type { NightSpan } from '../../../../domain/inventory/inventory.ts';
import { calendarFeeds } from '../../../calendars/db/schema/calendars.ts';
import { buildGoneColumns, isFeedOfBlock, isNoBooking } from './channel-stays.ts';
import { buildDueCents } from './front-desk.ts';

/** Moments are in milliseconds since 1970. */
export type CalendarOccupancy = Awaited<ReturnType<typeof listCalendarOccupancies>>[number];
export type CalendarBuilding = Awaited<ReturnType<typeof listCalendarBuildings>>[number];
export type BlockWithUnitLabel = NonNullable<Awaited<ReturnType<typeof findBlockWithUnitLabel>>>;

/** What the block's feed says of the channel, and of nights that its calendar no longer has. */
const channelColumns = {
  channelSource: calendarFeeds.source,
  nextReadingAtMs: toEpochMsSql<number | null>(calendarFeeds.nextReadingAt),
  ...buildGoneColumns(blocks.eventStartDate, blocks.eventEndDate),
  /** The same of all nights of the block, some of which its event may no longer have. */
  ofBlock: buildGoneColumns(blocks.startDate, blocks.endDate),
};

/** By unit and first night, without lapsed holds. */
export const listCalendarOccupancies = (
  db: Executor,
  teamId: number,
  { startDate, endDate }: NightSpan,
  { unitIds, nowMs }: { unitIds: readonly string[]; nowMs: number },
) =>
  db
    .select({
      unitId: occupancies.unitId,
      startDate: occupancies.startDate,
      endDate: occupancies.endDate,
      bookingId: bookings.id,
      confirmationCode: bookings.confirmationCode,
      status: bookings.status,
      checkOut: bookings.checkOut,
      numberOfGuests: bookings.numberOfGuests,
      infants: bookings.infants,
      pets: bookings.pets,
      guestName: guests.name,
      wholeBuilding: bookings.wholeBuilding,
      bookingSource: bookings.source,
      currency: bookings.currency,
      dueCents: buildDueCents(teamId),
      expiresAtMs: toEpochMsSql<number | null>(bookings.expiresAt),
      blockId: blocks.id,
      reason: blocks.reason,
      /** The name of the block's feed. */
      source: blocks.source,
      uid: blocks.uid,
      eventStartDate: blocks.eventStartDate,
      eventEndDate: blocks.eventEndDate,
      /** Whether a channel has sold the block's event as a stay. */
      isStay: sql<boolean>`coalesce(${isChannelStay}, false)`,
      /** Nights of a channel's stay that the booking which it is does not have. */
      isOfBooking: sql<boolean>`coalesce(not ${isNoBooking}, false)`,
      ...channelColumns,
    })
    .from(occupancies)
    .leftJoin(bookings, and(eq(bookings.teamId, teamId), eq(bookings.id, occupancies.bookingId)))
    .leftJoin(guests, and(eq(guests.teamId, teamId), eq(guests.id, bookings.guestId)))
    .leftJoin(blocks, and(eq(blocks.teamId, teamId), eq(blocks.id, occupancies.blockId)))
    .leftJoin(calendarFeeds, isFeedOfBlock)
    .where(
      and(
        eq(occupancies.teamId, teamId),
        isAnyOf(occupancies.unitId, unitIds),
        isSharingNights(startDate, endDate),
        isNoLapsedHoldAt(nowMs),
      ),
    )
    .orderBy(asc(occupancies.unitId), asc(occupancies.startDate));

/** For the calendar's filter, by title. */
export const listCalendarBuildings = (db: Executor, teamId: number, limit: number) =>
  db
    .select({ id: listings.id, title: listings.publicTitle })
    .from(listings)
    .where(and(eq(listings.teamId, teamId), eq(listings.kind, 'building'), ne(listings.status, 'archived')))
    .orderBy(asc(listings.publicTitle), asc(listings.slug))
    .limit(limit);

/** A block keeps the name of its feed, even if the feed is deleted. */
export const findBlockWithUnitLabel = (db: Executor, teamId: number, id: string) =>
  firstRow(
    db
      .select({
        ...unitLabelColumns,
        blockId: blocks.id,
        startDate: blocks.startDate,
        endDate: blocks.endDate,
        reason: blocks.reason,
        source: blocks.source,
        feedId: blocks.feedId,
        currency: listings.currency,
        eventStartDate: blocks.eventStartDate,
        eventEndDate: blocks.eventEndDate,
        summary: blocks.summary,
        description: blocks.description,
        link: blocks.link,
        isStay: sql<boolean>`${isChannelStay}`,
        ...channelColumns,
        createdAtMs: toEpochMsSql<number>(blocks.createdAt),
      })
      .from(blocks)
      .innerJoin(units, isUnitOfBlock)
      .innerJoin(listings, isListingOfUnit)
      .leftJoin(calendarFeeds, isFeedOfBlock)
      .where(matches(blocks, { teamId, id })),
  );
