import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { changeFileOwner } from './account.ts';
import { buildFileError, EmbeddedError, hasSystemErrorCode } from './error.ts';
import { findFailureReason, type PgAccount, type PostgresPrograms, runProgram } from './programs.ts';

/** PostgreSQL's data under a data directory, and everything needed to run programs on it. */
export type Cluster = {
  directory: string;
  logFile: string;
  programs: PostgresPrograms;
  account: PgAccount;
  durable: boolean;
};

/** The passwords of the superuser `postgres` and of `innkeep`, who owns the database. */
export type Passwords = { postgres: string; innkeep: string };

// Inside the cluster's directory, so that a cluster and its passwords appear in one step.
const PASSWORDS_FILE = 'innkeep-passwords.json';
const UNFINISHED_CLUSTER_PREFIX = 'postgres-new-';
const UNFINISHED_CLUSTER_MAX_AGE_MS = 10 * 60_000;
const INITDB_TIMEOUT_MS = 180_000;
const INITDB_OPTIONS = [
  '--username=postgres',
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale=C',
  '--set=timezone=UTC',
  '--set=log_timezone=UTC',
];

/** The passwords of a complete cluster, or undefined if there is no cluster yet. */
export async function findClusterPasswords(directory: string): Promise<Passwords | undefined> {
  try {
    return JSON.parse(await readFile(path.join(directory, PASSWORDS_FILE), 'utf8'));
  } catch (error) {
    if (hasSystemErrorCode(error, 'ENOENT')) return undefined;
    throw buildFileError(`Cannot read PostgreSQL's passwords in ${directory}`, error);
  }
}

/**
 * Creates the cluster in a temporary directory and renames it. If two processes do so at once, one is first and the
 * other uses its cluster. A killed process leaves nothing that could be mistaken for a cluster.
 */
export async function createCluster(cluster: Cluster, log: (line: string) => void): Promise<Passwords> {
  const { directory, account } = cluster;
  const dataDir = path.dirname(directory);
  await removeUnfinishedClusters(dataDir);
  log(`Creating a PostgreSQL cluster in ${directory}.`);
  const workDir = await mkdtemp(path.join(dataDir, UNFINISHED_CLUSTER_PREFIX));
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
    // Another process was first, or something else is there.
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

/** Removes what a killed process left unfinished, unless it is so recent that a process may still be at it. */
async function removeUnfinishedClusters(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(UNFINISHED_CLUSTER_PREFIX)) continue;
    const directory = path.join(dataDir, name);
    const stats = await stat(directory).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > UNFINISHED_CLUSTER_MAX_AGE_MS)
      await rm(directory, { recursive: true, force: true });
  }
}

async function writeSecretFile(file: string, text: string, account: PgAccount): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
  await changeFileOwner(file, account);
}

const createRandomPassword = () => randomBytes(24).toString('base64url');
