import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { changeFileOwner } from './account.ts';
import { buildFileError, EmbeddedError, hasSystemErrorCode } from './error.ts';
import { findFailureReason, type PgAccount, type PostgresPrograms, runProgram } from './programs.ts';

/**
 * PostgreSQL's data files inside the data directory, and what it takes to run PostgreSQL's programs on them.
 */
export type Cluster = {
  directory: string;
  logFile: string;
  programs: PostgresPrograms;
  account: PgAccount;
  durable: boolean;
  settings: readonly string[];
};

/** `innkeep` owns the database. */
export type Passwords = { postgres: string; innkeep: string };

// Inside the cluster's directory, so that a cluster and its passwords appear in one step.
const PASSWORDS_FILE = 'innkeep-passwords.json';
const UNFINISHED_CLUSTER_PREFIX = 'postgres-new-';
const UNFINISHED_CLUSTER_MAX_AGE_MS = 10 * 60_000;
/** In names of directories. Before this process, another one may have had its id. */
const PROCESS_MARK = randomBytes(4).toString('hex');
const INITDB_TIMEOUT_MS = 180_000;
const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--set=timezone=UTC',
  '--set=log_timezone=UTC',
];

/** Returns undefined if there is no complete cluster yet. */
export async function findClusterPasswords(directory: string): Promise<Passwords | undefined> {
  try {
    return JSON.parse(await readFile(path.join(directory, PASSWORDS_FILE), 'utf8'));
  } catch (error) {
    if (hasSystemErrorCode(error, 'ENOENT')) return undefined;
    throw buildFileError(`Cannot read PostgreSQL's passwords in ${directory}`, error);
  }
}

/**
 * Creates the cluster in a temporary directory and renames it. Of two processes at once, the slower one uses
 * the cluster of the faster one. A killed process leaves only the temporary directory.
 */
export async function createCluster(cluster: Cluster, log: (line: string) => void): Promise<Passwords> {
  const { directory, account } = cluster;
  log(`Creating a PostgreSQL cluster in ${directory}.`);
  const prefix = `${UNFINISHED_CLUSTER_PREFIX}${process.pid}-${PROCESS_MARK}-`;
  const workDir = await mkdtemp(path.join(path.dirname(directory), prefix));
  try {
    await changeFileOwner(workDir, account);
    const unfinished = path.join(workDir, 'cluster');
    const passwords = { postgres: createRandomPassword(), innkeep: createRandomPassword() };
    await runInitdb(cluster, unfinished, passwords.postgres);
    await writeSecretFile(path.join(unfinished, PASSWORDS_FILE), JSON.stringify(passwords), account);
    await rename(unfinished, directory);
    return passwords;
  } catch (error) {
    if (error instanceof EmbeddedError) throw error;
    // Another process was first, or an unrelated file is in the way.
    if (!hasSystemErrorCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM'))
      throw buildFileError(`Cannot create ${directory}`, error);
    const passwords = await findClusterPasswords(directory);
    if (passwords) return passwords;
    throw new EmbeddedError(`${directory} contains something other than Innkeep's PostgreSQL: move it away.`);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function runInitdb({ programs, account, durable }: Cluster, directory: string, password: string) {
  const passwordFile = path.join(path.dirname(directory), 'password');
  await writeSecretFile(passwordFile, `${password}\n`, account);
  const args = [...INITDB_OPTIONS, `--pwfile=${passwordFile}`, ...(durable ? [] : ['--no-sync']), directory];
  const { ok, output } = await runProgram(programs.initdb, args, account, INITDB_TIMEOUT_MS);
  if (!ok) throw new EmbeddedError(`Creating PostgreSQL's cluster failed: ${findFailureReason(output)}`);
}

export async function removeUnfinishedClusters(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED_CLUSTER_PREFIX)) continue;
    const workDir = path.join(dataDir, name);
    // Programs that a killed process had started may still be writing. The next start tries again.
    if (await isAbandoned(workDir))
      await rm(workDir, { recursive: true, force: true, maxRetries: 10 }).catch(() => {});
  }
}

/**
 * The directory's name contains the id of the process that creates it, which another process may have by now.
 */
async function isAbandoned(workDir: string): Promise<boolean> {
  const [pidText, mark] = path.basename(workDir).slice(UNFINISHED_CLUSTER_PREFIX.length).split('-');
  if (mark === PROCESS_MARK) return false;
  const pid = Number(pidText);
  if (!pid || pid === process.pid || !isRunning(pid)) return true;
  const stats = await stat(workDir).catch(() => undefined);
  return stats !== undefined && Date.now() - stats.mtimeMs > UNFINISHED_CLUSTER_MAX_AGE_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !hasSystemErrorCode(error, 'ESRCH');
  }
}

async function writeSecretFile(file: string, text: string, account: PgAccount): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
  await changeFileOwner(file, account);
}

const createRandomPassword = () => randomBytes(24).toString('base64url');
