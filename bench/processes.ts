/** The processes of a run: the service as in production, the yardstick, and the load. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadOrder, LoadResult } from './load.ts';
import type { Send } from './routes.ts';

const ROOT = path.join(import.meta.dirname, '..');
const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
  scripts: { start: string; cli: string };
};

/** The arguments that `npm start` and `npm run cli` give to node. */
export const argumentsOf = (script: 'start' | 'cli') => scripts[script].replace('exec node ', '').split(' ');

export type Running = { url: string; pid: number; stop(): Promise<void> };

/** `npm start` as an operator would run it, but without limits on requests, which a load would exceed. */
export async function startService(
  databaseUrl: string,
  appKey: Buffer,
  further: Record<string, string> = {},
): Promise<Running> {
  const port = await freePort();
  const child = spawn(process.execPath, argumentsOf('start'), {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      APP_KEY: appKey.toString('base64'),
      PORT: String(port),
      PUBLIC_URL: 'http://bench.example',
      RATE_LIMIT_PUBLIC: '0',
      RATE_LIMIT_TOKEN: '0',
      RATE_LIMIT_SIGN_IN: '0',
      RATE_LIMIT_SITE_BOOKINGS: '0',
      ...further,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  await untilAnswers(url, child);
  return { url, pid: child.pid ?? 0, stop: () => stopChild(child) };
}

/** Sends a request to a running service, which must succeed. */
export const sendTo =
  ({ url }: Running): Send =>
  async ({ method, path, headers, body }) => {
    const answer = await fetch(url + path, { method, headers, ...(body === undefined ? {} : { body }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return { body: text, etag: answer.headers.get('etag') };
  };

/** A server that prints its address when it listens. */
export async function startScript(file: string, ...args: string[]): Promise<Running> {
  const child = spawn(process.execPath, [file, ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: String(line).trim(), pid: child.pid ?? 0, stop: () => stopChild(child) };
}

export async function runLoad(order: LoadOrder): Promise<LoadResult> {
  const child = spawn(process.execPath, ['bench/load.ts', JSON.stringify(order)], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The load ended with ${code}.`);
  return JSON.parse(Buffer.concat(chunks).toString()) as LoadResult;
}

async function untilAnswers(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The service ended with ${child.exitCode}.`);
    try {
      await fetch(`${url}/v1/me`);
      return;
    } catch {
      await sleep(50);
    }
  }
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
