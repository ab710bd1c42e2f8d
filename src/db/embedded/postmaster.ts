import { readFile, readlink, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { give } from './account.ts';
import type { Cluster } from './cluster.ts';
import { EmbeddedError, fileTrouble, hasCode } from './error.ts';
import { lastMeaningfulLine, run } from './run.ts';

/** The contents of PostgreSQL's process file. While PostgreSQL starts, they may be incomplete. */
export type PidFile = { pid: number | undefined; port: number | undefined; text: string; ageMs: number };

const MAX_LOG_BYTES = 10_000_000;
const STOP_TIMEOUT_S = 30;
const UNREADABLE_MAX_AGE_MS = 5_000;

// Temporary failures: another process starts PostgreSQL at the same time, or remains of a killed one disappear.
const PASSING_TROUBLE =
  /lock file|PID file|shared memory block|could not bind|could not create any TCP|starting up|shutting down|recovery/;

export async function readPidFile(directory: string): Promise<PidFile | undefined> {
  try {
    const file = path.join(directory, 'postmaster.pid');
    const text = await readFile(file, 'utf8');
    const { mtimeMs } = await stat(file);
    const lines = text.split('\n');
    return { pid: positive(lines[0]), port: positive(lines[3]), text, ageMs: Date.now() - mtimeMs };
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw fileTrouble(`Cannot read PostgreSQL's process file in ${directory}`, error);
  }
}

function positive(text: string | undefined): number | undefined {
  const value = Number(text);
  return Number.isInteger(value) && value > 0 ? value : undefined;
}

/**
 * Starts PostgreSQL in a session of its own, so that Ctrl-C at the terminal does not stop it under the server. Returns
 * the reason of a temporary failure, and throws for any other.
 */
export async function startPostmaster(cluster: Cluster, timeoutMs: number): Promise<string | undefined> {
  const logStart = await prepareLog(cluster);
  const settings = serverSettings(await choosePort(cluster.directory), cluster.durable);
  const timeoutS = Math.max(1, Math.ceil(timeoutMs / 1_000));
  const args = ['start', '-w', '-t', String(timeoutS), '-s', '-D', cluster.directory, '-l', cluster.logFile];
  const { pgCtl } = cluster.programs;
  const { code, output } = await run(pgCtl, [...args, '-o', settings], cluster.account, timeoutMs + 5_000);
  if (code === 0) return undefined;
  const logged = (await readFile(cluster.logFile)).subarray(logStart).toString();
  const fatal = logged.split('\n').filter((line) => /FATAL|PANIC|error/.test(line));
  const reason = lastMeaningfulLine(logged) || lastMeaningfulLine(output) || 'it says nothing';
  // If the log has no fatal line, PostgreSQL was killed or is still busy.
  const nothingFatal = logged !== '' && fatal.length === 0;
  // pg_ctl complains about a process file while another process is writing it.
  if (nothingFatal || [...fatal, output].some((text) => PASSING_TROUBLE.test(text))) return reason;
  throw new EmbeddedError(`PostgreSQL does not start: ${reason} (its log is ${cluster.logFile})`);
}

/** Stops PostgreSQL and ends all connections. Returns the reason if that fails. */
export async function stopPostmaster(cluster: Cluster): Promise<string | undefined> {
  const args = ['stop', '-w', '-t', String(STOP_TIMEOUT_S), '-s', '-m', 'fast', '-D', cluster.directory];
  const { code, output } = await run(
    cluster.programs.pgCtl,
    args,
    cluster.account,
    (STOP_TIMEOUT_S + 5) * 1_000,
  );
  return code === 0 ? undefined : lastMeaningfulLine(output);
}

/** Passed with each start instead of written into the cluster, so that the settings fit the version of Innkeep. */
function serverSettings(port: number, durable: boolean): string {
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    // A socket's path has a limited length, and a data directory's path may be longer. TCP works the same everywhere.
    'unix_socket_directories=',
    'max_connections=200',
    'log_checkpoints=off',
    // The details of an error contain the values of a row, for example guests' emails.
    'log_error_verbosity=terse',
    'log_min_error_statement=panic',
    // Committed data still survives a killed PostgreSQL, but not a crash of the machine.
    ...(durable ? [] : ['fsync=off', 'full_page_writes=off']),
  ];
  return settings.map((setting) => `-c ${setting}`).join(' ');
}

