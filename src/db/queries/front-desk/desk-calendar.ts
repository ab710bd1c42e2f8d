/**
 * One page of the team's calendar page: some units, and the bookings and blocks that take them in a range of
 * nights.
 */
import { and, asc, eq, exists, ne, or, sql } from 'drizzle-orm';
import type { NightSpan } from '../../../domain/inventory.ts';
import { type PageRequest, toLimitAndOffset } from '../../../domain/page.ts';
import type { Executor } from '../../client.ts';
import { blocks, bookings, occupancies } from '../../schema/bookings.ts';
import { guests } from '../../schema/guests.ts';
import { listings, units } from '../../schema/listings.ts';
import { isNoLapsedHoldAt } from '../bookings/holds.ts';
import { isSharingNights } from '../bookings/occupancies.ts';
import { isListingOfUnit, isUnitOfBlock } from '../joins.ts';
import { building, isBuildingOfListing } from '../listings/site-listings.ts';
import { unitLabelColumns } from '../listings/unit-labels.ts';
import { firstRow, isAnyOf, matches, toEpochMsSql } from '../statements.ts';

export type CalendarUnit = Awaited<ReturnType<typeof listCalendarUnits>>[number];
/** A booking or block that takes a unit. Moments are in milliseconds since 1970. */
export type CalendarOccupancy = Awaited<ReturnType<typeof listCalendarOccupancies>>[number];
export type CalendarBuilding = Awaited<ReturnType<typeof listCalendarBuildings>>[number];
export type BlockWithUnitLabel = NonNullable<Awaited<ReturnType<typeof findBlockWithUnitLabel>>>;

export type CalendarUnitFilter = {
  /** The id of the building whose units are shown, or null for all units. */
  buildingId: string | null;
  /** A search text: a part of the name of a unit, a listing or a building, in any case. */
  text: string | null;
};

export function listCalendarUnits(
  db: Executor,
  teamId: number,
  {
    span: { startDate, endDate },
    filter: { buildingId, text },
    page,
  }: { span: NightSpan; filter: CalendarUnitFilter; page: PageRequest },
) {
  const { limit, offset } = toLimitAndOffset(page);
  const occupiedUnits = db
    .select({ unitId: occupancies.unitId })
    .from(occupancies)
    .where(
      and(
        eq(occupancies.teamId, teamId),
        eq(occupancies.unitId, units.id),
        isSharingNights(startDate, endDate),
      ),
    );
  const searchedNames = sql`lower(concat_ws(' ', ${units.name}, ${listings.publicTitle}, ${listings.nickname},
    ${building.publicTitle}, ${building.nickname}))`;
  return db
    .select({
      id: units.id,
      name: units.name,
      active: units.active,
      listingId: listings.id,
      listingTitle: listings.publicTitle,
      listingStatus: listings.status,
      currency: listings.currency,
      timezone: listings.timezone,
      buildingId: listings.buildingId,
      buildingTitle: building.publicTitle,
      /** The number of all units that match the filter of the calendar. */
      total: sql<number>`count(*) over ()::int`,
    })
    .from(units)
    .innerJoin(listings, isListingOfUnit)
    .leftJoin(building, isBuildingOfListing)
    .where(
      and(
        eq(units.teamId, teamId),
        buildingId === null ? undefined : eq(listings.buildingId, buildingId),
        text === null ? undefined : sql`strpos(${searchedNames}, lower(${text})) > 0`,
        // Units that are no longer let are only shown if a booking or block takes them in the range of
        // nights.
        or(and(eq(units.active, true), ne(listings.status, 'archived')), exists(occupiedUnits)),
      ),
    )
    .orderBy(
      sql`coalesce(${building.publicTitle}, ${listings.publicTitle})`,
      sql`coalesce(${building.slug}, ${listings.slug})`,
      asc(listings.publicTitle),
      asc(listings.slug),
      asc(units.name),
    )
    .limit(limit)
    .offset(offset);
}

/**
 * The bookings and blocks that take some units on any night of a range, by unit and first night. Lapsed holds
 * are left out, because their nights are free.
 */
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
      expiresAtMs: toEpochMsSql<number | null>(bookings.expiresAt),
      blockId: blocks.id,
      reason: blocks.reason,
      /** The name of the calendar feed from which the block came. */
      source: blocks.source,
    })
    .from(occupancies)
    .leftJoin(bookings, and(eq(bookings.teamId, teamId), eq(bookings.id, occupancies.bookingId)))
    .leftJoin(guests, and(eq(guests.teamId, teamId), eq(guests.id, bookings.guestId)))
    .leftJoin(blocks, and(eq(blocks.teamId, teamId), eq(blocks.id, occupancies.blockId)))
    .where(
      and(
        eq(occupancies.teamId, teamId),
        isAnyOf(occupancies.unitId, unitIds),
        isSharingNights(startDate, endDate),
        isNoLapsedHoldAt(nowMs),
      ),
    )
    .orderBy(asc(occupancies.unitId), asc(occupancies.startDate));

/** The buildings that a calendar's filter offers, sorted by title. */
export const listCalendarBuildings = (db: Executor, teamId: number, limit: number) =>
  db
    .select({ id: listings.id, title: listings.publicTitle })
    .from(listings)
    .where(and(eq(listings.teamId, teamId), eq(listings.kind, 'building'), ne(listings.status, 'archived')))
    .orderBy(asc(listings.publicTitle), asc(listings.slug))
    .limit(limit);

/**
 * A block with the names of its unit and listing. A block keeps the name of the calendar feed that made it,
 * even if the feed is deleted.
 */
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
        createdAtMs: toEpochMsSql<number>(blocks.createdAt),
      })
      .from(blocks)
      .innerJoin(units, isUnitOfBlock)
      .innerJoin(listings, isListingOfUnit)
      .where(matches(blocks, { teamId, id })),
  );
