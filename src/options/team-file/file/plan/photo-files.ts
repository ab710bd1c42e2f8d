/** Image files beside the team file, and pictures that the team has uploaded before (docs/rules.md, 5.11). */
import { constants } from 'node:fs';
import { lstat, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Transaction } from '../../../../db/client.ts';
import { MAX_PICTURE_BYTES } from '../../../../domain/limits.ts';
import { buildPicturePath, isMediaPath, parsePicturePath } from '../../../../domain/text/picture-address.ts';
import type { PhotoEntry } from '../../../../schemas/listings/photo.ts';
import type { PhotoColumns } from '../../../../services/catalogue/part-rows.ts';
import { type PictureName, UnusablePicture } from '../../../../services/catalogue/pictures.ts';
import { hasNoProblems, type ImportContext } from './context.ts';

type FileOfPhoto = { place: string; field: string; name: string };

/** Returns addresses and size. Null if the photo names no image file, or one that cannot be used. */
export async function importPhotoFile(
  tx: Transaction,
  context: ImportContext,
  place: string,
  { index, photo }: { index: number; photo: PhotoEntry },
): Promise<Partial<PhotoColumns> | null> {
  if (!photo.file) return null;
  const named = { place, field: `photos[${index}].file`, name: photo.file };
  const content = await readPictureFile(context, named);
  // After the first problem nothing is stored, so no more images are made.
  if (!content || !hasNoProblems(context)) return null;
  const { teamId, team, pictures } = context;
  try {
    const sizes = await withTemporaryFile(content, pictures.keepOrConvert);
    await pictures.add(tx, teamId, sizes);
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
  } catch (error) {
    if (!(error instanceof UnusablePicture)) throw error;
    return refuse(context, named, error.message);
  }
}

function refuse({ problems }: ImportContext, { place, field, name }: FileOfPhoto, message: string): null {
  problems.refuse(place, field, message, name);
  return null;
}

/** Not a link or a folder, so that no file outside of the folder can be read. */
async function readPictureFile(context: ImportContext, named: FileOfPhoto): Promise<Buffer | null> {
  if (context.folder === null)
    return refuse(context, named, 'cannot be read beside standard input: import the file by its name');
  const file = path.join(context.folder, named.name);
  const found = await lstat(file).catch(() => null);
  if (!found) return refuse(context, named, 'must be a file beside the team file');
  if (!found.isFile()) return refuse(context, named, 'must be a file, and no link');
  if (found.size > MAX_PICTURE_BYTES)
    return refuse(context, named, `must be a file of at most ${MAX_PICTURE_BYTES / 1_048_576} MiB`);
  const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0)).catch(() => null);
  if (!handle) return refuse(context, named, 'must be a file that can be read');
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/** Nobody else can change it while it is checked and converted. */
async function withTemporaryFile<Result>(
  content: Buffer,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'innkeep-import-'));
  try {
    const file = path.join(folder, 'picture');
    await writeFile(file, content, { mode: 0o600 });
    return await work(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
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
    if (!known.has(address))
      problems.refuse(
        place,
        `photos[${index}].${field}`,
        'must be a picture that this team has: export the team with --media, so that the file names its pictures',
        address,
      );
}
