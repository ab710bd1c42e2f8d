import type { Database, Executor } from '../db/client.ts';
import { listPhotoRecords } from '../db/queries/listings/listing-writes.ts';
import {
  hasListing,
  type Listing,
  type ListingFilter,
  type ListingRow,
  listListingIds,
  type PhotoRow,
  listListingsByIds as selectListingsByIds,
} from '../db/queries/listings/listings.ts';
import {
  listSiteListingIds,
  type SiteListing,
  type SiteTermsRow,
  findSiteListing as selectSiteListing,
  listSiteListingsByIds as selectSiteListingsByIds,
  findSiteTerms as selectSiteTerms,
} from '../db/queries/listings/site-listings.ts';
import { type CancellationPolicy, chooseCancellationPolicy } from '../domain/cancellation.ts';
import type { PageOfRows, PageRequest } from '../domain/page.ts';
import { isDnsLabel } from '../domain/slug.ts';
import { type ReadContext, readWithPhotos } from './photo-memory.ts';

export type { Listing, ListingRow, PhotoRow, SiteListing };
export { hasListing };

export type SiteUnitType = SiteListing['unitTypes'][number];

/** The terms that a guest agrees to by booking a listing. */
export type SiteTerms = SiteTermsRow & { cancellationPolicy: CancellationPolicy | null };

export const findListing = async (context: ReadContext, id: string): Promise<Listing | null> =>
  (await listListingsByIds(context, [id]))[0] ?? null;

/** The team's listings with these ids, in this order. */
export const listListingsByIds = (
  { db, teamId, cost }: ReadContext,
  ids: readonly string[],
): Promise<Listing[]> => readWithPhotos(cost, (most) => selectListingsByIds(db, teamId, ids, most));

/** One page of the team's listings, by title. */
export async function listListings(
  context: ReadContext,
  filter: ListingFilter,
  page: PageRequest,
): Promise<PageOfRows<Listing>> {
  const { ids, total } = await listListingIds(context.db, context.teamId, filter, page);
  return { rows: await listListingsByIds(context, ids), total };
}

/** The listing with that slug, or null if the booking site does not show it. */
export async function findSiteListing(
  { db, teamId, cost }: ReadContext,
  slug: string,
): Promise<SiteListing | null> {
  if (!isDnsLabel(slug)) return null;
  const [listing] = await readWithPhotos(cost, async (most) => {
    const found = await selectSiteListing(db, teamId, slug, most);
    return found ? [found] : [];
  });
  return listing ?? null;
}

/** The listings of the booking site with these ids, in this order. */
export const listSiteListingsByIds = (
  { db, teamId, cost }: ReadContext,
  ids: readonly string[],
): Promise<SiteListing[]> => readWithPhotos(cost, (most) => selectSiteListingsByIds(db, teamId, ids, most));

/** One page of the booking site's index, by title. */
export async function listSiteListings(
  context: ReadContext,
  page: PageRequest,
): Promise<PageOfRows<SiteListing>> {
  const { ids, total } = await listSiteListingIds(context.db, context.teamId, page);
  return { rows: await listSiteListingsByIds(context, ids), total };
}

/**
 * The terms that a guest agrees to by booking the listing with that slug. Null if the booking site does not show
 * it.
 */
export async function findSiteTerms(db: Database, teamId: number, slug: string): Promise<SiteTerms | null> {
  const terms = isDnsLabel(slug) ? await selectSiteTerms(db, teamId, slug) : null;
  return terms && { ...terms, cancellationPolicy: chooseCancellationPolicy(terms) };
}

export const readListing = async (db: Executor, teamId: number, listing: ListingRow): Promise<Listing> => ({
  ...listing,
  photos: await listPhotoRecords(db, teamId, listing.id),
});
