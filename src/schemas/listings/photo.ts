import { z } from 'zod';
import { MAX_CAPTION_LENGTH, MAX_PHOTO_URL_LENGTH, MAX_PHOTOS_OF_LISTING } from '../../domain/limits.ts';
import { toWholeAddress } from '../../domain/text/picture-address.ts';
import type { PhotoColumns } from '../../services/catalogue/part-rows.ts';
import type { PhotoChange } from '../../services/catalogue/single-photo.ts';
import type { PhotoRow } from '../../services/listings.ts';
import {
  booleanField,
  countField,
  idField,
  integer,
  objectEntry,
  optionalFileNameField,
  optionalText,
  optionalUrlField,
  optionalWebAddressField,
} from '../fields/fields.ts';
import { listOf } from '../fields/lists.ts';
import { createRowFields, type RowField } from '../fields/row-fields.ts';
import { buildTranslationsField } from '../fields/translations.ts';
import { idSchema, nullableText, type PresentedEntry } from '../formats.ts';

/**
 * A team file may contain web addresses that the API refuses: they are only checked later, because a stored
 * photo keeps its address.
 */
export const photoFields = {
  is_featured: {
    write: booleanField
      .nullish()
      .meta({ description: "Whether it is the listing's main photo.", default: false }),
    read: z.boolean().describe('Whether it is the listing’s main photo. At most one is.'),
  },
  sort_order: {
    write: integer(0, 1_000_000)
      .nullish()
      .describe('Photos are sorted by this number. Default: the place in the list.'),
    read: z.int().describe('Its place among the listing’s photos, from 0.'),
  },
  width: {
    write: countField.nullish().describe('In pixels.'),
    read: z.int().nullable().describe('Of the original, in pixels. Null if unknown.'),
  },
  height: {
    write: countField.nullish().describe('In pixels.'),
    read: z.int().nullable().describe('Of the original, in pixels. Null if unknown.'),
  },
  thumbnail_url: {
    write: optionalUrlField(2_000).describe('The URL of a small version.'),
    read: nullableText.describe('The URL of a small version: uploaded, at most 400 pixels wide. Or null.'),
  },
  medium_url: {
    write: optionalUrlField(2_000).describe('The URL of a version for pages.'),
    read: nullableText.describe(
      'The URL of a version for pages: uploaded, at most 1,200 pixels wide. Or null.',
    ),
  },
  original_url: {
    write: optionalUrlField(2_000).describe('The URL of the full-size picture.'),
    read: nullableText.describe(
      'The URL of the largest version: uploaded, at most 2,400 pixels wide. Or null.',
    ),
  },
  caption: {
    write: optionalText(MAX_CAPTION_LENGTH).describe('What it shows, in a sentence.'),
    read: nullableText.describe('What it shows, in a sentence. Null if it is not said.'),
  },
  translations: buildTranslationsField('TranslatedPhoto', { caption: optionalText(MAX_CAPTION_LENGTH) }),
} satisfies Record<string, RowField>;
const photoRow = createRowFields(photoFields);

export const photoEntry = objectEntry({
  id: idField.nullish().describe('Kept from another system.'),
  ...photoRow.written,
  file: optionalFileNameField.describe(
    'The name of its picture beside this file. Then the addresses under `/media` follow from it.',
  ),
});

/** A position after the end of the list means the end. */
const MAX_PLACE = Number.MAX_SAFE_INTEGER;

const photoBody = photoEntry.omit({ file: true }).extend({
  sort_order: integer(0, MAX_PLACE).nullish().describe('The place in the list decides instead.'),
  thumbnail_url: optionalWebAddressField(MAX_PHOTO_URL_LENGTH).describe('The URL of a small version.'),
  medium_url: optionalWebAddressField(MAX_PHOTO_URL_LENGTH).describe('The URL of a version for pages.'),
  original_url: optionalWebAddressField(MAX_PHOTO_URL_LENGTH).describe('The URL of the full-size picture.'),
});

export type PhotoEntry = z.infer<typeof photoEntry>;

