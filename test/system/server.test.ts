import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, TEST_APP_KEY, type TestApp } from '../support/app.ts';
import { buildToken } from '../support/factories.ts';
import { type Finished, freePort, postgresOn, type Running, run, untilSaid } from '../support/process.ts';

const APP_KEY = TEST_APP_KEY.toString('base64');
const CANARY = 'canary';
const ONE_LINE = /^innkeep: [^\n]+\n$/;

let root: string;
/** One data directory for all tests, made by a first start that a test checks later. */
let dataDir: string;
let first: Awaited<ReturnType<typeof startOn>>;
let running: Running[] = [];

type Server = Running & { address: string; token: string; curls: string[] };
type Body = { data: { team: { slug: string }; token: { name: string } } };

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'innkeep-server-'));
  dataDir = path.join(root, 'data');
  first = await startOn(dataDir);
});
afterAll(async () => {
  await stopAll();
  await rm(root, { recursive: true, force: true });
});

/** Starts on a directory, requests the demo token's team, and stops again. */
async function startOn(directory: string) {
  const startedAt = Date.now();
  const server = await startServer({ DATA_DIR: directory });
  const me = await askMe(server);
  const seconds = (Date.now() - startedAt) / 1_000;
  const body = (await me.json()) as Body;
  await stop(server);
  return { server, seconds, me, body };
}

/** Ends the processes of a test, so that no PostgreSQL is left for the next one. */
async function stopAll() {
  await Promise.all(running.map((server) => stop(server)));
  running = [];
}

function start(env: Record<string, string> = {}): Running {
  const process = run('server', {
    env: { DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'error', ...env },
    cwd: root,
  });
  running.push(process);
  return process;
}

async function startServer(env: Record<string, string> = {}): Promise<Server> {
  const server = start(env);
  const [, address = ''] = await untilSaid(server, /API +(\S+)\/v1\n[\s\S]*Stop it with Ctrl-C/);
  const { stdout } = server.said;
  const token = /Demo token +(\S+)/.exec(stdout)?.[1] ?? '';
  const curls = stdout.split('\n').flatMap((line) => (/^\s*curl /.test(line) ? [line.trim()] : []));
  return { ...server, address, token, curls };
}

async function stop({ child, finished }: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<Finished> {
  child.kill(signal);
  return finished;
}

const askMe = ({ address, token }: { address: string; token: string }) =>
  fetch(`${address}/v1/me`, { headers: { authorization: `Bearer ${token}` } });

async function expectRefusal(process: Running, line: RegExp) {
  const { code, stdout, stderr } = await process.finished;
  expect(stderr).toMatch(ONE_LINE);
  expect(stderr).toMatch(line);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
}

describe('on a fresh directory', () => {
  test('the demo token is answered within 10 s of the start', async () => {
    expect(first.me.status).toBe(200);
    expect(first.body.data).toMatchObject({ team: { slug: 'harbour' }, token: { name: 'Demo' } });
    // It takes two or three on an idle machine.
    expect(first.seconds).toBeLessThan(30);
  });

  test('stdout is the welcome alone, stderr is empty', () => {
    const { stdout, stderr } = first.server.said;
    expect(stdout).toMatch(/^\n {2}Innkeep is running\./);
    expect(stdout).toContain(first.server.token);
    expect(stderr).toBe('');
  });
});

describe('a server that runs', () => {
  let server: Server;
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(stopAll);

  test('has found the data and the token of the start before', async () => {
    expect(server.token).toBe(first.server.token);
    expect((await askMe(server)).status).toBe(200);
  });

  test('counts nobody’s requests out in the open, and limits them', async () => {
    const answer = await fetch(`${server.address}/v1/public/harbour/listings?per_page=1`);
    expect([answer.status, answer.headers.get('ratelimit-limit')]).toEqual([200, '300']);
    expect((await askMe(server)).headers.get('ratelimit-limit')).toBe('1200');
    expect((await fetch(`${server.address}/metrics`)).status).toBe(404);
  });

  test('has told where the reference is', async () => {
    const [, address = ''] = /Reference +(\S+)\n/.exec(server.said.stdout) ?? [];
    expect(address).toBe(`${server.address}/docs`);
    const page = await fetch(address);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  });

  test('has told two curl lines that work when they are pasted', async () => {
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

  test('is the only one on its directory: a second start is refused in one line', async () => {
    await expectRefusal(start(), /^innkeep: Innkeep already runs on .*DATA_DIR/);
    expect((await askMe(server)).status).toBe(200);
  });

  test('is described again by a command that does not know its port', async () => {
    const { code, stdout } = await cli('demo');
    expect(code).toBe(0);
    const [, described] = /running\.\n([\s\S]+)\n {2}Show this again/.exec(server.said.stdout) ?? [];
    expect(stdout.trim()).toBe(described?.trim());
  });

  test('goes on while the command line works beside it, on the same data', async () => {
    const about = ['--team', 'harbour', '--name', 'Till'];
    const { code, stdout } = await cli('token', 'create', ...about);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^ink_[0-9A-Za-z]{46}\n$/)]);
    const token = stdout.trim();
    expect((await askMe({ ...server, token })).status).toBe(200);
    expect((await cli('token', 'revoke', ...about)).code).toBe(0);
    expect((await askMe({ ...server, token })).status).toBe(401);
    expect((await askMe(server)).status).toBe(200);
  });
});

