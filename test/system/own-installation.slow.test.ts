/** Operator's work on an installation with its PostgreSQL and its key in DATA_DIR. */

import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openSharedFolder, type Running, run, untilSaid } from '../helpers/process.ts';

const running: Running[] = [];

const root = await openSharedFolder('innkeep-own-');
afterAll(() => Promise.all(running.map(stop)));

async function serve(dataDir: string) {
  const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
  const server = run('server', { env, cwd: root });
  running.push(server);
  const [, address = '', shown = ''] = await untilSaid(
    server,
    /API +(\S+)\/v1\n[\s\S]*Demo token +(\S+)\n[\s\S]*Ctrl-C/,
  );
  return { ...server, address, token: shown };
}

async function stop({ child, finished }: Running) {
  child.kill('SIGTERM');
  return finished;
}

const cli = (dataDir: string, ...args: string[]) =>
  run('cli', { env: { DATA_DIR: dataDir }, args, cwd: root }).finished;

async function whoIs(address: string, token: string): Promise<unknown> {
  const answer = await fetch(`${address}/v1/me`, { headers: { authorization: `Bearer ${token}` } });
  const body = (await answer.json()) as { data?: { token: { name: string } } };
  return body.data?.token.name;
}

const keyFile = (dataDir: string) => path.join(dataDir, 'app-key');
const keysOf = async (dataDir: string) => (await readFile(keyFile(dataDir), 'utf8')).trimEnd().split('\n');

test('its key is changed while it is stopped, and a copy of its directory serves the same token', async () => {
  const dataDir = path.join(root, 'data');
  const first = await serve(dataDir);
  const [before] = await keysOf(dataDir);
  expect(await cli(dataDir, 'key', 'rotate')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^innkeep: [^\n]*stop it[^\n]*\n$/),
  });
  expect(await keysOf(dataDir)).toEqual([before]);
  expect(await whoIs(first.address, first.token)).toBe('Demo');
  await stop(first);

  expect(await cli(dataDir, 'key', 'rotate')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^1\ttokens rewritten\n/),
  });
  const [current, ...previous] = await keysOf(dataDir);
  expect(current).not.toBe(before);
  expect(previous).toEqual([before]);

  const copy = path.join(root, 'copy');
  await cp(dataDir, copy, { recursive: true });
  await rm(dataDir, { recursive: true });
  // Without the earlier key, which is no longer needed.
  await writeFile(keyFile(copy), `${current}\n`);
  const second = await serve(copy);
  expect(second.token).toBe(first.token);
  expect(await whoIs(second.address, first.token)).toBe('Demo');
  expect(await stop(second)).toMatchObject({ code: 0, stderr: '' });
}, 180_000);
