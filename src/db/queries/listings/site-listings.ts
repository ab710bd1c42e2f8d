import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../../client.ts';
import { jsonRows } from '../../json-rows.ts';
import { prepared } from '../../prepared.ts';
import { listings, units } from '../../schema/listings.ts';
import { teams } from '../../schema/teams.ts';
import type { Slice } from '../paging.ts';
import { inOrderOf } from '../paging.ts';
import { isOneOf, photosOf } from './listings.ts';

/**
 * The columns of a listing that anyone may read. It is a list of its own, so that a column added for the team never
 * shows here. The id is used to find photos and unit types, and is not presented.
 */
const siteColumns = {
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

export type SiteListingRow = NonNullable<Awaited<ReturnType<typeof findSiteListing>>>;
export type SiteUnitTypeRow = Awaited<ReturnType<typeof listSiteUnitTypes>>[number];

export const building = alias(listings, 'building');
/** The building of a unit type, for joins. */
export const buildingOfListing = and(
  eq(building.teamId, listings.teamId),
  eq(building.id, listings.buildingId),
);

/** The cancellation terms that may apply to a listing, for a query that joins its building and its team. */
const policyColumns = {
  ownPolicy: listings.cancellationPolicy,
  policyOfBuilding: building.cancellationPolicy,
  policyOfTeam: teams.cancellationPolicy,
};

/** The condition that the site shows a listing, whatever its building is. */
export const isShown = (table: typeof listings | typeof building | typeof unitType) =>
  and(eq(table.status, 'active'), eq(table.listedOnSite, true));

/** The condition that the site shows a listing of any kind, for a query that joins `building`. */
export const isShownOrInShownBuilding = and(
  isShown(listings),
  or(sql`${listings.buildingId} is null`, isShown(building)),
);

const ofTeam = eq(listings.teamId, sql.placeholder('teamId'));

const siteListingBySlug = prepared((db) =>
  db
    .select(siteColumns)
    .from(listings)
    .leftJoin(building, buildingOfListing)
    .where(and(ofTeam, eq(listings.slug, sql.placeholder('slug')), isShownOrInShownBuilding)),
);

/** The listing with that slug, if the booking site shows it. For a unit type, the site must also show its building. */
export async function findSiteListing(db: Executor, teamId: number, slug: string) {
  const [row] = await siteListingBySlug(db, { teamId, slug });
  return row ?? null;
}

const siteTermsBySlug = prepared((db) =>
  db
    .select({
      siteBookings: teams.siteBookings,
      depositPpm: teams.depositPpm,
      balanceDueDays: teams.balanceDueDays,
      ...policyColumns,
      securityDepositCents: listings.securityDepositCents,
      currency: listings.currency,
      checkInTime: listings.checkInTime,
      checkOutTime: listings.checkOutTime,
      registrationNumber: listings.registrationNumber,
    })
    .from(listings)
    .innerJoin(teams, eq(teams.id, listings.teamId))
    .leftJoin(building, buildingOfListing)
    .where(and(ofTeam, eq(listings.slug, sql.placeholder('slug')), isShownOrInShownBuilding)),
);

export type SiteTermsRow = NonNullable<Awaited<ReturnType<typeof findSiteTerms>>>;

/** The terms of the listing with that slug, if the booking site shows it. */
export async function findSiteTerms(db: Executor, teamId: number, slug: string) {
  const [row] = await siteTermsBySlug(db, { teamId, slug });
  return row ?? null;
}

const isOnIndex = and(ofTeam, isShown(listings), inArray(listings.kind, ['standalone', 'building']));

const siteListingCount = prepared((db) => db.select({ count: count() }).from(listings).where(isOnIndex));
const siteListingPage = prepared((db) =>
  db
    .select(siteColumns)
    .from(listings)
    .where(isOnIndex)
    .orderBy(asc(listings.publicTitle), asc(listings.slug))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset')),
);

/** One page of the listings in the booking site's index, and the total number. */
export async function listSiteListings(db: Executor, teamId: number, slice: Slice) {
  const [[total], rows] = await Promise.all([
    siteListingCount(db, { teamId }),
    siteListingPage(db, { teamId, ...slice }),
  ]);
  return { rows, total: total?.count ?? 0 };
}

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
  unitsCount: sql<number>`(select count(*)::int from ${units} where ${and(
    eq(units.teamId, sql.placeholder('teamId')),
    eq(units.listingId, unitType.id),
    eq(units.active, true),
  )})`,
};
const isOfTeam = eq(unitType.teamId, sql.placeholder('teamId'));

const siteUnitTypes = prepared((db) =>
  db
    .select(unitTypeColumns)
    .from(unitType)
    .where(
      and(isOfTeam, sql`${unitType.buildingId} = any(${sql.placeholder('buildingIds')})`, isShown(unitType)),
    )
    .orderBy(asc(unitType.publicTitle), asc(unitType.slug)),
);

/** The unit types that the site shows in these buildings, by title, each with the number of its active units. */
export const listSiteUnitTypes = (db: Executor, teamId: number, buildingIds: readonly string[]) =>
  siteUnitTypes(db, { teamId, buildingIds });

/** The unit types that the site shows in a building, as a part of its row, each with its units' number and its photos. */
const unitTypesOfBuilding = jsonRows(
  { ...unitTypeColumns, photos: photosOf(unitType.id) },
  {
    from: sql`${listings} as ${unitType}`,
    where: and(isOfTeam, eq(unitType.buildingId, listings.id), isShown(unitType)),
    orderBy: sql`${unitType.publicTitle}, ${unitType.slug}`,
  },
);

const siteListingsWhole = prepared((db) =>
  db
    .select({ ...siteColumns, photos: photosOf(listings.id), unitTypes: unitTypesOfBuilding })
    .from(listings)
    .where(isOneOf('ids')),
);

/** These listings as the site shows them, complete, in this order. */
export const listSiteListingsByIds = async (db: Executor, teamId: number, ids: readonly string[]) =>
  inOrderOf(ids, await siteListingsWhole(db, { teamId, ids }), ({ id }) => id);
