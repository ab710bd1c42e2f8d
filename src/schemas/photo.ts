import { z } from 'zod';
import { MAX_PHOTOS } from '../domain/limits.ts';
import type { PhotoRow } from '../services/listings.ts';
import { list } from '../services/team-data/fields.ts';
import { givenBody } from '../services/team-data/judging.ts';
import { LISTING, photoSchema as photoEntry } from '../services/team-data/listing.ts';
import { idSchema, nullableText } from './formats.ts';

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

export const presentPhoto = (photo: PhotoRow): z.infer<typeof photoSchema> => ({
  id: photo.id,
  is_featured: photo.isFeatured,
  sort_order: photo.sortOrder,
  width: photo.width,
  height: photo.height,
  thumbnail_url: photo.thumbnailUrl,
  medium_url: photo.mediumUrl,
  original_url: photo.originalUrl,
});

export const photosAnswer = z.object({ data: z.object({ photos: z.array(photoSchema) }) });

export const photosChangeBody = givenBody(
  LISTING,
  z.object({ photos: list(photoEntry, MAX_PHOTOS) }),
  'change',
).meta({ id: 'PhotosChange' });
