import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { choosePgAccount, letAccountPassParents, prepareDataDir } from './embedded/account.ts';
import {
  type Cluster,
  createCluster,
  findClusterPasswords,
  type Passwords,
  removeUnfinishedClusters,
} from './embedded/cluster.ts';
import { EmbeddedError, findSystemReason } from './embedded/error.ts';
import { claimServerLock, endPostgresLease, takePostgresLease } from './embedded/lease.ts';
import { readPidFile, removePidFile, startPostmaster, stopPostmaster } from './embedded/postmaster.ts';
import { findPostgresPrograms, refuseShellCharacters } from './embedded/programs.ts';

export type EmbeddedPostgresOptions = {
  /** Holds the data, the log and the passwords. It is created if it is missing. */
  dataDir: string;
  /** False for tests: faster, but a crash of the machine may lose everything. */
  durable?: boolean;
  /** Beside our own, or in their place: `name=value`. */
  settings?: readonly string[];
  log?: (line: string) => void;
  /** For starting and answering. Creating the cluster has a time limit of its own. */
  deadlineMs?: number;
};

export type EmbeddedPostgres = {
  url: string;
  /** Returns false if another process is already the server on this data directory. */
  claimServer(): Promise<boolean>;
  /** Stops PostgreSQL if no other process uses it. */
  close(): Promise<void>;
};

type Opening = { cluster: Cluster; passwords: Passwords; deadlineMs: number };

const LEASE_RETRY_MS = 100;
const INCOMPLETE = { isBusy: false, reason: 'its process file is incomplete' };

/**
 * Opens a real PostgreSQL from npm packages, for installations without a database of their own. Several
 * processes may share one data directory: the first starts PostgreSQL, the last stops it. Throws an
 * `EmbeddedError`.
 */
export async function openEmbeddedPostgres({
  dataDir: givenDir,
  durable = true,
  settings = [],
  log = () => {},
  deadlineMs = 30_000,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  // First, because without them a new data directory would be useless.
  const programs = await findPostgresPrograms();
  const dataDir = await prepareDataDir(givenDir);
  refuseShellCharacters(dataDir);
  const directory = path.join(dataDir, 'postgres');
  const account = await choosePgAccount(directory);
  await letAccountPassParents(account, [dataDir, path.dirname(programs.pgCtl)], log);
  const cluster = {
    directory,
    logFile: path.join(dataDir, 'postgres.log'),
    programs,
    account,
    durable,
    settings,
  };
  await removeUnfinishedClusters(dataDir);
  const passwords = (await findClusterPasswords(directory)) ?? (await createCluster(cluster, log));
  const opening = { cluster, passwords, deadlineMs };
  return holdLease(opening, await obtainLease(opening), log);
}

/** Tries until the deadline, because a killed PostgreSQL may have left files behind. */
async function obtainLease({ cluster, passwords, deadlineMs }: Opening, isStillWanted = () => true) {
  const deadlineAt = Date.now() + deadlineMs;
  for (;;) {
    const running = await readPidFile(cluster.directory);
    const attempt = running?.port ? await takePostgresLease(cluster, running.port, passwords) : INCOMPLETE;
    if (attempt instanceof pg.Client) return attempt;
    let lastFailure: string | undefined = attempt.reason;
    if (!running || (running.isStale && !attempt.isBusy)) {
      if (running) await removePidFile(cluster.directory, running);
      lastFailure = await startPostmaster(cluster, Math.max(1_000, deadlineAt - Date.now()));
    }
    if (!isStillWanted() || Date.now() > deadlineAt) {
      const seconds = Math.round(deadlineMs / 1_000);
      throw new EmbeddedError(
        `PostgreSQL does not answer within ${seconds} s: ${lastFailure ?? 'it has gone again'}`,
      );
    }
    if (lastFailure) await sleep(LEASE_RETRY_MS);
  }
}

function holdLease(opening: Opening, firstLease: pg.Client, log: (line: string) => void): EmbeddedPostgres {
  let lease = firstLease;
  let hasServerLock = false;
  let isClosing = false;
  let leaseRecovery = Promise.resolve();
  let closing: Promise<void> | undefined;

  function watchLease() {
    setKeepsProcessAlive(lease, false);
    lease.once('end', () => {
      if (!isClosing) leaseRecovery = recover();
    });
  }

  async function recover() {
    try {
      log('The connection to PostgreSQL is lost. Connecting again, and starting PostgreSQL if it is down.');
      lease = await obtainLease(opening, () => !isClosing);
      watchLease();
      if (lease.port !== firstLease.port) log('PostgreSQL is back on another port: start Innkeep again.');
      if (hasServerLock && !(await claimServerLock(lease)))
        log('Another server has taken this data directory meanwhile.');
    } catch (error) {
      if (!isClosing) log(`PostgreSQL has gone away: ${findSystemReason(error)}`);
    }
  }

  async function close() {
    isClosing = true;
    await leaseRecovery;
    setKeepsProcessAlive(lease, true);
    const isLast = await endPostgresLease(lease).catch(() => false);
    const trouble = isLast ? await stopPostmaster(opening.cluster) : undefined;
    if (trouble) log(`PostgreSQL does not stop: ${trouble}`);
    await lease.end().catch(() => {});
  }

  watchLease();
  return {
    url: `postgresql://innkeep:${opening.passwords.innkeep}@127.0.0.1:${firstLease.port}/innkeep`,
    async claimServer() {
      setKeepsProcessAlive(lease, true);
      hasServerLock = await claimServerLock(lease).finally(() => setKeepsProcessAlive(lease, false));
      return hasServerLock;
    },
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** node-postgres has `ref` and `unref`, but its types lack them. */
function setKeepsProcessAlive(client: pg.Client, keepsProcess: boolean): void {
  const reference = client as unknown as { ref(): void; unref(): void };
  if (keepsProcess) reference.ref();
  else reference.unref();
}
