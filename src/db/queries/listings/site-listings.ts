import { and, eq, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Amenity } from '../../../domain/amenities.ts';
import type { HouseRules } from '../../../domain/house-rules.ts';
import { MAX_PHOTOS_OF_UNIT_TYPE_IN_LISTS } from '../../../domain/limits.ts';
import type { PageRequest } from '../../../domain/page.ts';
import type { Executor } from '../../client.ts';
import { buildJsonRowsSql } from '../../json-rows.ts';
import { prepareQuery } from '../../prepared.ts';
import { listings, units } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import { readInOrder } from '../paging.ts';
import { firstRow, matches, placeholders } from '../statements.ts';
import {
  buildFirstPhotosColumn,
  buildPhotosColumn,
  findPageOfListingIds,
  isListingWithAnyId,
} from './listings.ts';

/**
 * The columns of a listing that the public booking site may show. The public columns are a list of their own,
 * so that a column which is added for the team does not become public by accident. The listing's id is only
 * used to find its photos and unit types, and is not shown.
 */
const siteListingColumns = {
  id: listings.id,
  slug: listings.slug,
  kind: listings.kind,
  wholeBuildingBookable: listings.wholeBuildingBookable,
  publicTitle: listings.publicTitle,
  propertyType: listings.propertyType,
  maxGuests: listings.maxGuests,
  bedroomsCount: listings.bedroomsCount,
  bedsCount: listings.bedsCount,
  bathroomsCount: listings.bathroomsCount,
  bathroomsHalf: listings.bathroomsHalf,
  currency: listings.currency,
  timezone: listings.timezone,
  checkInTime: listings.checkInTime,
  checkOutTime: listings.checkOutTime,
  city: listings.city,
  state: listings.state,
  country: listings.country,
  latitude: listings.latitude,
  longitude: listings.longitude,
  headline: listings.headline,
  description: listings.description,
};

/** A listing as the booking site shows it, with its photos and, for a building, the unit types with their photos. */
export type SiteListing = NonNullable<Awaited<ReturnType<typeof findSiteListing>>>;

export const building = alias(listings, 'building');
export const isBuildingOfListing = and(
  eq(building.teamId, listings.teamId),
  eq(building.id, listings.buildingId),
);

/** SQL for how many pets a listing takes, in a query that joins `building`: a unit type may leave it to that. */
export const MAX_PETS_SQL = sql<number>`coalesce(${listings.maxPets}, ${building.maxPets}, 0)`;

/** SQL for whether the site shows a listing, regardless of its building. */
const isShownOnSite = (table: typeof listings | typeof building | typeof unitType) =>
  and(eq(table.status, 'active'), eq(table.listedOnSite, true));

/** SQL for whether the site shows a listing and its building, for a query that joins `building`. */
export const isListingShownOnSite = and(
  isShownOnSite(listings),
  or(sql`${listings.buildingId} is null`, isShownOnSite(building)),
);

const hasSlug = and(matches(listings, placeholders('teamId', 'slug')), isListingShownOnSite);

const selectSiteTermsBySlug = prepareQuery((db) =>
  db
    .select({
      siteBookings: teams.siteBookings,
      siteCancellation: teams.siteCancellation,
      depositPpm: teams.depositPpm,
      balanceDueDays: teams.balanceDueDays,
      ownPolicy: listings.cancellationPolicy,
      policyOfBuilding: building.cancellationPolicy,
      policyOfTeam: teams.cancellationPolicy,
      securityDepositCents: listings.securityDepositCents,
      currency: listings.currency,
      checkInTime: listings.checkInTime,
      checkOutTime: listings.checkOutTime,
      registrationNumber: listings.registrationNumber,
    })
    .from(listings)
    .innerJoin(teams, eq(teams.id, listings.teamId))
    .leftJoin(building, isBuildingOfListing)
    .where(hasSlug),
);

export type SiteTermsRow = NonNullable<Awaited<ReturnType<typeof findSiteTerms>>>;

/** The terms of the listing with a given slug, or null if the booking site does not show it. */
export const findSiteTerms = (db: Executor, teamId: number, slug: string) =>
  firstRow(selectSiteTermsBySlug(db, { teamId, slug }));

