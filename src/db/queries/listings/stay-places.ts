/** The place of a stay as its guests see it, besides what every booking shows of its listing. */
import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../client.ts';
import { listings, photos } from '../../schema/listings.ts';
import { firstRow, isAnyOf, matches } from '../statements.ts';
import { building, isBuildingOfListing } from './site-listings.ts';

/** The main picture. Citus sends the statement to one machine if the team is a value. */
const buildPictureSql = (teamId: number, listingId: typeof listings.id | typeof building.id) => sql<
  string | null
>`(
  select coalesce(${photos.mediumUrl}, ${photos.originalUrl}, ${photos.thumbnailUrl}) from ${photos}
  where ${eq(photos.teamId, teamId)} and ${eq(photos.listingId, listingId)}
  order by ${photos.isFeatured} desc, ${photos.sortOrder}, ${photos.id} limit 1)`;

const textColumns = {
  publicTitle: listings.publicTitle,
  headline: listings.headline,
  description: listings.description,
  houseRules: listings.houseRules,
  arrivalInstructions: listings.arrivalInstructions,
  translations: listings.translations,
};
const buildingTextColumns = {
  publicTitle: building.publicTitle,
  headline: building.headline,
  description: building.description,
  houseRules: building.houseRules,
  arrivalInstructions: building.arrivalInstructions,
  translations: building.translations,
};

export type StayPlace = Awaited<ReturnType<typeof listStayPlaces>>[number];

/**
 * A unit type without arrival instructions has those of its building, and one without a picture its main
 * picture.
 */
export const listStayPlaces = (db: Executor, teamId: number, listingIds: readonly string[]) =>
  db
    .select({
      id: listings.id,
      texts: textColumns,
      /** Null unless the listing is a unit type. */
      buildingTexts: buildingTextColumns,
      buildingTitle: building.publicTitle,
      arrivalInstructions: sql<
        string | null
      >`coalesce(${listings.arrivalInstructions}, ${building.arrivalInstructions})`,
      /** A path for a picture that this service stores. */
      picture: sql<
        string | null
      >`coalesce(${buildPictureSql(teamId, listings.id)}, ${buildPictureSql(teamId, building.id)})`,
    })
    .from(listings)
    .leftJoin(building, isBuildingOfListing)
    .where(and(matches(listings, { teamId }), isAnyOf(listings.id, listingIds)));

export const findStayPlace = (db: Executor, teamId: number, listingId: string): Promise<StayPlace | null> =>
  firstRow(listStayPlaces(db, teamId, [listingId]));