const cli = (...args: string[]) => run('cli', { env: { DATA_DIR: dataDir }, args, cwd: root }).finished;

describe('a server that ends', () => {
  afterEach(stopAll);

  test('by Ctrl-C during its start leaves no PostgreSQL', async () => {
    const server = start();
    while (!(await postgresOn(dataDir)) && server.child.exitCode === null) await sleep(5);
    expect(await stop(server, 'SIGINT')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/\n {2}Innkeep has stopped\..*\n\n$/),
      stderr: '',
    });
    expect(await postgresOn(dataDir)).toBeNull();
  });

  test('by kill -9 leaves one, over which the next start works, and by SIGTERM none', async () => {
    const killed = await startServer();
    await stop(killed, 'SIGKILL');
    expect(await postgresOn(dataDir)).not.toBeNull();
    const next = await startServer();
    expect((await askMe({ ...next, token: killed.token })).status).toBe(200);
    expect(await stop(next)).toMatchObject({ code: 0, stderr: '' });
    expect(await postgresOn(dataDir)).toBeNull();
  });
});

describe('a start that cannot be says why in one line', () => {
  afterEach(stopAll);

  test.each(['PORT', 'METRICS_PORT'])('if %s is taken, before it makes any data', async (name) => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const port = String((other.address() as AddressInfo).port);
    const newDirectory = path.join(root, `never-made-${name}`);
    try {
      const refusal = new RegExp(`^innkeep: ${name}: ${port} is in use already on 127.0.0.1`);
      await expectRefusal(start({ [name]: port, DATA_DIR: newDirectory }), refusal);
      expect(existsSync(newDirectory)).toBe(false);
    } finally {
      other.close();
    }
  });

  test('where the host is none of this machine’s', async () => {
    await expectRefusal(
      start({ HOST: '192.0.2.1' }),
      /^innkeep: HOST: 192\.0\.2\.1 is not an address of this machine/,
    );
    expect(await postgresOn(dataDir)).toBeNull();
  });

  test('where a variable is broken or the database away, and shows no password', async () => {
    const away = { DATABASE_URL: `postgres://innkeep:${CANARY}@127.0.0.1:1/innkeep`, APP_KEY };
    const direct = { ...away, DATABASE_URL_DIRECT: `postgres://innkeep:${CANARY}@127.0.0.1:2/innkeep` };
    const broken: [Record<string, string>, RegExp][] = [
      [{ DATA_DIR: '/dev/null/data' }, /^innkeep: .*\/dev\/null\/data/],
      [
        { APP_KEY: CANARY, CORS_ORIGINS: CANARY },
        /^innkeep: APP_KEY must be 32 bytes.*; CORS_ORIGINS must be/,
      ],
      [away, /^innkeep: DATABASE_URL: .*ECONNREFUSED 127\.0\.0\.1:1/],
      [direct, /^innkeep: DATABASE_URL_DIRECT: .*ECONNREFUSED 127\.0\.0\.1:2/],
    ];
    await Promise.all(
      broken.map(async ([env, line]) => {
        const process = start({ ...env, LOG_LEVEL: 'trace' });
        await expectRefusal(process, line);
        expect(process.said.stderr).not.toContain(CANARY);
      }),
    );
  });
});

