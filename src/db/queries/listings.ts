import { and, asc, eq, sql } from 'drizzle-orm';
import type { ListingKind, ListingStatus } from '../../domain/vocabulary.ts';
import type { Executor } from '../client.ts';
import { statement } from '../executor.ts';
import { prepared } from '../prepared.ts';
import { listings, type photos } from '../schema/listings.ts';
import { anyOf } from './any-of.ts';
import { findPage, inOrderOf } from './paging.ts';
import type { Slice } from './slice.ts';

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

export type ListingFilter = {
  statuses?: readonly ListingStatus[] | undefined;
  kinds?: readonly ListingKind[] | undefined;
  slug?: string | undefined;
};

/** One page of a team's listings, by title, and how many there are in all. */
export async function listListings(
  db: Executor,
  teamId: number,
  filter: ListingFilter,
  slice: Slice,
): Promise<{ rows: ListingRow[]; total: number }> {
  const matching = and(
    eq(listings.teamId, teamId),
    filter.statuses && anyOf(listings.status, filter.statuses),
    filter.kinds && anyOf(listings.kind, filter.kinds),
    filter.slug === undefined ? undefined : eq(listings.slug, filter.slug),
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
  const { ids, total } = await findPage(find, slice);
  const rows = ids.length === 0 ? [] : await listingsById(db, { teamId, ids });
  return { rows: inOrderOf(ids, rows, ({ id }) => id), total };
}

const listingsById = prepared((db) =>
  db
    .select(listingColumns)
    .from(listings)
    .where(
      and(
        eq(listings.teamId, sql.placeholder('teamId')),
        sql`${listings.id} = any(${sql.placeholder('ids')})`,
      ),
    ),
);

/** The photos of several listings, in the order in which they are shown. */
export const listPhotos = statement<[teamId: number, listingIds: readonly string[]], PhotoRow>(`
  select listing_id as "listingId", id, is_featured as "isFeatured", sort_order as "sortOrder", width, height,
    thumbnail_url as "thumbnailUrl", medium_url as "mediumUrl", original_url as "originalUrl"
  from photos
  where team_id = $1 and listing_id = any($2)
  order by sort_order, id`);
