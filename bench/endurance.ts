/**
 * `npm run bench:endurance`: how soon the service answers after its start, and its state after 200,000 mixed requests
 * at full load: memory, failures, and requests that wait for a connection.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { APP_KEY, openDatabases } from './databases.ts';
import { SIZES, type Size } from './dataset.ts';
import { freePort, type Running, runLoad, sendTo, startService } from './processes.ts';
import { ROUTES, type Sample, type Send } from './routes.ts';

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', default: 'large' },
    requests: { type: 'string', default: '200000' },
    connections: { type: 'string', default: '64' },
  },
});
const REQUESTS = Number(options.requests);
/** One of this many requests makes a booking. */
const ONE_BOOKING_IN = 50;
const ROOT = path.join(import.meta.dirname, '..');
const MEMORY_EVERY_MS = 1_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

async function main(): Promise<void> {
  say(`first request after a warm npm start: ${await warmStart()} ms after the command`);
  const databases = await openDatabases((line) => void process.stderr.write(`${line}\n`));
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeep-endurance-'));
  try {
    const size = SIZES[options.size as Size['name']];
    const samplesFile = path.join(directory, 'samples.json');
    const metricsPort = await freePort();
    const service = await startService(await databases.open(size), APP_KEY, {
      METRICS_PORT: String(metricsPort),
    });
    try {
      await writeFile(samplesFile, JSON.stringify(await mixedSamples(size, sendTo(service))));
      await storm(service, samplesFile, metricsPort);
    } finally {
      await service.stop();
    }
  } finally {
    await rm(directory, { recursive: true, force: true });
    await databases.close();
  }
}

/** Every measured route in turn, and sometimes a booking. */
async function mixedSamples(size: Size, send: Send): Promise<Sample[]> {
  const reading = ROUTES.filter((route) => route.repeatable);
  const booking = ROUTES.find((route) => !route.repeatable);
  const samples: Sample[] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    const isBooking = booking && n % ONE_BOOKING_IN === 0;
    const route = isBooking ? booking : reading[n % reading.length];
    if (!route) throw new Error('There are no routes.');
    samples.push(await route.sample(size, isBooking ? n / ONE_BOOKING_IN : n, send));
  }
  return samples;
}

async function storm(service: Running, samplesFile: string, metricsPort: number): Promise<void> {
  const memory: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      memory.push(await residentMb(service.pid));
      await sleep(MEMORY_EVERY_MS);
    }
  })();
  const result = await runLoad({
    url: service.url,
    route: 'mixed',
    samplesFile,
    connections: Number(options.connections),
    only: { from: 0, count: REQUESTS },
  });
  isOver = true;
  await watching;
  say(
    `${result.count} mixed requests over ${options.connections} connections: ${result.requestsPerSecond.toFixed(0)} a second, p50 ${result.p50Ms.toFixed(1)} ms, p99 ${result.p99Ms.toFixed(1)} ms, ${result.failures} failed`,
  );
  const quarter = (n: number) =>
    memory.slice(Math.floor((memory.length * n) / 4), Math.floor((memory.length * (n + 1)) / 4));
  say(
    `resident memory, mean of each quarter in MB: ${[0, 1, 2, 3].map((n) => mean(quarter(n)).toFixed(0)).join(', ')}; most ${Math.max(...memory).toFixed(0)}`,
  );
  const pool = (await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
    .split('\n')
    .filter((line) => line.startsWith('innkeep_database_pool_'));
  say(`after it:\n${pool.map((line) => `  ${line}`).join('\n')}`);
  const startedAt = performance.now();
  const { status } = await fetch(`${service.url}/livez`);
  say(`  the next request: ${status} after ${(performance.now() - startedAt).toFixed(1)} ms`);
}

/** Starts the service like a new user, on its own PostgreSQL with existing data. */
async function warmStart(): Promise<number> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'innkeep-warm-'));
  try {
    await startAndStop(dataDir);
    return await startAndStop(dataDir);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startAndStop(dataDir: string): Promise<number> {
  const port = await freePort();
  const startedAt = performance.now();
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    stdio: 'ignore',
    detached: true,
    env: { ...process.env, DATA_DIR: dataDir, PORT: String(port) },
  });
  for (;;) {
    try {
      await fetch(`http://127.0.0.1:${port}/v1/me`);
      break;
    } catch {
      if (child.exitCode !== null) throw new Error('The service ended.');
      await sleep(10);
    }
  }
  const took = Math.round(performance.now() - startedAt);
  process.kill(-(child.pid ?? 0), 'SIGTERM');
  await once(child, 'exit');
  return took;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

const mean = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / (values.length || 1);

await main();
