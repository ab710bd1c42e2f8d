import type { Transaction } from '../../../db/client.ts';
import {
  type DayOverrideRecord,
  loadListingParts,
  type PhotoRecord,
  type SeasonRecord,
} from '../../../db/queries/team-file.ts';
import type { ListingEntry } from '../../team-data/listing.ts';
import { reportClashingPhotoIds } from './clashing-ids.ts';
import { type ImportContext, listsDiffer } from './context.ts';
import { withKeptIds } from './kept-ids.ts';
import type { PlannedListing, PlannedListings } from './listings.ts';

type PartName = 'photos' | 'seasons' | 'days';

/** The parts of one listing that differ from what is stored. Each replaces the stored ones as a whole. */
export type PlannedParts = {
  listing: PlannedListing;
  photos: PhotoRecord[] | null;
  seasons: SeasonRecord[] | null;
  days: DayOverrideRecord[] | null;
};

/** Plans photos, seasons and day overrides of the file's listings, a page after the other: there may be millions. */
export async function* planListingParts(
  tx: Transaction,
  context: ImportContext,
  { bySlug }: PlannedListings,
): AsyncGenerator<PlannedParts[]> {
  for (const page of context.file.listings.entries.pages()) {
    const entries = page.flatMap((entry) => {
      const listing = bySlug.get(entry.value.slug);
      return listing?.entry?.index === entry.index ? [{ entry, listing }] : [];
    });
    const idsGiving = (part: PartName) =>
      entries.filter(({ entry }) => entry.value[part] !== undefined).map(({ listing }) => listing.row.id);
    const stored = await loadListingParts(tx, context.teamId, {
      photos: idsGiving('photos'),
      seasons: idsGiving('seasons'),
      days: idsGiving('days'),
    });
    const photosOf = Map.groupBy(stored.photos, (photo) => photo.listingId);
    const seasonsOf = Map.groupBy(stored.seasons, (season) => season.listingId);
    const daysOf = Map.groupBy(stored.days, (day) => day.listingId);
    const parts = entries.map(({ entry: { value }, listing }): PlannedParts => {
      const { id } = listing.row;
      const photos = photosOf.get(id) ?? [];
      return {
        listing,
        photos: changedOrNull(photos, photoRows(context, id, value.photos, photos), (photo) => photo.id),
        seasons: changedOrNull(
          seasonsOf.get(id) ?? [],
          seasonRows(context, id, value.seasons),
          (season) => season.startDate,
        ),
        days: changedOrNull(daysOf.get(id) ?? [], dayRows(context, id, value.days), (day) => day.date),
      };
    });
    await reportClashingPhotoIds(tx, context, parts);
    yield parts;
  }
}

/** The rows of a part: none of an emptied one, and null if the file leaves it alone. */
type Rows<Row> = Row[] | null;

/**
 * A photo without id keeps the id of the one that it replaces: that of the same picture, else at the same position.
 * Without `sort_order` its place in the list is its place on the page.
 */
function photoRows(
  context: ImportContext,
  listingId: string,
  entries: ListingEntry['photos'],
  stored: readonly PhotoRecord[],
): Rows<PhotoRecord> {
  if (entries === undefined) return null;
  const rows = (entries ?? []).map((photo, position) => ({
    teamId: context.teamId,
    id: photo.id ?? '',
    listingId,
    isFeatured: photo.is_featured ?? false,
    sortOrder: photo.sort_order ?? position,
    width: photo.width ?? null,
    height: photo.height ?? null,
    thumbnailUrl: photo.thumbnail_url ?? null,
    mediumUrl: photo.medium_url ?? null,
    originalUrl: photo.original_url ?? null,
  }));
  return withKeptIds(context, rows, stored, { keyOf: (photo) => photo.originalUrl });
}

const seasonRows = (
  { teamId }: ImportContext,
  listingId: string,
  entries: ListingEntry['seasons'],
): Rows<SeasonRecord> =>
  entries === undefined
    ? null
    : (entries ?? []).map((season) => ({
        teamId,
        listingId,
        startDate: season.start_date,
        endDate: season.end_date,
        name: season.name,
        nightlyCents: season.nightly ?? null,
        weekendNightlyCents: season.weekend_nightly ?? null,
        minStay: season.min_stay ?? null,
        maxStay: season.max_stay ?? null,
      }));

/** A day on which everything is null or false is no override (contract, section 18). */
const dayRows = (
  { teamId }: ImportContext,
  listingId: string,
  entries: ListingEntry['days'],
): Rows<DayOverrideRecord> =>
  entries === undefined
    ? null
    : (entries ?? []).filter(saysSomething).map((day) => ({
        teamId,
        listingId,
        date: day.date,
        nightlyCents: day.nightly ?? null,
        minStay: day.min_stay ?? null,
        maxStay: day.max_stay ?? null,
        closedForArrival: day.closed_for_arrival ?? false,
        closedForDeparture: day.closed_for_departure ?? false,
        closed: day.closed ?? false,
      }));

const saysSomething = ({ date, ...day }: NonNullable<ListingEntry['days']>[number]): boolean =>
  Object.values(day).some((value) => value !== null && value !== undefined && value !== false);

const changedOrNull = <Row>(
  stored: readonly Row[],
  rows: Rows<Row>,
  keyOf: (row: Row) => string,
): Rows<Row> => (rows && listsDiffer(stored, rows, keyOf) ? rows : null);
