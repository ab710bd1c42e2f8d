import type { Database, Executor } from '../db/client.ts';
import {
  findListing,
  hasListing,
  type Listing,
  type ListingRow,
  listListings,
  listListingsByIds,
  listPhotosOfListings,
  type PhotoRow,
} from '../db/queries/listings/listings.ts';
import {
  listSiteListings,
  listSiteListingsByIds,
  type SiteListing,
  type SiteTermsRow,
  findSiteListing as selectSiteListing,
  findSiteTerms as selectSiteTerms,
} from '../db/queries/listings/site-listings.ts';
import { type CancellationPolicy, chooseCancellationPolicy } from '../domain/cancellation.ts';
import { isDnsLabel } from '../domain/slug.ts';

export type { Listing, ListingRow, PhotoRow, SiteListing };
export { findListing, hasListing, listListings, listListingsByIds, listSiteListings, listSiteListingsByIds };

export type SiteUnitType = SiteListing['unitTypes'][number];

/** The terms that a guest agrees to by booking a listing. */
export type SiteTerms = SiteTermsRow & { cancellationPolicy: CancellationPolicy | null };

/** The listing with that slug, or null if the booking site does not show it. */
export const findSiteListing = async (db: Database, teamId: number, slug: string) =>
  isDnsLabel(slug) ? await selectSiteListing(db, teamId, slug) : null;

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
  photos: await listPhotosOfListings(db, teamId, [listing.id]),
});
