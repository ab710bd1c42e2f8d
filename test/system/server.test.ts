import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runInProcess } from '../commands/command.ts';
import { openSharedFolder, postgresOn } from '../helpers/process.ts';
import { askMe, type Server, startServer, stop } from './server-process.ts';

const root = await openSharedFolder('innkeep-server-');
const dataDir = path.join(root, 'data');
const env = { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' };
const cli = (...words: string[]) => runInProcess(words, env);

describe('a server in an empty directory', { shuffle: false }, () => {
  let server: Server;
  let seconds: number;
  beforeAll(async () => {
    const startedAt = Date.now();
    server = await startServer({ ...env, DRAIN_SECONDS: '2' }, root);
    await askMe(server);
    seconds = (Date.now() - startedAt) / 1_000;
  });
  // Without one if it did not start.
  afterAll(async () => void (server && (await stop(server))));

  test('a server started in an empty directory soon answers the demo’s token', async () => {
    const me = await askMe(server);
    expect(me.status).toBe(200);
    expect(await me.json()).toMatchObject({ data: { team: { slug: 'harbour' }, token: { name: 'Demo' } } });
    // It takes two or three on an idle machine.
    expect(seconds).toBeLessThan(30);
  });

  test('a server started in an empty directory prints only its welcome, on stdout', () => {
    const { stdout, stderr } = server.said;
    expect(stdout).toMatch(/^\n {2}Innkeep is running\./);
    expect(stdout).toContain(server.token);
    expect(stderr).toBe('');
  });

  test('a server started in an empty directory limits requests, and its metrics are not public', async () => {
    const answer = await fetch(`${server.address}/v1/public/harbour/listings?per_page=1`);
    expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, '300']);
    expect((await askMe(server)).headers.get('ratelimit-limit')).toBe('1200');
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404);
  });

  test('a server started in an empty directory prints the address of the reference', async () => {
    const [, address = ''] = /Reference +(\S+)\n/.exec(server.said.stdout) ?? [];
    expect(address).toBe(`${server.address}/docs`);
    const page = await fetch(address);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('a server started in an empty directory prints two curl commands that work when they are pasted', async () => {
    expect(server.curls).toHaveLength(2);
    const bodies = await Promise.all(
      server.curls.map(async (line) => {
        expect(line).not.toMatch(/[|\\]/);
        const { stdout } = await promisify(execFile)('sh', ['-c', line]);
        return JSON.parse(stdout);
      }),
    );
    expect(bodies[0]).toMatchObject({ success: true, data: { token: { name: 'Demo' } } });
    expect(bodies[1].data.length).toBeGreaterThan(0);
    expect(bodies[1].meta).toMatchObject({ current_page: 1, per_page: 2 });
  });

  test('the demo command prints again what the server printed at its start, without knowing its port', async () => {
    const { code, stdout } = await cli('demo');
    expect(code).toBe(0);
    const [, described] = /running\.\n([\s\S]+)\n {2}Show this again/.exec(server.said.stdout) ?? [];
    expect(stdout.trim()).toBe(described?.trim());
  });

  test('commands work beside a running server, on the same data', async () => {
    const about = ['--team', 'harbour', '--name', 'Till'];
    const { code, stdout } = await cli('token', 'create', ...about);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ink_[0-9A-Za-z]{46}\n$/)]);
    const token = stdout.trim();
    expect((await askMe({ ...server, token })).status).toBe(200);
    expect((await cli('token', 'revoke', ...about)).code).toBe(0);
    expect((await askMe({ ...server, token })).status).toBe(401);
    expect((await askMe(server)).status).toBe(200);
  });

  test('after a SIGTERM a server is not ready, serves on for DRAIN_SECONDS, and then stops with its embedded PostgreSQL', async () => {
    const statusOf = async (where: string) => (await fetch(`${server.address}${where}`)).status;
    expect(await statusOf('/readyz')).toBe(200);
    const stoppedAt = Date.now();
    server.child.kill('SIGTERM');
    await expect.poll(() => statusOf('/readyz'), { interval: 20 }).toBe(503);
    const answers = await Promise.all([statusOf('/livez'), statusOf('/readyz'), askMe(server)]);
    expect([answers[0], answers[1], answers[2].status]).toEqual([200, 503, 200]);
    expect(await server.finished).toMatchObject({ code: 0, stderr: '' });
    expect(Date.now() - stoppedAt).toBeGreaterThanOrEqual(2_000);
    expect(await postgresOn(dataDir)).toBeNull();
  });
});
