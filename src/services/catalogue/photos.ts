import type { Database } from '../../db/client.ts';
import { hasListing, type PhotoRecord } from '../../db/queries/listings/listings.ts';
import { listPhotoRecords } from '../../db/queries/listings/writes.ts';
import type { ReadScope, TeamScope, WriteScope } from '../team-scope.ts';
import type { ConditionalOptions } from '../write.ts';
import { writeToListing } from './locking.ts';
import {
  buildPhotoRow,
  findDuplicates,
  findPictureProblems,
  type PhotoColumns,
  reusePhotoIds,
} from './part-rows.ts';
import { dropFormerPicture, keepOneFeatured, nameOwnPictures, storePhotos } from './photo-writes.ts';
import { type Problem, throwIfInvalid } from './problems.ts';
import { describePhoto, findTextProblems } from './translations.ts';

/** In the order in which they are shown. */
export type Photos = PhotoRecord[];

/**
 * `baseUrls` are the addresses of this service. An address under one of them names a picture that the team
 * has uploaded.
 */
type PhotosChange = { photos: readonly PhotoColumns[]; baseUrls: readonly string[] };

/** Null if the listing does not exist. */
export const findPhotos = async (
  { db, teamId }: ReadScope<Database>,
  listingId: string,
): Promise<Photos | null> =>
  (await hasListing(db, teamId, listingId)) ? listPhotoRecords(db, teamId, listingId) : null;

/** As a whole. */
export function changePhotos(
  scope: TeamScope,
  listingId: string,
  input: PhotosChange,
  options: ConditionalOptions<Photos> = {},
): Promise<Photos> {
  const read = ({ tx, teamId }: WriteScope) => listPhotoRecords(tx, teamId, listingId);
  return writeToListing(scope, { listingId, read }, (scope) => change(scope, listingId, input), options);
}

/**
 * In the order of the list. An entry with the id of one of the listing's photos changes that photo, which
 * keeps what is left out. An id that no photo of the listing has is ignored: the entry is a new photo, which
 * needs an address.
 */
async function change(
  scope: WriteScope,
  listingId: string,
  { photos, baseUrls }: PhotosChange,
): Promise<Photos> {
  const { tx, teamId } = scope;
  const stored = await listPhotoRecords(tx, teamId, listingId);
  const storedById = new Map(stored.map((photo) => [photo.id, photo]));
  const problems: Problem[] = findDuplicates(photos, 'photos', 'id', ({ id }, index) => id ?? `${index}`);
  const rows = photos.map((photo, position) => {
    const before = storedById.get(photo.id ?? '');
    const columns = { ...photo, id: before?.id ?? null, sortOrder: position };
    const row = buildPhotoRow({ teamId, listingId }, columns, position, before);
    problems.push(...findPictureProblems(position, row, before));
    return row;
  });
  const translated = rows.flatMap((row, position) => describePhoto(row, ['photos', position]));
  throwIfInvalid([...problems, ...(await findTextProblems(scope, translated))]);
  const named = (await nameOwnPictures(scope, rows, baseUrls)).map((row, position) =>
    dropFormerPicture(row, photos[position], storedById.get(row.id)),
  );
  await storePhotos(scope, listingId, stored, reusePhotoIds(keepOneFeatured(named), stored));
  return await listPhotoRecords(tx, teamId, listingId);
}
