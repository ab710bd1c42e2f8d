/** The processes of a run: the service as in production, and the yardsticks. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ROOT } from './databases.ts';
import { APP_KEY } from './dataset.ts';

export type Running = { url: string; pid: number; stop(): Promise<void> };

/** Runs node as `npm start` or `npm run cli` would. */
export function spawnScript(
  script: 'start' | 'cli',
  words: readonly string[],
  env: Record<string, string>,
): ChildProcess {
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  const [, ofNode = ''] = (scripts[script] as string).split('exec node ');
  return spawn(process.execPath, [...ofNode.split(' '), ...words], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, APP_KEY: APP_KEY.toString('base64'), ...env },
  });
}

/** The service without limits on requests, which a load would exceed. `metrics` reads one of its metrics. */
export async function startService(databaseUrl: string, further: Record<string, string> = {}) {
  const [port, metricsPort] = [await freePort(), await freePort()];
  const child = spawnScript('start', [], {
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    METRICS_PORT: String(metricsPort),
    PUBLIC_URL: 'http://bench.example',
    RATE_LIMIT_PUBLIC: '0',
    RATE_LIMIT_TOKEN: '0',
    RATE_LIMIT_SIGN_IN: '0',
    RATE_LIMIT_SITE_BOOKINGS: '0',
    ...further,
  });
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/livez`).catch(() => null))) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
    await sleep(50);
  }
  return {
    url,
    pid: child.pid ?? 0,
    stop: () => stop(child),
    async metric(name: string): Promise<number> {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
    },
  };
}

/** A server that prints its address when it listens. */
export async function startYardstick(file: string, ...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [file, ...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), pid: child.pid ?? 0, stop: () => stop(child) };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}

/** The processor time of a process and of its children, including those that have ended. Linux counts hundredths. */
export function processorMs(leader: number): number {
  let ticks = 0;
  for (const pid of readdirSync('/proc').filter((name) => Number(name) > 0)) {
    // The name of a process may contain anything, but ends with the last bracket.
    const [, fields = ''] = /.*\) (.*)/s.exec(readProc(pid, 'stat')) ?? [];
    const [, parent, ...more] = fields.split(' ').map(Number);
    const [user = 0, system = 0, userOfEnded = 0, systemOfEnded = 0] = more.slice(9);
    if (Number(pid) === leader) ticks += user + system + userOfEnded + systemOfEnded;
    else if (parent === leader) ticks += user + system;
  }
  return ticks * 10;
}

/** The process that leads all connections of a database's server on this machine. */
export async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query('select pg_backend_pid()::text as pid');
  const stat = readProc(rows[0].pid, 'stat');
  await client.end();
  return Number(/.*\) \S (\d+)/s.exec(stat)?.[1]);
}

/** The peak memory of a process so far, in MB. 0 after its end. */
export const peakMemoryMb = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readProc(String(pid), 'status'))?.[1] ?? 0) / 1024;

/** Empty if the process has ended. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
