/** Requests whose bodies arrive slowly, on a clock that the test moves. */
import type { Socket } from 'node:net';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { openSharedApp } from '../helpers/app.ts';
import { openInn } from '../helpers/bookings.ts';
import { openSocket, readAnswer } from '../helpers/socket.ts';

export const LATE = [408, { message: 'The request took too long to arrive.' }];

/** For all tests of a file, each of which has a connection of its own. */
export async function openArriving() {
  let arrived = 0;
  const world = await openSharedApp({
    extend: (app) => {
      app.addHook('preParsing', async () => {
        arrived += 1;
      });
      app.post('/probe', async ({ body }) => ({ body }));
    },
  });
  const port = await world.listen();
  const inn = await openInn(world);
  let socket: Socket;
  beforeEach(() => {
    arrived = 0;
    socket = openSocket(port);
  });
  afterEach(() => {
    vi.useRealTimers();
    socket.destroy();
  });
  return {
    inn,
    connection: () => socket,
    headOf: (path: string, type: string, length = 20_000_000) =>
      `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${inn.token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`,
    async begin(start: string): Promise<void> {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
      socket.write(start);
      await vi.waitFor(() => expect(arrived).toBe(1), { timeout: 15_000, interval: 10 });
    },
    async answered() {
      const answer = await readAnswer(socket);
      return [answer.status, answer.json()];
    },
  };
}
