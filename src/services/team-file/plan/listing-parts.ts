import type {
  DayOverrideRecord,
  ListingParts,
  PhotoRecord,
  SeasonRecord,
} from '../../../db/queries/team-file.ts';
import type { ListingEntry } from '../../team-data/listing.ts';
import { type ImportContext, listsDiffer, reportDuplicates } from './context.ts';
import { withKeptIds } from './kept-ids.ts';
import type { PlannedListing, PlannedListings } from './listings.ts';

type PartName = 'photos' | 'seasons' | 'days';

/** The parts of one listing: those that differ from what is stored, each of which replaces the stored ones. */
export type PlannedParts = {
  listing: PlannedListing;
  photos: PhotoRecord[] | null;
  seasons: SeasonRecord[] | null;
  days: DayOverrideRecord[] | null;
  /** What nights cost with, whether it is new or not. */
  rates: { seasons: readonly SeasonRecord[]; days: readonly DayOverrideRecord[] };
};

/** The ids of the listings for which the file gives a part: null empties it, absence leaves it alone. */
export function listingsGiving(planned: PlannedListings, part: PartName): string[] {
  return [...planned.bySlug.values()]
    .filter(({ entry }) => entry?.value[part] !== undefined)
    .map(({ row }) => row.id);
}

/** Plans photos, seasons and day overrides of every listing. */
export function planListingParts(
  context: ImportContext,
  planned: PlannedListings,
  stored: ListingParts,
): PlannedParts[] {
  const photosOf = Map.groupBy(stored.photos, (photo) => photo.listingId);
  const seasonsOf = Map.groupBy(stored.seasons, (season) => season.listingId);
  const daysOf = Map.groupBy(stored.days, (day) => day.listingId);
  const plans = [...planned.bySlug.values()].map((listing): PlannedParts => {
    const { id } = listing.row;
    const entry: Partial<ListingEntry> = listing.entry?.value ?? {};
    const before = {
      photos: photosOf.get(id) ?? [],
      seasons: seasonsOf.get(id) ?? [],
      days: daysOf.get(id) ?? [],
    };
    const after = {
      photos: entry.photos === undefined ? null : photoRows(context, id, entry.photos ?? [], before.photos),
      seasons: entry.seasons === undefined ? null : seasonRows(context, id, entry.seasons ?? []),
      days: entry.days === undefined ? null : dayRows(context, id, entry.days ?? []),
    };
    return {
      listing,
      photos: changedOrNull(before.photos, after.photos, (photo) => photo.id),
      seasons: changedOrNull(before.seasons, after.seasons, (season) => season.startDate),
      days: changedOrNull(before.days, after.days, (day) => day.date),
      rates: { seasons: after.seasons ?? before.seasons, days: after.days ?? before.days },
    };
  });
  const photoEntries = plans.flatMap(({ listing: { entry } }) =>
    (entry?.value.photos ?? []).map(({ id }) => ({ place: entry?.place ?? '', id })),
  );
  reportDuplicates(context, photoEntries, 'photos.id', ({ id }) => id);
  return plans;
}

type Given<Part extends PartName> = NonNullable<ListingEntry[Part]>;

/** A photo without id keeps the id of the one that it replaces: that of the same picture, else at the same place. */
const photoRows = (
  context: ImportContext,
  listingId: string,
  entries: Given<'photos'>,
  stored: readonly PhotoRecord[],
): PhotoRecord[] =>
  withKeptIds(
    context,
    entries.map((photo) => ({
      teamId: context.teamId,
      id: photo.id ?? '',
      listingId,
      isFeatured: photo.is_featured ?? false,
      sortOrder: photo.sort_order ?? 0,
      width: photo.width ?? null,
      height: photo.height ?? null,
      thumbnailUrl: photo.thumbnail_url ?? null,
      mediumUrl: photo.medium_url ?? null,
      originalUrl: photo.original_url ?? null,
    })),
    stored,
    { keyOf: (photo) => photo.originalUrl },
  );

const seasonRows = (
  { teamId }: ImportContext,
  listingId: string,
  entries: Given<'seasons'>,
): SeasonRecord[] =>
  entries.map((season) => ({
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

const dayRows = ({ teamId }: ImportContext, listingId: string, entries: Given<'days'>): DayOverrideRecord[] =>
  entries.map((day) => ({
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

const changedOrNull = <Row>(
  stored: readonly Row[],
  rows: Row[] | null,
  keyOf: (row: Row) => string,
): Row[] | null => (rows && listsDiffer(stored, rows, keyOf) ? rows : null);
