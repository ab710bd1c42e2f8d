import type { Transaction } from '../../../../db/client.ts';
import { storeRowDifference, upsertRows } from '../../../../db/queries/bulk.ts';
import type { PhotoRecord } from '../../../../db/queries/listings/listings.ts';
import {
  beginSellableDays,
  recordSellableDays,
  storeSellableDays,
} from '../../../../db/queries/listings/sellable-days.ts';
import { dayOverrides, listings, photos, seasons, units } from '../../../../db/schema/listings.ts';
import { isBuilding } from '../../../../domain/listing.ts';
import { toDayColumns } from '../../../../schemas/listings/days.ts';
import type { ListingEntry } from '../../../../schemas/listings/listing.ts';
import { type PhotoEntry, toPhotoColumns } from '../../../../schemas/listings/photo.ts';
import { toSeasonColumns } from '../../../../schemas/listings/rates.ts';
import { toDaySpans } from '../../../../schemas/listings/unit.ts';
import {
  buildDayRows,
  buildPhotoRow,
  buildSeasonRows,
  findPhotoAddressProblems,
  type PhotoColumns,
  reusePhotoIds,
} from '../../../../services/catalogue/part-rows.ts';
import {
  keepOneFeatured,
  listAddresses,
  nameOwnPictures,
} from '../../../../services/catalogue/photo-writes.ts';
import { diffRows, isEmptyDifference, isNewOrDifferent } from '../../../../services/catalogue/rows.ts';
import { describePhoto, describeSeasons } from '../../../../services/catalogue/translations.ts';
import type { FileEntry } from '../../../../services/team-file-part.ts';
import { loadListingParts } from '../../db/queries/team-file.ts';
import { splitIntoBatches } from '../read.ts';
import { hasNoProblems, type ImportContext } from './context.ts';
import { reportClashingIds } from './ids.ts';
import { reportTextProblems } from './languages.ts';
import type { PlannedListing, PlannedListings } from './listings.ts';
import { importPhotoFile, reportMissingPictures } from './pictures/photos.ts';
import { createReferencePlan } from './references.ts';

const BATCH_SIZE = 50;

/**
 * Some at a time, because a file may contain millions of day overrides. Returns the addresses of the pictures that
 * photos had before.
 */
export async function importListings(
  tx: Transaction,
  context: ImportContext,
  { bySlug }: PlannedListings,
): Promise<(string | null)[]> {
  const all = [...bySlug.values()];
  const references = await planReferences(tx, context, all);
  // Even if a unit type comes first in the file.
  const buildings = all.filter(({ row, stored }) => isBuilding(row.kind) && !stored);
  await storeRows(tx, context, buildings, references);
  const ofFile = all.flatMap((listing) => (listing.entry ? [{ ...listing, entry: listing.entry }] : []));
  const photosBefore: PhotoRecord[] = [];
  for (const batch of splitIntoBatches(ofFile, BATCH_SIZE)) {
    const parts = await planParts(tx, context, batch);
    const rows = Object.values(parts).flatMap(({ written, removed }) => [...written, ...removed]);
    const changedIds = new Set(rows.map(({ listingId }) => listingId));
    const changed = batch.filter((listing) => {
      const isChanged = touch(context, listing, changedIds.has(listing.row.id));
      context.tally.compare('listings', listing.stored, isChanged);
      return isChanged;
    });
    await storeRows(tx, context, changed, references);
    if (!hasNoProblems(context)) continue;
    await storeRowDifference(tx, photos, parts.photos);
    photosBefore.push(...parts.photos.removed, ...parts.photos.replaced);
    await storeRowDifference(tx, seasons, parts.seasons);
    await storeRowDifference(tx, dayOverrides, parts.days);
  }
  // A change of a building's address, time zone or currency also changes its unit types, even if the file
  // does not contain them.
  await storeRows(
    tx,
    context,
    all.filter((listing) => listing.entry === null && touch(context, listing, false)),
    references,
  );
  await references.listings.finish();
  await references.units.finish();
  return photosBefore.flatMap(listAddresses);
}

/**
 * As far as the file has them, and the history of new units. After the bookings, because a unit without a
 * history counts from its first booking on.
 */
export async function importSellableDays(
  tx: Transaction,
  { teamId, now }: ImportContext,
  { bySlug }: PlannedListings,
): Promise<void> {
  const given = [...bySlug.values()].flatMap(({ units, entry, stored, unitChanges }) => {
    const before = new Set(unitChanges.replaced.map(({ id }) => id));
    const added = new Set(unitChanges.written.flatMap(({ id }) => (before.has(id) ? [] : [id])));
    return (entry?.value.units ?? []).flatMap((unit, index) => {
      const unitId = units[index]?.id;
      // A unit that is added to a stored listing could not be sold before.
      const days = toDaySpans(unit) ?? (stored && unitId && added.has(unitId) ? [] : null);
      return unitId && days ? [{ unitId, days }] : [];
    });
  });
  await storeSellableDays(tx, teamId, given);
  await beginSellableDays(tx, teamId);
  await recordSellableDays(tx, teamId, { listingId: null, now });
}

