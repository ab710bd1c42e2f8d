import type { PhotoRecord } from '../../db/queries/listings/listings.ts';
import { listPhotoRecords, storePhotoDifference, touchListing } from '../../db/queries/listings/writes.ts';
import { findTeamRecord } from '../../db/queries/teams/teams.ts';
import { findPicturePath, isMediaPath, parsePicturePath } from '../../domain/text/picture-address.ts';
import { releasePictures } from '../pictures/release.ts';
import { recordTeamEvent } from '../team-events.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import type { WriteOptions } from '../write.ts';
import { writeToListing } from './locking.ts';
import type { PhotoColumns } from './part-rows.ts';
import { diffRows, isEmptyDifference } from './rows.ts';

/** Photos are passed in their order. The version of the listing is not checked. */
export const writeToPhotos = <Value>(
  scope: TeamScope,
  listingId: string,
  work: (scope: WriteScope, stored: PhotoRecord[]) => Promise<Value>,
  options: WriteOptions<Value>,
): Promise<Value> =>
  writeToListing(
    scope,
    { listingId, read: async () => null },
    async (scope) => work(scope, await listPhotoRecords(scope.tx, scope.teamId, listingId)),
    { ...options, isCurrent: null },
  );

/** Also removes pictures that no photo has any more. */
export async function storePhotos(
  scope: WriteScope,
  listingId: string,
  stored: readonly PhotoRecord[],
  next: readonly PhotoRecord[],
): Promise<void> {
  const { tx, teamId, now } = scope;
  const difference = diffRows(stored, next, ({ id }) => id);
  if (isEmptyDifference(difference)) return;
  await storePhotoDifference(tx, difference);
  await releasePictures(scope, [...difference.removed, ...difference.replaced].flatMap(listAddresses));
  await touchListing(tx, teamId, listingId, now);
  await recordTeamEvent(scope, {
    type: 'listing.changed',
    data: { listing_id: listingId, changed: ['photos'], units: [] },
  });
}

/** Of its three sizes. */
export const listAddresses = ({ originalUrl, mediumUrl, thumbnailUrl }: PhotoRecord) => [
  originalUrl,
  mediumUrl,
  thumbnailUrl,
];

/** At most one: the chosen photo, or else the first of several in the order of pages. */
export function keepOneFeatured(photos: readonly PhotoRecord[], chosen?: PhotoRecord): PhotoRecord[] {
  const kept = chosen?.isFeatured ? chosen : photos.find(({ isFeatured }) => isFeatured);
  return photos.map((photo) =>
    photo.isFeatured && photo !== kept ? { ...photo, isFeatured: false } : photo,
  );
}

/**
 * If the address is a picture of the team on this service, only its path is stored, with the picture's
 * dimensions. Addresses elsewhere on the web stay as they are.
 */
export async function nameOwnPictures(
  { tx, teamId, pictures }: Pick<WriteScope, 'tx' | 'teamId' | 'pictures'>,
  photos: readonly PhotoRecord[],
  baseUrls: readonly string[],
): Promise<PhotoRecord[]> {
  const findPath = (address: string | null) =>
    address && (isMediaPath(address) ? address : findPicturePath(address, baseUrls));
  const named = photos
    .flatMap(listAddresses)
    .flatMap((address) => parsePicturePath(findPath(address) ?? '') ?? []);
  if (named.length === 0) return [...photos];
  const team = await findTeamRecord(tx, teamId);
  const hashes = named.filter(({ teamSlug }) => teamSlug === team?.slug).map(({ hash }) => hash);
  const files = new Map(
    (await pictures.list(tx, teamId, [...new Set(hashes)])).map((file) => [file.hash, file]),
  );
  const findFile = (address: string | null) => {
    const path = parsePicturePath(findPath(address) ?? '');
    const file = path?.teamSlug === team?.slug ? files.get(path?.hash ?? '') : undefined;
    return file?.format === path?.format ? file : undefined;
  };
  const toStored = (address: string | null) => (findFile(address) ? findPath(address) : address);
  return photos.map((photo) => {
    const { width, height } = findFile(photo.originalUrl) ?? photo;
    return {
      ...photo,
      width,
      height,
      originalUrl: toStored(photo.originalUrl),
      mediumUrl: toStored(photo.mediumUrl),
      thumbnailUrl: toStored(photo.thumbnailUrl),
    };
  });
}

/**
 * With another `originalUrl`, the smaller sizes and dimensions of the former picture would be wrong. Fields
 * that are sent stay as sent.
 */
export function dropFormerPicture(
  photo: PhotoRecord,
  sent: Partial<PhotoColumns> | undefined,
  before: PhotoRecord | undefined,
): PhotoRecord {
  const former = before?.originalUrl ?? null;
  if (former === null || !isMediaPath(former)) return photo;
  if (photo.originalUrl === null || photo.originalUrl === former) return photo;
  const isOwn = isMediaPath(photo.originalUrl);
  const isKept = (address: string | null) => address === null || !isMediaPath(address);
  return {
    ...photo,
    mediumUrl: sent?.mediumUrl !== undefined || isKept(photo.mediumUrl) ? photo.mediumUrl : null,
    thumbnailUrl: sent?.thumbnailUrl !== undefined || isKept(photo.thumbnailUrl) ? photo.thumbnailUrl : null,
    width: sent?.width !== undefined || isOwn ? photo.width : null,
    height: sent?.height !== undefined || isOwn ? photo.height : null,
  };
}
