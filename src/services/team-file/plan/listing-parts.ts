import type { Transaction } from '../../../db/client.ts';
import { storeDifference } from '../../../db/queries/bulk.ts';
import {
  type DayOverrideRecord,
  loadListingParts,
  type PhotoRecord,
  type SeasonRecord,
} from '../../../db/queries/team-file/team-file.ts';
import { dayOverrides, listings, photos, seasons, units } from '../../../db/schema/listings.ts';
import { isBuilding } from '../../../domain/listing.ts';
import { dayRows, photoRow, seasonRows, withPhotoIds } from '../../catalogue/part-rows.ts';
import { type Difference, diff, differs, isEmpty, joined } from '../../catalogue/rows.ts';
import { slicesOf } from '../read.ts';
import { reportClashingIds } from './clashing-ids.ts';
import { type ImportContext, isSound } from './context.ts';
import type { PlannedListing, PlannedListings } from './listings.ts';

const SLICE = 50;

/** What is written of a listing's parts, each of which the file replaces as a whole. */
type PartChanges = {
  photos: Difference<PhotoRecord>;
  seasons: Difference<SeasonRecord>;
  days: Difference<DayOverrideRecord>;
};

/** Stores listings with their units and parts, slice by slice: a file may have millions of days. */
export async function storeListings(
  tx: Transaction,
  context: ImportContext,
  { bySlug }: PlannedListings,
): Promise<void> {
  const all = [...bySlug.values()];
  // Unit types refer to their buildings, which may be anywhere in the file.
  const buildings = all.filter(({ row, stored }) => isBuilding(row.kind) && !stored);
  await storeRows(tx, context, buildings);
  const given = all.filter(({ entry }) => entry !== null);
  for (const slice of slicesOf(given, SLICE)) {
    const parts = await planParts(tx, context, slice);
    const changed = slice.filter((listing, index) => {
      const isChanged = touch(
        context,
        listing,
        Object.values(parts[index] ?? {}).some((part) => !isEmpty(part)),
      );
      context.tally.compare('listings', listing.stored, isChanged);
      return isChanged;
    });
    await storeRows(tx, context, changed);
    if (!isSound(context)) continue;
    await storeDifference(tx, photos, joined(parts.map((part) => part.photos)));
    await storeDifference(tx, seasons, joined(parts.map((part) => part.seasons)));
    await storeDifference(tx, dayOverrides, joined(parts.map((part) => part.days)));
  }
  // A building's address, time zone and currency also apply to its unit types, even if the file does not include them.
  await storeRows(
    tx,
    context,
    all.filter((listing) => listing.entry === null && touch(context, listing, false)),
  );
}

async function planParts(
  tx: Transaction,
  context: ImportContext,
  slice: readonly PlannedListing[],
): Promise<PartChanges[]> {
  const { teamId, newId } = context;
  const idsGiving = (part: keyof PartChanges) =>
    slice.filter(({ entry }) => entry?.value[part] !== undefined).map(({ row }) => row.id);
  const stored = await loadListingParts(tx, teamId, {
    photos: idsGiving('photos'),
    seasons: idsGiving('seasons'),
    days: idsGiving('days'),
  });
  const photosOf = Map.groupBy(stored.photos, (photo) => photo.listingId);
  const seasonsOf = Map.groupBy(stored.seasons, (season) => season.listingId);
  const daysOf = Map.groupBy(stored.days, (day) => day.listingId);
  const photosGiven = slice.map(({ row, entry }) => ({
    ownerId: row.id,
    place: entry?.place ?? '',
    parts: entry?.value.photos ?? [],
  }));
  await reportClashingIds(tx, context, 'photos', photosGiven);
  return slice.map(({ row: { id: listingId }, entry }) => {
    const keys = { teamId, listingId };
    const before = photosOf.get(listingId) ?? [];
    const given = entry?.value;
    // What the file leaves out is not read either, and stays.
    const photoRows = (given?.photos ?? []).map((photo, position) => photoRow(keys, photo, position));
    return {
      photos: diff(before, withPhotoIds(newId, photoRows, before), ({ id }) => id),
      seasons: diff(
        seasonsOf.get(listingId) ?? [],
        seasonRows(keys, given?.seasons ?? []),
        (row) => row.startDate,
      ),
      days: diff(daysOf.get(listingId) ?? [], dayRows(keys, given?.days ?? []), (row) => row.date),
    };
  });
}

/** Whether a listing is new or differs. If so, it was changed now, unless the file says when. */
function touch({ now }: ImportContext, listing: PlannedListing, partsChanged: boolean): boolean {
  const { row, stored, entry, unitChanges } = listing;
  const isChanged = partsChanged || !isEmpty(unitChanges) || differs(stored, row);
  if (isChanged && !entry?.value.updated_at) row.updatedAt = now;
  return isChanged;
}

async function storeRows(
  tx: Transaction,
  context: ImportContext,
  changed: readonly PlannedListing[],
): Promise<void> {
  if (!isSound(context)) return;
  await storeDifference(tx, listings, { written: changed.map(({ row }) => row), removed: [] });
  await storeDifference(tx, units, joined(changed.map(({ unitChanges }) => unitChanges)));
}
