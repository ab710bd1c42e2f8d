/** What one connection may send at once, and how long it may take to read. */
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { openSocket, readAnswer } from '../../helpers/socket.ts';

const MIB = 1_048_576;
const LAST = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

let begun = 0;
let socketOfServer: Socket | undefined;
const world = await openSharedApp({
  extend: (app) => {
    app.get('/large', async () => {
      begun += 1;
      return { text: 'x'.repeat(20 * MIB) };
    });
    app.get('/file', async ({ raw }, reply) => {
      socketOfServer = raw.socket;
      return reply.type('image/png').send(Buffer.alloc(20 * MIB));
    });
    app.get('/stream', async ({ raw }, reply) => {
      socketOfServer = raw.socket;
      return reply.type('application/json').send(Readable.from(['x'.repeat(20 * MIB)]));
    });
    app.post('/echo/:index', async (request) => {
      await sleep(1);
      return request.body;
    });
  },
});
const port = await world.listen();
afterEach(() => vi.useRealTimers());

const countConnections = () =>
  new Promise<number>((resolve) => world.app.server.getConnections((_error, count) => resolve(count)));

test('500 requests that arrive together on one connection are all answered in order', async () => {
  const socket = openSocket(port);
  const bodies = Array.from({ length: 500 }, (_, index) =>
    JSON.stringify({ index, text: 'x'.repeat(index % 90) }),
  );
  for (const [index, body] of bodies.entries())
    socket.write(
      `POST /echo/${index} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  socket.write(LAST);
  const { body: rest } = await readAnswer(socket);
  expect([...rest.matchAll(/\{"index":(\d+),"text":"x*"\}/g)].map(([text]) => text)).toEqual(bodies);
});

test('a caller who does not read the answer for 20 s is disconnected, and nobody else', async () => {
  await expect.poll(countConnections).toBe(0);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const socket = openSocket(port).pause();
  socket.write('GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(begun).toBe(1), { timeout: 15_000 });
  const idle = openSocket(port);
  await vi.waitFor(async () => expect(await countConnections()).toBe(2), { timeout: 15_000 });
  // The polls above have taken some of the time.
  await vi.advanceTimersByTimeAsync(15_000);
  expect(await countConnections()).toBe(2);
  await vi.advanceTimersByTimeAsync(5_000);
  await vi.waitFor(async () => expect(await countConnections()).toBe(1), { timeout: 15_000 });
  socket.destroy();
  // One that has read its answer stays.
  idle.write(LAST.replace('close', 'keep-alive'));
  await new Promise((resolve) => idle.once('data', resolve));
  await vi.advanceTimersByTimeAsync(30_000);
  idle.write(LAST);
  expect((await readAnswer(idle)).status).toBe(200);
});

test.each(['/file', '/stream'])(
  'reading %s may take any time, but no longer than 30 s without a byte',
  async (path) => {
    const socket = openSocket(port).pause();
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
    await expect.poll(() => socketOfServer?.timeout).toBe(30_000);
    socket.destroy();
    socketOfServer = undefined;
  },
);
