import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PageRequest } from '../../../domain/page.ts';
import type { ListingKind, ListingStatus } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { buildJsonRowsSql } from '../../json-rows.ts';
import { prepareQuery } from '../../prepared.ts';
import { listings, photos } from '../../schema/listings.ts';
import { findPageOfIds, readInOrder } from '../paging.ts';
import { columnsExcept, isAnyOf, matches, placeholders } from '../statements.ts';

/** The columns of a listing that a team reads, without those of its rates and rules. */
export const listingColumns = columnsExcept(
  listings,
  'teamId',
  'nightlyCents',
  'weekendNightlyCents',
  'weekendDays',
  'includedGuests',
  'extraGuestNightlyCents',
  'extraChildNightlyCents',
  'minStay',
  'maxStay',
  'advanceNoticeDays',
  'bookingWindowDays',
  'preparationDays',
  'securityDepositCents',
);

export type PhotoRow = Omit<typeof photos.$inferSelect, 'teamId'>;
export type Listing = Omit<Awaited<ReturnType<typeof listListingsByIds>>[number], 'photoBytes'>;
export type ListingRow = Omit<Listing, 'photos'>;

export const hasListing = async (db: Executor, teamId: number, id: string) =>
  (await db.$count(listings, matches(listings, { teamId, id }))) > 0;

export type ListingFilter = {
  statuses?: readonly ListingStatus[] | undefined;
  kinds?: readonly ListingKind[] | undefined;
  slug?: string | undefined;
  ids?: readonly string[] | undefined;
};

/** The ids of one page of a team's listings, by title, and the total number. */
export function listListingIds(
  db: Executor,
  teamId: number,
  { statuses, kinds, slug, ids }: ListingFilter,
  page: PageRequest,
) {
  const isMatchingListing = and(
    eq(listings.teamId, teamId),
    statuses && isAnyOf(listings.status, statuses),
    kinds && isAnyOf(listings.kind, kinds),
    slug === undefined ? undefined : eq(listings.slug, slug),
    ids && isAnyOf(listings.id, ids),
  );
  return findPageOfListingIds(db, isMatchingListing, page);
}

/** The ids of one page of listings, by title, and the total number. */
export function findPageOfListingIds(db: Executor, where: SQL | undefined, page: PageRequest) {
  const orderBy = [asc(listings.publicTitle), asc(listings.slug)];
  return findPageOfIds(db, listings, { where, orderBy }, page);
}

export const listListingTitles = (db: Executor, teamId: number) =>
  db
    .select({ id: listings.id, publicTitle: listings.publicTitle, nickname: listings.nickname })
    .from(listings)
    .where(eq(listings.teamId, teamId));

/** The condition that a listing is one of the team's listings in a prepared statement. */
export const isListingWithAnyId = and(
  matches(listings, placeholders('teamId')),
  isAnyOf(listings.id, sql.placeholder('ids')),
);

const photoColumns = columnsExcept(photos, 'teamId');

/** A listing's photos as a part of its row, in the order in which they are shown. None if the condition is not met. */
export const buildPhotosColumn = (listingId: PgColumn, condition?: SQL) =>
  buildJsonRowsSql(photoColumns, {
    from: photos,
    where: and(matches(photos, placeholders('teamId')), eq(photos.listingId, listingId), condition),
    orderBy: sql`${photos.sortOrder}, ${photos.id}`,
  });

/** What a photo takes in an answer beside its addresses. */
export const BYTES_BESIDE_ADDRESSES = 200;
/** About how many bytes these listings' photos, and `others`, take in an answer, for a join. No address is read for it. */
export const buildPhotoSizeSql = (isOfListings: SQL, others = sql`0`) => sql`lateral (
  select (${others} + coalesce(sum(${BYTES_BESIDE_ADDRESSES} + coalesce(octet_length(thumbnail_url), 0)
    + coalesce(octet_length(medium_url), 0) + coalesce(octet_length(original_url), 0)), 0))::float8 as bytes
  from ${photos} where ${and(matches(photos, placeholders('teamId')), isOfListings)}) as photo_size`;
export const photoBytes = sql<number>`photo_size.bytes`;
/** With a size above `most`, a statement reads no photos. Its caller must look at `photoBytes`. */
export const isPhotoSizeAllowed = sql`${photoBytes} <= ${sql.placeholder('most')}`;

const isOfIds = isAnyOf(photos.listingId, sql.placeholder('ids'));
const selectListingsWithPhotos = prepareQuery((db) =>
  db
    .select({ ...listingColumns, photos: buildPhotosColumn(listings.id, isPhotoSizeAllowed), photoBytes })
    .from(listings)
    .innerJoin(buildPhotoSizeSql(isOfIds), sql`true`)
    .where(isListingWithAnyId),
);

/** The listings with these ids, in this order. */
export const listListingsByIds = (db: Executor, teamId: number, ids: readonly string[], most: number) =>
  readInOrder(ids, (ids) => selectListingsWithPhotos(db, { teamId, ids, most }));

const selectPhotosOfListings = prepareQuery((db) =>
  db
    .select({ photo: photoColumns, photoBytes })
    .from(buildPhotoSizeSql(isOfIds))
    .leftJoin(photos, and(matches(photos, placeholders('teamId')), isOfIds, isPhotoSizeAllowed))
    .orderBy(asc(photos.sortOrder), asc(photos.id)),
);

/** The photos of several listings, in the order in which they are shown. One row without a photo if none is read. */
export const listPhotosOfListings = (db: Executor, teamId: number, ids: readonly string[], most: number) =>
  selectPhotosOfListings(db, { teamId, ids, most });
