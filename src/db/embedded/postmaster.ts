import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { changeFileOwner } from './account.ts';
import type { Cluster } from './cluster.ts';
import { buildFileError, EmbeddedError, hasSystemErrorCode } from './error.ts';
import { findFailureReason, runProgram } from './programs.ts';

/** PostgreSQL's process file, which contains no port while PostgreSQL starts. */
type PidFile = { port: number | undefined; isStale: boolean; text: string };

const MAX_POSTGRES_LOG_BYTES = 10_000_000;
const STOP_TIMEOUT_SECONDS = 30;
/** How long PostgreSQL may take to listen after it has written its process file. */
const MAX_LISTEN_DELAY_MS = 5_000;

// Temporary failures, for example because another process is starting it.
const PASSING_FAILURE_PATTERN =
  /lock file|PID file|shared memory block|could not bind|could not create any TCP|starting up|shutting down|recovery/;

export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  const file = path.join(directory, 'postmaster.pid');
  try {
    const text = await readFile(file, 'utf8');
    const port = Number(text.split('\n')[3]) || undefined;
    return { port, isStale: Date.now() - (await stat(file)).mtimeMs > MAX_LISTEN_DELAY_MS, text };
  } catch (error) {
    if (hasSystemErrorCode(error, 'ENOENT')) return undefined;
    throw buildFileError(`Cannot read PostgreSQL's process file in ${directory}`, error);
  }
}

/**
 * If the file of a dead PostgreSQL stayed, PostgreSQL would believe that it runs as soon as another process
 * had its id. Not removed if it has changed: another process has started PostgreSQL again.
 */
export async function removePidFile(directory: string, { text }: PidFile): Promise<void> {
  if ((await readPidFile(directory))?.text === text)
    await rm(path.join(directory, 'postmaster.pid'), { force: true });
}

/** Returns the reason of a temporary failure, and throws for any other one. */
export async function startPostmaster(cluster: Cluster, timeoutMs: number): Promise<string | undefined> {
  const { directory, logFile, programs, account } = cluster;
  const logStart = await preparePostgresLog(cluster);
  const settings = buildPostgresOptions(await choosePostgresPort(directory), cluster);
  const timeoutS = String(Math.ceil(timeoutMs / 1_000));
  const args = ['start', '-w', '-t', timeoutS, '-s', '-D', directory, '-l', logFile, '-o', settings];
  const { ok, output } = await runProgram(programs.pgCtl, args, account, timeoutMs + 5_000);
  if (ok) return undefined;
  const logged = (await readFile(logFile)).subarray(logStart).toString();
  const reason = findFailureReason(logged) || findFailureReason(output) || 'it says nothing';
  // `pg_ctl` also fails if it reads the process file while another process is writing it. Without a fatal
  // error in its log, PostgreSQL was killed or is still busy, so another start may succeed.
  const isFatal = logged === '' || /FATAL|PANIC|error/.test(logged);
  if (!isFatal || PASSING_FAILURE_PATTERN.test(logged) || PASSING_FAILURE_PATTERN.test(output)) return reason;
  throw new EmbeddedError(`PostgreSQL does not start: ${reason} (its log is ${logFile})`);
}

/** Ends all connections. Returns the reason if PostgreSQL cannot be stopped. */
export async function stopPostmaster({ directory, programs, account }: Cluster): Promise<string | undefined> {
  const args = ['stop', '-w', '-t', String(STOP_TIMEOUT_SECONDS), '-s', '-m', 'fast', '-D', directory];
  const { ok, output } = await runProgram(programs.pgCtl, args, account, (STOP_TIMEOUT_SECONDS + 5) * 1_000);
  return ok ? undefined : findFailureReason(output);
}

/**
 * Passed at each start instead of stored in the cluster, so that they always fit the running version of
 * Innkeep.
 */
function buildPostgresOptions(port: number, { durable, settings }: Cluster): string {
  const all = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // TCP alone, because the path of a Unix socket may be too long in a deep data directory.
    'unix_socket_directories=',
    'max_connections=200',
    'log_checkpoints=off',
    // Details contain the values of rows, for example guests' emails.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    // Without `fsync`, committed data survives a killed PostgreSQL, but not a crash of the machine.
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
    ...settings,
  ];
  return all.map((setting) => `-c ${setting}`).join(' ');
}

/** Returns the log's size, so that the lines of the coming start can be told from older ones. */
async function preparePostgresLog({ logFile, account }: Cluster): Promise<number> {
  try {
    const size = (await stat(logFile).catch(() => undefined))?.size ?? 0;
    if (size >= MAX_POSTGRES_LOG_BYTES) await rename(logFile, `${logFile}.old`);
    await writeFile(logFile, '', { mode: 0o600, flag: 'a' });
    await changeFileOwner(logFile, account);
    return size < MAX_POSTGRES_LOG_BYTES ? size : 0;
  } catch (error) {
    throw error instanceof EmbeddedError ? error : buildFileError(`Cannot write ${logFile}`, error);
  }
}

/** The port of the last start if it is free, so that clients find PostgreSQL again. */
async function choosePostgresPort(directory: string): Promise<number> {
  const options = await readFile(path.join(directory, 'postmaster.opts'), 'utf8').catch(() => '');
  const last = Number(/"port=(\d+)"/.exec(options)?.[1] ?? 0);
  return (await findFreePort(last)) ?? (await findFreePort(0)) ?? 0;
}

function findFreePort(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}
