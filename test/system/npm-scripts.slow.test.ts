/** The scripts of package.json, run by npm itself. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { createTestDatabase } from '../helpers/database.ts';
import { freePort, openSharedFolder, type Running, untilSaid } from '../helpers/process.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const folder = await openSharedFolder('innkeep-npm-');
const database = await createTestDatabase();
const started: ChildProcess[] = [];
afterAll(async () => {
  // The whole group: npm, its shell and what they left behind.
  for (const { pid } of started) {
    try {
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    } catch {
      // Nothing is left.
    }
  }
  await database.drop();
});

function npm(args: string[], env: Record<string, string>): Running {
  const child = spawn('npm', args, {
    cwd: HOUSE,
    env: { PATH: process.env.PATH ?? '', HOME: path.join(folder, 'home'), ...env },
    stdio: 'pipe',
    detached: true,
  });
  started.push(child);
  const said = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text;
    });
  // `close` comes when nobody holds its output any more: when all that it has started is gone.
  return { child, said, finished: once(child, 'close').then(([code]) => ({ code, ...said })) };
}

const isRefused = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => {
      socket.destroy();
      resolve(false);
    });
    socket.on('error', () => resolve(true));
  });

/** Sends SIGTERM to npm, and waits until all is over, or for longer than the server ever takes. */
async function end({ child, finished }: Running): Promise<void> {
  child.kill('SIGTERM');
  await Promise.race([finished, sleep(20_000)]);
}

/** The command lines of a group's processes. */
async function programsOf(group: number): Promise<string[]> {
  const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'pgid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pgid, args] = /^ *(\d+) +(.*)$/.exec(line) ?? [];
    return Number(pgid) === group && args !== undefined ? [args] : [];
  });
}

/** Whether a group still has a process. */
function hasGroup(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

test.skipIf(process.platform === 'win32')(
  'SIGTERM to `npm start` ends the server and frees its port',
  async () => {
    const port = await freePort();
    const env = {
      DATABASE_URL: database.url,
      APP_KEY: Buffer.alloc(32, 7).toString('base64'),
      PORT: String(port),
      HOST: '127.0.0.1',
    };
    const start = npm(['start'], env);
    await untilSaid(start, /Server listening/);
    expect(await isRefused(port)).toBe(false);
    await end(start);
    expect(await isRefused(port)).toBe(true);
    expect(hasGroup(start.child.pid ?? 0)).toBe(false);
  },
);

test.skipIf(process.platform === 'win32')('SIGTERM to `npm run cli` ends the command', async () => {
  // The import waits for a file that never comes.
  const env = { DATABASE_URL: database.url, APP_KEY: Buffer.alloc(32, 7).toString('base64') };
  const command = npm(['run', '-s', 'cli', '--', 'team', 'import', '-'], env);
  const group = command.child.pid ?? 0;
  await expect
    .poll(() => programsOf(group))
    .toContainEqual(expect.stringMatching(/^\S*node .*src\/cli\.ts team import -$/));
  await end(command);
  expect(hasGroup(group)).toBe(false);
});

test('a Node.js that is too old is one line, for the service, its commands and the tests', async () => {
  const scripts = JSON.parse(await readFile(path.join(HOUSE, 'package.json'), 'utf8')).scripts as Record<
    string,
    string
  >;
  const running = Object.entries(scripts).filter(([name]) => /^(start|cli|test)/.test(name));
  expect(running.length).toBeGreaterThan(5);
  for (const [name, script] of running)
    expect([name, script]).toEqual([name, expect.stringMatching(/^node require-node\.cjs && /)]);
  const old = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); require('./require-node.cjs')`;
  const refusal = await promisify(execFile)(process.execPath, ['-e', old], { cwd: HOUSE }).catch(
    (error) => error,
  );
  expect([refusal.code, refusal.stdout]).toEqual([1, '']);
  expect(refusal.stderr).toMatch(
    /^innkeep: this is Node\.js 20\.20\.2, and Innkeep needs 26 or newer\.[^\n]*\n$/,
  );
});
