import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openTestApp } from '../../helpers/app.ts';
import { times } from '../../helpers/bookings.ts';
import { openSocket, readAnswer, speak } from '../../helpers/socket.ts';
import { openSlow } from '../slow.ts';

test('a server that stops finishes running requests, and answers new ones on open connections with a 503', async () => {
  const { world, release, untilArrived, untilStopping } = await openSlow();
  const socket = openSocket(await world.listen());
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await untilArrived(1);
  const closed = world.app.close();
  await untilStopping;
  // On the connection that is still open, behind the first request.
  socket.write('GET /v1/me HTTP/1.1\r\nHost: localhost\r\nX-Request-Id: late\r\n\r\n');
  await untilArrived(2);
  release();

  const first = await readAnswer(socket);
  expect(first.status).toBe(200);
  const second = first.body.slice(first.body.indexOf('HTTP/1.1'));
  expect(first.body.startsWith('{"finished":true}')).toBe(true);
  expect(second).toMatch(/^HTTP\/1\.1 503 /);
  expect(second).toMatch(/^retry-after: 1\r$/im);
  expect(second).toMatch(/^x-request-id: late\r$/im);
  expect(second).toMatch(/^connection: close\r$/im);
  expect(JSON.parse(second.slice(second.indexOf('{')))).toEqual({ message: 'The service is shutting down.' });
  await closed;
  await world.close();
});

test('a server that stops serves the first request of a connection that was open before, and closes it', async () => {
  const { world, release, untilArrived } = await openSlow();
  const port = await world.listen();
  const slow = openSocket(port);
  slow.write('GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await untilArrived(1);
  const fresh = openSocket(port);
  await once(fresh, 'connect');
  const closed = world.app.close();
  await expect.poll(() => world.app.server.listening, { interval: 1 }).toBe(false);
  fresh.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const answer = await readAnswer(fresh);
  expect(answer.status).toBe(200);
  expect(answer.headers.connection).toBe('close');
  release();
  expect((await readAnswer(slow)).status).toBe(200);
  await closed;
  await world.close();
});

test('a server that stops accepts and answers all connections that wait at that moment', async () => {
  const world = await openTestApp();
  const port = await world.listen();
  const answers = times(40, () =>
    speak(port, 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'),
  );
  await new Promise((resolve) => process.nextTick(resolve));
  // Meanwhile the kernel connects them, and the server, which is in this process, accepts none.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  await world.app.close();
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  expect(statuses).toEqual(times(40, () => 200));
  await world.close();
});

test('a server that is about to stop serves, and asks its callers to open their next connection elsewhere', async () => {
  const world = await openTestApp();
  const port = await world.listen();
  const socket = openSocket(port);
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [first] = await once(socket, 'data');
  expect(String(first)).toMatch(/^connection: keep-alive\r$/im);
  world.services.health.startDraining();
  socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const { status, headers } = await readAnswer(socket);
  expect([status, headers.connection]).toEqual([200, 'close']);
  await world.close();
});

test('a server that stops refuses new connections', async () => {
  const { world, release, untilArrived, untilStopping } = await openSlow();
  const port = await world.listen();
  const socket = openSocket(port);
  socket.write('GET /slow HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await untilArrived(1);
  let haveOthersLeft = false;
  void untilStopping.then(() => {
    haveOthersLeft = true;
  });
  const closed = world.app.close();
  await expect.poll(() => world.app.server.listening, { interval: 1 }).toBe(false);
  expect(haveOthersLeft).toBe(false);
  const late = connect({ port, host: '127.0.0.1' });
  await expect(once(late, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  release();
  expect((await readAnswer(socket)).status).toBe(200);
  await closed;
  await world.close();
});

test.each([
  ['half of the headers', 'GET /v1/me HTTP/1.1\r\nHost:'],
  [
    'half of a body',
    'POST /probe HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  ],
])('a server that stops does not wait for ever for the rest of %s', async (_what, bytes) => {
  const world = await openTestApp({
    finishWithinMs: 200,
    extend: (app) => {
      app.post('/probe', async () => ({}));
    },
  });
  const socket = openSocket(await world.listen());
  socket.write(bytes);
  await sleep(50);
  const startedAt = Date.now();
  await world.close();
  expect(Date.now() - startedAt).toBeLessThan(20_000);
  socket.destroy();
});
