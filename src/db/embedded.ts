import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chooseAccount, openPackage, openWay, prepareDataDir } from './embedded/account.ts';
import { type Cluster, createCluster, findPasswords, type Passwords } from './embedded/cluster.ts';
import { EmbeddedError, systemReason } from './embedded/error.ts';
import { claimLease, giveLeaseUp, type Lease, type Refusal, takeLease } from './embedded/lease.ts';
import {
  judgeProcess,
  readPidFile,
  removePidFile,
  startPostmaster,
  stopPostmaster,
} from './embedded/postmaster.ts';
import { findPrograms, refuseShellCharacters } from './embedded/programs.ts';

export type EmbeddedOptions = {
  /** The directory for the data, the log and the passwords. It is created if missing. */
  dataDir: string;
  /** False for tests: it is faster, but a crash of the machine may lose everything. */
  durable?: boolean;
  log?: (line: string) => void;
  /** How long PostgreSQL may take to answer. Creating its files has a limit of its own. */
  deadlineMs?: number;
  /** For tests: the directory of the npm package with PostgreSQL's programs. */
  programsRoot?: string;
};

export type Embedded = {
  url: string;
  /** Claims to be the one server on this data directory. Returns false if another process is. */
  claimServer(): Promise<boolean>;
  /** Ends the use of PostgreSQL. The last user stops it. */
  close(): Promise<void>;
};

const RETRY_MS = 100;

type Way = { cluster: Cluster; passwords: Passwords; deadlineMs: number; log: (line: string) => void };

/**
 * Opens the real PostgreSQL from the npm packages. Several processes may use one data directory at the same time: the
 * first starts PostgreSQL, the others find it running, the last one stops it.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const { log = () => {}, durable = true, deadlineMs = 30_000 } = options;
  // First, because without the programs no data directory is of use.
  const programs = await findPrograms(options.programsRoot);
  const dataDir = await prepareDataDir(options.dataDir);
  refuseShellCharacters(dataDir);
  const directory = path.join(dataDir, 'postgres');
  const account = await chooseAccount(directory);
  await openPackage(account, programs.root, log);
  await openWay(account, [dataDir, path.dirname(programs.pgCtl)], log);
  const cluster = { directory, logFile: path.join(dataDir, 'postgres.log'), programs, account, durable };
  const passwords = (await findPasswords(directory)) ?? (await createCluster(cluster, log));
  const way = { cluster, passwords, deadlineMs, log };
  return holdLease(way, await obtainLease(way));
}

/** Finds PostgreSQL running or starts it, until the deadline, even if a killed one has left files behind. */
async function obtainLease(way: Way, isWanted = () => true): Promise<Lease> {
  const deadlineAt = Date.now() + way.deadlineMs;
  for (;;) {
    const attempt = await tryOnce(way, deadlineAt);
    if ('client' in attempt) return attempt;
    if (!isWanted() || Date.now() > deadlineAt) {
      const seconds = Math.round(way.deadlineMs / 1_000);
      throw new EmbeddedError(`PostgreSQL does not answer within ${seconds} s: ${attempt.reason}`);
    }
    await sleep(RETRY_MS);
  }
}

async function tryOnce(way: Way, deadlineAt: number): Promise<Lease | Refusal> {
  const { cluster, passwords } = way;
  const found = await readPidFile(cluster.directory);
  if (found) {
    const attempt: Lease | Refusal = found.port
      ? await takeLease(cluster.directory, found.port, passwords)
      : { kind: 'absent', reason: 'it has not come far enough to name its port' };
    if ('client' in attempt || attempt.kind === 'busy') return attempt;
    const judgement = await judgeProcess(found, cluster.directory);
    if (judgement === 'postmaster') return { ...attempt, kind: 'busy' };
    if (judgement === 'other') await removePidFile(cluster.directory, found);
  }
  const trouble = await startPostmaster(cluster, Math.max(1_000, deadlineAt - Date.now()));
  if (trouble) return { kind: 'busy', reason: trouble };
  const started = await readPidFile(cluster.directory);
  return started?.port
    ? takeLease(cluster.directory, started.port, passwords)
    : { kind: 'busy', reason: 'it has gone again' };
}

/** Keeps the lease even if its connection or all of PostgreSQL is terminated. */
function holdLease(way: Way, first: Lease): Embedded {
  const { log } = way;
  let lease = first;
  let isServer = false;
  let isClosing = false;
  let recovery = Promise.resolve();
  let closed: Promise<void> | undefined;

  function watch() {
    lease.setKeepsProcess(false);
    lease.client.once('end', () => {
      if (!isClosing) recovery = recover();
    });
  }

  async function recover() {
    try {
      log('The connection to PostgreSQL is lost. Connecting again, and starting PostgreSQL if it is down.');
      lease = await obtainLease(way, () => !isClosing);
      watch();
      if (lease.port !== first.port) log('PostgreSQL is back on another port: start Innkeep again.');
      if (isServer && !(await claimLease(lease)))
        log('Another server has taken this data directory meanwhile.');
    } catch (error) {
      if (!isClosing) log(`PostgreSQL has gone away: ${systemReason(error)}`);
    }
  }

  async function close() {
    isClosing = true;
    await recovery;
    lease.setKeepsProcess(true);
    const isLast = await giveLeaseUp(lease).catch(() => false);
    const trouble = isLast ? await stopPostmaster(way.cluster) : undefined;
    if (trouble) log(`PostgreSQL does not stop: ${trouble}`);
    await lease.client.end().catch(() => {});
  }

  watch();
  return {
    url: `postgresql://innkeep:${way.passwords.innkeep}@127.0.0.1:${first.port}/innkeep`,
    async claimServer() {
      lease.setKeepsProcess(true);
      isServer = await claimLease(lease).finally(() => lease.setKeepsProcess(false));
      return isServer;
    },
    close() {
      closed ??= close();
      return closed;
    },
  };
}
