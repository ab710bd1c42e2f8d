import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { runInProcess } from '../commands/command.ts';
import { openTestApp, TEST_APP_KEY, type TestApp } from '../helpers/app.ts';
import { createTestDatabase, openClient, withClient } from '../helpers/database.ts';
import { buildToken } from '../helpers/factories.ts';
import { freePort, openSharedFolder, postgresOn, type Running, run, untilSaid } from '../helpers/process.ts';
import { untilSomebodyWaits } from '../helpers/waiting.ts';
import { askMe, expectRefusal, ONE_LINE, stop } from './server-process.ts';

const APP_KEY = TEST_APP_KEY.toString('base64');
const CANARY = 'canary';

const root = await openSharedFolder('innkeep-starts-');
const dataDir = path.join(root, 'data');
let running: Running[] = [];
afterEach(stopAll);

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

test('Ctrl-C during a server’s start leaves no PostgreSQL running', async () => {
  const server = start();
  while (!(await postgresOn(dataDir)) && server.child.exitCode === null) await sleep(5);
  expect(await stop(server, 'SIGINT')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n {2}Innkeep has stopped\..*\n\n$/),
    stderr: '',
  });
  expect(await postgresOn(dataDir)).toBeNull();
});

describe('refused starts', () => {
  test.each(['PORT', 'METRICS_PORT'])(
    'a start is refused in one line if %s is taken, before any data is made',
    async (name) => {
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
    },
  );

  test('a start is refused in one line if HOST is not an address of this machine', async () => {
    await expectRefusal(
      start({ HOST: '192.0.2.1' }),
      /^innkeep: HOST: 192\.0\.2\.1 is not an address of this machine/,
    );
    expect(await postgresOn(dataDir)).toBeNull();
  });

  test('a start is refused in one line, and ends, if the key for DKIM is missing or no RSA key, before any data is made', async () => {
    const newDirectory = path.join(root, 'never-made-dkim');
    const noKey = path.join(root, 'no-key.pem');
    const { privateKey } = generateKeyPairSync('ed25519');
    await writeFile(noKey, `${privateKey.export({ format: 'pem', type: 'pkcs8' })}`);
    const mail = {
      PUBLIC_URL: 'https://stays.example',
      SMTP_URL: 'smtp://127.0.0.1:25',
      MAIL_FROM: 'stays@stays.example',
      MAIL_DKIM_DOMAIN: 'stays.example',
      MAIL_DKIM_SELECTOR: 'mail',
      DATA_DIR: newDirectory,
    };
    const missing = path.join(root, 'missing.pem');
    await expectRefusal(
      start({ ...mail, MAIL_DKIM_KEY_FILE: missing }),
      /^innkeep: MAIL_DKIM_KEY_FILE names a file that cannot be read: .*missing\.pem/,
    );
    await expectRefusal(
      start({ ...mail, MAIL_DKIM_KEY_FILE: noKey }),
      /^innkeep: MAIL_DKIM_KEY_FILE must name a file with an RSA private key in PEM/,
    );
    expect(existsSync(newDirectory)).toBe(false);
  });

  test('a start whose settings the libraries would refuse is refused in one line, and ends, before any data is made', async () => {
    const newDirectory = path.join(root, 'never-made-settings');
    const mail = { PUBLIC_URL: 'https://stays.example', MAIL_FROM: 'stays@stays.example' };
    await expectRefusal(
      start({ TRUST_PROXY: '0.0.0.0/0', DATA_DIR: newDirectory }),
      /^innkeep: TRUST_PROXY must be true for all proxies/,
    );
    await expectRefusal(
      start({ ...mail, SMTP_URL: 'smtp://mail:50%off@mail.example', DATA_DIR: newDirectory }),
      /^innkeep: SMTP_URL is not a valid URL: special characters in its user and password/,
    );
    expect(existsSync(newDirectory)).toBe(false);
  });

  test('a start is refused in one line without passwords if a variable is invalid or the database is away', async () => {
    await expectRefusal(
      start({ APP_KEY: CANARY, CORS_ORIGINS: CANARY, LOG_LEVEL: 'trace' }),
      /^innkeep: APP_KEY must be 32 bytes(?!.*canary).*; CORS_ORIGINS must be(?!.*canary)/,
    );
    // The rest is found by what commands open as well.
    const away = { DATABASE_URL: `postgres://innkeep:${CANARY}@127.0.0.1:1/innkeep`, APP_KEY };
    const direct = { ...away, DATABASE_URL_DIRECT: `postgres://innkeep:${CANARY}@127.0.0.1:2/innkeep` };
    const broken: [Record<string, string>, RegExp][] = [
      [{ DATA_DIR: '/dev/null/data' }, /^innkeep: .*\/dev\/null\/data/],
      [away, /^innkeep: DATABASE_URL: .*ECONNREFUSED 127\.0\.0\.1:1/],
      [direct, /^innkeep: DATABASE_URL_DIRECT: .*ECONNREFUSED 127\.0\.0\.1:2/],
    ];
    for (const [env, line] of broken) {
      const refused = await runInProcess(['team', 'list'], { ...env, LOG_LEVEL: 'trace' });
      expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringMatching(line) });
      expect(refused.stderr).toMatch(ONE_LINE);
      expect(refused.stderr).not.toContain(CANARY);
    }
  });
});

