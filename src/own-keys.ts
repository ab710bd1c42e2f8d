import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const KEY_BYTES = 32;

/** A problem with the file of keys, worded for the person who starts Innkeep. */
export class OwnKeysError extends Error {
  override name = 'OwnKeysError';
}

type OwnKeyList = [current: Buffer, ...previous: Buffer[]];

/**
 * The keys of an installation without `APP_KEY`, in a file beside its data: the current one, and earlier ones that are
 * still needed for reading. The first key is created if the file is missing.
 */
export async function readOwnKeys(dataDir: string): Promise<OwnKeyList> {
  const file = buildFilePath(dataDir);
  await mkdir(dataDir, { recursive: true });
  if (!existsSync(file)) await makeFirstKey(file);
  await chmod(file, 0o600).catch(() => {});
  const [current, ...previous] = (await readFile(file, 'utf8'))
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64'));
  if (!current || [current, ...previous].some((key) => key.length !== KEY_BYTES)) {
    throw new OwnKeysError(
      `DATA_DIR: ${file} must contain keys of ${KEY_BYTES} bytes in base64, one per line.`,
    );
  }
  return [current, ...previous];
}

/**
 * The file gets its name only when it is complete, and never replaces another. A second process uses the first one's
 * key.
 */
async function makeFirstKey(file: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeUnfinished(unfinished, [createKey()]);
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new OwnKeysError(`DATA_DIR: cannot write ${file}.`, { cause: error });
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Puts a new key before the current one, which is kept for reading: a command that started before may still write with
 * it. Only one process may do this at a time. The file is replaced as a whole, and is on the disk before this returns.
 */
export async function renewOwnKey(dataDir: string): Promise<OwnKeyList> {
  const [previous] = await readOwnKeys(dataDir);
  const current = createKey();
  const file = buildFilePath(dataDir);
  const unfinished = `${file}.tmp`;
  await writeUnfinished(unfinished, [current, previous]);
  await rename(unfinished, file);
  await syncDirectory(dataDir);
  return [current, previous];
}

/** On systems without this, the name is on the disk a moment later. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

const buildFilePath = (dataDir: string) => path.join(dataDir, 'app-key');
const createKey = () => randomBytes(KEY_BYTES);
/**
 * Writes keys, readable only by their owner, to a file that is still to get its name. It is on the disk when this
 * returns.
 */
const writeUnfinished = (file: string, keys: readonly Buffer[]) =>
  writeFile(file, toLines(keys), { mode: 0o600, flush: true });
const toLines = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');
