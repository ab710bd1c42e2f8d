import { access, chmod, chown, constants, lchown, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { buildFileError, EmbeddedError } from './error.ts';
import type { PgAccount } from './programs.ts';

/** The user id of "nobody" on nearly every system. */
const NOBODY_ACCOUNT = { uid: 65_534, gid: 65_534 };

/** Returns the real path. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    throw buildFileError(`Cannot write to the data directory ${path.resolve(dataDir)}`, error);
  }
}

/**
 * PostgreSQL refuses to run as root, so root runs it as the owner of the cluster, or as "nobody" if the
 * cluster is new or belongs to root.
 */
export async function choosePgAccount(clusterDir: string): Promise<PgAccount> {
  const uid = process.geteuid?.();
  // Windows has no numeric user ids.
  if (uid === undefined) return undefined;
  const owner = await stat(clusterDir).catch(() => undefined);
  if (uid === 0) {
    if (owner?.uid === 0) await changeTreeOwner(clusterDir, NOBODY_ACCOUNT);
    return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : NOBODY_ACCOUNT;
  }
  if (owner && owner.uid !== uid)
    throw new EmbeddedError(
      `${clusterDir} belongs to uid ${owner.uid} and this is uid ${uid} (was it made as root?): run as before, ` +
        `"sudo chown -R ${uid} ${path.dirname(clusterDir)}" while it is stopped, or choose another DATA_DIR.`,
    );
  return undefined;
}

async function changeTreeOwner(directory: string, { uid, gid }: typeof NOBODY_ACCOUNT): Promise<void> {
  // `lchown` changes a link itself, never its target, which may be any file of the machine.
  for (const name of await readdir(directory, { recursive: true }))
    await lchown(path.join(directory, name), uid, gid);
  await lchown(directory, uid, gid);
}

export async function changeFileOwner(file: string, account: PgAccount): Promise<void> {
  try {
    if (account) await chown(file, account.uid, account.gid);
  } catch (error) {
    // In some containers and on network drives, even root cannot change the owner of a file.
    throw buildFileError(
      `PostgreSQL must run as uid ${account?.uid}, and ${file} cannot be given to it`,
      error,
    );
  }
}

/** Lets the user pass through the directories on the way, not list or read them. */
export async function letAccountPassParents(
  account: PgAccount,
  directories: readonly string[],
  log: (line: string) => void,
): Promise<void> {
  if (!account) return;
  const openedDirectories: string[] = [];
  for (const directory of new Set(directories.flatMap(listWithParents))) {
    const { uid, mode } = await stat(directory);
    const bit = uid === account.uid ? 0o100 : 0o001;
    if ((mode & bit) !== 0) continue;
    await chmod(directory, (mode | bit) & 0o7777).catch((error) => {
      const what = `PostgreSQL must run as uid ${account.uid}, and ${directory} cannot be opened for it`;
      throw buildFileError(what, error);
    });
    openedDirectories.push(directory);
  }
  if (openedDirectories.length > 0)
    log(
      `As root, PostgreSQL runs as uid ${account.uid}: it may now pass through ${openedDirectories.join(', ')} (chmod o+x).`,
    );
}

/** From the root down. */
function listWithParents(directory: string): string[] {
  const parentDirectory = path.dirname(directory);
  return parentDirectory === directory ? [directory] : [...listWithParents(parentDirectory), directory];
}