async function planReferences(tx: Transaction, context: ImportContext, all: readonly PlannedListing[]) {
  const listings = createReferencePlan(tx, context, 'listings');
  const units = createReferencePlan(tx, context, 'units');
  const given = all.flatMap((listing) => (listing.entry ? [{ ...listing, place: listing.entry.place }] : []));
  await listings.plan(given);
  await units.plan(
    given.flatMap(({ place, units, unitChanges }) => {
      const storedById = new Map(unitChanges.replaced.map((unit) => [unit.id, unit]));
      const written = new Set(unitChanges.written.map(({ id }) => id));
      // Units that the file does not name are kept, after the named ones.
      return units.flatMap((row, index) => {
        const field = `units[${index}].external_reference`;
        return written.has(row.id) ? [{ row, stored: storedById.get(row.id), place, field }] : [];
      });
    }),
  );
  return { listings, units };
}

type ListingOfFile = PlannedListing & { entry: FileEntry<ListingEntry> };

/** Parts that the file does not mention are kept. */
async function planParts(tx: Transaction, context: ImportContext, batch: readonly ListingOfFile[]) {
  const { teamId } = context;
  const idsOfListingsWith = (part: 'photos' | 'seasons' | 'days') =>
    batch.flatMap(({ row, entry }) => (entry.value[part] === undefined ? [] : [row.id]));
  const stored = await loadListingParts(tx, teamId, {
    photos: idsOfListingsWith('photos'),
    seasons: idsOfListingsWith('seasons'),
    days: idsOfListingsWith('days'),
  });
  const planned = {
    photos: await planPhotos(tx, context, batch, stored.photos),
    seasons: batch.flatMap(({ row, entry: { place, value } }) => {
      const sent = (value.seasons ?? []).map(toSeasonColumns);
      const seasons = buildSeasonRows({ teamId, listingId: row.id }, sent);
      reportTextProblems(context, place, describeSeasons(seasons, sent));
      return seasons;
    }),
    days: batch.flatMap(({ row, entry: { value } }) =>
      buildDayRows({ teamId, listingId: row.id }, (value.days ?? []).map(toDayColumns)),
    ),
  };
  return {
    photos: diffRows(stored.photos, planned.photos, ({ id }) => id),
    seasons: diffRows(
      stored.seasons,
      planned.seasons,
      ({ listingId, startDate }) => `${listingId} ${startDate}`,
    ),
    days: diffRows(stored.days, planned.days, ({ listingId, date }) => `${listingId} ${date}`),
  };
}

/** In order. A photo without an id gets that of the stored photo that it replaces. */
async function planPhotos(
  tx: Transaction,
  context: ImportContext,
  batch: readonly ListingOfFile[],
  stored: readonly PhotoRecord[],
): Promise<PhotoRecord[]> {
  const { teamId, problems } = context;
  const photosOfFile = [];
  for (const { row, entry } of batch) {
    const { place, value } = entry;
    const parts = await readPhotos(tx, context, place, value.photos ?? []);
    photosOfFile.push({ ownerId: row.id, place, parts });
  }
  await reportClashingIds(tx, context, 'photos', photosOfFile);
  const storedOf = Map.groupBy(stored, ({ listingId }) => listingId);
  for (const { ownerId, place, parts } of photosOfFile)
    problems.addIssues(place, findPhotoAddressProblems(parts, storedOf.get(ownerId) ?? []));
  const rows = photosOfFile.flatMap(({ ownerId: listingId, place, parts }) =>
    parts.map((photo, position) => {
      const row = buildPhotoRow({ teamId, listingId }, photo, position);
      reportTextProblems(context, place, describePhoto(row, ['photos', position]));
      return row;
    }),
  );
  const ownNamed = await nameOwnPictures({ tx, ...context }, rows, context.baseUrls);
  return [...Map.groupBy(ownNamed, ({ listingId }) => listingId)].flatMap(([listingId, photos]) => {
    const inOrder = photos.toSorted((a, b) => a.sortOrder - b.sortOrder);
    return reusePhotoIds(keepOneFeatured(inOrder), storedOf.get(listingId) ?? []);
  });
}

/** A photo may name an image file beside the team file. */
async function readPhotos(
  tx: Transaction,
  context: ImportContext,
  place: string,
  entries: readonly PhotoEntry[],
): Promise<PhotoColumns[]> {
  const photos: PhotoColumns[] = [];
  for (const [index, photo] of entries.entries())
    photos.push({
      ...toPhotoColumns(photo),
      ...(await importPhotoFile(tx, context, place, { index, photo })),
    });
  // If the image file cannot be read, missing addresses are not reported as well.
  const others = photos.map((photo, index) =>
    entries[index]?.file ? { ...photo, originalUrl: null, mediumUrl: null, thumbnailUrl: null } : photo,
  );
  await reportMissingPictures(tx, context, place, others);
  return photos;
}

/** A changed listing gets the present time as its last change, unless the file has another. */
function touch({ now }: ImportContext, listing: PlannedListing, partsChanged: boolean): boolean {
  const { row, stored, entry, unitChanges } = listing;
  const isChanged = partsChanged || !isEmptyDifference(unitChanges) || isNewOrDifferent(stored, row);
  if (isChanged && !entry?.value.updated_at) row.updatedAt = now;
  return isChanged;
}

async function storeRows(
  tx: Transaction,
  context: ImportContext,
  changed: readonly PlannedListing[],
  references: Awaited<ReturnType<typeof planReferences>>,
): Promise<void> {
  if (!hasNoProblems(context)) return;
  await upsertRows(
    tx,
    listings,
    changed.map(({ row }) => references.listings.toStoredRow(row)),
  );
  await upsertRows(
    tx,
    units,
    changed.flatMap(({ unitChanges }) => unitChanges.written.map(references.units.toStoredRow)),
  );
}
