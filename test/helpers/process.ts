import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

/** Much longer than necessary, because a busy machine may be ten times slower. */
const START_DEADLINE_MS = 50_000;
const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

export type Finished = { code: number | null; stdout: string; stderr: string };

export type Running = {
  child: ChildProcess;
  /** Its output so far. */
  said: { stdout: string; stderr: string };
  finished: Promise<Finished>;
};

type RunOptions = {
  env: Record<string, string>;
  args?: string[];
  cwd: string;
  input?: string;
  /** The directory of the service's files: this repository, or a copy. */
  house?: string;
  /** Options of Node.js itself. */
  nodeArgs?: string[];
};

/** Runs one of the service's processes with only these variables, away from any `.env` file. */
export function run(
  script: 'server' | 'cli',
  { env, args = [], cwd, input = '', house = HOUSE, nodeArgs = [] }: RunOptions,
): Running {
  // Like `npm start` and `npm run cli`.
  const fileOf = (name: string) => path.join(house, 'src', `${name}.ts`);
  const child = spawn(
    process.execPath,
    [...nodeArgs, '--import', fileOf('preload'), fileOf(script), ...args],
    {
      cwd,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: 'pipe',
    },
  );
  // The process may end before it has read all of its input.
  child.stdin.on('error', () => {}).end(input);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  const finished = once(child, 'close').then(([code]) => ({ code, ...said }));
  return { child, said, finished };
}

/** Waits until a process prints something. If it ends before, fails with all of its output. */
export async function untilSaid({ said, finished }: Running, pattern: RegExp): Promise<RegExpExecArray> {
  let hasEnded = false;
  void finished.then(() => {
    hasEnded = true;
  });
  for (const endsAt = Date.now() + START_DEADLINE_MS; Date.now() < endsAt; await sleep(20)) {
    const match = pattern.exec(said.stdout);
    if (match) return match;
    if (hasEnded) break;
  }
  throw new Error(`It never said ${pattern}:\n${said.stdout}\n${said.stderr}`);
}

/** A free port, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const taker = createServer().listen(0, '127.0.0.1');
  await once(taker, 'listening');
  const { port } = taker.address() as AddressInfo;
  taker.close();
  await once(taker, 'close');
  return port;
}

/** The process id of the embedded PostgreSQL on a data directory, if it runs. */
export async function postgresOn(dataDir: string): Promise<number | null> {
  const text = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '');
  const pid = Number(text.split('\n')[0]);
  return pid > 0 && isAlive(pid) ? pid : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** A folder for all tests of a file, which is removed after them. */
export async function openSharedFolder(prefix: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), prefix));
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
