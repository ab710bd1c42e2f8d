import type { Database, Executor } from '../db/client.ts';
import {
  findListingWithPhotos,
  hasListing,
  type ListingFilter,
  type ListingRow,
  listListingsByIds,
  listPhotos,
  type PhotoRow,
  listListings as selectListings,
} from '../db/queries/listings/listings.ts';
import {
  listSiteListingsByIds,
  listSiteUnitTypes,
  type SiteListingRow,
  type SiteTermsRow,
  type SiteUnitTypeRow,
  findSiteListing as selectSiteListing,
  listSiteListings as selectSiteListings,
  findSiteTerms as selectSiteTerms,
} from '../db/queries/listings/site-listings.ts';
import { type CancellationPolicy, policyOf } from '../domain/cancellation.ts';
import { isBuilding } from '../domain/listing.ts';
import { isDnsLabel } from '../domain/slug.ts';
import { type Page, type PageRequest, sliceOf } from './page.ts';

export type { ListingRow, PhotoRow, SiteListingRow, SiteUnitTypeRow };
export { findListingWithPhotos as findListing, hasListing, listListingsByIds, listSiteListingsByIds };

export type Listing = ListingRow & { photos: PhotoRow[] };
export type SiteUnitType = SiteUnitTypeRow & { photos: PhotoRow[] };
export type SiteListing = SiteListingRow & { photos: PhotoRow[]; unitTypes: SiteUnitType[] };

/** The terms that a guest agrees to by booking a listing. */
export type SiteTerms = SiteTermsRow & { cancellationPolicy: CancellationPolicy | null };

export async function listListings(
  db: Database,
  teamId: number,
  filter: ListingFilter,
  page: PageRequest,
): Promise<Page<Listing>> {
  const { rows, total } = await selectListings(db, teamId, filter, sliceOf(page));
  const photosOf = groupBy(await listPhotos(db, teamId, idsOf(rows)), (photo) => photo.listingId);
  return { rows: rows.map((row) => ({ ...row, photos: photosOf(row.id) })), total };
}

/** The listing with that slug, or null if the booking site does not show it. */
export async function findSiteListing(
  db: Database,
  teamId: number,
  slug: string,
): Promise<SiteListing | null> {
  const listing = isDnsLabel(slug) ? await selectSiteListing(db, teamId, slug) : null;
  const [whole] = listing ? await withUnitTypesAndPhotos(db, teamId, [listing]) : [];
  return whole ?? null;
}

/**
 * The terms that a guest agrees to by booking the listing with that slug. Null if the booking site does not show
 * it.
 */
export async function findSiteTerms(db: Database, teamId: number, slug: string): Promise<SiteTerms | null> {
  const terms = isDnsLabel(slug) ? await selectSiteTerms(db, teamId, slug) : null;
  return terms && { ...terms, cancellationPolicy: policyOf(terms) };
}

/** Standalone listings and buildings that the booking site shows. Unit types are inside their building. */
export async function listSiteListings(
  db: Database,
  teamId: number,
  page: PageRequest,
): Promise<Page<SiteListing>> {
  const { rows, total } = await selectSiteListings(db, teamId, sliceOf(page));
  return { rows: await withUnitTypesAndPhotos(db, teamId, rows), total };
}

/** A listing with its photos. */
export const readListing = async (db: Executor, teamId: number, listing: ListingRow): Promise<Listing> => ({
  ...listing,
  photos: await listPhotos(db, teamId, [listing.id]),
});

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
