import type { Transaction } from '../../../db/client.ts';
import {
  type DayOverrideRecord,
  loadListingParts,
  type PhotoRecord,
  type SeasonRecord,
} from '../../../db/queries/team-file/team-file.ts';
import { NO_OVERRIDE, saysSomething } from '../../../domain/day-ranges.ts';
import { dayChangeOf } from '../../team-data/days.ts';
import type { ListingEntry } from '../../team-data/listing.ts';
import { photoRows } from '../../team-data/photo-rows.ts';
import { seasonRow } from '../../team-data/rates.ts';
import { slicesOf } from '../read.ts';
import { reportClashingIds } from './clashing-ids.ts';
import { type ImportContext, listsDiffer } from './context.ts';
import type { PlannedListing, PlannedListings } from './listings.ts';

const SLICE = 50;

type PartName = 'photos' | 'seasons' | 'days';

/** The parts of one listing that differ from the stored ones. Each replaces them as a whole. */
export type PlannedParts = {
  listing: PlannedListing;
  photos: PhotoRecord[] | null;
  seasons: SeasonRecord[] | null;
  days: DayOverrideRecord[] | null;
};

/** Plans photos, seasons and day overrides of the file's listings, page by page, because there may be millions. */
export async function* planListingParts(
  tx: Transaction,
  context: ImportContext,
  { bySlug }: PlannedListings,
): AsyncGenerator<PlannedParts[]> {
  for (const page of slicesOf(context.file.listings.entries, SLICE)) {
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
        photos: changedOrNull(
          photos,
          value.photos === undefined ? null : photoRows(context, id, value.photos, photos),
          (photo) => photo.id,
        ),
        seasons: changedOrNull(
          seasonsOf.get(id) ?? [],
          seasonRows(context, id, value.seasons),
          (season) => season.startDate,
        ),
        days: changedOrNull(daysOf.get(id) ?? [], dayRows(context, id, value.days), (day) => day.date),
      };
    });
    const photosGiven = entries.map(({ entry: { place, value }, listing }) => ({
      ownerId: listing.row.id,
      place,
      parts: value.photos ?? [],
    }));
    await reportClashingIds(tx, context, 'photos', photosGiven);
    yield parts;
  }
}

/** The rows of a part. An empty list clears it, and null leaves it alone. */
type Rows<Row> = Row[] | null;

const seasonRows = (
  { teamId }: ImportContext,
  listingId: string,
  entries: ListingEntry['seasons'],
): Rows<SeasonRecord> =>
  entries === undefined ? null : (entries ?? []).map((season) => seasonRow(teamId, listingId, season));

/** A day on which everything is null or false is not an override (contract, section 18). */
const dayRows = (
  { teamId }: ImportContext,
  listingId: string,
  entries: ListingEntry['days'],
): Rows<DayOverrideRecord> =>
  entries === undefined
    ? null
    : (entries ?? [])
        .map((day) => ({ teamId, listingId, date: day.date, ...NO_OVERRIDE, ...dayChangeOf(day) }))
        .filter(({ teamId: _team, listingId: _listing, date: _date, ...day }) => saysSomething(day));

const changedOrNull = <Row>(
  stored: readonly Row[],
  rows: Rows<Row>,
  keyOf: (row: Row) => string,
): Rows<Row> => (rows && listsDiffer(stored, rows, keyOf) ? rows : null);
