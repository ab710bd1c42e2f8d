/** The photos of a listing. */
import { z } from 'zod';
import { MAX_PHOTOS_OF_LISTING } from '../../domain/limits.ts';
import type { PhotoColumns } from '../../services/catalogue/part-rows.ts';
import type { PhotoRow } from '../../services/listings.ts';
import { listOf } from '../entries/lists.ts';
import {
  booleanField,
  countField,
  idField,
  integer,
  objectEntry,
  optionalPhotoAddressField,
  optionalUrlField,
} from '../fields.ts';
import { idSchema, nullableText, type PresentedEntry } from '../formats.ts';

/**
 * A photo in a team file. An address that the API would refuse is judged later, because a photo that is stored with it may
 * keep it.
 */
export const photoEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  is_featured: booleanField
    .nullish()
    .meta({ description: "Whether it is the listing's main photo.", default: false }),
  sort_order: integer(-1_000_000, 1_000_000)
    .nullish()
    .describe('Photos are sorted by this number. Default: the place in the list.'),
  width: countField.nullish().describe('In pixels.'),
  height: countField.nullish().describe('In pixels.'),
  thumbnail_url: optionalUrlField(2_000).describe('The URL of a small version.'),
  medium_url: optionalUrlField(2_000).describe('The URL of a version for pages.'),
  original_url: optionalUrlField(2_000).describe('The URL of the full-size picture.'),
});

const photoBody = photoEntry.extend({
  thumbnail_url: optionalPhotoAddressField.describe('The URL of a small version.'),
  medium_url: optionalPhotoAddressField.describe('The URL of a version for pages.'),
  original_url: optionalPhotoAddressField.describe('The URL of the full-size picture.'),
});

export type PhotoEntry = z.infer<typeof photoEntry>;

/** The columns that an entry sets. */
export const toPhotoColumns = (photo: PhotoEntry): PhotoColumns => ({
  id: photo.id,
  isFeatured: photo.is_featured,
  sortOrder: photo.sort_order,
  width: photo.width,
  height: photo.height,
  thumbnailUrl: photo.thumbnail_url,
  mediumUrl: photo.medium_url,
  originalUrl: photo.original_url,
});

export const photoSchema = z
  .object({
    id: idSchema,
    is_featured: z.boolean(),
    sort_order: z.int(),
    width: z.int().nullable().describe('Of the original, in pixels.'),
    height: z.int().nullable().describe('Of the original, in pixels.'),
    thumbnail_url: nullableText,
    medium_url: nullableText,
    original_url: nullableText,
  })
  .meta({ id: 'Photo' });

export const presentPhoto = (photo: Omit<PhotoRow, 'listingId'>) =>
  ({
    id: photo.id,
    is_featured: photo.isFeatured,
    sort_order: photo.sortOrder,
    width: photo.width,
    height: photo.height,
    thumbnail_url: photo.thumbnailUrl,
    medium_url: photo.mediumUrl,
    original_url: photo.originalUrl,
  }) satisfies PresentedEntry<PhotoEntry>;

export const photosAnswer = z.object({ data: z.object({ photos: z.array(photoSchema) }) });

export const photosChangeBody = z
  .object({ photos: listOf(photoBody.transform(toPhotoColumns), MAX_PHOTOS_OF_LISTING) })
  .meta({ id: 'PhotosChange', examples: [{ photos: [{ original_url: 'https://pics.example/1.jpg' }] }] });
