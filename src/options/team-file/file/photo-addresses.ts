/**
 * Addresses that only a stored photo may have, such as `javascript:` (docs/rules.md, 5.8). A file that is
 * refused for its fields is compared with no other stored data, so that the report has these addresses, too.
 */
import { z } from 'zod';
import type { Database } from '../../../db/client.ts';
import { MAX_PHOTOS_OF_LISTING } from '../../../domain/limits.ts';
import { idField, slugField } from '../../../schemas/fields/fields.ts';
import { photoEntry, toPhotoColumns } from '../../../schemas/listings/photo.ts';
import { findPhotoAddressProblems, type PhotoColumns } from '../../../services/catalogue/part-rows.ts';
import { findTeamRecordBySlug, listPhotosWithAddresses } from '../db/queries/team-file.ts';
import { createProblems, presentPlace } from './problems.ts';
import { isObject } from './unknown-keys.ts';

const { id, original_url, medium_url, thumbnail_url } = photoEntry.shape;
/** A wrong address counts as none: its field is refused. */
const addressesEntry = z.object({
  id: id.catch(null),
  original_url: original_url.catch(null),
  medium_url: medium_url.catch(null),
  thumbnail_url: thumbnail_url.catch(null),
});

type OddListing = { place: string; id: string | null; slug: string | null; photos: PhotoColumns[] };
type OddPhotos = { teamSlug: string | null; listings: OddListing[] };

export function listPhotosWithOddAddresses(json: unknown): OddPhotos {
  const { team, listings } = isObject(json) ? json : {};
  const entries: unknown[] = Array.isArray(listings) ? listings : [];
  return {
    teamSlug: slugField.safeParse(isObject(team) && team.slug).data ?? null,
    listings: entries.flatMap((entry, index) => {
      if (!isObject(entry) || !Array.isArray(entry.photos)) return [];
      const photos = entry.photos
        .slice(0, MAX_PHOTOS_OF_LISTING)
        .map((photo) => toPhotoColumns(addressesEntry.catch(NO_ADDRESSES).parse(photo)));
      if (findPhotoAddressProblems(photos, []).length === 0) return [];
      return [
        {
          place: presentPlace('listings', index, entry.slug),
          id: idField.safeParse(entry.id).data ?? null,
          slug: slugField.safeParse(entry.slug).data ?? null,
          photos,
        },
      ];
    }),
  };
}

const NO_ADDRESSES = { id: null, original_url: null, medium_url: null, thumbnail_url: null };

/** Except photos that are stored with these addresses. */
export async function findOddAddressProblems(
  db: Database,
  { teamSlug, listings }: OddPhotos,
): Promise<readonly string[]> {
  const problems = createProblems();
  if (listings.length === 0) return problems.lines;
  const addresses = listings.flatMap(({ photos }) =>
    findPhotoAddressProblems(photos, []).map(({ input }) => String(input)),
  );
  const team = teamSlug === null ? null : await findTeamRecordBySlug(db, teamSlug);
  const stored = team ? await listPhotosWithAddresses(db, team.id, addresses) : [];
  for (const { place, id, slug, photos } of listings) {
    const own = stored.filter(({ listingId, listingSlug }) => listingId === id || listingSlug === slug);
    problems.addIssues(place, findPhotoAddressProblems(photos, own));
  }
  return problems.lines;
}
