import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { explainFileError } from './file-errors.ts';

const OWN_KEY_BYTES = 32;
/**
 * Temporary key files have names that end in a UUID. Others, such as a copy of the keys, are never removed.
 */
const UNFINISHED_KEY_FILE = /^app-key\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Worded for the person who starts Innkeep. */
export class OwnKeysError extends Error {
  override name = 'OwnKeysError';
}

type KeysOfFile = [current: Buffer, ...previous: Buffer[]];

/**
 * The keys of an installation without `APP_KEY`: the current one, and earlier ones that are still needed for
 * decryption. A first key is created if there is none.
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
 * Under a temporary name until it is complete. An existing key file is never replaced: of two processes at
 * once, the slower one uses the key of the faster one. Returns whether this process has created the key.
 */
async function createFirstKeyFile(file: string): Promise<boolean> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeUnfinishedKeyFile(unfinished, [createRandomKey()]);
    await link(unfinished, file);
    return true;
  } catch (error) {
    // Another process was first, and may have removed this process's temporary file.
    if (!['EEXIST', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '') || !existsSync(file))
      throw error;
    return false;
  } finally {
    // If it could not be written, it may not be reachable either.
    await rm(unfinished, { force: true }).catch(() => {});
  }
}

/** Of killed processes. Their keys were never used. */
async function removeUnfinishedKeyFiles(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (UNFINISHED_KEY_FILE.test(name)) await rm(path.join(dataDir, name), { force: true });
}

/**
 * Keeps the previous key for decryption, and because a running command may still encrypt with it. The caller
 * must make sure that no other process changes the keys. The file is replaced as a whole, and is on the disk
 * before the function returns.
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

/** Some systems cannot flush a directory: there, the file's name is on the disk a moment later. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

const buildKeyFilePath = (dataDir: string) => path.join(dataDir, 'app-key');
const createRandomKey = () => randomBytes(OWN_KEY_BYTES);
/** Only its owner can read the file, which is on the disk when the function returns. */
const writeUnfinishedKeyFile = (file: string, keys: readonly Buffer[]) =>
  writeFile(file, toKeyFileLines(keys), { mode: 0o600, flush: true });
const toKeyFileLines = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');
