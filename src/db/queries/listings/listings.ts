import { and, asc, eq, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { PageRequest } from '../../../domain/page.ts';
import type { ListingKind, ListingStatus } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { buildJsonRowsSql } from '../../json-rows.ts';
import { prepareQuery } from '../../prepared.ts';
import { listings, photos } from '../../schema/listings.ts';
import { type ChangeFilter, findPageOfIds, isChangedSince, orderByChange, readInOrder } from '../paging.ts';
import { columnsExcept, firstRow, isAnyOf, matches, placeholders } from '../statements.ts';

/** Without rates and rules. */
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

export type ListingRecord = typeof listings.$inferSelect;
export type PhotoRecord = typeof photos.$inferSelect;
export type PhotoRow = Omit<PhotoRecord, 'teamId'>;
export type Listing = Awaited<ReturnType<typeof listListingsByIds>>[number];
export type ListingRow = Omit<Listing, 'photos'>;

export const hasListing = async (db: Executor, teamId: number, id: string) =>
  (await db.$count(listings, matches(listings, { teamId, id }))) > 0;

export type ListingFilter = ChangeFilter & {
  statuses?: readonly ListingStatus[] | undefined;
  kinds?: readonly ListingKind[] | undefined;
  slug?: string | undefined;
  externalReference?: string | undefined;
  ids?: readonly string[] | undefined;
};

export function listListingIds(
  db: Executor,
  teamId: number,
  { statuses, kinds, slug, externalReference, ids, ...changes }: ListingFilter,
  page: PageRequest,
) {
  const isMatchingListing = and(
    eq(listings.teamId, teamId),
    statuses && isAnyOf(listings.status, statuses),
    kinds && isAnyOf(listings.kind, kinds),
    slug === undefined ? undefined : eq(listings.slug, slug),
    externalReference === undefined ? undefined : eq(listings.externalReference, externalReference),
    ids && isAnyOf(listings.id, ids),
    isChangedSince(listings, changes),
  );
  return findPageOfListingIds(db, isMatchingListing, page, changes.sort ? orderByChange(listings) : BY_TITLE);
}

const BY_TITLE = [asc(listings.publicTitle), asc(listings.slug)];

export function findPageOfListingIds(
  db: Executor,
  where: SQL | undefined,
  page: PageRequest,
  orderBy: SQL[] = BY_TITLE,
) {
  return findPageOfIds(db, listings, { where, orderBy }, page);
}

export const listListingTitles = (db: Executor, teamId: number) =>
  db
    .select({ id: listings.id, publicTitle: listings.publicTitle, nickname: listings.nickname })
    .from(listings)
    .where(eq(listings.teamId, teamId));

/** For a prepared statement. */
export const isListingWithAnyId = and(
  matches(listings, placeholders('teamId')),
  isAnyOf(listings.id, sql.placeholder('ids')),
);

const photoColumns = columnsExcept(photos, 'teamId');

const isPhotoOf = (listingId: PgColumn) =>
  and(matches(photos, placeholders('teamId')), eq(photos.listingId, listingId));
const inOrder = sql`${photos.sortOrder}, ${photos.id}`;

/** In the order in which they are shown. */
export const buildPhotosColumn = (listingId: PgColumn) =>
  buildJsonRowsSql(photoColumns, { from: photos, where: isPhotoOf(listingId), orderBy: inOrder });

/** The featured photo, and those that are shown first. */
export const buildFirstPhotosColumn = (listingId: PgColumn, count: number) =>
  buildJsonRowsSql(photoColumns, {
    from: sql`(select * from ${photos}
      where ${isPhotoOf(listingId)}
      order by ${photos.isFeatured} desc, ${inOrder} limit ${sql.raw(String(count))}) as ${photos}`,
    where: sql`true`,
    orderBy: inOrder,
  });

const selectListingsWithPhotos = prepareQuery((db) =>
  db
    .select({ ...listingColumns, photos: buildPhotosColumn(listings.id) })
    .from(listings)
    .where(isListingWithAnyId),
);

// A single id has a statement of its own, because PostgreSQL reuses its plan, but plans one for a list of ids
// each time.
const selectListingWithPhotos = prepareQuery((db) =>
  db
    .select({ ...listingColumns, photos: buildPhotosColumn(listings.id) })
    .from(listings)
    .where(matches(listings, placeholders('teamId', 'id'))),
);

export const findListingWithPhotos = (db: Executor, teamId: number, id: string) =>
  firstRow(selectListingWithPhotos(db, { teamId, id }));

export const listListingsByIds = (db: Executor, teamId: number, ids: readonly string[]) =>
  readInOrder(ids, (ids) => selectListingsWithPhotos(db, { teamId, ids }));

const selectPhotosOfListings = prepareQuery((db) =>
  db
    .select(photoColumns)
    .from(photos)
    .where(and(matches(photos, placeholders('teamId')), isAnyOf(photos.listingId, sql.placeholder('ids'))))
    .orderBy(asc(photos.sortOrder), asc(photos.id)),
);

/** In the order in which they are shown. */
export const listPhotosOfListings = (db: Executor, teamId: number, ids: readonly string[]) =>
  selectPhotosOfListings(db, { teamId, ids });
