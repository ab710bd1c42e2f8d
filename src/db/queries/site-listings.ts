import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../client.ts';
import { prepared } from '../prepared.ts';
import { listings, units } from '../schema/listings.ts';
import { teams } from '../schema/teams.ts';
import { statement } from '../statement.ts';
import { jsonList } from './json-list.ts';
import { isOneOf, type PhotoRow, photosOf } from './listings.ts';
import { inOrderOf } from './paging.ts';
import type { Slice } from './slice.ts';

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

/** The cancellation terms that may apply to a listing, for a query that joins its building and its team. */
export const policyColumns = {
  ownPolicy: listings.cancellationPolicy,
  policyOfBuilding: building.cancellationPolicy,
  policyOfTeam: teams.cancellationPolicy,
};

/** The condition that the site shows a listing, whatever its building is. */
export const isShown = (table: typeof listings | typeof building) =>
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
    .leftJoin(building, and(eq(building.teamId, listings.teamId), eq(building.id, listings.buildingId)))
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
    .leftJoin(building, and(eq(building.teamId, listings.teamId), eq(building.id, listings.buildingId)))
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
const siteListingPage = statement<[teamId: number, limit: number, offset: number], SiteListingRow>(`
  select ${Object.entries(siteColumns).map(([property, { name }]) => `${name} as "${property}"`)}
  from listings
  where team_id = $1 and status = 'active' and listed_on_site and kind in ('standalone', 'building')
  order by public_title, slug
  limit $2 offset $3`);

/** One page of the listings in the booking site's index, and the total number. */
export async function listSiteListings(db: Executor, teamId: number, slice: Slice) {
  const [[total], rows] = await Promise.all([
    siteListingCount(db, { teamId }),
    siteListingPage(db, teamId, slice.limit, slice.offset),
  ]);
  return { rows, total: total?.count ?? 0 };
}

const siteUnitTypes = prepared((db) => {
  const unitsCount = db.$count(
    units,
    and(
      eq(units.teamId, sql.placeholder('teamId')),
      eq(units.listingId, listings.id),
      eq(units.active, true),
    ),
  );
  return db
    .select({
      id: listings.id,
      buildingId: listings.buildingId,
      slug: listings.slug,
      publicTitle: listings.publicTitle,
      headline: listings.headline,
      maxGuests: listings.maxGuests,
      bedroomsCount: listings.bedroomsCount,
      bedsCount: listings.bedsCount,
      bathroomsCount: listings.bathroomsCount,
      bathroomsHalf: listings.bathroomsHalf,
      unitsCount,
    })
    .from(listings)
    .where(
      and(ofTeam, sql`${listings.buildingId} = any(${sql.placeholder('buildingIds')})`, isShown(listings)),
    )
    .orderBy(asc(listings.publicTitle), asc(listings.slug));
});

/** The unit types that the site shows in these buildings, by title, each with the number of its active units. */
export const listSiteUnitTypes = (db: Executor, teamId: number, buildingIds: readonly string[]) =>
  siteUnitTypes(db, { teamId, buildingIds });

/**
 * The unit types that the site shows in a building, as a part of its row, each with the number of its units and its
 * photos.
 */
const shownUnitTypes = jsonList<SiteUnitTypeRow & { photos: PhotoRow[] }>(sql`
  select t.id, t.building_id as "buildingId", t.slug, t.public_title as "publicTitle", t.headline,
    t.max_guests as "maxGuests", t.bedrooms_count as "bedroomsCount", t.beds_count as "bedsCount",
    t.bathrooms_count as "bathroomsCount", t.bathrooms_half as "bathroomsHalf",
    (select count(*) from units where units.team_id = ${sql.placeholder('teamId')} and units.listing_id = t.id and units.active)
      as "unitsCount",
    ${photosOf('t')} as photos
  from listings as t
  where t.team_id = ${sql.placeholder('teamId')} and t.building_id = listings.id and t.status = 'active' and t.listed_on_site
  order by t.public_title, t.slug`);

const siteListingsWhole = prepared((db) =>
  db
    .select({ ...siteColumns, photos: photosOf('listings'), unitTypes: shownUnitTypes })
    .from(listings)
    .where(isOneOf('ids')),
);

/** These listings as the site shows them, complete, in this order. */
export const listSiteListingsByIds = async (db: Executor, teamId: number, ids: readonly string[]) =>
  inOrderOf(ids, await siteListingsWhole(db, { teamId, ids }), ({ id }) => id);