describe('starts with DATABASE_URL', () => {
  let world: TestApp;
  beforeAll(async () => {
    world = await openTestApp();
  });
  afterAll(async () => {
    await stopAll();
    await world.close();
  });

  test('with DATABASE_URL that database is used, without a demo, and APP_KEY must stay the same', async () => {
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
    const refused = await runInProcess(['team', 'list'], { DATABASE_URL: world.url, APP_KEY: otherKey });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/^innkeep: APP_KEY is not the key/);
  });

  test('a server that stops waits for the job that is running', async () => {
    const rival = await openClient(world.url);
    await rival.query('begin; lock table sign_in_attempts in exclusive mode');
    const server = start({ DATABASE_URL: world.url, APP_KEY, LOG_LEVEL: 'info' });
    await untilSaid(server, /listening at/);
    await untilSomebodyWaits(world);
    server.child.kill('SIGTERM');
    await sleep(300);
    await rival.query('commit');
    await rival.end();
    const { code, stdout } = await server.finished;
    expect(code).toBe(0);
    expect(stdout).not.toContain('"level":50');
  });

  test('a server says at its start that the database has the schema of another version, and /readyz that migrations are pending', async () => {
    const { url, drop } = await createTestDatabase();
    await withClient(url, (client) =>
      client.query(`update drizzle.__drizzle_migrations set hash = 'of a later version'
        where id = (select max(id) from drizzle.__drizzle_migrations)`),
    );
    const server = start({ DATABASE_URL: url, APP_KEY, MIGRATE: 'false', LOG_LEVEL: 'info' });
    const [, address = ''] = await untilSaid(server, /listening at (http:\/\/127\.0\.0\.1:\d+)/);
    expect(server.said.stdout).toContain(
      'Migrations are pending: 1. Until the command \\"migrate\\" has run',
    );
    expect(server.said.stdout).toContain('The database has 1 migration of a later version. ');
    expect((await fetch(`${address}/readyz`)).status).toBe(503);
    await stop(server);
    await drop();
  });

  test('a start with a database role that lacks rights says in one line which rights it needs', async () => {
    const { url, drop } = await createTestDatabase();
    // As for a role that may not read the list of migrations. The role of the tests may be one that may do everything.
    await withClient(url, (client) =>
      client.query(`
        alter table drizzle.__drizzle_migrations rename to hidden;
        create function drizzle.refuse() returns text language plpgsql as
          $$ begin raise insufficient_privilege using message = 'permission denied for schema drizzle'; end $$;
        create view drizzle.__drizzle_migrations as select drizzle.refuse() as hash`),
    );
    const refused = await runInProcess(['migrate'], { DATABASE_URL: url, APP_KEY });
    await drop();
    expect(refused).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /: permission denied for schema drizzle\. Its role must own the database/,
      ),
    });
    expect(refused.stderr).toMatch(ONE_LINE);
  });

  test('the log of a server with a demo contains neither the demo’s secrets nor the text of an uncaught error', async () => {
    const own = await openTestApp();
    const env = { DATABASE_URL: own.url, APP_KEY };
    const error = `Object.assign(new Error('Failed query\\nparams: ${CANARY}', { cause: new Error('why') }), { params: ['${CANARY}'] })`;
    const failing = path.join(root, 'failing.mjs');
    await writeFile(failing, `process.on('SIGUSR2', () => Promise.reject(${error}))`);
    const server = start({ ...env, DEMO: 'true', NODE_OPTIONS: `--import=${failing}` });
    const [, address = ''] = await untilSaid(server, /API +(\S+)\/v1\n[\s\S]*innkeep demo\n[\s\S]*Ctrl-C/);
    const shown = await runInProcess(['demo'], env);
    const [, token = ''] = /Demo token +(\S+)\n/.exec(shown.stdout) ?? [];
    const [, password = ''] = /Password +(\S+)\n/.exec(shown.stdout) ?? [];
    expect(shown.code).toBe(0);
    expect((await askMe({ address, token })).status).toBe(200);

    const { code, stdout, stderr } = await stop(server, 'SIGUSR2');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({
      level: 60,
      error: { type: 'Error', message: 'why' },
      msg: 'ended by an uncaught error',
    });
    expect(password).not.toBe('');
    for (const secret of [CANARY, token, password]) expect(stdout).not.toContain(secret);
    await own.close();
  });
});
