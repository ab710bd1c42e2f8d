import type { Database, Executor } from '../db/client.ts';
import {
  findListingWithPhotos,
  hasListing as hasStoredListing,
  type Listing,
  type ListingFilter,
  type ListingRow,
  listListingIds,
  listListingsByIds,
  listListingTitles,
  type PhotoRow,
} from '../db/queries/listings/listings.ts';
import {
  listSiteListingIds,
  listSiteListingsByIds,
  type SiteListing,
  type SiteTermsRow,
  findSiteListing as selectSiteListing,
  listSitePlaces as selectSitePlaces,
  findSiteTerms as selectSiteTerms,
} from '../db/queries/listings/site-listings.ts';
import { listPhotoRecords } from '../db/queries/listings/writes.ts';
import { type CancellationPolicy, chooseCancellationPolicy } from '../domain/cancellation.ts';
import { MAX_PLACES_IN_SITEMAP } from '../domain/limits.ts';
import type { PageOfRows, PageRequest } from '../domain/page.ts';
import { isDnsLabel } from '../domain/text/slug.ts';
import { foldCase } from '../domain/text/text.ts';
import type { ReadScope } from './team-scope.ts';

export type { Listing, ListingRow, PhotoRow, SiteListing };

export type SiteUnitType = SiteListing['unitTypes'][number];

/** A guest agrees to them by booking. */
export type SiteTerms = SiteTermsRow & { cancellationPolicy: CancellationPolicy | null };

export const hasListing = ({ db, teamId }: ReadScope, id: string) => hasStoredListing(db, teamId, id);

export const findListing = ({ db, teamId }: ReadScope, id: string): Promise<Listing | null> =>
  findListingWithPhotos(db, teamId, id);

/** By title. */
export async function listListings(
  { db, teamId }: ReadScope,
  filter: ListingFilter,
  page: PageRequest,
): Promise<PageOfRows<Listing>> {
  const { ids, total } = await listListingIds(db, teamId, filter, page);
  return { rows: await listListingsByIds(db, teamId, ids), total };
}

/** By title or nickname, without regard to case. */
export async function listListingsNamed(db: Executor, teamId: number, text: string): Promise<string[]> {
  const foldedText = foldCase(text);
  const rows = await listListingTitles(db, teamId);
  return rows
    .filter(({ publicTitle, nickname }) => foldCase(`${publicTitle}\n${nickname ?? ''}`).includes(foldedText))
    .map(({ id }) => id);
}

/** By title, without regard to case. */
export async function listListingsTitled(db: Executor, teamId: number, text: string): Promise<string[]> {
  const foldedText = foldCase(text);
  const rows = await listListingTitles(db, teamId);
  return rows.filter(({ publicTitle }) => foldCase(publicTitle).includes(foldedText)).map(({ id }) => id);
}

/** Null if the booking site does not show the listing. */
export const findSiteListing = async (
  { db, teamId }: ReadScope,
  slug: string,
): Promise<SiteListing | null> => (isDnsLabel(slug) ? selectSiteListing(db, teamId, slug) : null);

/** By title. */
export async function listSiteListings(
  { db, teamId }: ReadScope,
  page: PageRequest,
): Promise<PageOfRows<SiteListing>> {
  const { ids, total } = await listSiteListingIds(db, teamId, page);
  return { rows: await listSiteListingsByIds(db, teamId, ids), total };
}

/** For search engines. */
export const listSitePlaces = ({ db, teamId }: ReadScope) =>
  selectSitePlaces(db, teamId, MAX_PLACES_IN_SITEMAP);

/** Null if the booking site does not show the listing. */
export async function findSiteTerms(
  { db, teamId }: ReadScope<Database>,
  slug: string,
): Promise<SiteTerms | null> {
  const terms = isDnsLabel(slug) ? await selectSiteTerms(db, teamId, slug) : null;
  return terms && { ...terms, cancellationPolicy: chooseCancellationPolicy(terms) };
}

export const readListing = async (db: Executor, teamId: number, listing: ListingRow): Promise<Listing> => ({
  ...listing,
  photos: await listPhotoRecords(db, teamId, listing.id),
});
