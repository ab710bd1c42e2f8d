/** The rows of a listing's units, photos, seasons and days, and the rules that they must follow. */
import type { DayOverrideRecord } from '../../db/queries/listings/days.ts';
import type { UnitRecord } from '../../db/queries/listings/listing-writes.ts';
import type { PhotoRecord } from '../../db/queries/listings/listings.ts';
import type { SeasonRecord } from '../../db/queries/listings/rates.ts';
import { EMPTY_DAY_OVERRIDE, hasAnyOverrideValue } from '../../domain/day-ranges.ts';
import { compareCodePoints } from '../../domain/text.ts';
import { isPhotoAddress, PHOTO_ADDRESS_RULE } from '../../domain/web-address.ts';
import { type DayOverrideEntry, toDayOverrideChange } from '../../schemas/listings/days.ts';
import type { PhotoEntry } from '../../schemas/listings/photo.ts';
import type { SeasonEntry } from '../../schemas/listings/rates.ts';
import type { UnitEntry } from '../../schemas/listings/unit.ts';
import { collectProblems, isGiven, type Problem, presentValue } from './problems.ts';
import { mergeEntry } from './rows.ts';
import { reuseStoredIds } from './stored-ids.ts';

/** Entries of an inner list that have the same key. */
export function findDuplicates<Item>(
  items: readonly Item[],
  list: string,
  field: string,
  keyOf: (item: Item, index: number) => string,
): Problem[] {
  const first = new Map<string, number>();
  return items.flatMap((item, index) => {
    const key = keyOf(item, index);
    const earlier = first.get(key);
    if (earlier !== undefined)
      return [{ path: [list, index, field], message: `must not be that of ${list}[${earlier}]`, input: key }];
    first.set(key, index);
    return [];
  });
}

/** A season includes both of its dates, so it must end before the next begins. */
export function findSeasonProblems(seasons: readonly SeasonEntry[]): Problem[] {
  const { problems, refuse } = collectProblems();
  for (const [index, { start_date, end_date }] of seasons.entries())
    if (end_date < start_date)
      refuse(['seasons', index, 'end_date'], 'must not be before start_date', end_date);
  const inOrder = [...seasons.entries()].toSorted(([, a], [, b]) => (a.start_date < b.start_date ? -1 : 1));
  let lastToEnd = inOrder[0];
  for (const next of inOrder.slice(1)) {
    const [index, season] = next;
    if (lastToEnd && season.start_date <= lastToEnd[1].end_date) {
      const [other, { name }] = lastToEnd;
      const span = `${season.start_date} to ${season.end_date}`;
      refuse(
        ['seasons', index],
        `must not overlap seasons[${other}] (${presentValue(name)}), but ${presentValue(season.name)} is from ${span}`,
      );
    }
    if (!lastToEnd || season.end_date > lastToEnd[1].end_date) lastToEnd = next;
  }
  return problems;
}

/** Whether a photo has the address of at least one version of its picture. */
const hasPicture = (photo: Partial<PhotoRecord>): boolean =>
  [photo.thumbnailUrl, photo.mediumUrl, photo.originalUrl].some(isGiven);

/** The problem of a photo without an address. A stored photo that never had one may stay as it is. */
export function findPictureProblems(index: number, row: PhotoRecord, stored?: PhotoRecord): Problem[] {
  if (hasPicture(row) || (stored && !hasPicture(stored))) return [];
  const message = 'is required for a photo without medium_url and thumbnail_url';
  return [{ path: ['photos', index, 'original_url'], message }];
}

const PHOTO_ADDRESSES = {
  thumbnail_url: 'thumbnailUrl',
  medium_url: 'mediumUrl',
  original_url: 'originalUrl',
} as const;

