/** The moment at which a server begins to listen: nothing is accepted before, and no work begins before. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openSharedApp, TEST_APP_KEY } from '../helpers/app.ts';
import { times } from '../helpers/bookings.ts';
import { openClient } from '../helpers/database.ts';
import { freePort, openSharedFolder, run, untilSaid } from '../helpers/process.ts';
import { untilSomebodyWaits } from '../helpers/waiting.ts';
import { stop } from './server-process.ts';

const cwd = await openSharedFolder('innkeep-listening-');
const world = await openSharedApp();

const start = (env: Record<string, string>) =>
  run('server', {
    env: { DATABASE_URL: world.url, APP_KEY: TEST_APP_KEY.toString('base64'), ...env },
    cwd,
  });

/** A request on a connection of its own. It is lost if its connection is accepted and it gets no answer. */
async function ask(port: number): Promise<'refused' | 'answered' | 'lost'> {
  const socket = connect({ host: '127.0.0.1', port });
  try {
    await once(socket, 'connect');
  } catch {
    return 'refused';
  }
  try {
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await Promise.race([
      once(socket, 'data'),
      once(socket, 'close').then(() => Promise.reject(new Error('It was closed.'))),
    ]);
    return 'answered';
  } catch {
    return 'lost';
  } finally {
    socket.destroy();
  }
}

test('a server that starts loses no request of callers who ask all the time, on its port and its port for metrics', async () => {
  const ports = [await freePort(), await freePort()] as const;
  const [port, metricsPort] = ports.map(String);
  const server = start({ PORT: `${port}`, METRICS_PORT: `${metricsPort}` });
  const outcomes = { refused: 0, answered: 0, lost: 0 };
  let isOver = false;
  const callers = ports.flatMap((to) =>
    times(4, async () => {
      while (!isOver) outcomes[await ask(to)] += 1;
    }),
  );
  try {
    await untilSaid(server, /listening at/);
    await expect.poll(() => outcomes.answered).toBeGreaterThan(100);
  } finally {
    isOver = true;
    await Promise.all(callers);
    await stop(server);
  }
  expect(outcomes.lost).toBe(0);
  expect(outcomes.refused).toBeGreaterThan(100);
});

test('the work in the background begins when the server listens', async () => {
  const rival = await openClient(world.url);
  await rival.query(
    `insert into sign_in_attempts (account, source, failures, last_at) values ('a', 'b', 1, '2020-01-01')`,
  );
  const countAttempts = async () => (await rival.query('select from sign_in_attempts')).rows.length;
  // The demo, which is prepared before the server listens, waits for it.
  await rival.query('begin; lock table teams in exclusive mode');
  const server = start({ PORT: '0', DEMO: 'true' });
  try {
    await untilSomebodyWaits(world);
    await sleep(1_000);
    expect(await countAttempts()).toBe(1);
    await rival.query('commit');
    await untilSaid(server, /listening at/);
    await expect.poll(countAttempts).toBe(0);
  } finally {
    await rival.end();
    await stop(server);
  }
});
