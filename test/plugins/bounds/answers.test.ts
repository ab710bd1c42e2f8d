import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { openSharedApp } from '../../helpers/app.ts';
import { times } from '../../helpers/bookings.ts';

const MIB = 1_048_576;

const world = await openSharedApp({
  extend: (app) => {
    app.get('/large', async () => 'x'.repeat(20 * MIB));
    app.get('/small', async () => 'x');
  },
});
const port = await world.listen();

/** Asks for an answer, and reads none of it. */
async function ask(path: string) {
  const socket = connect(port, '127.0.0.1').pause();
  await once(socket, 'connect');
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);
  return socket;
}

/** Reads an answer to its end. Returns how much of it has arrived. */
async function lengthOf(socket: Awaited<ReturnType<typeof ask>>): Promise<number> {
  let length = 0;
  for await (const chunk of socket) length += chunk.length;
  return length;
}

test('callers who read nothing lose their connections once the answers that they leave are too many', async () => {
  const small = await ask('/small');
  const unread = [];
  for (const path of times(6, () => '/large')) unread.push(await ask(path));
  const connections = () =>
    new Promise((resolve) => world.app.server.getConnections((_, open) => resolve(open)));
  await expect.poll(connections).toBe(6);
  unread.push(await ask('/large'));
  await expect.poll(connections).toBe(6);
  const [first, second, ...others] = unread;
  if (!first || !second) throw new Error('Nothing was asked.');
  await expect(lengthOf(first).catch(() => 0)).resolves.toBeLessThan(20 * MIB);
  for (const socket of [second, ...others]) expect(await lengthOf(socket)).toBeGreaterThan(20 * MIB);
  expect(await lengthOf(small)).toBeGreaterThan(0);
  // What was read no longer counts.
  expect(await lengthOf(await ask('/large'))).toBeGreaterThan(20 * MIB);
});
