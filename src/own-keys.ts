import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { explainFileError } from './file-errors.ts';

const OWN_KEY_BYTES = 32;
/**
 * Temporary files for keys have names that end in a UUID. Files with other names, such as a copy of the keys,
 * are never removed.
 */
const UNFINISHED_KEY_FILE = /^app-key\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** A problem with the key file, worded for the person who starts Innkeep. */
export class OwnKeysError extends Error {
  override name = 'OwnKeysError';
}

type KeysOfFile = [current: Buffer, ...previous: Buffer[]];

/**
 * The encryption keys of an installation without `APP_KEY`, in a file in its data directory: the current key,
 * and earlier ones that are still needed for decryption. If the key file is missing, a first key is created.
 */
export async function readOwnKeys(
  dataDir: string,
  onMade: (file: string) => void = () => {},
): Promise<KeysOfFile> {
  const file = buildKeyFilePath(dataDir);
  const text = await readOrCreate(dataDir, file, onMade).catch((error: unknown) => {
    const reason = explainFileError(error);
    throw new OwnKeysError(`DATA_DIR: cannot read or make ${file} (${reason}).`, { cause: error });
  });
  const [current, ...previous] = text
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64'));
  if (!current || [current, ...previous].some((key) => key.length !== OWN_KEY_BYTES)) {
    throw new OwnKeysError(
      `DATA_DIR: ${file} must contain keys of ${OWN_KEY_BYTES} bytes in base64, one per line.`,
    );
  }
  return [current, ...previous];
}

async function readOrCreate(dataDir: string, file: string, onMade: (file: string) => void): Promise<string> {
  await mkdir(dataDir, { recursive: true });
  if (existsSync(file)) await removeUnfinishedKeyFiles(dataDir);
  else if (await createFirstKeyFile(file)) onMade(file);
  await chmod(file, 0o600).catch(() => {});
  return readFile(file, 'utf8');
}

/**
 * Creates the key file under a temporary name and renames it when it is complete. An existing key file is
 * never replaced. If two processes create a key at once, the slower one uses the key of the faster one.
 * Returns whether this process has created the key.
 */
async function createFirstKeyFile(file: string): Promise<boolean> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeUnfinishedKeyFile(unfinished, [createRandomKey()]);
    await link(unfinished, file);
    return true;
  } catch (error) {
    // Another process has created the key file first, and may have removed this process's temporary file.
    if (!['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '') || !existsSync(file))
      throw error;
    return false;
  } finally {
    // Where it could not be written, it cannot be looked for either.
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

/** Removes temporary key files of killed processes. Their keys were never used. */
async function removeUnfinishedKeyFiles(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (UNFINISHED_KEY_FILE.test(name)) await rm(path.join(dataDir, name), { force: true });
}

/**
 * Puts a new key before the current one, which is kept for decryption, and because a running command may
 * still encrypt with it. The caller must make sure that no other process changes the keys at the same time.
 * The key file is replaced as a whole, and is on the disk before the function returns.
 */
export async function renewOwnKey(dataDir: string): Promise<KeysOfFile> {
  const [previous] = await readOwnKeys(dataDir);
  const current = createRandomKey();
  const file = buildKeyFilePath(dataDir);
  const unfinished = `${file}.tmp`;
  await writeUnfinishedKeyFile(unfinished, [current, previous]);
  await rename(unfinished, file);
  await syncDirectory(dataDir);
  return [current, previous];
}

/**
 * Some systems cannot flush a directory to the disk: there, the file's name is on the disk a moment later.
 */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

const buildKeyFilePath = (dataDir: string) => path.join(dataDir, 'app-key');
const createRandomKey = () => randomBytes(OWN_KEY_BYTES);
/**
 * Writes keys to a temporary file that only its owner can read. The temporary key file is on the disk when
 * the function returns.
 */
const writeUnfinishedKeyFile = (file: string, keys: readonly Buffer[]) =>
  writeFile(file, toKeyFileLines(keys), { mode: 0o600, flush: true });
const toKeyFileLines = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');
