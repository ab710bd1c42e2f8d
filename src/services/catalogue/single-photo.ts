import { hasListing, type PhotoRecord } from '../../db/queries/listings/listings.ts';
import { listPhotoRecords } from '../../db/queries/listings/writes.ts';
import { findTeamRecord } from '../../db/queries/teams/teams.ts';
import { MAX_PHOTOS_OF_LISTING } from '../../domain/limits.ts';
import { buildPicturePath } from '../../domain/text/picture-address.ts';
import { mergeTranslationsOf, type PhotoText, type TranslationsChange } from '../../domain/translations.ts';
import { Invalid, NotFound } from '../errors.ts';
import { newId } from '../new-id.ts';
import { convertUpload, refuseUnusable, type Upload } from '../pictures/uploads.ts';
import type { TeamScope, WriteScope } from '../team-scope.ts';
import { type ConditionalOptions, requireVersion, throwIfAnswered, type WriteOptions } from '../write.ts';
import { keepOneFeatured, storePhotos, writeToPhotos } from './photo-writes.ts';
import type { PictureName, PictureSizes } from './pictures.ts';
import { throwIfInvalid } from './problems.ts';
import { mergeValue } from './rows.ts';
import { describePhoto, findTextProblems } from './translations.ts';

export type Photo = PhotoRecord;

/** `isFeatured` makes it the listing's main photo. */
type UploadedPhoto = Upload & { isFeatured: boolean };

/** Undefined keeps a field, and null sets its default. */
export type PhotoChange = {
  isFeatured?: boolean | null | undefined;
  /** Counted from 0. A number beyond the end means the last position. */
  sortOrder?: number | null | undefined;
  caption?: string | null | undefined;
  translations?: TranslationsChange<PhotoText>;
};

/**
 * Behind the listing's other photos. The picture is checked and converted before the transaction, so that no
 * row is locked meanwhile.
 */
export async function addPhoto(
  scope: TeamScope,
  listingId: string,
  upload: UploadedPhoto,
  options: WriteOptions<Photo> = {},
): Promise<Photo> {
  const { db, teamId } = scope;
  await throwIfAnswered(scope, options);
  if (!(await hasListing(db, teamId, listingId))) throw new NotFound();
  requireRoom(await listPhotoRecords(db, teamId, listingId));
  const sizes = await convertUpload('photo', upload, (file) => scope.pictures.convert(teamId, file));
  return writeToPhotos(
    scope,
    listingId,
    (scope, stored) => add(scope, listingId, stored, { ...upload, sizes }),
    options,
  );
}

function requireRoom(stored: readonly Photo[]): void {
  if (stored.length >= MAX_PHOTOS_OF_LISTING)
    throw new Invalid({
      photo: [{ code: 'limit', sentence: `A listing has at most ${MAX_PHOTOS_OF_LISTING} photos.` }],
    });
}

async function add(
  scope: WriteScope,
  listingId: string,
  stored: readonly Photo[],
  { sizes, isFeatured }: { sizes: PictureSizes; isFeatured: boolean },
): Promise<Photo> {
  const { tx, teamId, pictures } = scope;
  requireRoom(stored);
  await pictures.add(tx, teamId, sizes).catch(refuseUnusable('photo'));
  const team = await findTeamRecord(tx, teamId);
  if (!team) throw new NotFound();
  const pathOf = ({ hash, format }: PictureName) => buildPicturePath({ teamSlug: team.slug, hash, format });
  const { width, height } = sizes.original;
  const photo: Photo = {
    teamId,
    id: newId(),
    listingId,
    isFeatured,
    width,
    height,
    caption: null,
    translations: null,
    sortOrder: (stored.at(-1)?.sortOrder ?? -1) + 1,
    originalUrl: pathOf(sizes.original),
    mediumUrl: pathOf(sizes.medium),
    thumbnailUrl: pathOf(sizes.thumbnail),
  };
  await storePhotos(scope, listingId, stored, keepOneFeatured([...stored, photo], photo));
  return photo;
}

export const changePhoto = (
  scope: TeamScope,
  target: { listingId: string; id: string },
  change: PhotoChange,
  options: ConditionalOptions<Photo> = {},
): Promise<Photo> =>
  writeToPhotos(
    scope,
    target.listingId,
    async (scope, stored) => {
      const before = findPhoto(stored, target.id);
      await requireVersion(options, () => before);
      const caption = mergeValue(change.caption, before.caption, null);
      const photo = {
        ...before,
        isFeatured: mergeValue(change.isFeatured, before.isFeatured, false),
        caption,
        translations: mergeTranslationsOf({ caption }, before.translations, change.translations),
      };
      throwIfInvalid(await findTextProblems(scope, describePhoto(photo)));
      const others = stored.filter(({ id }) => id !== photo.id);
      const place = change.sortOrder ?? null;
      const next =
        place === null
          ? stored.map((one) => (one.id === photo.id ? photo : one))
          : numberAnew(others.toSpliced(place, 0, photo));
      await storePhotos(scope, target.listingId, stored, keepOneFeatured(next, findPhoto(next, photo.id)));
      return findPhoto(next, photo.id);
    },
    options,
  );

export const deletePhoto = (
  scope: TeamScope,
  { listingId, id }: { listingId: string; id: string },
  options: WriteOptions<void> = {},
): Promise<void> =>
  writeToPhotos(
    scope,
    listingId,
    async (scope, stored) => {
      const photo = findPhoto(stored, id);
      const others = stored.filter((other) => other !== photo);
      await storePhotos(scope, listingId, stored, numberAnew(others));
    },
    options,
  );

/** From 0, like a list of photos in a body: sending it back as it was read is no change. */
const numberAnew = (photos: readonly Photo[]): Photo[] =>
  photos.map((photo, sortOrder) => ({ ...photo, sortOrder }));

function findPhoto(photos: readonly Photo[], id: string): Photo {
  const photo = photos.find((one) => one.id === id);
  if (!photo) throw new NotFound();
  return photo;
}
