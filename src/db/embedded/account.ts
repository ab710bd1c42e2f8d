import type { Stats } from 'node:fs';
import { access, chmod, chown, constants, lchown, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedError, fileTrouble, hasCode } from './error.ts';
import type { Account } from './run.ts';

/** The user "nobody" on nearly every system. initdb requires a user with a name. */
const NOBODY = 65_534;

type Log = (line: string) => void;

/** Creates the data directory if it is missing, and returns its real path. */
export async function prepareDataDir(dataDir: string): Promise<string> {
  try {
    // Files in it have modes of their own. Root's directory must let the other user pass.
    await mkdir(dataDir, { recursive: true, mode: isRoot() ? 0o711 : 0o700 });
    await access(dataDir, constants.W_OK | constants.X_OK);
    return await realpath(dataDir);
  } catch (error) {
    const owner = await stat(dataDir).catch(() => undefined);
    const whose = owner && owner.uid !== process.geteuid?.() ? ` of uid ${owner.uid}` : '';
    throw fileTrouble(`Cannot write to the data directory ${path.resolve(dataDir)}${whose}`, error);
  }
}

/**
 * Chooses the user that runs PostgreSQL on this cluster. PostgreSQL refuses to run as root, so as root it is the owner
 * of the cluster, or "nobody" for a new one.
 */
export async function chooseAccount(clusterDir: string): Promise<Account> {
  if (process.platform === 'win32') return undefined;
  const owner = await findOwner(clusterDir);
  if (!isRoot()) {
    const uid = process.geteuid?.();
    if (owner && owner.uid !== uid) {
      throw new EmbeddedError(
        `${clusterDir} belongs to uid ${owner.uid} and this is uid ${uid} (was it made as root?): run as before, ` +
          `"sudo chown -R ${uid} ${path.dirname(clusterDir)}" while it is stopped, or choose another DATA_DIR.`,
      );
    }
    return undefined;
  }
  if (owner && owner.uid !== 0) return owner;
  const account = { uid: NOBODY, gid: NOBODY };
  if (owner) await giveTree(clusterDir, account);
  return account;
}

function isRoot(): boolean {
  return process.geteuid?.() === 0;
}

async function findOwner(file: string): Promise<Account> {
  try {
    const { uid, gid } = await stat(file);
    return { uid, gid };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw fileTrouble(`Cannot look at ${file}`, error);
  }
}

/** Makes the user that runs PostgreSQL the owner of a file or directory. */
export async function give(file: string, account: Account): Promise<void> {
  if (!account) return;
  try {
    await chown(file, account.uid, account.gid);
  } catch (error) {
    // Root in a container without the right to change owners, or on a network drive.
    throw fileTrouble(
      `As root, PostgreSQL must run as uid ${account.uid}, and ${file} cannot be given to it`,
      error,
    );
  }
}

async function giveTree(directory: string, account: { uid: number; gid: number }): Promise<void> {
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true })) {
    // Changes the link itself, never its target, which may be any file of the machine.
    await lchown(path.join(entry.parentPath, entry.name), account.uid, account.gid);
  }
  await give(directory, account);
}

/**
 * As root: lets the user that runs PostgreSQL pass through every directory on the way to these. It adds only the right
 * to pass (others still cannot list or read), and only where that is missing.
 */
export async function openWay(account: Account, directories: string[], log: Log): Promise<void> {
  if (!account) return;
  const opened: string[] = [];
  for (const directory of new Set(directories.flatMap(wayTo))) {
    const stats = await stat(directory);
    const bit = passBit(stats, account);
    if ((stats.mode & bit) !== 0) continue;
    try {
      await chmod(directory, (stats.mode | bit) & 0o7777);
    } catch (error) {
      throw fileTrouble(
        `As root, PostgreSQL must run as uid ${account.uid}, and ${directory} cannot be opened for it`,
        error,
      );
    }
    opened.push(directory);
  }
  if (opened.length > 0) {
    const which = opened.join(', ');
    log(`As root, PostgreSQL runs as uid ${account.uid}: it may now pass through ${which} (chmod o+x).`);
  }
}

/** Every directory from the root down to this one. */
function wayTo(directory: string): string[] {
  const parent = path.dirname(directory);
  return parent === directory ? [directory] : [...wayTo(parent), directory];
}

// The bits of owner, group and others exclude each other: an owner without the right may not use that of the others.
function passBit(stats: Stats, account: { uid: number; gid: number }): number {
  if (stats.uid === account.uid) return 0o100;
  return stats.gid === account.gid ? 0o010 : 0o001;
}

/** As root with a strict umask, npm leaves packages that nobody else can read. This opens PostgreSQL's package. */
export async function openPackage(account: Account, root: string, log: Log): Promise<void> {
  if (!account) return;
  const native = path.join(root, 'native');
  const sample = await stat(path.join(native, 'share', 'postgresql', 'postgres.bki')).catch(() => undefined);
  if (!sample || (sample.mode & 0o004) !== 0) return;
  try {
    await chmod(native, 0o755);
    for (const entry of await readdir(native, { recursive: true, withFileTypes: true })) {
      if (entry.isSymbolicLink()) continue;
      const file = path.join(entry.parentPath, entry.name);
      const { mode } = await stat(file);
      await chmod(file, (mode | (entry.isDirectory() ? 0o055 : 0o044)) & 0o7777);
    }
  } catch (error) {
    throw fileTrouble(
      `As root, PostgreSQL runs as uid ${account.uid}, which must be able to read ${native}`,
      error,
    );
  }
  log(`As root, PostgreSQL runs as uid ${account.uid}: it may now read ${native} (chmod go+rX).`);
}
