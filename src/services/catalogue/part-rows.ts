import type { DayOverrideRecord } from '../../db/queries/listings/days.ts';
import type { PhotoRecord } from '../../db/queries/listings/listings.ts';
import type { SeasonRecord } from '../../db/queries/listings/rates.ts';
import type { UnitRecord } from '../../db/queries/listings/writes.ts';
import { mergeCustomFields } from '../../domain/custom-fields.ts';
import {
  type DayOverrideChange,
  EMPTY_DAY_OVERRIDE,
  hasAnyOverrideValue,
} from '../../domain/dates/day-ranges.ts';
import { toFieldName } from '../../domain/field-names.ts';
import { isPhotoAddress, PHOTO_ADDRESS_RULE } from '../../domain/listing.ts';
import { namedField } from '../../domain/text/message-text.ts';
import { isMediaPath } from '../../domain/text/picture-address.ts';
import { compareCodePoints } from '../../domain/text/text.ts';
import {
  mergeTranslations,
  mergeTranslationsOf,
  type NameText,
  type PhotoText,
} from '../../domain/translations.ts';
import { isGiven, type Problem } from './problems.ts';
import { type Defaults, mergeEntry, type OwnFieldColumns, type TranslatedColumns } from './rows.ts';
import { reuseStoredIds } from './stored-ids.ts';
import { listTextsOfPhoto } from './translations.ts';

type OfListing = { teamId: number; listingId: string };

export type UnitColumns = OwnFieldColumns<Omit<UnitRecord, keyof OfListing>> & Pick<UnitRecord, 'name'>;
export type UnitChange = OwnFieldColumns<Omit<UnitRecord, keyof OfListing | 'id'>>;
export type PhotoColumns = TranslatedColumns<Omit<PhotoRecord, keyof OfListing>, PhotoText>;
export type SeasonColumns = TranslatedColumns<Omit<SeasonRecord, keyof OfListing>, NameText> &
  Pick<SeasonRecord, 'startDate' | 'endDate' | 'name'>;
export type DayColumns = DayOverrideChange & { date: string };

/** Such as two units with one name. */
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
      return [
        {
          path: [list, index, field],
          code: 'contradicts',
          message: `must not be that of ${list}[${earlier}]`,
          input: key,
        },
      ];
    first.set(key, index);
    return [];
  });
}

/** Of at least one version. */
const hasPicture = (photo: Partial<PhotoRecord>): boolean =>
  [photo.thumbnailUrl, photo.mediumUrl, photo.originalUrl].some(isGiven);

/** A stored photo that never had an address may stay as it is. */
export function findPictureProblems(index: number, row: PhotoRecord, stored?: PhotoRecord): Problem[] {
  if (hasPicture(row) || (stored && !hasPicture(stored))) return [];
  const [medium, thumbnail] = [namedField('medium_url'), namedField('thumbnail_url')];
  const message = ['is required for a photo without ', medium, ' and ', thumbnail];
  return [{ path: ['photos', index, 'original_url'], code: 'required', message }];
}

const PHOTO_ADDRESSES = ['thumbnailUrl', 'mediumUrl', 'originalUrl'] as const;

/** Except one that is stored already. */
export function findPhotoAddressProblems(
  given: readonly PhotoColumns[],
  stored: readonly PhotoRecord[],
): Problem[] {
  const isOf = (columns: PhotoColumns) => (photo: PhotoRecord) =>
    columns.id ? photo.id === columns.id : photo.originalUrl === (columns.originalUrl ?? null);
  return given.flatMap((columns, index) =>
    PHOTO_ADDRESSES.flatMap((column) => {
      const address = columns[column];
      // A path on this service is checked later, when it is known whether the team has that picture.
      if (!address || isPhotoAddress(address) || isMediaPath(address)) return [];
      const isStored = stored.filter(isOf(columns)).some((photo) => photo[column] === address);
      return isStored
        ? []
        : [
            {
              path: ['photos', index, toFieldName(column)],
              code: 'invalid',
              message: PHOTO_ADDRESS_RULE,
              input: address,
            },
          ];
    }),
  );
}