describe('with DATABASE_URL', () => {
  let world: TestApp;
  beforeAll(async () => {
    world = await openTestApp();
  });
  afterAll(async () => {
    await stopAll();
    await world.close();
  });

  test('that database is used, without a demo, and its APP_KEY must stay', async () => {
    const token = await buildToken(world);
    const metricsPort = String(await freePort());
    const server = start({
      DATABASE_URL: world.url,
      APP_KEY,
      LOG_LEVEL: 'info',
      METRICS_PORT: metricsPort,
    });
    const [, address = ''] = await untilSaid(server, /listening at (http:\/\/127\.0\.0\.1:\d+)/);
    expect((await askMe({ address, token })).status).toBe(200);
    const metrics = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
    expect(await metrics.text()).toContain(
      'innkeep_http_request_duration_seconds_count{method="GET",route="/v1/me",status="200"} 1\n',
    );
    expect((await fetch(`${address}/v1/public/harbour/listings`)).status).toBe(404);
    expect(await postgresOn(dataDir)).toBeNull();
    const { code, stdout } = await stop(server);
    expect(code).toBe(0);
    expect(stdout).not.toContain('Demo');

    const otherKey = Buffer.alloc(32, 'other').toString('base64');
    await expectRefusal(
      start({ DATABASE_URL: world.url, APP_KEY: otherKey }),
      /^innkeep: APP_KEY is not the key/,
    );
  });

  test('a demo in a database is announced without its secrets, which a command shows', async () => {
    const own = await openTestApp();
    const env = { DATABASE_URL: own.url, APP_KEY };
    const server = start({ ...env, DEMO: 'true' });
    const [, address = ''] = await untilSaid(server, /API +(\S+)\/v1\n[\s\S]*innkeep demo\n[\s\S]*Ctrl-C/);
    const { code, stdout } = await run('cli', { env, args: ['demo'], cwd: root }).finished;
    const [, token = ''] = /Demo token +(\S+)\n/.exec(stdout) ?? [];
    const [, password = ''] = /Password +(\S+)\n/.exec(stdout) ?? [];
    expect(code).toBe(0);
    expect((await askMe({ address, token })).status).toBe(200);
    await stop(server);
    for (const secret of [token, password]) expect(server.said.stdout).not.toContain(secret);
    expect(password).not.toBe('');
    await own.close();
  });

  test('an error that nobody catches ends the process, and what it holds is not told', async () => {
    const error = `Object.assign(new Error('Failed query\\nparams: ${CANARY}', { cause: new Error('why') }), { params: ['${CANARY}'] })`;
    const late = `const timer = setInterval(() => { if (process.listenerCount('uncaughtException')) { clearInterval(timer); Promise.reject(${error}); } }, 20)`;
    const script = path.join(root, 'late.mjs');
    await writeFile(script, late);
    const server = start({ DATABASE_URL: world.url, APP_KEY, NODE_OPTIONS: `--import=${script}` });
    const { code, stdout, stderr } = await server.finished;
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      level: 60,
      error: { type: 'Error', message: 'why' },
      msg: 'ended by an uncaught error',
    });
    expect(stdout).not.toContain(CANARY);
  });
});