/** The problems with addresses that no photo may have, save one that is stored with it. */
export function findPhotoAddressProblems(
  entries: readonly PhotoEntry[],
  stored: readonly PhotoRecord[],
): Problem[] {
  const isOfEntry = (entry: PhotoEntry) => (photo: PhotoRecord) =>
    entry.id ? photo.id === entry.id : photo.originalUrl === (entry.original_url ?? null);
  return entries.flatMap((entry, index) =>
    Object.entries(PHOTO_ADDRESSES).flatMap(([field, column]) => {
      const address = entry[field as keyof typeof PHOTO_ADDRESSES];
      if (!address || isPhotoAddress(address)) return [];
      const isStored = stored.filter(isOfEntry(entry)).some((photo) => photo[column] === address);
      return isStored
        ? []
        : [{ path: ['photos', index, field], message: PHOTO_ADDRESS_RULE, input: address }];
    }),
  );
}

export function findPhotoProblems(photos: readonly PhotoEntry[]): Problem[] {
  const keys = { teamId: 0, listingId: '' };
  return [
    ...findDuplicates(photos, 'photos', 'id', ({ id }, index) => id ?? `${index}`),
    // A photo with an id may be stored without an address. An export with such a photo must remain importable.
    ...photos.flatMap((photo, index) =>
      isGiven(photo.id) ? [] : findPictureProblems(index, buildPhotoRow(keys, photo, index)),
    ),
  ];
}

type OfListing = { teamId: number; listingId: string };

/** The row of a photo: the fields of its entry over the stored ones, if any. Its id is empty if the entry has none. */
export function buildPhotoRow(
  keys: OfListing,
  photo: PhotoEntry,
  position: number,
  stored?: PhotoRecord,
): PhotoRecord {
  return mergeEntry<PhotoRecord>({ isFeatured: false, sortOrder: position }, stored, {
    ...keys,
    id: photo.id ?? '',
    isFeatured: photo.is_featured,
    sortOrder: photo.sort_order,
    width: photo.width,
    height: photo.height,
    thumbnailUrl: photo.thumbnail_url,
    mediumUrl: photo.medium_url,
    originalUrl: photo.original_url,
  });
}

/** By their order on pages. The order of photos with the same number must not depend on their ids. */
const inOrder = (photos: readonly PhotoRecord[]): PhotoRecord[] => {
  const serialiseContent = (photo: PhotoRecord) =>
    JSON.stringify(Object.entries({ ...photo, id: '' }).toSorted());
  return photos.toSorted(
    (a, b) => a.sortOrder - b.sortOrder || compareCodePoints(serialiseContent(a), serialiseContent(b)),
  );
};

/** A photo without id gets the id of the one that it replaces: with the same picture, else at the same position. */
export const reusePhotoIds = (rows: readonly PhotoRecord[], stored: readonly PhotoRecord[]): PhotoRecord[] =>
  reuseStoredIds(inOrder(rows), inOrder(stored), ({ originalUrl }) => originalUrl);

export const buildSeasonRows = (keys: OfListing, seasons: readonly SeasonEntry[]): SeasonRecord[] =>
  seasons
    .map((season) =>
      mergeEntry<SeasonRecord>({}, undefined, {
        ...keys,
        startDate: season.start_date,
        endDate: season.end_date,
        name: season.name,
        nightlyCents: season.nightly,
        weekendNightlyCents: season.weekend_nightly,
        minStay: season.min_stay,
        maxStay: season.max_stay,
      }),
    )
    .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));

/** A day on which everything is null or false is not an override. */
export const buildDayRows = (keys: OfListing, days: readonly DayOverrideEntry[]): DayOverrideRecord[] =>
  days.flatMap((day) => {
    const terms = { ...EMPTY_DAY_OVERRIDE, ...toDayOverrideChange(day) };
    return hasAnyOverrideValue(terms) ? [{ ...keys, date: day.date, ...terms }] : [];
  });

export const buildUnitRow = (
  keys: OfListing & { id: string },
  unit: Omit<UnitEntry, 'id'>,
  stored?: UnitRecord,
): UnitRecord =>
  mergeEntry<UnitRecord>({ active: true }, stored, { ...keys, name: unit.name, active: unit.active });