export const toPhotoColumns = (photo: Omit<PhotoEntry, 'file'>): PhotoColumns => ({
  id: photo.id,
  ...photoRow.toColumns(photo),
});

export const photoSchema = z
  .object({ id: idSchema, ...photoRow.shown })
  .meta({ id: 'Photo', description: 'A picture of a listing.' });

/** Without the fields that only the team sees. */
export const sitePhotoSchema = photoSchema
  .pick({
    id: true,
    is_featured: true,
    sort_order: true,
    width: true,
    height: true,
    thumbnail_url: true,
    medium_url: true,
    original_url: true,
  })
  .meta({ id: 'PublicPhoto', description: 'A picture of a listing.' });

type PresentedPhoto = Omit<PhotoRow, 'listingId'>;

/** `baseUrl` is put before the paths of pictures that this service stores. */
export const presentPhoto = (photo: PresentedPhoto, baseUrl: string): z.infer<typeof photoSchema> => ({
  id: photo.id,
  ...photoRow.present(photo),
  thumbnail_url: toWholeAddress(photo.thumbnailUrl, baseUrl),
  medium_url: toWholeAddress(photo.mediumUrl, baseUrl),
  original_url: toWholeAddress(photo.originalUrl, baseUrl),
});

export const presentSitePhoto = (
  photo: PresentedPhoto,
  baseUrl: string,
): z.infer<typeof sitePhotoSchema> => ({
  id: photo.id,
  is_featured: photo.isFeatured,
  sort_order: photo.sortOrder,
  width: photo.width,
  height: photo.height,
  thumbnail_url: toWholeAddress(photo.thumbnailUrl, baseUrl),
  medium_url: toWholeAddress(photo.mediumUrl, baseUrl),
  original_url: toWholeAddress(photo.originalUrl, baseUrl),
});

/** The addresses of stored pictures are paths. `file` is set if pictures are exported, too. */
export const presentPhotoEntry = (photo: PresentedPhoto, file: string | null) =>
  ({ ...presentPhoto(photo, ''), ...(file === null ? {} : { file }) }) satisfies Omit<
    PresentedEntry<PhotoEntry>,
    'file'
  >;

export const photoAnswer = z.object({ data: photoSchema });
export const photosAnswer = z.object({
  data: z
    .object({ photos: z.array(photoSchema).describe('In the order in which they are shown.') })
    .describe('All photos of the listing.'),
});

export const photosChangeBody = z
  .object({
    photos: listOf(photoBody.transform(toPhotoColumns), MAX_PHOTOS_OF_LISTING).describe(
      'In the order in which they are shown. One that is left out is deleted.',
    ),
  })
  .meta({
    id: 'PhotosChange',
    description: 'All photos of the listing.',
    examples: [{ photos: [{ original_url: 'https://pics.example/1.jpg' }] }],
  });

export const photoChangeBody = z
  .object({
    is_featured: booleanField
      .nullish()
      .describe("Whether it is the listing's main photo. If so, no other photo is."),
    sort_order: integer(0, MAX_PLACE)
      .nullish()
      .describe(
        'Its place, counted from 0. It is put there, and all photos are numbered anew. Beyond the end is the end.',
      ),
    caption: photoEntry.shape.caption,
    translations: photoEntry.shape.translations,
  })
  .meta({
    id: 'PhotoChange',
    description: 'What is left out stays as it is.',
    examples: [{ caption: 'The bay from the terrace', sort_order: 0 }],
  });

export const toPhotoChange = (body: z.output<typeof photoChangeBody>): PhotoChange => ({
  isFeatured: body.is_featured,
  sortOrder: body.sort_order,
  caption: body.caption,
  translations: body.translations,
});

export const photoParams = z.object({
  listing: idField.describe('The listing’s id.'),
  photo: idField.describe('The photo’s id.'),
});

export const uploadQuery = z.object({
  is_featured: z
    .enum(['true', 'false'], { error: 'must be true or false.' })
    .default('false')
    .describe("Whether it becomes the listing's main photo."),
});
