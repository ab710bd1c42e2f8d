import type { PhotoRecord } from '../../db/queries/team-file/team-file.ts';
import { withKeptIds } from '../team-file/plan/kept-ids.ts';
import type { ListingEntry } from './listing.ts';

/**
 * A photo without id gets the id of the one that it replaces: the one with the same picture, else at the same position.
 * Without `sort_order`, photos are shown in the order of the list.
 */
export function photoRows(
  context: { teamId: number; newId: () => string },
  listingId: string,
  entries: ListingEntry['photos'],
  stored: readonly PhotoRecord[],
): PhotoRecord[] {
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
