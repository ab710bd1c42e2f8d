import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

const KEY_BYTES = 32;

/** Trouble with the file of keys, in words for the person who starts Innkeep. */
export class OwnKeysError extends Error {
  override name = 'OwnKeysError';
}

export type OwnKeyList = [current: Buffer, ...previous: Buffer[]];

/**
 * The keys of an installation that was given no `APP_KEY`, in a file beside its data: the current one, and those before
 * it that may still be read with. The first is made where there is none.
 */
export async function readOwnKeys(dataDir: string): Promise<OwnKeyList> {
  const file = fileIn(dataDir);
  await mkdir(dataDir, { recursive: true });
  if (!existsSync(file)) await makeFirstKey(file);
  await chmod(file, 0o600).catch(() => {});
  const [current, ...previous] = (await readFile(file, 'utf8'))
    .trim()
    .split(/\s+/)
    .map((line) => Buffer.from(line, 'base64'));
  if (!current || [current, ...previous].some((key) => key.length !== KEY_BYTES)) {
    throw new OwnKeysError(
      `DATA_DIR: ${file} does not hold keys of ${KEY_BYTES} bytes in base64, a line each.`,
    );
  }
  return [current, ...previous];
}

/** Whoever comes second finds the first one's key: the file gets its name once it is whole, and never another's place. */
async function makeFirstKey(file: string): Promise<void> {
  const unfinished = `${file}.${randomUUID()}`;
  try {
    await writeUnfinished(unfinished, [newKey()]);
    await link(unfinished, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
      throw new OwnKeysError(`DATA_DIR: cannot write ${file}.`, { cause: error });
  } finally {
    await rm(unfinished, { force: true });
  }
}

/**
 * Puts a new key before the current one, which stays to be read with: a command that started before may still write
 * with it. For the one process that may do so at a time. The file is replaced whole, and on the disk before this ends.
 */
export async function renewOwnKey(dataDir: string): Promise<OwnKeyList> {
  const [previous] = await readOwnKeys(dataDir);
  const current = newKey();
  const file = fileIn(dataDir);
  const unfinished = `${file}.tmp`;
  await writeUnfinished(unfinished, [current, previous]);
  await rename(unfinished, file);
  await syncDirectory(dataDir);
  return [current, previous];
}

/** Where the system has no such thing the name is on the disk a moment later. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}

const fileIn = (dataDir: string) => path.join(dataDir, 'app-key');
const newKey = () => randomBytes(KEY_BYTES);
/** Keys for their owner alone, on the disk before this ends, in a file that has yet to get its name. */
const writeUnfinished = (file: string, keys: readonly Buffer[]) =>
  writeFile(file, linesOf(keys), { mode: 0o600, flush: true });
const linesOf = (keys: readonly Buffer[]) => keys.map((key) => `${key.toString('base64')}\n`).join('');