const selectSiteDetailsBySlug = prepareQuery((db) =>
  db
    .select({
      amenities: listings.amenities,
      amenitiesOfBuilding: sql<Amenity[] | null>`${building.amenities}`,
      houseRules: listings.houseRules,
      houseRulesOfBuilding: sql<HouseRules | null>`${building.houseRules}`,
      rooms: listings.rooms,
      photos: buildPhotosColumn(listings.id),
      maxGuests: listings.maxGuests,
      maxChildren: listings.maxChildren,
      maxInfants: listings.maxInfants,
      maxPets: MAX_PETS_SQL,
      infantAge: teams.infantAge,
      checkInTime: listings.checkInTime,
      checkOutTime: listings.checkOutTime,
      registrationNumber: listings.registrationNumber,
    })
    .from(listings)
    .innerJoin(teams, eq(teams.id, listings.teamId))
    .leftJoin(building, isBuildingOfListing)
    .where(hasSlug),
);

export type SiteDetailsRow = NonNullable<Awaited<ReturnType<typeof findSiteDetails>>>;

/**
 * The amenities, rooms and rules of the listing with a given slug, and of its building, or null if the
 * booking site does not show the listing.
 */
export const findSiteDetails = (db: Executor, teamId: number, slug: string) =>
  firstRow(selectSiteDetailsBySlug(db, { teamId, slug }));

const unitType = alias(listings, 'unit_type');
const unitTypeColumns = {
  id: unitType.id,
  buildingId: unitType.buildingId,
  slug: unitType.slug,
  publicTitle: unitType.publicTitle,
  headline: unitType.headline,
  maxGuests: unitType.maxGuests,
  bedroomsCount: unitType.bedroomsCount,
  bedsCount: unitType.bedsCount,
  bathroomsCount: unitType.bathroomsCount,
  bathroomsHalf: unitType.bathroomsHalf,
  unitsCount: sql<number>`(select count(*)::int from ${units}
    where ${and(matches(units, placeholders('teamId')), eq(units.listingId, unitType.id), eq(units.active, true))})`,
};
const isShownUnitType = and(eq(unitType.teamId, sql.placeholder('teamId')), isShownOnSite(unitType));
type PhotosColumn = ReturnType<typeof buildPhotosColumn>;

/**
 * The unit types of a building that the site shows, sorted by title, each with its number of active units and its photos.
 */
const buildSiteUnitTypesColumn = (photos: PhotosColumn) =>
  buildJsonRowsSql(
    { ...unitTypeColumns, photos },
    {
      from: sql`${listings} as ${unitType}`,
      where: and(isShownUnitType, eq(unitType.buildingId, listings.id)),
      orderBy: sql`${unitType.publicTitle}, ${unitType.slug}`,
    },
  );

const selectSiteListings = (db: Executor, photosOfUnitType: PhotosColumn) =>
  db
    .select({
      ...siteListingColumns,
      photos: buildPhotosColumn(listings.id),
      unitTypes: buildSiteUnitTypesColumn(photosOfUnitType),
    })
    .from(listings)
    .leftJoin(building, isBuildingOfListing);
const selectSiteListingBySlug = prepareQuery((db) =>
  selectSiteListings(db, buildPhotosColumn(unitType.id)).where(hasSlug),
);
// Photos are limited in number, because a building may have 100 unit types with 50 photos each, and a page
// 100 buildings.
const selectSiteListingsByIds = prepareQuery((db) =>
  selectSiteListings(db, buildFirstPhotosColumn(unitType.id, MAX_PHOTOS_OF_UNIT_TYPE_IN_LISTS)).where(
    and(isListingWithAnyId, isListingShownOnSite),
  ),
);

/**
 * Finds the listing with a given slug, or null if the booking site does not show it. The site shows a unit
 * type only if it also shows the building.
 */
export const findSiteListing = (db: Executor, teamId: number, slug: string) =>
  firstRow(selectSiteListingBySlug(db, { teamId, slug }));

export const listSiteListingsByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, (ids) => selectSiteListingsByIds(db, { teamId, ids }));

/** The ids of the listings on one page of the booking site's index, sorted by title, and the total number. */
export function listSiteListingIds(db: Executor, teamId: number, page: PageRequest) {
  const isStandaloneOrBuilding = inArray(listings.kind, ['standalone', 'building']);
  const isOnIndex = and(eq(listings.teamId, teamId), isShownOnSite(listings), isStandaloneOrBuilding);
  return findPageOfListingIds(db, isOnIndex, page);
}
