import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { ListingKind, ListingStatus } from '../../../domain/vocabulary.ts';
import type { Executor } from '../../client.ts';
import { jsonRows } from '../../json-rows.ts';
import { prepared } from '../../prepared.ts';
import { listings, photos } from '../../schema/listings.ts';
import { anyOf } from '../any-of.ts';
import type { Slice } from '../paging.ts';
import { findPage, inOrderOf } from '../paging.ts';

/** The columns of a listing that a team reads. */
export const listingColumns = {
  id: listings.id,
  slug: listings.slug,
  kind: listings.kind,
  buildingId: listings.buildingId,
  wholeBuildingBookable: listings.wholeBuildingBookable,
  publicTitle: listings.publicTitle,
  nickname: listings.nickname,
  status: listings.status,
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
  street: listings.street,
  city: listings.city,
  state: listings.state,
  postcode: listings.postcode,
  country: listings.country,
  latitude: listings.latitude,
  longitude: listings.longitude,
  headline: listings.headline,
  description: listings.description,
  createdAt: listings.createdAt,
  updatedAt: listings.updatedAt,
  listedOnSite: listings.listedOnSite,
  registrationNumber: listings.registrationNumber,
  cancellationPolicy: listings.cancellationPolicy,
  reseating: listings.reseating,
};

export type ListingRow = NonNullable<Awaited<ReturnType<typeof findListing>>>;
export type PhotoRow = Omit<typeof photos.$inferSelect, 'teamId'>;

const listingById = prepared((db) =>
  db
    .select(listingColumns)
    .from(listings)
    .where(and(eq(listings.teamId, sql.placeholder('teamId')), eq(listings.id, sql.placeholder('id')))),
);

export async function findListing(db: Executor, teamId: number, id: string) {
  const [row] = await listingById(db, { teamId, id });
  return row ?? null;
}

/** Whether the team has a listing with that id. */
export async function hasListing(db: Executor, teamId: number, id: string): Promise<boolean> {
  return (await db.$count(listings, and(eq(listings.teamId, teamId), eq(listings.id, id)))) > 0;
}

export type ListingFilter = {
  statuses?: readonly ListingStatus[] | undefined;
  kinds?: readonly ListingKind[] | undefined;
  slug?: string | undefined;
  ids?: readonly string[] | undefined;
};

/** One page of a team's listings, by title, and the total number. */
export async function listListings(
  db: Executor,
  teamId: number,
  filter: ListingFilter,
  slice: Slice,
): Promise<{ rows: ListingRow[]; total: number }> {
  const { ids, total } = await listListingIds(db, teamId, filter, slice);
  const rows = ids.length === 0 ? [] : await listingsById(db, { teamId, ids });
  return { rows: inOrderOf(ids, rows, ({ id }) => id), total };
}

/** The ids of one page of a team's listings, by title, and the total number. */
export function listListingIds(
  db: Executor,
  teamId: number,
  { statuses, kinds, slug, ids }: ListingFilter,
  slice: Slice,
): Promise<{ ids: string[]; total: number }> {
  const matching = and(
    eq(listings.teamId, teamId),
    statuses && anyOf(listings.status, statuses),
    kinds && anyOf(listings.kind, kinds),
    slug === undefined ? undefined : eq(listings.slug, slug),
    ids && anyOf(listings.id, ids),
  );
  const find = {
    count: async () => ({ total: await db.$count(listings, matching), first: null }),
    ids: () =>
      db
        .select({ id: listings.id })
        .from(listings)
        .where(matching)
        .orderBy(asc(listings.publicTitle), asc(listings.slug))
        .$dynamic(),
  };
  return findPage(find, slice);
}

/** The titles of all of a team's listings. */
export const listListingTitles = (db: Executor, teamId: number) =>
  db
    .select({ id: listings.id, publicTitle: listings.publicTitle, nickname: listings.nickname })
    .from(listings)
    .where(eq(listings.teamId, teamId));

/** The condition that a listing belongs to the team in the placeholder. */
export const isOneOf = (ids: string) =>
  and(eq(listings.teamId, sql.placeholder('teamId')), sql`${listings.id} = any(${sql.placeholder(ids)})`);

const listingsById = prepared((db) => db.select(listingColumns).from(listings).where(isOneOf('ids')));

const { teamId: _, ...photoColumns } = getTableColumns(photos);

/** A listing's photos as a part of its row, in the order in which they are shown. */
export const photosOf = (listingId: PgColumn) =>
  jsonRows(photoColumns, {
    from: photos,
    where: and(eq(photos.teamId, sql.placeholder('teamId')), eq(photos.listingId, listingId)),
    orderBy: sql`${photos.sortOrder}, ${photos.id}`,
  });

const columnsWithPhotos = { ...listingColumns, photos: photosOf(listings.id) };

const listingWithPhotos = prepared((db) =>
  db
    .select(columnsWithPhotos)
    .from(listings)
    .where(and(eq(listings.teamId, sql.placeholder('teamId')), eq(listings.id, sql.placeholder('id')))),
);

/** A listing with its photos. */
export async function findListingWithPhotos(db: Executor, teamId: number, id: string) {
  const [row] = await listingWithPhotos(db, { teamId, id });
  return row ?? null;
}

const listingsWithPhotos = prepared((db) =>
  db.select(columnsWithPhotos).from(listings).where(isOneOf('ids')),
);

/** These listings with their photos, in this order. */
export const listListingsByIds = async (db: Executor, teamId: number, ids: readonly string[]) =>
  inOrderOf(ids, await listingsWithPhotos(db, { teamId, ids }), ({ id }) => id);

const photosOfListings = prepared((db) =>
  db
    .select(photoColumns)
    .from(photos)
    .where(
      and(
        eq(photos.teamId, sql.placeholder('teamId')),
        sql`${photos.listingId} = any(${sql.placeholder('listingIds')})`,
      ),
    )
    .orderBy(asc(photos.sortOrder), asc(photos.id)),
);

/** The photos of several listings, in the order in which they are shown. */
export const listPhotos = (db: Executor, teamId: number, listingIds: readonly string[]) =>
  photosOfListings(db, { teamId, listingIds });
