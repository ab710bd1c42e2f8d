/** Two processes behind nginx that are restarted one after the other, by the page's commands, while they are asked. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { openSharedApp, TEST_APP_KEY } from '../../helpers/app.ts';
import { openInn } from '../../helpers/bookings.ts';
import { freePort, openSharedFolder } from '../../helpers/process.ts';
import { readNginxConfig, startNginx } from '../../system/recipes/nginx.ts';
import { ask, findProgram, readRecipe, runCommands } from '../../system/recipes/page.ts';
import { reportFigures } from '../figures.ts';

const ROUNDS = 5;
const EVERY_MS = 20;

const world = await openSharedApp();
const folder = await openSharedFolder('innkeep-rolling-');
const processes = [await freePort(), await freePort()] as const;
const SOURCE = fileURLToPath(new URL('../../../src', import.meta.url));

/** In place of systemd: `systemctl restart innkeep@PORT` ends the process in order, and starts another. */
const SYSTEMCTL = `#!/usr/bin/env bash
set -euo pipefail
port=\${2#innkeep@}
if [ -f ${folder}/$port.pid ]; then
  pid=$(cat ${folder}/$port.pid)
  kill -TERM $pid
  while kill -0 $pid 2> /dev/null; do sleep 0.05; done
fi
cd ${folder}
PORT=$port setsid ${process.execPath} --import ${SOURCE}/preload.ts ${SOURCE}/server.ts > ${folder}/$port.log 2>&1 < /dev/null &
echo $! > ${folder}/$port.pid
`;

const env = {
  DATABASE_URL: world.url,
  APP_KEY: TEST_APP_KEY.toString('base64'),
  TRUST_PROXY: 'loopback',
  DRAIN_SECONDS: '5',
  RATE_LIMIT_PUBLIC: '0',
  RATE_LIMIT_TOKEN: '0',
};

afterAll(async () => {
  for (const port of processes) {
    const pid = Number(await readFile(path.join(folder, `${port}.pid`), 'utf8').catch(() => 0));
    if (pid > 0) process.kill(pid, 'SIGTERM');
  }
  await sleep(9_000);
});

test.skipIf(findProgram('nginx') === null)(
  'behind nginx, five rolling restarts of two processes at 50 requests a second lose no request',
  { timeout: 900_000 },
  async () => {
    const { token, listing } = await openInn(world);
    await mkdir(path.join(folder, 'bin'));
    await writeFile(path.join(folder, 'bin/systemctl'), SYSTEMCTL);
    await chmod(path.join(folder, 'bin/systemctl'), 0o755);
    const restart = readRecipe('rolling restart', { '3001 3002': processes.join(' ') });
    const roll = () => runCommands(restart, { ...env, PATH: `${folder}/bin:${process.env.PATH}` });
    await roll();
    const port = await freePort();
    const proxy = await startNginx(folder, readNginxConfig(folder, { port, processes }));
    try {
      const address = `https://127.0.0.1:${port}`;
      await expect.poll(() => ask(`${address}/livez`).catch(() => null)).toMatchObject({ status: 200 });
      const asking = startAsking(address, token, listing.id);
      for (let round = 0; round < ROUNDS; round += 1) await roll();
      const { statuses, made, seconds } = await asking.stop();
      expect(Object.keys(statuses).sort()).toEqual(['200', '201']);
      const guests = await world.get('/v1/guests?search=rolling', token);
      expect(guests.json().meta.total).toBe(made);
      reportFigures('rolling-restart', {
        load: `a request every ${EVERY_MS} ms through nginx for ${seconds} s, a fifth of them writes`,
        faults: `${ROUNDS} rolling restarts of two processes`,
        acknowledged: made,
        lost: 0,
        refused: 0,
        seen: `Answers by status: ${JSON.stringify(statuses)}.`,
      });
    } finally {
      await proxy.stop();
    }
  },
);

/** Asks every 20 ms, by a program of its own, so that this process's work does not slow it down. */
function startAsking(address: string, token: string, listing: string) {
  const program = fileURLToPath(new URL('asking.ts', import.meta.url));
  const child = spawn(process.execPath, [program, address, token, listing, String(EVERY_MS)], {
    env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_NO_WARNINGS: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  return {
    async stop(): Promise<{ statuses: Record<string, number>; made: number; seconds: number }> {
      child.stdin.end();
      await once(child, 'close');
      return JSON.parse(said);
    },
  };
}
