import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { give } from './account.ts';
import { EmbeddedError, fileTrouble, hasCode } from './error.ts';
import type { Programs } from './programs.ts';
import { type Account, lastMeaningfulLine, run } from './run.ts';

/** PostgreSQL's data under a data directory, and everything needed to run programs on it. */
export type Cluster = {
  directory: string;
  logFile: string;
  programs: Programs;
  account: Account;
  durable: boolean;
};

/** The passwords of the superuser `postgres` and of `innkeep`, who owns the database. */
export type Passwords = { postgres: string; innkeep: string };

// Inside the cluster's directory, so that a cluster and its passwords appear in one step.
const PASSWORDS_FILE = 'innkeep-passwords.json';
const UNFINISHED_PREFIX = 'postgres-new-';
const UNFINISHED_MAX_AGE_MS = 10 * 60_000;
const INITDB_TIMEOUT_MS = 180_000;

/** The passwords of a complete cluster, or undefined if there is no cluster yet. */
export async function findPasswords(directory: string): Promise<Passwords | undefined> {
  try {
    return JSON.parse(await readFile(path.join(directory, PASSWORDS_FILE), 'utf8'));
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw fileTrouble(`Cannot read PostgreSQL's passwords in ${directory}`, error);
  }
}

/**
 * Creates the cluster in a temporary directory and renames it. If two processes do so at once, one is first and the
 * other uses its cluster. A killed process leaves nothing that could be mistaken for a cluster.
 */
export async function createCluster(cluster: Cluster, log: (line: string) => void): Promise<Passwords> {
  const dataDir = path.dirname(cluster.directory);
  if (await holdsFiles(cluster.directory)) return passwordsOfOther(cluster);
  await removeUnfinished(dataDir);
  log(`Creating a PostgreSQL cluster in ${cluster.directory}.`);
  const workDir = await mkdtemp(path.join(dataDir, UNFINISHED_PREFIX));
  try {
    await give(workDir, cluster.account);
    const unfinished = path.join(workDir, 'cluster');
    const passwords = { postgres: randomPassword(), innkeep: randomPassword() };
    await runInitdb(cluster, workDir, unfinished, passwords.postgres);
    await writeSecret(path.join(unfinished, PASSWORDS_FILE), JSON.stringify(passwords), cluster.account);
    return (await moveIntoPlace(unfinished, cluster.directory)) ? passwords : await passwordsOfOther(cluster);
  } catch (error) {
    throw error instanceof EmbeddedError ? error : fileTrouble(`Cannot create ${cluster.directory}`, error);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}

async function runInitdb(
  cluster: Cluster,
  workDir: string,
  unfinished: string,
  password: string,
): Promise<void> {
  const passwordFile = path.join(workDir, 'password');
  await writeSecret(passwordFile, `${password}\n`, cluster.account);
  const args = ['--pgdata', unfinished, '--username=postgres', `--pwfile=${passwordFile}`];
  args.push(
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--set=timezone=UTC',
    '--set=log_timezone=UTC',
  );
  if (!cluster.durable) args.push('--no-sync');
  const { code, output } = await run(cluster.programs.initdb, args, cluster.account, INITDB_TIMEOUT_MS);
  if (code !== 0)
    throw new EmbeddedError(`Creating PostgreSQL's cluster failed: ${lastMeaningfulLine(output)}`);
}

/** Returns false if another process was first. */
async function moveIntoPlace(unfinished: string, directory: string): Promise<boolean> {
  try {
    await rename(unfinished, directory);
    return true;
  } catch (error) {
    if (hasCode(error, 'ENOTEMPTY', 'EEXIST', 'EPERM')) return false;
    throw error;
  }
}

async function passwordsOfOther(cluster: Cluster): Promise<Passwords> {
  const passwords = await findPasswords(cluster.directory);
  if (passwords) return passwords;
  throw new EmbeddedError(
    `${cluster.directory} contains something other than Innkeep's PostgreSQL: move it away.`,
  );
}

async function holdsFiles(directory: string): Promise<boolean> {
  const names = await readdir(directory).catch(() => []);
  return names.length > 0;
}

/**
 * Removes what a killed process left unfinished. Recent files are kept, because a process may still be creating them.
 */
async function removeUnfinished(dataDir: string): Promise<void> {
  const names = await readdir(dataDir);
  for (const name of names.filter((other) => other.startsWith(UNFINISHED_PREFIX))) {
    const directory = path.join(dataDir, name);
    const stats = await stat(directory).catch(() => undefined);
    if (stats && Date.now() - stats.mtimeMs > UNFINISHED_MAX_AGE_MS) {
      await rm(directory, { recursive: true, force: true });
    }
  }
}

async function writeSecret(file: string, text: string, account: Account): Promise<void> {
  await writeFile(file, text, { mode: 0o600, flag: 'wx', flush: true });
  await give(file, account);
}

function randomPassword(): string {
  return randomBytes(24).toString('base64url');
}
