/** Pictures of photos, from files or uploaded before (docs/rules.md, 5.11). */
import type { Transaction } from '../../../../../db/client.ts';
import {
  buildPicturePath,
  isMediaPath,
  parsePicturePath,
} from '../../../../../domain/text/picture-address.ts';
import type { PhotoEntry } from '../../../../../schemas/listings/photo.ts';
import type { PhotoColumns } from '../../../../../services/catalogue/part-rows.ts';
import type { PictureName } from '../../../../../services/catalogue/pictures.ts';
import type { ImportContext } from '../context.ts';
import { importPictureFile, MISSING_PICTURE } from './files.ts';

/** Returns addresses and size. Null if the photo names no image file, or one that cannot be used. */
export async function importPhotoFile(
  tx: Transaction,
  context: ImportContext,
  place: string,
  { index, photo }: { index: number; photo: PhotoEntry },
): Promise<Partial<PhotoColumns> | null> {
  if (!photo.file) return null;
  const { teamId, team, pictures } = context;
  const named = { place, field: `photos[${index}].file`, name: photo.file };
  const sizes = await importPictureFile(context, named, async (file) => {
    const made = await pictures.keepOrConvert(file);
    await pictures.add(tx, teamId, made);
    return made;
  });
  if (!sizes) return null;
  const pathOf = ({ hash, format }: PictureName) => buildPicturePath({ teamSlug: team.slug, hash, format });
  const keepForeign = (address: string | null | undefined, made: string) =>
    address && !isMediaPath(address) ? address : made;
  return {
    width: sizes.original.width,
    height: sizes.original.height,
    originalUrl: pathOf(sizes.original),
    mediumUrl: keepForeign(photo.medium_url, pathOf(sizes.medium)),
    thumbnailUrl: keepForeign(photo.thumbnail_url, pathOf(sizes.thumbnail)),
  };
}

const ADDRESS_FIELDS = {
  original_url: 'originalUrl',
  medium_url: 'mediumUrl',
  thumbnail_url: 'thumbnailUrl',
} as const;

export async function reportMissingPictures(
  tx: Transaction,
  { teamId, team, pictures, problems }: ImportContext,
  place: string,
  photos: readonly PhotoColumns[],
): Promise<void> {
  const paths = photos.flatMap((photo, index) =>
    Object.entries(ADDRESS_FIELDS).flatMap(([field, column]) => {
      const address = photo[column];
      return address && isMediaPath(address)
        ? [{ index, field, address, path: parsePicturePath(address) }]
        : [];
    }),
  );
  const hashes = new Set(paths.flatMap(({ path }) => path?.hash ?? []));
  const stored = await pictures.list(tx, teamId, [...hashes]);
  const known = new Set(stored.map((picture) => buildPicturePath({ teamSlug: team.slug, ...picture })));
  for (const { index, field, address } of paths)
    if (!known.has(address)) problems.refuse(place, `photos[${index}].${field}`, MISSING_PICTURE, address);
}
