/** Operator's work on an installation with its PostgreSQL and its key in DATA_DIR. */
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runInProcess } from '../commands/command.ts';
import { openSharedFolder, postgresOn, type Running, run } from '../helpers/process.ts';
import { askMe, expectRefusal, type Server, startServer, stop } from './server-process.ts';

const root = await openSharedFolder('innkeep-own-');
const started: Running[] = [];
afterEach(() => Promise.all(started.map((server) => stop(server))));

const envOf = (dataDir: string) => ({ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error' });

test('a data directory has one server at a time, survives kill -9, can change its key while it is stopped, and can be copied', async () => {
  const own = await mkdtemp(path.join(root, 'own-'));
  const serve = async (dataDir: string) => {
    const server = await startServer(envOf(dataDir), root);
    started.push(server);
    return server;
  };
  const expectServing = async (server: Server) => {
    expect(server.token).toBe(first.token);
    const answer = await askMe(server);
    expect(await answer.json()).toMatchObject({ data: { token: { name: 'Demo' } } });
  };
  const rotate = () => runInProcess(['key', 'rotate'], { DATA_DIR: own });
  const keysIn = async (dataDir: string) =>
    (await readFile(path.join(dataDir, 'app-key'), 'utf8')).trimEnd().split('\n');

  const first = await serve(own);
  const [before] = await keysIn(own);
  const other = run('server', { env: envOf(own), cwd: root });
  started.push(other);
  await expectRefusal(other, /^innkeep: Innkeep already runs on .*DATA_DIR/);
  expect(await rotate()).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^innkeep: [^\n]*stop it[^\n]*\n$/),
  });
  expect(await keysIn(own)).toEqual([before]);
  await expectServing(first);

  await stop(first, 'SIGKILL');
  expect(await postgresOn(own)).not.toBeNull();
  const next = await serve(own);
  await expectServing(next);
  await stop(next);

  expect(await rotate()).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^1\ttokens rewritten\n/),
  });
  const [current, ...previous] = await keysIn(own);
  expect(current).not.toBe(before);
  expect(previous).toEqual([before]);

  const copy = await mkdtemp(path.join(root, 'copy-'));
  await cp(own, copy, { recursive: true });
  await rm(own, { recursive: true });
  // Without the earlier key, which is no longer needed.
  await writeFile(path.join(copy, 'app-key'), `${current}\n`);
  const second = await serve(copy);
  await expectServing(second);
  expect(await stop(second)).toMatchObject({ code: 0, stderr: '' });
}, 180_000);