/** The size of the log before the start, to find the lines that the start adds. */
async function prepareLog(cluster: Cluster): Promise<number> {
  const { logFile, account } = cluster;
  const size = await stat(logFile).then(
    (stats) => stats.size,
    () => undefined,
  );
  if (size !== undefined && size < MAX_LOG_BYTES) return size;
  try {
    if (size !== undefined) await rename(logFile, `${logFile}.old`);
    await writeFile(logFile, '', { mode: 0o600, flag: 'a' });
    await give(logFile, account);
    return 0;
  } catch (error) {
    throw error instanceof EmbeddedError ? error : fileTrouble(`Cannot write ${logFile}`, error);
  }
}

/**
 * The port of the last start if it is free, so that clients that remember it find PostgreSQL again. Else any free port.
 */
async function choosePort(directory: string): Promise<number> {
  const options = await readFile(path.join(directory, 'postmaster.opts'), 'utf8').catch(() => '');
  const last = positive(/"port=(\d+)"/.exec(options)?.[1]);
  return (last && (await listenOnce(last))) || (await listenOnce(0)) || 0;
}

function listenOnce(port: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : undefined));
    });
  });
}

/**
 * Judges the process that a process file names: PostgreSQL on this cluster (or possibly so), gone, or another. It is
 * another if the process id was used again, or if PostgreSQL is dead and its exit code has not been collected yet.
 */
export async function judgeProcess(
  pidFile: PidFile,
  directory: string,
): Promise<'postmaster' | 'gone' | 'other'> {
  const { pid } = pidFile;
  // PostgreSQL writes the number at once. An older file without one is left from a crash of the machine.
  if (pid === undefined) return pidFile.ageMs > UNREADABLE_MAX_AGE_MS ? 'other' : 'postmaster';
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (hasCode(error, 'ESRCH')) return 'gone';
  }
  if (process.platform === 'win32') return 'gone'; // On Windows, PostgreSQL itself can tell.
  const found = process.platform === 'linux' ? await readProc(pid) : await askPs(pid);
  if (!found) return 'gone';
  if (found.state.startsWith('Z') || !path.basename(found.command[0] ?? '').startsWith('postgres'))
    return 'other';
  if (found.command.includes(directory) || found.workingDir === undefined) return 'postmaster';
  return found.workingDir === directory ? 'postmaster' : 'other';
}

type FoundProcess = { state: string; command: string[]; workingDir: string | undefined };

async function readProc(pid: number): Promise<FoundProcess | undefined> {
  try {
    const stats = await readFile(`/proc/${pid}/stat`, 'utf8');
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const workingDir = await readlink(`/proc/${pid}/cwd`).catch(() => undefined);
    // The state follows the name, which is in brackets and may contain any character.
    const state = stats.slice(stats.lastIndexOf(')') + 2);
    return { state, command: command.split('\0'), workingDir };
  } catch {
    return undefined;
  }
}

async function askPs(pid: number): Promise<FoundProcess | undefined> {
  const args = ['-ww', '-o', 'stat=,comm=', '-p', String(pid)];
  const { code, output } = await run('ps', args, undefined, 5_000);
  const [, state = '', program = ''] = /^(\S+)\s+(.*)$/m.exec(output.trim()) ?? [];
  return code === 0 ? { state, command: [program], workingDir: undefined } : undefined;
}

/**
 * Removes a process file that names a process other than PostgreSQL. It is moved aside first: if another process has
 * started PostgreSQL meanwhile, the file is a new one and is moved back.
 */
export async function removePidFile(directory: string, judged: PidFile): Promise<void> {
  const file = path.join(directory, 'postmaster.pid');
  const aside = `${file}.${process.pid}.stale`;
  try {
    await rename(file, aside);
    const text = await readFile(aside, 'utf8');
    await (text === judged.text ? rm(aside) : rename(aside, file));
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw fileTrouble(`Cannot remove the stale ${file}`, error);
  }
}
