/**
 * One page of the team's calendar page: some units, and the bookings and blocks that take them in a range of
 * nights.
 */
import { and, asc, count, eq, exists, isNull, ne, not, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { NightSpan } from '../../../domain/inventory/inventory.ts';
import { type PageRequest, toLimitAndOffset } from '../../../domain/page.ts';
import type { ListingStatus } from '../../../domain/vocabulary.ts';
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

export type CalendarUnit = Awaited<ReturnType<typeof selectSortedUnits>>[number];
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

type UnitsRequest = { span: NightSpan; filter: CalendarUnitFilter; page: PageRequest };

/**
 * The largest share of a calendar's units for whose pages units are found place by place. Passing all places takes twice
 * as long as sorting all units.
 */
const SHARE_FOUND_BY_PLACE = 1 / 3;

/** One page of the units of a calendar, and the number of all units that match its filter. */
export async function listCalendarUnits(db: Executor, teamId: number, request: UnitsRequest) {
  const { buildingId, text } = request.filter;
  const countAll = buildingId === null && text === null ? countUnitsOfTeam : countFoundUnits;
  const total = await countAll(db, teamId, request);
  const { offset } = toLimitAndOffset(request.page);
  // A text may be found in a few units alone, far apart.
  const isFoundSoon = text === null && offset <= total * SHARE_FOUND_BY_PLACE;
  const select = isFoundSoon ? selectUnitsByPlace : selectSortedUnits;
  return { units: await select(db, teamId, request), total };
}

/** Reads the units of a page from all units of the team, sorted. */
function selectSortedUnits(db: Executor, teamId: number, request: UnitsRequest) {
  const { limit, offset } = toLimitAndOffset(request.page);
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
    })
    .from(units)
    .innerJoin(listings, isListingOfUnit)
    .leftJoin(building, isBuildingOfListing)
    .where(isFoundUnit(teamId, request))
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
 * Reads the units of a page. Standalone listings and buildings come one after the other, as an index has them, and the
 * units of each are sorted on their own, so that PostgreSQL stops once the page is full.
 */
function selectUnitsByPlace(db: Executor, teamId: number, request: UnitsRequest) {
  const { limit, offset } = toLimitAndOffset(request.page);
  const { buildingId } = request.filter;
  const place = alias(listings, 'place');
  const isListingOfPlace =
    buildingId === null
      ? or(eq(listings.id, place.id), eq(listings.buildingId, place.id))
      : eq(listings.buildingId, place.id);
  const shown = db
    .select({
      id: units.id,
      name: units.name,
      active: units.active,
      listingId: sql<string>`${listings.id}`.as('listing_id'),
      listingTitle: sql<string>`${listings.publicTitle}`.as('listing_title'),
      listingSlug: sql<string>`${listings.slug}`.as('listing_slug'),
      listingStatus: sql<ListingStatus>`${listings.status}`.as('listing_status'),
      currency: listings.currency,
      timezone: listings.timezone,
      buildingId: listings.buildingId,
      buildingTitle: sql<string | null>`${building.publicTitle}`.as('building_title'),
    })
    .from(listings)
    .innerJoin(units, isUnitOfListing)
    .leftJoin(building, isBuildingOfListing)
    .where(and(eq(listings.teamId, teamId), isListingOfPlace, isShownUnit(teamId, request)))
    .orderBy(asc(listings.publicTitle), asc(listings.slug), asc(units.name))
    .as('shown');
  return db
    .select({
      id: shown.id,
      name: shown.name,
      active: shown.active,
      listingId: shown.listingId,
      listingTitle: shown.listingTitle,
      listingStatus: shown.listingStatus,
      currency: shown.currency,
      timezone: shown.timezone,
      buildingId: shown.buildingId,
      buildingTitle: shown.buildingTitle,
    })
    .from(place)
    .crossJoinLateral(shown)
    .where(
      and(
        eq(place.teamId, teamId),
        buildingId === null ? isNull(place.buildingId) : eq(place.id, buildingId),
      ),
    )
    .orderBy(
      asc(place.publicTitle),
      asc(place.slug),
      asc(shown.listingTitle),
      asc(shown.listingSlug),
      asc(shown.name),
    )
    .limit(limit)
    .offset(offset);
}

const isUnitOfListing = and(eq(units.teamId, listings.teamId), eq(units.listingId, listings.id));

async function countFoundUnits(db: Executor, teamId: number, request: UnitsRequest): Promise<number> {
  const counted = await firstRow(
    db
      .select({ total: count() })
      .from(units)
      .innerJoin(listings, isListingOfUnit)
      .leftJoin(building, isBuildingOfListing)
      .where(isFoundUnit(teamId, request)),
  );
  return counted?.total ?? 0;
}

/**
 * The number of units that a calendar without a filter shows: the active ones, without those of archived listings that
 * nothing takes, and with inactive ones that something takes. To join all units with their listings would take longer.
 */
async function countUnitsOfTeam(db: Executor, teamId: number, request: UnitsRequest): Promise<number> {
  const { startDate, endDate } = request.span;
  // What takes units is read once, by its nights. A condition about each unit would look units up one by one.
  const isTaken = sql`${units.id} in (select ${occupancies.unitId} from ${occupancies}
    where ${and(eq(occupancies.teamId, teamId), isSharingNights(startDate, endDate))})`;
  const archived = db
    .select({ id: listings.id })
    .from(listings)
    .where(and(eq(listings.teamId, teamId), eq(listings.status, 'archived')));
  const countUnits = (condition: SQL | undefined) =>
    sql<number>`(select count(*) from ${units} where ${and(eq(units.teamId, teamId), condition)})`;
  const isOfArchived = sql`${units.listingId} = any(array(${archived}))`;
  const { rows } = await db.execute<{ total: number }>(sql`
    select (${countUnits(eq(units.active, true))}
      - ${countUnits(and(isOfArchived, eq(units.active, true), not(isTaken)))}
      + ${countUnits(and(eq(units.active, false), isTaken))})::int as total`);
  return rows[0]?.total ?? 0;
}

/** SQL for whether a unit, of a listing and perhaps a building, is found by the filter of a calendar. */
const isFoundUnit = (teamId: number, request: UnitsRequest) =>
  and(
    eq(units.teamId, teamId),
    request.filter.buildingId === null ? undefined : eq(listings.buildingId, request.filter.buildingId),
    isShownUnit(teamId, request),
  );

/** SQL for whether a unit is shown in a span of nights, and has the searched text in one of its names. */
function isShownUnit(teamId: number, { span: { startDate, endDate }, filter }: UnitsRequest) {
  const isTaken = exists(
    sql`(select 1 from ${occupancies} where ${and(
      eq(occupancies.teamId, teamId),
      eq(occupancies.unitId, units.id),
      isSharingNights(startDate, endDate),
    )})`,
  );
  const searchedNames = sql`lower(concat_ws(' ', ${units.name}, ${listings.publicTitle}, ${listings.nickname},
    ${building.publicTitle}, ${building.nickname}))`;
  return and(
    filter.text === null ? undefined : sql`strpos(${searchedNames}, lower(${filter.text})) > 0`,
    // Units that are no longer let are only shown if a booking or block takes them in the range of nights.
    or(and(eq(units.active, true), ne(listings.status, 'archived')), isTaken),
  );
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