export function findPhotoProblems(photos: readonly PhotoColumns[]): Problem[] {
  const keys = { teamId: 0, listingId: '' };
  return [
    ...findDuplicates(photos, 'photos', 'id', ({ id }, index) => id ?? `${index}`),
    // A photo with an id may lack an address: such photos are exported, and every export must be importable.
    ...photos.flatMap((photo, index) =>
      isGiven(photo.id) ? [] : findPictureProblems(index, buildPhotoRow(keys, photo, index)),
    ),
  ];
}

/** The id of a new photo stays empty unless it is set. */
export function buildPhotoRow(
  keys: OfListing,
  columns: PhotoColumns,
  position: number,
  stored?: PhotoRecord,
): PhotoRecord {
  const defaults: Defaults<PhotoRecord, keyof OfListing | 'id'> = { isFeatured: false, sortOrder: position };
  const photo = mergeEntry<PhotoRecord>(defaults, stored, {
    ...keys,
    ...columns,
    translations: undefined,
    id: columns.id ?? '',
  });
  const translations = mergeTranslationsOf(
    listTextsOfPhoto(photo),
    stored?.translations ?? null,
    columns.translations,
  );
  return { ...photo, translations };
}

/** As pages show them. Photos with the same position keep their order, which must not depend on their ids. */
const inOrder = (photos: readonly PhotoRecord[]): PhotoRecord[] => {
  const serialiseContent = (photo: PhotoRecord) =>
    JSON.stringify(Object.entries({ ...photo, id: '' }).toSorted());
  return photos.toSorted(
    (a, b) => a.sortOrder - b.sortOrder || compareCodePoints(serialiseContent(a), serialiseContent(b)),
  );
};

/**
 * A photo without an id gets that of the stored photo with the same picture, or else at the same position.
 */
export const reusePhotoIds = (rows: readonly PhotoRecord[], stored: readonly PhotoRecord[]): PhotoRecord[] =>
  reuseStoredIds(inOrder(rows), inOrder(stored), ({ originalUrl }) => originalUrl);

/** A season with the first day and the name of a stored one keeps the translations that are left out. */
export const buildSeasonRows = (
  keys: OfListing,
  seasons: readonly SeasonColumns[],
  stored: readonly SeasonRecord[] = [],
): SeasonRecord[] =>
  seasons
    .map((columns) => {
      const { startDate, name } = columns;
      const before = stored.find((season) => season.startDate === startDate && season.name === name);
      const translations = mergeTranslations(before?.translations ?? null, columns.translations);
      return mergeEntry<SeasonRecord>({}, undefined, { ...keys, ...columns, translations });
    })
    .toSorted((a, b) => (a.startDate < b.startDate ? -1 : 1));

/** An override in which everything is null or false is not stored. */
export const buildDayRows = (keys: OfListing, days: readonly DayColumns[]): DayOverrideRecord[] =>
  days.flatMap(({ date, ...change }) => {
    const terms = { ...EMPTY_DAY_OVERRIDE, ...change };
    return hasAnyOverrideValue(terms) ? [{ ...keys, date, ...terms }] : [];
  });

export const UNIT_DEFAULTS: Defaults<UnitRecord, keyof OfListing | 'id' | 'name' | 'updatedAt'> = {
  active: true,
};

/** A change by the API merges the team's own fields, whereas a team file replaces them. */
export const buildUnitRow = (
  { teamId, listingId, id, now }: OfListing & { id: string; now: Date },
  columns: UnitChange,
  stored?: UnitRecord,
  applyFields = mergeCustomFields,
): UnitRecord =>
  mergeEntry<UnitRecord>({ ...UNIT_DEFAULTS, updatedAt: now }, stored, {
    ...columns,
    customFields: applyFields(stored?.customFields ?? null, columns.customFields),
    teamId,
    listingId,
    id,
  });
