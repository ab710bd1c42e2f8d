import type { Database } from '../db/client.ts';
import {
  findListing,
  type ListingFilter,
  type ListingRow,
  listListings,
  listPhotos,
  type PhotoRow,
} from '../db/queries/listings.ts';
import {
  findSiteListing,
  listSiteListings,
  listSiteUnitTypes,
  type SiteListingRow,
  type SiteUnitTypeRow,
} from '../db/queries/site-listings.ts';
import { isBuilding } from '../domain/listing-kind.ts';
import { isDnsLabel } from '../domain/slug.ts';
import { type Page, type PageRequest, sliceOf } from './page.ts';

export type { ListingRow, PhotoRow, SiteListingRow, SiteUnitTypeRow };

export type Listing = ListingRow & { photos: PhotoRow[] };
export type SiteUnitType = SiteUnitTypeRow & { photos: PhotoRow[] };
export type SiteListing = SiteListingRow & { photos: PhotoRow[]; unitTypes: SiteUnitType[] };

export type ListingService = ReturnType<typeof createListingService>;

/** Reads listings: all of them for their team, and those that a booking site shows for anyone. */
export function createListingService({ db }: { db: Database }) {
  return {
    async findListing(teamId: number, id: string): Promise<Listing | null> {
      const listing = await findListing(db, teamId, id);
      return listing && { ...listing, photos: await listPhotos(db, teamId, [id]) };
    },

    async listListings(teamId: number, filter: ListingFilter, page: PageRequest): Promise<Page<Listing>> {
      const { rows, total } = await listListings(db, teamId, filter, sliceOf(page));
      const photosOf = groupBy(await listPhotos(db, teamId, idsOf(rows)), (photo) => photo.listingId);
      return { rows: rows.map((row) => ({ ...row, photos: photosOf(row.id) })), total };
    },

    /** The listing of that slug; null where the booking site does not show it. */
    async findSiteListing(teamId: number, slug: string): Promise<SiteListing | null> {
      const listing = isDnsLabel(slug) ? await findSiteListing(db, teamId, slug) : null;
      const [whole] = listing ? await withUnitTypesAndPhotos(db, teamId, [listing]) : [];
      return whole ?? null;
    },

    /** Standalone listings and buildings that the booking site shows; unit types stand inside their building. */
    async listSiteListings(teamId: number, page: PageRequest): Promise<Page<SiteListing>> {
      const { rows, total } = await listSiteListings(db, teamId, sliceOf(page));
      return { rows: await withUnitTypesAndPhotos(db, teamId, rows), total };
    },
  };
}

async function withUnitTypesAndPhotos(
  db: Database,
  teamId: number,
  rows: readonly SiteListingRow[],
): Promise<SiteListing[]> {
  const unitTypes = await listSiteUnitTypes(db, teamId, idsOf(rows.filter((row) => isBuilding(row.kind))));
  const photosOf = groupBy(
    await listPhotos(db, teamId, idsOf([...rows, ...unitTypes])),
    (photo) => photo.listingId,
  );
  const unitTypesOf = groupBy(
    unitTypes.map((unitType) => ({ ...unitType, photos: photosOf(unitType.id) })),
    (unitType) => unitType.buildingId,
  );
  return rows.map((row) => ({ ...row, photos: photosOf(row.id), unitTypes: unitTypesOf(row.id) }));
}

const idsOf = (rows: readonly { id: string }[]) => rows.map((row) => row.id);

function groupBy<Row>(rows: readonly Row[], keyOf: (row: Row) => string | null): (key: string) => Row[] {
  const groups = Map.groupBy(rows, keyOf);
  return (key) => groups.get(key) ?? [];
}
