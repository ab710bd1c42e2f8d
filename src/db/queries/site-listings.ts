import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Executor } from '../client.ts';
import { statement } from '../executor.ts';
import { prepared } from '../prepared.ts';
import { listings, units } from '../schema/listings.ts';
import type { Slice } from './slice.ts';

/**
 * The columns of a listing that anyone may read. A list of its own: a column added for the team never shows here.
 * The id serves to find photos and unit types, and is not presented.
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

const isShown = (table: typeof listings | typeof building) =>
  and(eq(table.status, 'active'), eq(table.listedOnSite, true));

/** That the site shows a listing of any kind, for a query that joins `building`. */
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

/** The listing of that slug, where the booking site shows it; a unit type also needs its building shown. */
export async function findSiteListing(db: Executor, teamId: number, slug: string) {
  const [row] = await siteListingBySlug(db, { teamId, slug });
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

/** One page of what the booking site's index shows, and how many there are in all. */
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
