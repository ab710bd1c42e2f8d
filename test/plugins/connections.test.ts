/** What one connection may send at once. */
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { openSocket, readAnswer } from '../helpers/socket.ts';

const LARGE = Buffer.alloc(1_000_000, 'x');
const GET_LARGE = 'GET /large HTTP/1.1\r\nHost: localhost\r\n\r\n';
const LAST = 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';

let begun: number;
let underWay: number;
let mostUnderWay: number;
const world = await openSharedApp({
  extend: (app) => {
    app.get('/large', async () => {
      begun += 1;
      return LARGE;
    });
    app.post('/echo/:index', async (request) => {
      underWay += 1;
      mostUnderWay = Math.max(mostUnderWay, underWay);
      await sleep(1);
      underWay -= 1;
      return request.body;
    });
  },
});
const port = await world.listen();
beforeEach(() => {
  [begun, underWay, mostUnderWay] = [0, 0, 0];
});

const connected = () =>
  new Promise<number>((resolve) => world.app.server.getConnections((_error, count) => resolve(count)));

async function untilConnected(count: number) {
  for (let wait = 0; (await connected()) > count; wait += 1) {
    if (wait > 400) throw new Error('A connection stays open.');
    await sleep(25);
  }
}

test('a caller that sends many requests and reads nothing gets one answer at a time', async () => {
  const sockets = Array.from({ length: 3 }, () => openSocket(port));
  for (const socket of sockets) socket.pause().write(GET_LARGE.repeat(1_500));
  await sleep(500);
  // Bytes of an answer in the kernel's buffer count as read: some megabytes for each connection.
  expect(begun).toBeLessThan(60);
  const other = openSocket(port);
  other.write(LAST);
  expect((await readAnswer(other)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await untilConnected(0);
});

test('many requests that arrive together are all answered, in order and one after the other', async () => {
  const socket = openSocket(port);
  const bodies = Array.from({ length: 1_500 }, (_, index) =>
    JSON.stringify({ index, text: 'x'.repeat(index % 90) }),
  );
  for (const [index, body] of bodies.entries())
    socket.write(
      `POST /echo/${index} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    );
  socket.write(LAST);
  const { body: rest } = await readAnswer(socket);
  const answered = [...rest.matchAll(/\{"index":(\d+),"text":"x*"\}/g)].map(([text]) => text);
  expect(answered).toEqual(bodies);
  expect(mostUnderWay).toBe(1);
});

test('callers whose requests wait are let go once too many do, and nobody else', async () => {
  const tiny = 'GET /large HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(2_000);
  const sockets: Socket[] = [];
  for (let count = 0; count < 12; count += 1) {
    const socket = openSocket(port).pause();
    socket.write(tiny);
    sockets.push(socket);
    await sleep(30);
  }
  await untilConnected(10);
  const other = openSocket(port);
  other.write(LAST);
  expect((await readAnswer(other)).status).toBe(200);
  for (const socket of sockets) socket.destroy();
  await untilConnected(0);
  // Nothing waits any more, so the same number may wait again.
  const again = openSocket(port);
  again.write(LAST.replace('close', 'keep-alive').repeat(1_000) + LAST);
  expect((await readAnswer(again)).body.match(/HTTP\/1\.1 200/g)).toHaveLength(1_000);
});
