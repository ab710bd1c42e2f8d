import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import { alias, type PgColumn } from 'drizzle-orm/pg-core';
import type { Amenity } from '../../../domain/amenities.ts';
import type { HouseRules } from '../../../domain/house-rules.ts';
import { MAX_PHOTOS_OF_UNIT_TYPE_IN_LISTS } from '../../../domain/limits.ts';
import type { PageRequest } from '../../../domain/page.ts';
import type { ListingText, Translations } from '../../../domain/translations.ts';
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

export const building = alias(listings, 'building');

/** What only a place with translations needs, because most have none. */
const whereTranslated = <Value>({ translations }: { translations: PgColumn }, value: SQL<Value>) =>
  sql<Value | null>`case when ${translations} is not null then ${value} end`;

/**
 * A list of its own, so that a column which is added for the team does not become public by accident. `id` is
 * not shown: it finds photos and unit types.
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
  // Rules are not shown here. They decide about the language of a translated place, and of a building's rooms.
  houseRules: sql<HouseRules | null>`case when ${listings.translations} is not null or ${listings.kind} = 'building'
    then ${listings.houseRules} end`,
  houseRulesOfBuilding: whereTranslated(listings, sql<HouseRules>`${building.houseRules}`),
  translations: listings.translations,
  translationsOfBuilding: whereTranslated(listings, sql<Translations<ListingText>>`${building.translations}`),
};

/** With photos and, for a building, the unit types with theirs. */
export type SiteListing = NonNullable<Awaited<ReturnType<typeof findSiteListing>>>;

export const isBuildingOfListing = and(
  eq(building.teamId, listings.teamId),
  eq(building.id, listings.buildingId),
);

/** A unit type may leave it to its building. For a query that joins `building`. */
export const MAX_PETS_SQL = sql<number>`coalesce(${listings.maxPets}, ${building.maxPets}, 0)`;

/** Regardless of its building. */
const isShownOnSite = (table: typeof listings | typeof building | typeof unitType) =>
  and(eq(table.status, 'active'), eq(table.listedOnSite, true));

/** For a query that joins `building`. */
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

/** Null if the site does not show the listing. */
export const findSiteTerms = (db: Executor, teamId: number, slug: string) =>
  firstRow(selectSiteTermsBySlug(db, { teamId, slug }));

const selectSiteDetailsBySlug = prepareQuery((db) =>
  db
    .select({
      amenities: listings.amenities,
      amenitiesOfBuilding: sql<Amenity[] | null>`${building.amenities}`,
      houseRules: listings.houseRules,
      houseRulesOfBuilding: sql<HouseRules | null>`${building.houseRules}`,
      publicTitle: listings.publicTitle,
      headline: listings.headline,
      description: listings.description,
      translations: listings.translations,
      translationsOfBuilding: sql<Translations<ListingText> | null>`${building.translations}`,
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

/** Of the listing and of its building. Null if the site does not show the listing. */
export const findSiteDetails = (db: Executor, teamId: number, slug: string) =>
  firstRow(selectSiteDetailsBySlug(db, { teamId, slug }));

const unitType = alias(listings, 'unit_type');
/** Long texts, which no list of unit types shows, are cut: what counts is whether they are there. */
const shortTranslations = sql<Translations<ListingText>>`(
  select jsonb_object_agg(each.code, each.texts - '{description,house_rules.text}'::text[]
    || case when each.texts ? 'description' then '{"description": "…"}'::jsonb else '{}' end
    || case when each.texts ? 'house_rules.text' then '{"house_rules.text": "…"}'::jsonb else '{}' end)
  from jsonb_each(${unitType.translations}) as each (code, texts))`;
const unitTypeColumns = {
  id: unitType.id,
  buildingId: unitType.buildingId,
  slug: unitType.slug,
  publicTitle: unitType.publicTitle,
  headline: unitType.headline,
  description: whereTranslated(unitType, sql<string>`left(${unitType.description}, 1)`),
  houseRules: whereTranslated(unitType, sql<HouseRules>`${unitType.houseRules}`),
  translations: whereTranslated(unitType, shortTranslations),
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

/** Those that the site shows, by title, with their number of active units and photos. */
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
// Photos are limited, because a building may have 100 unit types with 50 photos each, and a page 100
// buildings.
const selectSiteListingsByIds = prepareQuery((db) =>
  selectSiteListings(db, buildFirstPhotosColumn(unitType.id, MAX_PHOTOS_OF_UNIT_TYPE_IN_LISTS)).where(
    and(isListingWithAnyId, isListingShownOnSite),
  ),
);

/** Null if the site does not show the listing. It shows a unit type only if it also shows the building. */
export const findSiteListing = (db: Executor, teamId: number, slug: string) =>
  firstRow(selectSiteListingBySlug(db, { teamId, slug }));

export const listSiteListingsByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, (ids) => selectSiteListingsByIds(db, { teamId, ids }));

/** Standalone listings and buildings of the site's index, by title. */
export function listSiteListingIds(db: Executor, teamId: number, page: PageRequest) {
  const isStandaloneOrBuilding = inArray(listings.kind, ['standalone', 'building']);
  const isOnIndex = and(eq(listings.teamId, teamId), isShownOnSite(listings), isStandaloneOrBuilding);
  return findPageOfListingIds(db, isOnIndex, page);
}

/** Slugs of all places that the site shows, rooms of buildings too, in the order of the slugs. */
export const listSitePlaces = (db: Executor, teamId: number, limit: number) =>
  db
    .select({ slug: listings.slug, updatedAt: listings.updatedAt })
    .from(listings)
    .leftJoin(building, isBuildingOfListing)
    .where(and(eq(listings.teamId, teamId), isListingShownOnSite))
    .orderBy(listings.slug)
    .limit(limit);
