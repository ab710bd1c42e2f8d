/** Innkeep behind nginx and Caddy, by the files in docs/operations.md. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { TEST_APP_KEY } from '../../helpers/app.ts';
import { createTestDatabase } from '../../helpers/database.ts';
import { freePort, openSharedFolder, type Running, run, untilSaid } from '../../helpers/process.ts';
import { readNginxConfig, startNginx } from './nginx.ts';
import { ask, execute, findProgram, readRecipe, startProgram } from './page.ts';

const folder = await openSharedFolder('innkeep-proxies-');
const database = await createTestDatabase();
const processes = [await freePort(), await freePort()] as const;
const HOST = 'stays.example';
const running: Running[] = [];

async function startService(port: number, publicUrl: string): Promise<void> {
  const server = run('server', {
    env: {
      DATABASE_URL: database.url,
      APP_KEY: TEST_APP_KEY.toString('base64'),
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      TRUST_PROXY: 'loopback',
      DEMO: 'true',
    },
    cwd: folder,
  });
  running.push(server);
  await untilSaid(server, /listening at /);
}

/** One after the other, because the first loads the demo. */
async function startServices(publicUrl: string): Promise<void> {
  for (const port of processes) await startService(port, publicUrl);
}

async function stopServices(): Promise<void> {
  for (const { child, finished } of running.splice(0)) {
    child.kill();
    await finished;
  }
}

afterAll(async () => {
  await stopServices();
  await database.drop();
});

/** What holds behind any proxy: both processes answer, and know the address that callers use. */
async function expectServed(address: string, publicUrl: string): Promise<void> {
  const site = await ask(`${address}/v1/public/harbour`, { host: HOST });
  expect([site.status, site.body]).toEqual([200, expect.stringContaining('Harbour Stays')]);
  const { servers } = JSON.parse((await ask(`${address}/openapi.json`, { host: HOST })).body);
  expect(servers).toEqual([{ url: publicUrl }]);
}

/** The path of the cookies that the page of the sign-in sets, by name. */
async function cookiePaths(address: string): Promise<Record<string, string>> {
  const { status, headers } = await ask(`${address}/app/sign-in`, { host: HOST });
  expect(status).toBe(200);
  const cookies = [...headers.matchAll(/^set-cookie: ([^=]+)=.*?; path=([^;\r]*)/gim)];
  return Object.fromEntries(cookies.map(([, name = '', where = '']) => [name, where]));
}

const caddy = findProgram('caddy');

const atRoot = 'https://stays.example';
const belowPath = 'https://stays.example/inn';

describe.skipIf(findProgram('nginx') === null)('behind nginx', () => {
  test('nginx serves two processes by the page’s file', async () => {
    const port = await freePort();
    await startServices(atRoot);
    const proxy = await startNginx(folder, readNginxConfig(folder, { port, processes }));
    try {
      const address = `https://127.0.0.1:${port}`;
      await expect.poll(() => ask(`${address}/livez`).catch(() => null)).toMatchObject({ status: 200 });
      await expectServed(address, atRoot);
      expect(await cookiePaths(address)).toEqual({ '__Host-innkeep-visitor': '/' });
    } finally {
      await proxy.stop();
      await stopServices();
    }
  });

  test('nginx serves an installation below a path, and gives its cookies this path', async () => {
    const port = await freePort();
    await startServices(belowPath);
    const config = readNginxConfig(folder, { port, processes });
    const [, location = ''] = /(\n {2}location \/ \{[\s\S]*?\n {2}\}\n)/.exec(config) ?? [];
    const proxy = await startNginx(folder, config.replace(location, `\n${readRecipe('below a path')}`));
    try {
      const address = `https://127.0.0.1:${port}/inn`;
      await expect.poll(() => ask(`${address}/livez`).catch(() => null)).toMatchObject({ status: 200 });
      await expectServed(address, belowPath);
      expect(await cookiePaths(address)).toEqual({ '__Secure-innkeep-visitor': '/inn/' });
      expect((await ask(`https://127.0.0.1:${port}/app`, { host: HOST })).status).toBe(404);
    } finally {
      await proxy.stop();
      await stopServices();
    }
  });
});

describe.skipIf(caddy === null)('behind Caddy', () => {
  async function startCaddy(title: string, port: number) {
    const file = path.join(folder, `Caddyfile-${port}`);
    const config = readRecipe(title, {
      'stays.example {': `http://:${port} {`,
      '127.0.0.1:3001': `127.0.0.1:${processes[0]}`,
      '127.0.0.1:3002': `127.0.0.1:${processes[1]}`,
    });
    await writeFile(file, `{\n  admin off\n}\n${config}`);
    const args = ['--config', file, '--adapter', 'caddyfile'];
    await execute(caddy ?? '', ['validate', ...args], {
      env: { PATH: process.env.PATH ?? '', HOME: folder },
    });
    return startProgram(caddy ?? '', ['run', ...args], { HOME: folder });
  }

  test('Caddy serves two processes by the page’s file', async () => {
    const port = await freePort();
    await startServices(atRoot);
    const proxy = await startCaddy('/etc/caddy/Caddyfile', port);
    try {
      const address = `http://127.0.0.1:${port}`;
      await expect.poll(() => ask(`${address}/livez`).catch(() => null)).toMatchObject({ status: 200 });
      await expectServed(address, atRoot);
      expect(await cookiePaths(address)).toEqual({ '__Host-innkeep-visitor': '/' });
    } finally {
      await proxy.stop();
      await stopServices();
    }
  });

  test('Caddy serves an installation below a path, and gives its cookies this path', async () => {
    const port = await freePort();
    await startServices(belowPath);
    const proxy = await startCaddy('/etc/caddy/Caddyfile, below a path', port);
    try {
      const address = `http://127.0.0.1:${port}/inn`;
      await expect.poll(() => ask(`${address}/livez`).catch(() => null)).toMatchObject({ status: 200 });
      await expectServed(address, belowPath);
      expect(await cookiePaths(address)).toEqual({ '__Secure-innkeep-visitor': '/inn/' });
      expect((await ask(`http://127.0.0.1:${port}/inn`, { host: HOST })).headers).toMatch(
        /location: \/inn\//i,
      );
    } finally {
      await proxy.stop();
      await stopServices();
    }
  });
});
