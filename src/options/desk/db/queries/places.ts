/**
 * Standalone places and buildings as the team's pages list them, each building followed by its unit types.
 */
import { and, asc, desc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../../../../db/client.ts';
import { isListingOfUnit } from '../../../../db/queries/joins.ts';
import { buildings, byPlaceTitle, isBuildingOfListing } from '../../../../db/queries/listings/place-names.ts';
import { unitLabelColumns } from '../../../../db/queries/listings/unit-labels.ts';
import { loadPage } from '../../../../db/queries/paging.ts';
import { firstRow, matches } from '../../../../db/queries/statements.ts';
import { blocks, bookings, occupancies } from '../../../../db/schema/bookings.ts';
import { listings, photos, units } from '../../../../db/schema/listings.ts';
import type { PageRequest } from '../../../../domain/page.ts';
import { calendarAddresses, calendarFeeds } from '../../../calendars/db/schema/calendars.ts';

export type PlaceRow = Awaited<ReturnType<typeof selectPlaces>>[number];

const countOfUnits = sql<number>`(
  select count(*)::int from ${units} where ${units.teamId} = ${listings.teamId} and (
    ${units.listingId} = ${listings.id}
    or ${units.listingId} in (
      select types.id from ${listings} types
      where types.team_id = ${listings.teamId} and types.building_id = ${listings.id})))`;

const buildLowestRateSql = (table: SQL) => sql`least(${table}.nightly_cents, ${table}.weekend_nightly_cents)`;

/**
 * Regardless of seasons and single days. Of a building: that of its unit types, or its own if it has none and
 * can be booked as a whole.
 */
const lowestBaseRate = sql`(case
  when ${listings.kind} <> 'building' then ${buildLowestRateSql(sql`${listings}`)}
  else coalesce(
    (select min(${buildLowestRateSql(sql`types`)}) from ${listings} types
      where types.team_id = ${listings.teamId} and types.building_id = ${listings.id}
        and types.status in ('draft', 'active')),
    case when ${listings.wholeBuildingBookable} then ${buildLowestRateSql(sql`${listings}`)} end)
  end)`.mapWith((cents: string): number | null => Number(cents));

/** The first photo's image files, the smallest first. */
const firstPicture = sql<(string | null)[] | null>`(
  select array[${photos.thumbnailUrl}, ${photos.mediumUrl}, ${photos.originalUrl}] from ${photos}
  where ${photos.teamId} = ${listings.teamId} and ${photos.listingId} = ${listings.id}
  order by ${photos.isFeatured} desc, ${photos.sortOrder}, ${photos.id} limit 1)`;

const selectPlaces = (db: Executor) =>
  db
    .select({
      id: listings.id,
      slug: listings.slug,
      kind: listings.kind,
      publicTitle: listings.publicTitle,
      nickname: listings.nickname,
      status: listings.status,
      listedOnSite: listings.listedOnSite,
      propertyType: listings.propertyType,
      city: listings.city,
      currency: listings.currency,
      maxGuests: listings.maxGuests,
      lowestRateCents: lowestBaseRate,
      building: { id: buildings.id, publicTitle: buildings.publicTitle, status: buildings.status },
      unitsCount: countOfUnits,
      picture: firstPicture,
    })
    .from(listings)
    .leftJoin(buildings, isBuildingOfListing)
    .$dynamic();

export const findPlace = (db: Executor, teamId: number, id: string) =>
  firstRow(selectPlaces(db).where(matches(listings, { teamId, id })));

export function listPlaces(db: Executor, teamId: number, ids: readonly string[] | null, page: PageRequest) {
  const isListed = matches(listings, ids === null ? { teamId } : { teamId, id: ids });
  const rows = selectPlaces(db)
    .where(isListed)
    .orderBy(...byPlaceTitle);
  return loadPage(db.$count(listings, isListed), rows, page);
}

/** Its prices serve as an example: an active place, if there is one. */
export const findExamplePlace = (db: Executor, teamId: number, ids: readonly string[] | null) =>
  firstRow(
    db
      .select({
        id: listings.id,
        publicTitle: listings.publicTitle,
        buildingTitle: buildings.publicTitle,
        timezone: listings.timezone,
        currency: listings.currency,
        maxGuests: listings.maxGuests,
      })
      .from(listings)
      .leftJoin(buildings, isBuildingOfListing)
      .where(
        and(
          matches(listings, ids === null ? { teamId } : { teamId, id: ids }),
          or(ne(listings.kind, 'building'), listings.wholeBuildingBookable),
        ),
      )
      .orderBy(desc(eq(listings.status, 'active')), asc(listings.publicTitle), asc(listings.slug))
      .limit(1),
  );

export const listUnitTypes = (db: Executor, teamId: number, buildingId: string) =>
  selectPlaces(db)
    .where(matches(listings, { teamId, buildingId }))
    .orderBy(asc(listings.publicTitle), asc(listings.slug));

/** What prevents the deletion of a listing, and what would be deleted with it. */
export function findUsesOfPlace(db: Executor, teamId: number, id: string) {
  const own = { teamId, listingId: id };
  const unitIds = db.select({ id: units.id }).from(units).where(matches(units, own));
  const ofUnits = (table: typeof bookings | typeof blocks | typeof occupancies | typeof calendarFeeds) =>
    and(eq(table.teamId, teamId), inArray(table.unitId, unitIds));
  return firstRow(
    db
      .select({
        bookings: db.$count(bookings, matches(bookings, own)),
        blocks: db.$count(blocks, matches(blocks, own)),
        /** Also those made for other listings. */
        ofUnits:
          sql<number>`${db.$count(bookings, ofUnits(bookings))} + ${db.$count(blocks, ofUnits(blocks))} + ${db.$count(occupancies, ofUnits(occupancies))}`.mapWith(
            Number,
          ),
        unitTypes: sql<number>`(select count(*)::int from ${listings} types where types.team_id = ${teamId} and types.building_id = ${id})`,
        units: db.$count(units, matches(units, own)),
        feeds: db.$count(calendarFeeds, ofUnits(calendarFeeds)),
        photos: db.$count(photos, matches(photos, own)),
      })
      .from(listings)
      .where(matches(listings, { teamId, id })),
  );
}

export function findUsesOfUnit(db: Executor, teamId: number, id: string) {
  const own = { teamId, unitId: id };
  return firstRow(
    db
      .select({
        bookings: db.$count(bookings, matches(bookings, own)),
        blocks: db.$count(blocks, matches(blocks, own)),
        occupancies: db.$count(occupancies, matches(occupancies, own)),
        feeds: db.$count(calendarFeeds, matches(calendarFeeds, own)),
      })
      .from(units)
      .where(matches(units, { teamId, id })),
  );
}

/** By listing and name. */
export const listUnitsOfPlace = (db: Executor, teamId: number, id: string, limit: number) =>
  db
    .select(unitLabelColumns)
    .from(units)
    .innerJoin(listings, isListingOfUnit)
    .where(and(eq(units.teamId, teamId), or(eq(units.listingId, id), eq(listings.buildingId, id))))
    .orderBy(asc(listings.publicTitle), asc(listings.slug), asc(units.name))
    .limit(limit);

/** Not those for channels. */
export const listOwnAddresses = (db: Executor, teamId: number, unitIds: readonly string[]) =>
  db
    .select({ unitId: calendarAddresses.unitId, fetchedAt: calendarAddresses.fetchedAt })
    .from(calendarAddresses)
    .where(and(matches(calendarAddresses, { teamId, unitId: unitIds }), isNull(calendarAddresses.feedId)));
