/** Image files beside the team file (docs/rules.md, 5.11). */
import { constants } from 'node:fs';
import { lstat, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { MAX_PICTURE_BYTES } from '../../../../../domain/limits.ts';
import { UnusablePicture } from '../../../../../services/catalogue/pictures.ts';
import { hasNoProblems, type ImportContext } from '../context.ts';

/** Where a file of pictures is named in the team file. */
type NamedFile = { place: string; field: string; name: string };

export const MISSING_PICTURE =
  'must be a picture that this team has: export the team with --media, so that the file names its pictures';

/** Null if it cannot be used. `work` converts and stores it. */
export async function importPictureFile<Result>(
  context: ImportContext,
  named: NamedFile,
  work: (file: string) => Promise<Result>,
): Promise<Result | null> {
  const content = await readPictureFile(context, named);
  // After the first problem nothing is stored, so no more images are made.
  if (!content || !hasNoProblems(context)) return null;
  try {
    return await withTemporaryFile(content, work);
  } catch (error) {
    if (!(error instanceof UnusablePicture)) throw error;
    return refuse(context, named, error.message);
  }
}

function refuse({ problems }: ImportContext, { place, field, name }: NamedFile, message: string): null {
  problems.refuse(place, field, message, name);
  return null;
}

/** Not a link or a folder, so that no file outside of the folder can be read. */
async function readPictureFile(context: ImportContext, named: NamedFile): Promise<Buffer | null> {
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
