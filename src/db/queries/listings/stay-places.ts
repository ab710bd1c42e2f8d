/** The place of a stay as its guests see it, besides what every booking shows of its listing. */
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { listings, photos } from '../../schema/listings.ts';
import { firstRow, isAnyOf, matches } from '../statements.ts';
import { building, isBuildingOfListing } from './site-listings.ts';

/** SQL for the address of a listing's main picture. Citus sends the statement to one machine if the team is a value. */
const buildPictureSql = (teamId: number, listingId: typeof listings.id | typeof building.id) => sql<
  string | null
>`(
  select coalesce(${photos.mediumUrl}, ${photos.originalUrl}, ${photos.thumbnailUrl}) from ${photos}
  where ${eq(photos.teamId, teamId)} and ${eq(photos.listingId, listingId)}
  order by ${photos.isFeatured} desc, ${photos.sortOrder}, ${photos.id} limit 1)`;

export type StayPlace = Awaited<ReturnType<typeof listStayPlaces>>[number];

/**
 * Lists the places of stays by their listings. A kind of room without instructions for the arrival has those of its
 * building, and one without a picture has its building's main picture.
 */
export const listStayPlaces = (db: Executor, teamId: number, listingIds: readonly string[]) =>
  db
    .select({
      id: listings.id,
      buildingTitle: building.publicTitle,
      arrivalInstructions: sql<
        string | null
      >`coalesce(${listings.arrivalInstructions}, ${building.arrivalInstructions})`,
      /** The address of the main picture: a path for one that this service stores. */
      picture: sql<
        string | null
      >`coalesce(${buildPictureSql(teamId, listings.id)}, ${buildPictureSql(teamId, building.id)})`,
    })
    .from(listings)
    .leftJoin(building, isBuildingOfListing)
    .where(and(matches(listings, { teamId }), isAnyOf(listings.id, listingIds)));

export const findStayPlace = (db: Executor, teamId: number, listingId: string): Promise<StayPlace | null> =>
  firstRow(listStayPlaces(db, teamId, [listingId]));
