import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const START_DEADLINE_MS = 30_000;

export type Finished = { code: number | null; stdout: string; stderr: string };

export type Running = {
  child: ChildProcess;
  /** What it has said so far. */
  said: { stdout: string; stderr: string };
  finished: Promise<Finished>;
};

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));

/** Runs one of the service's processes with these variables alone, away from any `.env` file; `house` may be a copy. */
export function run(
  script: 'server' | 'cli',
  {
    env,
    args = [],
    cwd,
    house = HOUSE,
  }: { env: Record<string, string>; args?: string[]; cwd: string; house?: string },
): Running {
  const file = path.join(house, 'src', `${script}.ts`);
  const child = spawn(process.execPath, [file, ...args], {
    cwd,
    // Loading the code takes most of a process's time.
    env: { PATH: process.env.PATH ?? '', NODE_COMPILE_CACHE: path.join(cwd, 'compile-cache'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  const finished = once(child, 'close').then(([code]) => ({ code, ...said }));
  return { child, said, finished };
}

/** Waits until a process has said something, and fails with all it said if it ends before. */
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

/** A port that nobody listens on, for what cannot choose one by itself. */
export async function freePort(): Promise<number> {
  const taker = createServer().listen(0, '127.0.0.1');
  await once(taker, 'listening');
  const { port } = taker.address() as AddressInfo;
  taker.close();
  await once(taker, 'close');
  return port;
}

/** The process of the embedded PostgreSQL on a data directory, if it lives. */
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
